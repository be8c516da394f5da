import itertools
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from game.board import PASS, Board, Color, Ending, IllegalMove, Result, move_name, parse_square, squares
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind, MoveScore
from game.tree import Game, Shape, given_plies
from tests.game.trees import contents, random_tree
from tests.samples import WHITE_PASSES, random_game


def path(text: str) -> tuple[int, ...]:
    return tuple(parse_square(name) for name in text.split())


def game_with_passes() -> Game:
    """Returns a finished random game with a pass in the middle."""
    return next(game for game in map(random_game, range(100)) if PASS in game.moves[:-2])


def test_illegal_moves_and_plies_change_nothing() -> None:
    game = Game(moves=path("f5 d6 c3"))
    game.go_to(game.node.ply - 1)
    before = (game.moves, game.boards, game.node.ply)
    for move in (parse_square("a1"), PASS, 64):
        with pytest.raises(IllegalMove):
            game.play(move)
    for ply in (-1, 4):
        with pytest.raises(IndexError, match=f"has 3 moves, so there is no position {ply}"):
            game.go_to(ply)
    assert (game.moves, game.boards, game.node.ply) == before
    with pytest.raises(IllegalMove):
        Game(moves=path("f5 f5"))


def test_undo_and_redo_walk_the_whole_game_across_passes() -> None:
    game = game_with_passes()
    boards, moves = game.boards, game.moves
    result = game.result()
    assert result is not None
    for index in range(len(moves), 0, -1):
        assert game.node.move == moves[index - 1]
        assert game.go_to(game.node.ply - 1) == boards[index - 1] == game.board
    assert game.node is game.root
    for index, move in enumerate(moves):
        assert game.result() is None
        assert game.can_redo
        assert game.go_to(game.node.ply + 1) == boards[index + 1] == boards[index].play(move)
    assert not game.can_redo
    assert (game.boards, game.moves, game.result()) == (boards, moves, result)


def test_loss_on_time() -> None:
    game = Game(moves=path("f5 d6"))
    game.lose_on_time(Color.BLACK)
    assert game.result() == Result(3, 3, Color.WHITE, Ending.TIME)
    game.go_to(2)  # to where we are: nothing is taken back
    assert game.result() is not None
    game.go_to(game.node.ply - 1)
    assert game.result() is None
    game.go_to(game.node.ply + 1)
    assert game.result() is None
    game.lose_on_time(Color.WHITE)
    game.play(parse_square("c3"))
    assert game.result() is None
    game = random_game(2)
    result = game.result()
    game.lose_on_time(Color.WHITE)
    assert game.result() == result, "nobody loses on time after the last move"


def test_a_copy_is_equal_and_independent() -> None:
    game = game_with_passes()
    game.go_to(10)
    game.play(next(move for move in squares(game.board.legal_moves()) if move != game.moves[10]))
    game.root.note(Evaluation(2.0, 5, Kind.ESTIMATE))
    game.node.clock = Clock.start(TimeControl(per_game=60))
    game.go_to(game.node.ply - 1)
    game.lose_on_time(Color.BLACK)
    copy = game.copy()
    assert contents(copy) == contents(game)
    assert [node.clock for node in copy.root.walk()] == [node.clock for node in game.root.walk()]
    assert set(copy.root.walk()).isdisjoint(game.root.walk())
    assert (copy.result(), copy.changes) == (game.result(), game.changes)
    before = game.moves
    game.delete(game.line[5])
    game.root.note(Evaluation(3.0, 9, Kind.ESTIMATE))
    assert copy.moves == before
    assert copy.root.evaluations[Kind.ESTIMATE].depth == 5
    copy.go_to(copy.node.ply + 1)
    assert copy.result() is None


# The tree


def tree(*lines: str) -> Game:
    """Returns a game with these lines, the first as main line, at the end of the last."""
    game = Game()
    for line in lines:
        node = game.root
        for move in path(line):
            node = game.add(node, move)
        game.visit(node)
    return game


def names(game: Game) -> list[str]:
    """Returns all lines of the tree in order, from the start to each end."""
    ends = [node for node in game.root.walk() if not node.children]
    return [" ".join(map(move_name, end.path)) for end in ends]


