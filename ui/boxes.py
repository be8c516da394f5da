"""Boxes in rows and columns, each as large as its content: the layout of cards and pages.

A box is a frozen value, built by `text`, `picture`, `area`, `button`, `row` and `column`; `grow` returns one
that grows. `solve` fits a box into a rectangle and returns a `Placed`: the painted boxes, their tips, buttons
and click targets, all at the same places. Lengths are for a scale of 1.

- A box has several lengths, from the preferred to the least. Texts become smaller, and those with a limit of
  lines lose a line at a time; buttons lose padding, then the words beside their pictures.
- If a row or column has too little room, its boxes of the highest `order` shrink first, those of order 0
  last. Within an order all boxes shrink before one is left out, the last one first. A box of order 0 is
  never left out.
- Boxes that `grow` share the remaining room, and are at least as long as their content.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from pygame import Rect, Surface

from ui.actions import Action
from ui.buttons import LEAST_PADDING, ButtonRow, button_width, has_picture
from ui.panels.tips import Tip
from ui.theme import NORMAL, Theme

Lengths = Sequence[int]
"""The lengths that a box may have, in pixels, from the preferred to the least."""
Levels = Sequence[int | None]
Draw = Callable[[Surface, Rect], object]
LEFT_OUT: Final = 1 << 20
"""The level of a box that is left out: above the levels of all lengths."""

# The least widths of a text in a row: of one that may be cut, and of one that wraps.
CUT_LEAST: Final = 36
WRAPPED_LEAST: Final = 72
BUTTON_HEIGHT: Final = 30
BUTTON_PADDING: Final = 18
# Pixels of height that a button gives up at a time.
HEIGHT_STEP: Final = 4


@dataclass(frozen=True, eq=False, kw_only=True)
class Box:
    """A part of a row or column, with a `share` of the remaining room; an `order` lets it be left out.

    `tip` explains it, marked for translation; `target` is what a click on it means; `name` finds its place.
    """

    share: float = 0.0
    order: int = 0
    tip: str = ""
    target: object = None
    name: str = ""

    def widths(self, theme: Theme) -> Lengths:  # noqa: ARG002 - for subclasses
        return (0,)

    def heights(self, theme: Theme, width: int) -> Lengths:  # noqa: ARG002 - for subclasses
        return (0,)

    def place(self, theme: Theme, rect: Rect) -> "Iterator[Placement]":  # noqa: ARG002 - for subclasses
        """Yields the box and the boxes in it, in the order in which they are painted."""
        yield self, rect

    def paint(self, theme: Theme, surface: Surface, rect: Rect) -> None:
        """Draws the box without the boxes in it, which paint themselves."""


Placement = tuple[Box, Rect]


class Placed:
    """The boxes that had room, with their places."""

    def __init__(self, places: Sequence[Placement] = ()) -> None:
        self.places = places

    @property
    def areas(self) -> dict[str, Rect]:
        """The places of the named boxes, by name."""
        return {box.name: rect for box, rect in self.places if box.name}

    def at(self, position: tuple[int, int]) -> Any:
        """Returns the target of the topmost box at `position` that has one, else None."""
        found = (box.target for box, rect in reversed(self.places) if rect.collidepoint(position))
        return next((target for target in found if target is not None), None)

    @property
    def tips(self) -> list[Tip]:
        return [(rect, box.tip) for box, rect in self.places if box.tip]

    def buttons(self, theme: Theme, topleft: tuple[int, int] = (0, 0)) -> Iterator[tuple[Action, Rect, str]]:
        """Yields what `ButtonRow.place` takes, in the window, if these boxes are at `topleft`."""
        for box, rect in self.places:
            if isinstance(box, ButtonBox):
                yield box.shown(theme, rect.width), rect.move(topleft), box.style

    def button_row(self, theme: Theme) -> ButtonRow:
        row = ButtonRow(theme)
        row.place(self.buttons(theme))
        return row

    def paint(self, theme: Theme, surface: Surface) -> None:
        for box, rect in self.places:
            box.paint(theme, surface, rect)


def solve(box: Box, theme: Theme, rect: Rect) -> Placed:
    return Placed(list(box.place(theme, rect)))


@dataclass(frozen=True, eq=False, kw_only=True)
class TextBox(Box):
    """Words on as many lines as they need, or on at most `lines`; an ellipsis replaces words that do not fit.
    They have the first of the `sizes` that fits.
    """

    words: str
    sizes: tuple[int, ...] = (NORMAL,)
    ink: str = "text"
    bold: bool = False
    lines: int = 0
    side: str = "left"
    width: float = 0.0
    """The fixed width in a row; 0 for that of the words."""

    def widths(self, theme: Theme) -> Lengths:
        if self.width:
            return (theme.px(self.width),)
        widths = [theme.width(self.words, size, self.bold) for size in self.sizes]
        least = theme.px(CUT_LEAST if self.lines == 1 else WRAPPED_LEAST)
        return (*(widths if self.lines == 1 else widths[:1]), min(widths[-1], least))

    def heights(self, theme: Theme, width: int) -> Lengths:
        return [height for height, _size, _count in self._choices(theme, width)]

    def fitted(self, theme: Theme, rect: Rect) -> tuple[int, Sequence[str]]:
        """Returns the text size and the lines to write in `rect`."""
        size, count = self.choice(theme, rect)
        return size, theme.first_lines(self.words, size, rect.width, count, self.bold)

    def choice(self, theme: Theme, rect: Rect) -> tuple[int, int]:
        """Returns the text size and the number of lines that fit into `rect`."""
        choices = self._choices(theme, rect.width)
        fitting = ((size, count) for height, size, count in choices if height <= rect.height)
        return next(fitting, choices[-1][1:])

    def _choices(self, theme: Theme, width: int) -> list[tuple[int, int, int]]:
        """Returns (height, text size, number of lines) from all words in the largest size to the fewest."""
        choices, count = [], 0
        for size in self.sizes:
            lines = theme.lines(self.words, size, width, self.bold)
            count, longest = len(lines), max(theme.width(line, size, self.bold) for line in lines)
            if not self.lines or (count <= self.lines and longest <= width):
                choices.append((size, count))
        if self.lines:
            choices += [(self.sizes[-1], n) for n in range(min(self.lines, count), 0, -1)]
        step = partial(theme.line_height, self.words, bold=self.bold)
        return [(count * step(size), size, count) for size, count in choices]

    def paint(self, theme: Theme, surface: Surface, rect: Rect) -> None:
        size, lines = self.fitted(theme, rect)
        step = theme.line_height(self.words, size, self.bold)
        top = rect.centery - len(lines) * step // 2
        for n, line in enumerate(lines):
            shown = theme.ellipsized(line, size, rect.width, self.bold) if self.lines else line
            picture = theme.text(shown, size, self.ink, self.bold)
            where = {"top": top + n * step, self.side: getattr(rect, self.side)}
            surface.blit(picture, picture.get_rect(**where))


@dataclass(frozen=True, eq=False, kw_only=True)
class PictureBox(Box):
    """A picture drawn by a function, centred at its `size`; it fills its place if it grows or has no size."""

    draw: Draw | None = None
    size: tuple[float, float] = (0, 0)
    least: float = 0.0
    """The height if there is too little room; 0 for no less than that of `size`."""

    def widths(self, theme: Theme) -> Lengths:
        return (theme.px(self.size[0]),)

    def heights(self, theme: Theme, width: int) -> Lengths:  # noqa: ARG002
        lengths = (self.size[1], self.least or self.size[1])
        return sorted({theme.px(height) for height in lengths}, reverse=True)

    def place(self, theme: Theme, rect: Rect) -> Iterator[Placement]:
        width, height = (0 if self.share else theme.px(length) for length in self.size)
        inner = Rect(0, 0, min(width or rect.width, rect.width), min(height or rect.height, rect.height))
        inner.center = rect.center
        yield self, inner

    def paint(self, theme: Theme, surface: Surface, rect: Rect) -> None:  # noqa: ARG002
        if self.draw is not None:
            self.draw(surface, rect)


@dataclass(frozen=True, eq=False, kw_only=True)
class ButtonBox(Box):
    """The button of an action, vertically centred in its place."""

    action: Action
    style: str = "plain"
    height: float = BUTTON_HEIGHT
    least: float = 0.0
    """The height if there is too little room; 0 for no less than `height`."""
    width: float = 0.0
    """The fixed width in a row; 0 for that of the content."""
    padding: int = BUTTON_PADDING

    def widths(self, theme: Theme) -> Lengths:
        if self.width:
            return (theme.px(self.width),)
        paddings = sorted({self.padding, LEAST_PADDING}, reverse=True)
        widths = [button_width(theme, self.action, padding) for padding in paddings]
        if has_picture(self.action) and self.action.has_words:
            widths.append(button_width(theme, self._without_words, self.padding))
        return widths

    def heights(self, theme: Theme, width: int) -> Lengths:  # noqa: ARG002
        high, least = theme.px(self.height), theme.px(self.least or self.height)
        return range(high, least - 1, -HEIGHT_STEP)

    def place(self, theme: Theme, rect: Rect) -> Iterator[Placement]:
        height = min(theme.px(self.height), rect.height)
        yield self, Rect(rect.left, rect.centery - height // 2, rect.width, height)

    def shown(self, theme: Theme, width: int) -> Action:
        """Returns the action, without words if there is room only for its picture."""
        return self.action if button_width(theme, self.action, 0) <= width else self._without_words

    @property
    def _without_words(self) -> Action:
        return replace(self.action, has_words=False)


@dataclass(frozen=True, eq=False, kw_only=True)
class LineBox(Box):
    """A row of boxes, or a column if `upright`. If `alike`, the boxes of a row are equally wide."""

    boxes: tuple[Box, ...] = ()
    gap: float = 0.0
    upright: bool = False
    alike: bool = False
    padding: tuple[float, float] = (0, 0)
    _known: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    """The cache of measurements: a box is measured for one theme only."""

    def _once(self, key: object, measure: Callable[[], Any]) -> Any:
        if key not in self._known:
            self._known[key] = measure()
        return self._known[key]

    def widths(self, theme: Theme) -> Lengths:
        widths: Lengths = self._once("widths", lambda: self._measured_widths(theme))
        return widths

    def _measured_widths(self, theme: Theme) -> Lengths:
        around, each = 2 * theme.px(self.padding[0]), self._widths(theme)
        lengths = _side_by_side(each) if self.upright else self._lengths(theme, each)
        return [length + around for length in lengths]

    def heights(self, theme: Theme, width: int) -> Lengths:
        heights: Lengths = self._once(width, lambda: self._measured_heights(theme, width))
        return heights

    def _measured_heights(self, theme: Theme, width: int) -> Lengths:
        around, width = 2 * theme.px(self.padding[1]), width - 2 * theme.px(self.padding[0])
        if self.upright:
            lengths = self._lengths(theme, [box.heights(theme, width) for box in self.boxes])
        else:
            shown = self._resolved(theme, self._widths(theme), width)
            lengths = _side_by_side([self.boxes[n].heights(theme, each) for n, each in shown])
        return [length + around for length in lengths]

    def place(self, theme: Theme, rect: Rect) -> Iterator[Placement]:
        yield self, rect
        across, down = map(theme.px, self.padding)
        room = rect.inflate(-2 * across, -2 * down)
        heights = (box.heights(theme, room.width) for box in self.boxes)
        each = list(heights) if self.upright else self._widths(theme)
        left, top = room.topleft
        for n, length in self._resolved(theme, each, room.height if self.upright else room.width):
            size = (room.width, length) if self.upright else (length, room.height)
            yield from self.boxes[n].place(theme, Rect((left, top), size))
            step = length + theme.px(self.gap)
            left, top = (left, top + step) if self.upright else (left + step, top)

    def _widths(self, theme: Theme) -> list[Lengths]:
        each: list[Lengths] = self._once("each", lambda: [box.widths(theme) for box in self.boxes])
        return [_side_by_side(each)] * len(each) if self.alike else each

    def _lengths(self, theme: Theme, each: Sequence[Lengths]) -> list[int]:
        return [self._total(theme, each, levels) for levels in self._levels(each)]

    def _total(self, theme: Theme, each: Sequence[Lengths], levels: Levels) -> int:
        lengths = [lengths[level] for lengths, level in zip(each, levels, strict=True) if level is not None]
        return sum(lengths) + theme.px(self.gap) * max(0, len(lengths) - 1)

    def _levels(self, each: Sequence[Lengths]) -> Iterator[Levels]:
        """Yields, step by step, the index of the length of each box; None once the box is left out."""
        if self.alike:
            most = max(map(len, each), default=1)
            yield from ([min(step, len(lengths) - 1) for lengths in each] for step in range(most))
            return
        levels: list[int | None] = [0] * len(each)
        while True:
            yield tuple(levels)
            giving = [
                (-box.order, level + 1 if level + 1 < len(lengths) else LEFT_OUT, -n)
                for n, (box, lengths, level) in enumerate(zip(self.boxes, each, levels, strict=True))
                if level is not None and (box.order or level + 1 < len(lengths))
            ]
            if not giving:
                return
            _order, level, n = min(giving)
            levels[-n] = None if level == LEFT_OUT else level

    def _resolved(self, theme: Theme, each: Sequence[Lengths], room: int) -> list[tuple[int, int]]:
        """Returns the indices of the boxes that have room, with their lengths."""
        levels: Levels = ()
        for levels in self._levels(each):
            if self._total(theme, each, levels) <= room:
                break
        spare = max(0, room - self._total(theme, each, levels))
        shown = {n: each[n][level] for n, level in enumerate(levels) if level is not None}
        for n in shown:
            level, box = levels[n], self.boxes[n]
            if level and not box.share and not (self.upright and isinstance(box, TextBox)):
                shown[n] += min(spare, each[n][level - 1] - shown[n])
                spare -= shown[n] - each[n][level]
        growing = [n for n in shown if self.boxes[n].share]
        spare += sum(shown[n] for n in growing)
        for n in sorted(growing, key=lambda n: shown[n] / self.boxes[n].share, reverse=True):
            part = round(spare * self.boxes[n].share / sum(self.boxes[each].share for each in growing))
            shown[n] = max(shown[n], part)
            spare -= shown[n]
            growing.remove(n)
        return list(shown.items())


@dataclass(frozen=True, eq=False, kw_only=True)
class LayersBox(Box):
    """Boxes in one place, painted over each other."""

    boxes: tuple[Box, ...] = ()

    def heights(self, theme: Theme, width: int) -> Lengths:
        return _side_by_side([box.heights(theme, width) for box in self.boxes])

    def place(self, theme: Theme, rect: Rect) -> Iterator[Placement]:
        yield self, rect
        for box in self.boxes:
            yield from box.place(theme, rect)


def _side_by_side(each: Sequence[Lengths]) -> list[int]:
    """Returns the greatest length, step by step, of boxes that shrink together."""
    steps = max(map(len, each), default=0)
    return [max(lengths[min(step, len(lengths) - 1)] for lengths in each) for step in range(steps)] or [0]


# The parts of cards and pages


def text(words: str, *sizes: int, ink: str = "text", bold: bool = False, lines: int = 0, **how: Any) -> Box:
    """Builds a text in the first of the sizes that fits: whole, or cut after `lines` lines."""
    return TextBox(words=words, sizes=sizes or (NORMAL,), ink=ink, bold=bold, lines=lines, **how)


def picture(draw: Draw, width: float = 0, height: float = 0, **how: Any) -> Box:
    """Builds a picture painted by `draw`; a length of 0 is that of the row or column."""
    return PictureBox(draw=draw, size=(width, height), **how)


def area(name: str, width: float = 0, height: float = 0, **how: Any) -> Box:
    """Builds an empty box whose place is found by its name."""
    return PictureBox(name=name, size=(width, height), **how)


def button(action: Action, **how: Any) -> Box:
    return ButtonBox(action=action, **how)


def switch(actions: Iterable[Action], **how: Any) -> Box:
    """Builds a row of equally wide buttons, one of which is down."""
    parts = (button(replace(action, icon=""), style="segment", **how) for action in actions)
    return row(*map(grow, parts), gap=0, alike=True)


def row(*boxes: Box | None, gap: float = 8, **how: Any) -> Box:
    """Builds a row of boxes; None is skipped."""
    return LineBox(boxes=tuple(filter(None, boxes)), gap=gap, **how)


def column(*boxes: Box | None, gap: float = 4, **how: Any) -> Box:
    """Builds a column of boxes; None is skipped."""
    return LineBox(boxes=tuple(filter(None, boxes)), gap=gap, upright=True, **how)


def layers(*boxes: Box, **how: Any) -> Box:
    return LayersBox(boxes=boxes, **how)


def grow(box: Box | None = None, share: float = 1.0) -> Box:
    """Returns the box with a share of the remaining room; without a box, an empty one."""
    return replace(box or Box(), share=share)
