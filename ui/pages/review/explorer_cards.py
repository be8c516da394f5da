"""The cards of the explorer: the moves of a position, and the games that reached it."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.board import Color, Move
from play.archive.index import Played
from play.lists.table import Field
from ui import paint
from ui.boxes import Box, area, column, grow, picture, row, text
from ui.dialogs.games import COLUMNS, GameLines
from ui.list_view import DOWN, ColumnLook, LineList, Lines
from ui.pages.review.explorer import FIELDS, ExplorerModel, MoveRow, PositionGamesModel
from ui.panels import tips
from ui.panels.panel import MOVE_CHIPS, PADDING, BoxPanel, Model
from ui.panels.tips import Tip
from ui.text import N_, _, format_number
from ui.text.wording import format_move, format_score
from ui.theme import NORMAL, SMALL, Theme, drawable

HEADING: Final = 20
LINE: Final = 17
ROW: Final = 2 * LINE + 2
GAP: Final = 8
# The least width with columns for discs and book, and for the event of a game.
WIDE: Final = 430
# Rows with a smaller share of the games are summed up if there are several.
LEAST_SHARE: Final = 0.001


# (column, heading, width, tip), from right to left; the bar has the names of the sides as headings.
SHOWN: Final = (
    ("you", N_("You"), 42, tips.EXPLORED_YOU),
    ("search", N_("Search"), 46, tips.EXPLORED_SEARCH),
    ("book", N_("Book"), 44, tips.EXPLORED_BOOK),
    ("discs", N_("Discs"), 48, tips.EXPLORED_DISCS),
    ("bar", "", 82, tips.EXPLORED_BAR),
    ("games", N_("Games"), 58, tips.EXPLORED_GAMES),
)


class ExplorerPanel(BoxPanel[ExplorerModel]):
    """The moves of the position: a click on a row plays its move."""

    def content(self, model: ExplorerModel) -> Box:
        """Returns a title, and columns in which the rows are drawn."""
        title = grow(text(model.title, bold=True, lines=1))
        note = text(model.note, SMALL, ink="quiet")
        columns = [
            area(name, width, tip=tip, share=int(name == "bar"))
            for name, _heading, width, tip in reversed(SHOWN)
            if self.room.width >= self.theme.px(WIDE) or name not in ("book", "discs")
        ]
        moves = grow(area("moves", tip=tips.EXPLORED_MOVES), 1.5)
        return column(row(title, note, tip=tips.EXPLORED), grow(row(moves, *columns, gap=GAP)), gap=2)

    @property
    def _top(self) -> int:
        return self.placed.areas["moves"].top + self.theme.px(HEADING)

    def _shown(self, model: ExplorerModel) -> list[int]:
        """Returns the indices of the visible rows, with the chosen one; a line sums up the others."""
        px, count = self.theme.px, len(model.rows)
        room = self.inside.bottom + px(6) - px(LINE) - self._top
        least = LEAST_SHARE * model.total.found.games
        worth = sum(row.found.games >= least for row in model.rows)
        if count * px(ROW) <= room and worth >= count - 1:
            return list(range(count))
        fit = max(min((room - px(LINE)) // px(ROW), worth), 1)
        first = max(0, (model.chosen or 0) - fit + 1)
        return list(range(first, min(count, first + fit)))

    def move_at(self, position: tuple[int, int]) -> Move | None:
        model, place = self.model, self.local(position)
        if model is None or not self._whole.collidepoint(place) or place[1] < self._top:
            return None
        at = (place[1] - self._top) // self.theme.px(ROW)
        shown = self._shown(model)
        return model.rows[shown[at]].move if at < len(shown) else None

    # Drawing

    def paint(self, surface: Surface, model: ExplorerModel) -> None:
        super().paint(surface, model)
        px, inside = self.theme.px, self.inside
        self._draw_headings(surface, self._top - px(HEADING) // 2)
        y, shown = self._top, self._shown(model)
        for n in shown:
            row = model.rows[n]
            if n == model.chosen or row.move == model.under:
                fill, edge = ("best", "accent") if n == model.chosen else ("raised", "raised")
                place = Rect(inside.left - px(8), y, inside.width + px(16), px(ROW - 1))
                self.theme.box(surface, place, fill, edge, 6)
            self._draw_row(surface, row, y)
            y += px(ROW)
        if hidden := [row for n, row in enumerate(model.rows) if n not in shown]:
            self._draw_hidden(surface, hidden, y + px(LINE) // 2)
        self._draw_row(surface, model.total, inside.bottom + px(6) - px(LINE))

    def _draw_headings(self, surface: Surface, y: int) -> None:
        bar = self.placed.areas["bar"]
        self.write(surface, _("Move"), "quiet", SMALL, midleft=(self.inside.left, y))
        white = self.write(surface, Color.WHITE.label, "quiet", SMALL, midright=(bar.right, y))
        left = bar.left - self.theme.px(GAP // 2)
        room = white.left - left
        self.write(surface, Color.BLACK.label, "quiet", SMALL, room=room, midleft=(left, y))
        for name, heading, _width, _meaning in SHOWN:
            if heading and (place := self.placed.areas.get(name)) is not None:
                room = place.width + self.theme.px(GAP)
                self.write(surface, _(heading), "quiet", SMALL, room=room, midright=(place.right, y))

    def _draw_hidden(self, surface: Surface, rows: list[MoveRow], y: int) -> None:
        columns, left = self.placed.areas, self.inside.left
        games, bar = columns["games"], columns["bar"]
        moves = " ".join(format_move(row.move) for row in rows if row.move is not None)
        words, room = _("{count} more", count=len(rows)), games.left - left
        self.write(surface, words, "quiet", SMALL, room=room, midleft=(left, y))
        number = format_number(sum(row.found.games for row in rows))
        self.write(surface, number, "quiet", SMALL, midright=(games.right, y))
        self.write(surface, moves, "quiet", SMALL, room=self.inside.right - bar.left, midleft=(bar.left, y))

    def _draw_row(self, surface: Surface, row: MoveRow, top: int) -> None:
        """Draws the row of a move on two lines, or the total on one."""
        px, columns, left = self.theme.px, self.placed.areas, self.inside.left
        upper, lower = top + px(LINE) // 2 + px(1), top + px(LINE + LINE // 2)

        def write(name: str, words: str, colour: str = "text", y: int = upper, is_bold: bool = False) -> None:
            if (place := columns.get(name)) is not None:
                size = NORMAL if y == upper else SMALL
                self.write(surface, words, colour, size, is_bold, midright=(place.right, y))

        is_total, number = row.move is None, format_number(row.found.games) if row.found.games else "–"
        name = row.name if row.move is None else format_move(row.move)
        self.write(surface, name, "text", NORMAL, True, midleft=(left, upper))
        write("games", number, is_bold=is_total)
        if row.found.games:
            self._draw_bar(surface, row.found, columns["bar"], upper, None if is_total else lower)
            write("discs", "–" if row.found.lead is None else format_score(row.found.lead))
        if row.own.games:
            share, own = _("{share} %", share=round(100 * row.own.score)), format_number(row.own.games)
            write("you", f"{own} · {share}" if is_total else own, is_bold=is_total)
            write("you", "" if is_total else share, "quiet", lower)
        if not is_total:
            room = columns["bar"].left - left - px(GAP)
            self.write(surface, row.name, "quiet", SMALL, room=room, midleft=(left, lower))
        if row.book is not None:
            write("book", row.book.score, "good" if row.book.is_best else "text")
        mark = row.search if "book" in columns else row.worth  # a narrow card has one column for both
        if mark is not None:
            write("search", mark.score, "good" if mark.is_best else "text")
            write("search", mark.depth, "quiet", lower)

    def _draw_bar(self, surface: Surface, found: Played, bar: Rect, y: int, lower: int | None) -> None:
        """Draws Black's wins, draws and White's wins; labels too wide go below, beside the draws."""
        px, theme, is_below = self.theme.px, self.theme, list[Color]()
        bar = Rect(bar.left, y - px(8), bar.width, px(16))
        surface.blit(paint.rounded(bar.size, px(4), paint.rgba(theme["quiet"])), bar)
        for color, count in zip(Color, (found.black, found.games - found.black - found.drawn), strict=True):
            side, (fill, ink) = SIDES[color], MOVE_CHIPS[color]
            part = Rect(bar.left, bar.top, round(bar.width * count / found.games), bar.height)
            setattr(part, side, getattr(bar, side))
            if part.width >= px(2):
                surface.blit(paint.rounded(part.size, px(4), paint.rgba(theme[fill])), part)
            words, inside = str(round(100 * count / found.games)), part.inflate(-2 * px(5), 0)
            if inside.width < theme.width(words, SMALL):
                if lower is None:
                    continue
                inside, ink = Rect(bar.left, lower, bar.width, 0), "quiet"
                is_below.append(color)
            self.write(surface, words, ink, SMALL, **{side: getattr(inside, side)})
        if lower is not None:
            words, below = _("draw {share} %", share=round(100 * found.drawn / found.games)), Rect(bar)
            below.centery = lower
            side = "midright" if is_below == [Color.BLACK] else "midleft" if is_below else "center"
            self.write(surface, words, "quiet", SMALL, **{side: getattr(below, side)})


# Where the part of a side is in the bar, and its percentage in that part.
SIDES: Final = {Color.BLACK: "midleft", Color.WHITE: "midright"}
# Sizes in the list of games.
FILTER: Final = 26
MOST_SIGNS: Final = 300  # of the filter text, more than fit
# The least widths of its columns; the names share the rest.
LEAST: Final = {Field.BLACK: 96, Field.WHITE: 96, Field.EVENT: 96, Field.DATE: 38, Field.RESULT: 44}


class SmallList(LineList):
    heading, row, padding, size = 24, 22, 6, SMALL
    has_players = False
    """Whether the first two columns are players."""

    def fitted(self, text: str, column: int, room: int) -> str:
        """Shortens the given name of a player (the last word) to its initial if space is short."""
        name, blank, given = text.rpartition(" ")
        if self.has_players and column < 2 and blank and self.theme.width(text, self.size) > room:
            text = f"{name} {given[:1]}."
        return super().fitted(text, column, room)


class ListPanel(BoxPanel[Model]):
    padding = (8, 8)

    def __init__(self, theme: Theme, rect: Rect, columns: Sequence[ColumnLook], tip: str = "") -> None:
        super().__init__(theme, rect)
        self.list, self._tip = SmallList(theme, Surface((0, 0)), columns), tip

    @abstractmethod
    def head(self, model: Model) -> Box:
        """Returns the content above the list, as high as a filter."""

    def foot(self, model: Model) -> Box | None:  # noqa: ARG002 - for subclasses
        return None

    def content(self, model: Model) -> Box:
        head = row(area("", 8, FILTER), grow(self.head(model)), gap=0)
        shown = grow(picture(self._draw_list, name="list"))
        return column(head, shown, self.foot(model), gap=2, tip=self._tip)

    def card_tips(self) -> list[Tip]:
        return [*self.notes, *self.list.tips(self.placed.areas["list"])]

    def _draw_list(self, surface: Surface, place: Rect) -> None:
        px = self.theme.px
        heading, line = px(SmallList.heading + 4), px(SmallList.row)
        self.list.resize((place.width, heading + max(1, (place.height - heading) // line) * line))
        self.list.paint_lines()
        surface.blit(self.list.surface, place)

    def scroll(self, lines: int) -> None:
        self.list.scroll(lines)
        self._show_again()

    def _show_again(self) -> None:
        if self.model is not None:
            self._repaint(self.model)

    def _in_list(self, position: tuple[int, int]) -> tuple[int, int]:
        (x, y), place = self.local(position), self.placed.areas["list"]
        return x - place.left, y - place.top

    def line_at(self, position: tuple[int, int]) -> int | None:
        return self.list.line_at(self._in_list(position))


class PositionGamesPanel(ListPanel[PositionGamesModel]):
    """The list of games: a click opens a game, sorts by a heading, or starts a search in the upper line."""

    game_at = ListPanel.line_at

    def __init__(self, theme: Theme, rect: Rect) -> None:
        is_wide = rect.width - 2 * theme.px(PADDING) >= theme.px(WIDE)
        self.fields = [field for field in FIELDS if is_wide or field is not Field.EVENT]
        looks = []
        for field in self.fields:
            heading = N_("Year") if field is Field.DATE else COLUMNS[field].heading
            width = theme.width(f"{_(heading)} {DOWN}", SMALL) / theme.scale + SmallList.padding
            looks.append(replace(COLUMNS[field], heading=heading, width=round(max(LEAST[field], width))))
        super().__init__(theme, rect, looks)
        self.list.has_players = True

    def head(self, model: PositionGamesModel) -> Box:
        line = picture(partial(self._draw_filter, model), target=FILTER)
        return row(text(_("Games"), bold=True), grow(line), gap=12, tip=tips.EXPLORED_FILTER)

    def foot(self, model: PositionGamesModel) -> Box:
        return row(
            area("", 8), grow(text(model.said, SMALL, ink="quiet", lines=1)), gap=0, tip=tips.EXPLORED_LIST
        )

    def update(self, model: PositionGamesModel) -> None:
        before, lines = self.model, self.list
        if before == model:
            return
        if model.shown is None:
            lines.show_lines(Lines(), None, model.empty)
        elif before is None or before.shown is not model.shown:
            lines.top = 0
            lines.show_lines(GameLines(model.shown, self.fields, has_years=True), None, model.empty)
        lines.empty = model.empty
        lines.choose(model.chosen)
        lines.sorted_by = None
        if model.sorted_by is not None and model.sorted_by[0] in self.fields:
            lines.sorted_by = self.fields.index(model.sorted_by[0]), model.sorted_by[1]
        super().update(model)

    def point_at(self, position: tuple[int, int]) -> None:
        at, lines = self._in_list(position), self.list
        under = lines.line_at(at), lines.column_at(at)
        if under != (lines.line_under, lines.column_under):
            lines.line_under, lines.column_under = under
            self._show_again()

    def is_filter_at(self, position: tuple[int, int]) -> bool:
        return bool(self.at(position) == FILTER)

    def field_at(self, position: tuple[int, int]) -> Field | None:
        column = self.list.column_at(self._in_list(position))
        return None if column is None else self.fields[column]

    def _draw_filter(self, model: PositionGamesModel, surface: Surface, place: Rect) -> None:
        """Draws the filter; the end of a long text stays visible, because the user types there."""
        theme, px = self.theme, self.theme.px
        theme.box(surface, place, "well", "accent" if model.is_typing else "edge", 6)
        icon = paint.icon("search", px(14), paint.rgba(theme["quiet"]))
        surface.blit(icon, icon.get_rect(midleft=(place.left + px(6), place.centery)))
        room, at = place.width - px(34), (place.left + px(26), place.centery)
        text = drawable(model.text)[-MOST_SIGNS:]
        while theme.width(text, SMALL) > room:
            text = text[1:]
        if not model.text and not model.is_typing:
            self.write(surface, _("Name, year:2010-2020, event:"), "quiet", SMALL, room=room, midleft=at)
        written = self.write(surface, text, "text", SMALL, midleft=at)
        if model.is_typing:
            left = written.right + px(1)
            surface.fill(theme["text"], (left, place.top + px(6), max(1, px(1)), place.height - px(12)))
