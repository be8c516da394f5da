from dataclasses import replace

import pytest

from tests.ui.driving import place_of_target
from tests.ui.panels.samples import PREPARATION, PROGRESS, SEARCH, SIZES, theme_and_layout, written
from ui.pages.play.thinking import COLUMNS, FIGURES, NumbersPanel, SearchModel, ThinkingPanel
from ui.panels.tips import SEARCH as SEARCH_TIPS


def panel_of(size: tuple[int, int] = SIZES[1]) -> ThinkingPanel:
    theme, layout = theme_and_layout(size)
    return ThinkingPanel(theme, layout.thinking)


def numbers_of(size: tuple[int, int] = SIZES[1]) -> NumbersPanel:
    theme, layout = theme_and_layout(size)
    return NumbersPanel(theme, layout.numbers)


def words(model: SearchModel, size: tuple[int, int] = SIZES[1]) -> list[str]:
    return [text for text, _ink in written(panel_of(size), model)]


def numbers(model: SearchModel, size: tuple[int, int] = SIZES[1]) -> list[str]:
    return [text for text, _ink in written(numbers_of(size), model)]


def test_before_the_first_search_there_are_no_empty_headings() -> None:
    said = words(SearchModel())
    assert "No search yet" in said
    headings = {name for name, _meaning, _share in FIGURES} | {name for name, _text, _left in COLUMNS}
    assert not headings & set(said)


def test_the_compiler_has_a_label() -> None:
    for model in (SearchModel(preparation=PREPARATION), replace(SEARCH, preparation=PREPARATION)):
        assert "Compiling the fast search, once: 5 of 11" in words(model)


@pytest.mark.parametrize("size", SIZES)
def test_the_sentence_is_whole_and_what_the_score_means_is_below_it(size: tuple[int, int]) -> None:
    said = words(SEARCH, size)
    assert SEARCH.sentence in " ".join(said)
    assert "White +43 · 14 plies at 87 %" in said
    chances = "White wins nearly all such positions with best play"
    assert chances not in " ".join(said)
    assert (chances in " ".join(numbers(SEARCH, size))) == (size != SIZES[0]), "the table goes first"


@pytest.mark.parametrize("size", SIZES)
def test_a_sentence_that_is_too_long_is_smaller_and_keeps_its_lines(size: tuple[int, int]) -> None:
    panel = panel_of(size)
    for times in (1, 2, 3, 9):
        ink = written(panel, replace(SEARCH, sentence="Looking for what is best. " * times))
        lines = [rect for text, rect in ink if text.startswith(("Looking", "for", "what", "is best", "best"))]
        assert 1 <= len(lines) <= (3 if panel._is_narrow else 2)
        assert all(panel.room.contains(rect) for rect in lines)


def test_what_a_weak_level_chose_has_a_row_of_its_own() -> None:
    """Else the move and the score of the sentence are in no row."""
    chosen = replace(PROGRESS, move=44, score=-51.3)
    said = numbers(replace(SEARCH, progress=chosen), SIZES[2])
    assert said.count("−51.3") == 1
    assert said.count("e6") > numbers(replace(SEARCH, progress=chosen, has_chosen=False), SIZES[2]).count(
        "e6"
    )


@pytest.mark.parametrize("size", SIZES)
def test_why_a_move_is_said_in_whole_sentences_as_far_as_they_fit(size: tuple[int, int]) -> None:
    """The first one always."""
    corner, moves = "H8 takes the corner.", "H8 leaves White only 2 moves."
    model = replace(SEARCH, has_chosen=False, why=(corner, moves))
    assert {corner, f"{corner} {moves}"} & set(words(model, size))
    long = "After H2 4 empty squares are left in its region: if both play there, White moves last."
    assert corner in words(replace(model, why=(corner, long)), (900, 640))


@pytest.mark.parametrize("size", SIZES)
def test_a_line_that_is_cut_has_an_ellipsis(size: tuple[int, int]) -> None:
    panel = panel_of(size)
    panel.update(SEARCH)
    shown = [box.target for box, _place in panel.placed.places if box.target is not None]
    assert ("…" in words(SEARCH, size)) == (len(shown) < len(SEARCH.pv))
    assert "…" not in words(replace(SEARCH, pv=SEARCH.pv[:8]), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_move_of_the_line_under_the_pointer(size: tuple[int, int]) -> None:
    panel = panel_of(size)
    assert panel.at(panel.rect.center) is None
    panel.update(replace(SEARCH, pv=SEARCH.pv[:3]))
    targets = [(0, number) for number in (1, 2, 3)]
    places = [place_of_target(panel, target) for target in targets]
    assert [panel.at(place.center) for place in places] == targets
    assert panel.at((places[0].left - 2, places[0].centery)) is None
    assert panel.at((places[2].right + 2, places[2].centery)) is None


def test_another_search_is_dimmed() -> None:
    """Its sentence is as quiet as what is said about it."""
    colours = []
    for is_dimmed in (False, True):
        panel = panel_of()
        panel.update(replace(SEARCH, is_dimmed=is_dimmed))
        sentence = next(place for box, place in panel.placed.places if box.tip == SEARCH_TIPS[0])
        area = panel._surface.subsurface(sentence)
        found = {tuple(area.get_at((x, y))) for x in range(area.width) for y in range(area.height)}
        colours.append([tuple(panel.theme[name]) in found for name in ("text", "quiet")])
    assert colours == [[True, False], [False, True]]


def test_newest_depths_stand_on_top() -> None:
    said = numbers(SEARCH, SIZES[2])
    assert said.index("14@87%") < said.index("13@87%")
