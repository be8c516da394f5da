"""How the progress of practice is read from JSON and written to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final, TypeVar

from game.board import Board, Move, move_name, parse_move
from game.text import _
from play.json_values import (
    check_version,
    named,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_text,
    read_whole,
    shown,
)
from play.practice.mistakes import Mistake, RatedMove
from play.practice.progress import Cards, PracticeProgress, PracticeTally, Section
from play.practice.schedule import Schedule

VERSION: Final = 1
MOST_DISCS: Final = 64
# More answers than anybody gives in a day, or right ones in a row.
MOST_COUNT: Final = 1_000_000

Say = Callable[[str], object]
Value = TypeVar("Value")


def written_progress(progress: PracticeProgress) -> dict[str, object]:
    return {
        "version": VERSION,
        "mistakes": [_written_mistake(mistake) for mistake in progress.mistakes.values()],
        "cards": {
            section.value: {key: _written_schedule(card) for key, card in cards.items()}
            for section, cards in progress.cards.items()
        },
        "days": {
            day.isoformat(): {
                section.value: [tally.right, tally.wrong, tally.lost] for section, tally in tallies.items()
            }
            for day, tallies in progress.days.items()
        },
    }


def _written_mistake(mistake: Mistake) -> dict[str, object]:
    return {
        "board": mistake.board.text(),
        "played": move_name(mistake.played),
        "exact": mistake.is_exact,
        "found": [
            [move_name(found.move), found.score, " ".join(map(move_name, found.line))]
            for found in mistake.found
        ],
    }


def _written_schedule(card: Schedule) -> list[object]:
    return [card.right, None if card.due is None else card.due.isoformat()]


def parse_progress(content: dict[str, Any], say: Say) -> PracticeProgress:
    """What can be read; `say` gets a sentence for each part that is left out.

    Raises NewerVersion.
    """
    check_version(content, VERSION)
    progress = PracticeProgress()
    for found in _items(content, "mistakes", list, say):
        if (mistake := _read("mistakes", found, _mistake, say)) is not None:
            progress.mistakes[mistake.key] = mistake
    cards = _items(content, "cards", dict, say)
    days = _items(content, "days", dict, say)
    for section in Section:
        for key, found in _items(cards, section.value, dict, say).items():
            if (card := _read(section.value, found, _schedule, say)) is not None:
                progress.cards[section][key] = card
    for name, found in days.items():
        if (day := _read("days", (name, found), _day, say)) is not None:
            progress.days[day[0]] = day[1]
    _mend(progress)
    return progress


def _mend(progress: PracticeProgress) -> None:
    """A mistake whose card could not be read is due again; a card of no mistake is of no use."""
    cards: Cards = progress.cards[Section.MISTAKES]
    progress.cards[Section.MISTAKES] = {
        key: cards.get(key, Schedule(0, date.min)) for key in progress.mistakes
    }


def _items(content: dict[str, Any], name: str, kind: type, say: Say) -> Any:
    found = content.get(name, kind())
    try:
        return read_list(found) if kind is list else read_object(found)
    except ValueError as error:
        say(named(name, error))
        return kind()


def _read(name: str, found: Any, parse: Callable[[Any], Value], say: Say) -> Value | None:
    try:
        return parse(found)
    except ValueError as error:
        say(named(_("an entry of {name}").format(name=name), error))
        return None


def _mistake(found: Any) -> Mistake:
    found = read_object(found)
    board = _board(read_text(found.get("board")))
    played = _move(found.get("played"), board)
    moves = tuple(_found(entry, board) for entry in read_list(found.get("found", [])))
    if len({entry.move for entry in moves}) != len(moves):
        raise ValueError(_("must not have a move twice"))
    if moves and len(moves) != board.legal_moves().bit_count():
        raise ValueError(_("must have all moves of its position"))
    return Mistake(
        board,
        played,
        tuple(sorted(moves, key=lambda entry: -entry.score)),
        read_flag(found.get("exact", False)),
    )


def _board(text: str) -> Board:
    try:
        board = Board.from_text(text)
    except ValueError as error:
        raise ValueError(_("must have a position: {problem}").format(problem=error)) from error
    if not board.legal_moves():
        raise ValueError(_("must have a position with a move"))
    return board


def _move(found: Any, board: Board) -> Move:
    name = read_text(found)
    try:
        move = parse_move(name)
    except ValueError as error:
        raise ValueError(_("must have moves: {problem}").format(problem=error)) from error
    if not board.is_legal(move):
        raise ValueError(_("must have legal moves, not {found}").format(found=shown(name)))
    return move


def _found(found: Any, board: Board) -> RatedMove:
    name, score, line = read_list(found, 3)
    move = _move(name, board)
    moves = []
    for step in read_text(line).split():
        moves.append(_move(step, board))
        board = board.play(moves[-1])
    if moves and moves[0] != move:
        raise ValueError(_("must have lines that begin with their moves"))
    return RatedMove(move, read_number(score, -MOST_DISCS, MOST_DISCS), tuple(moves))


def _schedule(found: Any) -> Schedule:
    right, due = read_list(found, 2)
    return Schedule(read_whole(right, 0, MOST_COUNT), None if due is None else _date(due))


def _date(found: Any) -> date:
    try:
        return date.fromisoformat(read_text(found))
    except ValueError as error:
        sentence = _("must have dates like 2026-11-22, not {found}")
        raise ValueError(sentence.format(found=shown(found))) from error


def _day(found: tuple[str, Any]) -> tuple[date, dict[Section, PracticeTally]]:
    name, entry = found
    tallies = read_object(entry)
    known = {section.value: section for section in Section}
    return _date(name), {known[key]: _tally(tally) for key, tally in tallies.items() if key in known}


def _tally(found: Any) -> PracticeTally:
    right, wrong, lost = read_list(found, 3)
    return PracticeTally(
        read_whole(right, 0, MOST_COUNT),
        read_whole(wrong, 0, MOST_COUNT),
        round(read_number(lost, 0, MOST_COUNT * MOST_DISCS), 1),
    )