def test_a_new_move_after_going_back_keeps_the_old_line() -> None:
    game = tree("f5 d6 c3 d3")
    game.go_to(1)
    game.play(*path("f6"))
    assert names(game) == ["f5 f6", "f5 d6 c3 d3"]
    assert game.moves == path("f5 f6")
    game.go_to(1)
    assert game.go_to(game.node.ply + 1) == game.node_at(path("f5 f6")).board, (
        "one walks back on the line one came along"
    )
    game.visit(game.node_at(path("f5 d6")))
    assert game.moves == path("f5 d6 c3 d3")
    assert game.can_redo


def test_playing_a_known_move_follows_it() -> None:
    game = tree("f5 d6 c3", "f5 f6 e6")
    game.go_to(0)
    game.play(*path("f5"))
    assert game.moves == path("f5 f6 e6")
    game.play(*path("d6"))
    assert game.moves == path("f5 d6 c3")
    assert len(list(game.root.walk())) == 6
    for node in game.root.walk():
        assert game.node_at(node.path) is node
        assert [each.ply for each in node.line] == list(range(node.ply + 1))
    with pytest.raises(KeyError, match="after 1 moves the game has no continuation f4"):
        game.node_at(path("f5 f4"))


def test_played_lines_become_the_main_line_and_tried_ones_do_not() -> None:
    game = tree("f5 d6 c3")
    game.go_to(1)
    game.play(*path("f6"))
    assert game.main == game.line
    game.go_to(1)
    game.play(*path("d6"))
    assert names(game) == ["f5 d6 c3", "f5 f6"]
    game.add(game.root, *path("c4"))
    assert game.main[-1].path == path("f5 d6 c3")
    game.make_main(game.node_at(path("f5 f6")))
    game.go_to(3)
    game.play(*path("d3"))
    assert game.main[-1].path == path("f5 f6"), "going on along a line makes it no other's main one"
    assert not game.can_undo_edit


def test_deleting_the_current_branch_steps_back_and_can_be_undone() -> None:
    game = tree("f5 d6 c3", "f5 f6 e6")
    game.delete(game.node_at(path("f5 f6")))
    assert names(game) == ["f5 d6 c3"]
    assert game.node.path == path("f5")
    assert game.moves == path("f5 d6 c3")
    game.undo_edit()
    assert names(game) == ["f5 d6 c3", "f5 f6 e6"]
    game.visit(game.node_at(path("f5 d6 c3")))
    game.delete(game.node_at(path("f5 f6")))
    assert game.node.path == path("f5 d6 c3"), "elsewhere nothing moves"


def test_edits_elsewhere_keep_a_loss_on_time() -> None:
    game = tree("f5 d6 c3 d3")
    game.go_to(2)
    game.lose_on_time(Color.BLACK)
    game.comment(game.root, "Slow.")
    game.delete(game.node_at(path("f5 d6 c3 d3")))
    game.delete(game.node_at(path("f5 d6 c3")))
    assert not game.can_redo
    assert game.is_lost_on_time
    game.undo_edit()
    assert game.moves == path("f5 d6 c3")
    game.undo_edit()
    game.undo_edit()
    assert game.root.comment == ""
    assert game.is_lost_on_time


def test_undoing_a_comment_keeps_the_line() -> None:
    game = tree("f5 d6")
    game.add(game.node, *path("c3"))
    game.comment(game.root, "Begun.")
    game.undo_edit()
    game.extend(game.node.children[0], path("d3"))
    game.extend(game.node, path("c4"))
    for _ in range(2):
        game.undo_edit()
    game.redo_edit()
    game.redo_edit()
    assert game.moves == path("f5 d6"), "what was only tried is not what was played"


def test_edits_of_a_merged_node_are_not_redone() -> None:
    game = tree("c4")
    game.delete(game.node_at(path("c4")))
    for move in path("c4 e3"):
        game.play(move)
    game.go_to(0)
    game.comment(game.node_at(path("c4")), "of the one that was played")
    game.undo_edit()
    game.undo_edit()
    assert not game.can_redo_edit
    assert names(game) == ["c4 e3"]
    assert all(child.parent is node for node in game.root.walk() for child in node.children)


