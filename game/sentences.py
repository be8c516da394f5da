"""Sentences as data: a phrase marked for translation, and its fields. A score names the side it favours."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from game.board import PASS, Color, Move, move_name
from game.evaluation import Kind
from game.text import _, format_number, localised, ngettext

PLAIN: Final = 0
"""The unit of values that are not in discs: those of written trees, plain numbers for Black."""
_LARGEST_PLAIN: Final = 639


def is_endless(value: int, unit: int) -> bool:
    """Returns whether a value is beyond all possible ones, which means infinity."""
    return abs(value) > (64 * unit if unit else _LARGEST_PLAIN)


def signed(value: int, unit: int) -> str:
    """Returns '+1.7', '−0.4' or '+∞' for a value in 1/`unit` discs; '3', '−4' or '∞' for a PLAIN one."""
    if is_endless(value, unit):
        return "−∞" if value < 0 else "+∞" if unit else "∞"
    if unit == PLAIN:
        return str(value).replace("-", "−")
    return localised(f"{value / unit:+.{0 if unit == 1 else 1}f}".replace("-", "−"))


class Worth(NamedTuple):
    """A score that reads the same for both sides; `value` is in 1/`unit` discs, + for Black."""

    value: int
    unit: int

    @classmethod
    def of(cls, score: float, turn: Color = Color.BLACK, kind: Kind = Kind.ESTIMATE) -> "Worth":
        """Builds a score from discs for `turn`: whole discs if exact, else tenths."""
        unit = 1 if kind is Kind.EXACT else 10
        return cls(turn.sign * round(unit * score), unit)

    @property
    def side(self) -> Color | None:
        """The side that the score favours; None if even, and for plain numbers."""
        if not self.value or self.unit == PLAIN:
            return None
        return Color.BLACK if self.value > 0 else Color.WHITE

    @property
    def number(self) -> str:
        """The score as '+1.7', whichever side it favours; a plain number with its sign."""
        if self.unit == PLAIN:
            return signed(self.value, PLAIN)
        return signed(abs(self.value), self.unit).removeprefix("" if self.value else "+")

    def text(self) -> str:
        if self.unit == PLAIN:
            return self.number
        if self.side is None:
            return _("even")
        return _("{score} for {color}", score=self.number, color=self.side.label)


class AtLeast(NamedTuple):
    """A bound: the least score of `color`, in 1/`unit` discs, + for that side."""

    color: Color
    value: int
    unit: int

    def text(self) -> str:
        if self.unit == PLAIN:
            said = _("the value is at least {score}"), _("the value is at most {score}")
            return said[self.color].format(score=signed(self.color.sign * self.value, PLAIN))
        score = Worth(self.value, self.unit).number
        if self.value >= 0:
            return _("{color} gets at least {score}", color=self.color.label, score=score)
        return _("{color} gets at most {score}", color=self.color.other.label, score=score)


class Line(NamedTuple):
    """One or more successive moves."""

    moves: tuple[Move, ...]

    def text(self) -> str:
        return " ".join(_("pass") if move == PASS else move_name(move) for move in self.moves)


class Terms(NamedTuple):
    """Terms marked for translation, joined by commas."""

    names: tuple[str, ...]

    def text(self) -> str:
        return ", ".join(map(_, self.names))


class HasText(Protocol):
    def text(self) -> str:
        """Returns the text in the language of the program."""


FieldValue: TypeAlias = str | int | float | Color | HasText
T = TypeVar("T", bound=Enum)


@dataclass(frozen=True, slots=True)
class Sentence(Generic[T]):
    """The value of a phrase is a text with fields in braces, or two: singular and plural for `count`."""

    phrase: T
    fields: Mapping[str, FieldValue]

    def text(self) -> str:
        words = {name: _word(field) for name, field in self.fields.items()}
        if isinstance(self.phrase.value, str):
            return _(self.phrase.value, **words)
        one, many = self.phrase.value
        count = self.fields["count"]
        assert isinstance(count, int)
        return ngettext(one, many, count, **words)


def say(phrase: T, /, **fields: FieldValue) -> Sentence[T]:
    return Sentence(phrase, fields)


def _word(field: FieldValue) -> str:
    if isinstance(field, Color):
        return field.label
    if isinstance(field, int | float):
        return format_number(field)
    return field if isinstance(field, str) else field.text()
