"""The table of why: what each search did, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from play.race import MOST_LANES
from ui.pages.lab.race.lanes import LaneModel, draw_sign
from ui.panels.panel import Panel
from ui.panels.tips import WHY_NAMES, Tip
from ui.text import N_, _
from ui.theme import NORMAL, SMALL

COLUMNS: Final = (
    (
        N_("Cut by the first move"),
        N_("Of all cutoffs, the share made by the first move tried: how well the moves are sorted."),
    ),
    (
        N_("Zero windows"),
        N_(
            "Moves that were only asked whether they are better than the best one, with a window of no width."
        ),
    ),
    (
        N_("Searched again"),
        N_("Of the zero windows, the share that said yes: the move was searched again, with an open one."),
    ),
    (
        N_("From the table"),
        N_("Of all look-ups in the transposition table, the share that made a search unnecessary."),
    ),
    (N_("Leaves"), N_("Positions where no plies were left: the evaluation said what they are worth.")),
    (N_("Speed"), N_("Nodes each second.")),
    (N_("Branching"), N_("How many times more nodes one more ply takes, as the mean of the last depths.")),
)
"""What the columns are called and what they mean; to be translated when shown."""

# The shares of the width that the first column has, in a wide table and in a narrow one.
NAME: Final = (0.28, 0.15)
NARROW: Final = 760
SIGN: Final = 20
WHY_ROW: Final = 20
WHY_REST: Final = 46  # of the table, besides its rows
# The widest figure.
WIDEST: Final = "99.9 M/s"


@dataclass(frozen=True, slots=True)
class WhyModel:
    """`words` are sentences, written below the lanes where there is room."""

    lanes: tuple[LaneModel, ...]
    words: tuple[str, ...] = ()


class WhyPanel(Panel[WhyModel]):
    def meanings(self) -> list[Tip]:
        px, columns = self.theme.px, self._columns()
        top = px(8)
        height = min(self.rect.height, px(WHY_REST + MOST_LANES * WHY_ROW)) - top
        left = self.inside.left
        found = [(Rect(left, top, columns[0][0] - left, height), WHY_NAMES)]
        for (left, width), (_name, meaning) in zip(columns, COLUMNS, strict=True):
            found.append((Rect(left, top, width, height), meaning))
        return found

    def _columns(self) -> list[tuple[int, int]]:
        """Where each column of figures begins, and its width: by the widths of the headings."""
        theme, inside = self.theme, self.inside
        is_narrow = self.rect.width < theme.px(NARROW)
        least = theme.width(WIDEST, SMALL)

        def needed(heading: str) -> int:
            """In two lines a heading takes no more than its longest word, and then some."""
            words = heading.split(" ") if is_narrow else [heading]
            return max(least, *(theme.width(word, SMALL) for word in words)) + theme.px(12)

        share = NAME[is_narrow]
        room = inside.width * (1 - share)
        widths = [needed(_(name)) for name, _meaning in COLUMNS]
        scale = room / sum(widths)
        left = inside.left + inside.width * share
        columns = []
        for width in widths:
            columns.append((round(left), round(width * scale)))
            left += width * scale
        return columns

    def paint(self, surface: Surface, model: WhyModel) -> None:
        theme, px = self.theme, self.theme.px
        inside, columns = self.inside, self._columns()
        top = px(12)
        title = self.write(surface, _("Why"), "text", NORMAL, True, topleft=(inside.left, top))
        bottom = title.bottom
        for (name, _meaning), (left, width) in zip(COLUMNS, columns, strict=True):
            heading = theme.text(_(name), SMALL, "quiet", room=width - px(6))
            place = heading.get_rect(topright=(left + width, top + px(2)))
            bottom = max(bottom, surface.blit(heading, place).bottom)
        top = bottom + px(1)
        for n, lane in enumerate(model.lanes):
            self._draw_row(surface, lane, columns, top + n * px(WHY_ROW) + px(WHY_ROW) // 2)
        y = top + len(model.lanes) * px(WHY_ROW) + px(20)
        for words in model.words:
            picture = theme.text(words, NORMAL, "text", room=inside.width)
            if y + picture.get_height() <= inside.bottom:
                y = surface.blit(picture, (inside.left, y)).bottom + px(8)

    def _draw_row(self, surface: Surface, lane: LaneModel, columns: list[tuple[int, int]], y: int) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        draw_sign(surface, theme, lane.style, (inside.left + px(6), y + px(1)), px(4))
        place = inside.left + px(SIGN), y
        room = columns[0][0] - place[0] - px(4)
        end = self.write(surface, lane.name, "text", SMALL, room=room, midleft=place)
        details = theme.ellipsized(lane.details, SMALL, room - end.width - px(8))
        if len(details) > 1:
            self.write(surface, details, "quiet", SMALL, midleft=(end.right + px(8), y))
        for text, (left, width) in zip(lane.figures, columns, strict=True):
            self.write(surface, text, "text", SMALL, midright=(left + width, y))