def test_moves_since_a_deletion_survive_its_undo() -> None:
    game = tree("f5 d6 c3")
    deleted = game.node_at(path("f5 d6"))
    game.delete(deleted)
    for move in path("d6 c4"):
        game.play(move)
    game.go_to(1)
    for move in path("f4 d3"):
        game.play(move)
    game.node_at(path("f5 d6 c4")).note(Evaluation(3.0, 9, Kind.ESTIMATE))
    played = game.node_at(path("f5 d6")).clock = Clock.start(TimeControl(per_game=60.0))
    game.undo_edit()
    assert deleted.clock is played
    assert names(game) == ["f5 f4 d3", "f5 d6 c3", "f5 d6 c4"]
    assert game.node_at(path("f5 d6")) is deleted
    assert game.node.path == path("f5 f4 d3")
    assert game.node_at(path("f5 d6 c4")).evaluation == Evaluation(3.0, 9, Kind.ESTIMATE)
    assert all(child.parent is node for node in game.root.walk() for child in node.children)
    game = tree("f5 d6")
    deleted = game.node_at(path("f5 d6"))
    game.mark(deleted, 1, Shape.SQUARE)
    game.delete(deleted)
    game.play(*path("d6"))
    game.node.comment, game.node.marks = "again", {2: "B"}
    game.undo_edit()
    assert game.node is deleted
    assert (deleted.comment, deleted.marks) == ("again", {1: Shape.SQUARE, 2: "B"}), "and what was said"
    game = tree("f5 d6", "f5 f6")
    game.go_to(1)
    game.promote(game.node_at(path("f5 f6")))
    game.play(*path("f4"))
    game.undo_edit()
    assert names(game) == ["f5 f4", "f5 d6", "f5 f6"], "what was played since a promotion stays the main line"
    for edit in (game.promote, game.delete):
        with pytest.raises(ValueError, match="start"):
            edit(game.root)
    assert not game.can_undo_edit
    with pytest.raises(IndexError):
        game.undo_edit()


def test_every_change_is_counted() -> None:
    game = tree("f5 d6 c3", "f5 f6")
    deeds = (
        lambda: game.go_to(0),
        lambda: game.play(*path("f5")),
        lambda: game.visit(game.node_at(path("f5 d6"))),
        lambda: game.promote(game.node_at(path("f5 f6"))),
        game.undo_edit,
        lambda: game.delete(game.node_at(path("f5 f6"))),
        lambda: game.lose_on_time(Color.BLACK),
    )
    for deed in deeds:
        before = game.changes
        deed()
        assert game.changes > before


def test_random_edits_keep_the_tree_consistent() -> None:
    """Compares with the simplest model, a set of paths."""
    rng = Random(4)
    game, model = Game(), {Game().root.path}
    for _ in range(2500):
        nodes = list(game.root.walk())
        chosen = rng.choice(nodes)
        match rng.randrange(8):
            case 0:
                game.visit(chosen)
            case 1 if chosen is not game.root and len(nodes) > 200:
                game.delete(chosen)
                model = {known for known in model if known[: chosen.ply] != chosen.path}
            case 2 if chosen is not game.root:
                game.promote(chosen)
            case 3:
                game.go_to(rng.randrange(len(game.line)))
            case _:
                legal = list(squares(game.board.legal_moves())) or ([PASS] if game.board.must_pass() else [])
                if legal:
                    game.play(rng.choice(legal))
                    model.add(game.node.path)
        assert game.node in game.line
        assert game.line[0] is game.root
        assert not game.line[-1].children
        assert all(after.parent is before for before, after in itertools.pairwise(game.line))
    assert sorted(node.path for node in game.root.walk()) == sorted(model)
    for node in game.root.walk():
        assert Game(moves=node.path).board == node.board


# Evaluations


def test_the_deepest_of_each_kind_is_kept_and_the_surest_counts() -> None:
    node = Game().root
    assert node.evaluation is None
    book, shallow = Evaluation(0.5, 0, Kind.BOOK), Evaluation(2.0, 4, Kind.ESTIMATE)
    deep = Evaluation(-1.0, 12, Kind.ESTIMATE, confidence=87)
    for found, known in ((shallow, shallow), (deep, deep), (shallow, deep), (book, book), (deep, book)):
        node.note(found)
        assert node.evaluation == known
    exact = Evaluation(2, 20, Kind.EXACT)
    node.note(exact)
    node.note(Evaluation(9.0, 60, Kind.ESTIMATE))
    assert node.evaluation == exact
    assert node.evaluations[Kind.BOOK] == book
    over = Game(Board.from_text("X" * 40 + "O" * 24 + "X")).root
    over.note(Evaluation(-3.0, 9, Kind.ESTIMATE))
    assert over.evaluation == Evaluation(16, 0, Kind.EXACT), "the result is what it is worth"


# Comments and marks


def test_unchanged_comments_and_marks_are_no_edits() -> None:
    game = tree("f5 d6")
    before = game.changes
    game.comment(game.node, "")
    game.mark(game.node, 3, None)
    assert (game.can_undo_edit, game.changes) == (False, before)
    game.mark(game.node, 0, Shape.CIRCLE)
    game.mark(game.node, 0, "A")
    assert game.node.marks == {0: "A"}, "a square has one mark"


def test_the_surest_score_of_a_move_is_kept_in_any_order() -> None:
    """Scores come from searches here and from another tree of the game."""
    (move,) = path("f5")
    deep = MoveScore(move, 2.0, 20, Kind.ESTIMATE, 87, path("f5 d6"))
    less_sure, shallow = replace(deep, score=1.0, confidence=73), replace(deep, score=9.0, depth=8)
    exact = replace(shallow, kind=Kind.EXACT)
    for found in ((less_sure, deep, shallow), (less_sure, deep, shallow, exact)):
        for order in itertools.permutations(found):
            here, there = Game(), Game()
            for number, each in enumerate(order):
                (here, there)[number % 2].root.note_scores([each])
            here.learn(there)
            assert here.root.scores == {move: found[-1] if found[-1] is exact else deep}
            assert not here.root.note_scores(order), "nothing changes by what is known"


def test_merging_two_trees_loses_nothing() -> None:
    ours, theirs = random_tree(Random(1)), random_tree(Random(2))
    theirs.root.comment, ours.root.comment = "theirs", "ours"
    before, cursor = ours.moves, ours.node.ply
    paths = {node.path for game in (ours, theirs) for node in game.root.walk()}
    their_nodes = contents(theirs)
    ours.merge(theirs)
    assert {node.path for node in ours.root.walk()} == paths
    assert ours.root.comment == "ours"
    assert (ours.moves[: len(before)], ours.node.ply) == (before, cursor)
    assert not ours.line[-1].children
    assert contents(theirs) == their_nodes, "the other one stays as it is"
    for node in theirs.root.walk():
        twin = ours.node_at(node.path)
        assert twin is not node
        assert bool(twin.comment) >= bool(node.comment)
        assert set(twin.marks) >= set(node.marks)
        assert set(twin.evaluations) >= set(node.evaluations)
    with pytest.raises(ValueError, match="different positions"):
        ours.merge(Game(WHITE_PASSES))


def random_edit(rng: Random, game: Game) -> None:
    node = rng.choice(list(game.root.walk()))
    legal = list(squares(node.board.legal_moves())) or [PASS]
    edits: list[Callable[[], object]] = [
        lambda: game.comment(node, rng.choice("abc")),
        lambda: game.mark(node, rng.randrange(2), rng.choice((None, Shape.CROSS, "A"))),
        lambda: None if node.board.is_over() else game.extend(node, [rng.choice(legal)]),
    ]
    if node.parent is not None and not game.node.is_below(node):
        edits += [lambda: game.delete(node)] * 2
    if node.parent is not None:
        edits += [lambda: game.promote(node)]
    rng.choice(edits)()


def test_all_edits_can_be_undone_and_redone() -> None:
    for seed in range(20):
        rng, game = Random(seed), tree("f5 d6 c3 d3", "f5 f6 e6", "c4 c3")
        seen = [str(contents(game)[:-2])]
        for _ in range(30):
            changes, before = game.changes, len(game._edits)
            random_edit(rng, game)
            if len(game._edits) > before:
                seen.append(str(contents(game)[:-2]))
            assert (game.changes > changes) == (len(game._edits) > before)
        for _ in range(2):
            for expected in seen[-2::-1]:
                game.undo_edit()
                assert str(contents(game)[:-2]) == expected
            assert not game.can_undo_edit
            for expected in seen[1:]:
                edit = game.redo_edit()
                assert str(contents(game)[:-2]) == expected
                assert edit.place in set(game.root.walk())
            assert not game.can_redo_edit
        game.undo_edit()
        game.comment(game.root, "another way")
        assert not game.can_redo_edit


@pytest.mark.parametrize(
    ("name", "plies"),
    [("XOT 17", 8), ("8r14", 10), ("Cup 8r04", 0), ("8r02", 0), ("8r60", 56), ("8r70", 0), ("Paris", 0)],
)
def test_given_plies_are_read_from_names(name: str, plies: int) -> None:
    assert given_plies(name) == plies
