"""The players, the end of a game, the welcome at the first start, the search in a line, the pace of games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from play.settings import WATCH_SPEEDS
from ui import paint
from ui.actions import Action
from ui.board.thoughts import disc_picture
from ui.buttons import ButtonRow, icon_row
from ui.layout import side_by_side
from ui.pages.play.thinking import SearchModel
from ui.panels.panel import Panel
from ui.panels.tips import CARD, LINE, PACE, Tip
from ui.text import N_, _
from ui.text.wording import capitalised, describe_depth, describe_score, format_move, format_watch_speed
from ui.theme import DISPLAY, LARGE, NORMAL, SMALL, TITLE, Theme

PADDING: Final = 14
GAP: Final = 8
LINE_HEIGHT: Final = 16


class EndStrip:
    """A title, a line beside it as far as there is room, and buttons for the actions, of which the first
    stands out.
    """

    def __init__(self, theme: Theme, rect: Rect, title: str, line: str, actions: Sequence[Action]) -> None:
        self.theme = theme
        self.rect = rect
        self.title = title
        self.line = line
        px = theme.px
        height = rect.height - px(GAP)
        widths = [theme.width(action.shown_label, NORMAL) + px(20) for action in actions]
        left = rect.right - px(GAP) // 2 - sum(widths) - px(GAP) * (len(widths) - 1)
        self._words = Rect(
            rect.left + px(PADDING), rect.top, left - px(GAP + PADDING) - rect.left, rect.height
        )
        self.buttons = ButtonRow(theme, has_pictures=False)
        places = side_by_side((left, rect.top + px(GAP) // 2), widths, height, px(GAP))
        for action, place in zip(actions, places, strict=True):
            self.buttons.add(place, action, "primary" if action is actions[0] else "plain")

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        theme, words = self.theme, self._words
        theme.box(surface, self.rect, "card", "accent", 10)
        size = LARGE if theme.width(self.title, LARGE, True) <= words.width else NORMAL
        title = theme.text(theme.ellipsized(self.title, size, words.width, True), size, "text", True)
        surface.blit(title, title.get_rect(midleft=words.midleft))
        left = words.left + title.get_width() + theme.px(PADDING)
        lines = theme.lines(self.line, SMALL, words.right - left) if left < words.right else []
        if 1 <= len(lines) <= 2:
            top = words.centery - len(lines) * theme.px(LINE_HEIGHT) // 2
            for n, line in enumerate(lines):
                surface.blit(theme.text(line, SMALL, "quiet"), (left, top + n * theme.px(LINE_HEIGHT)))


TITLE_LINE: Final = N_("Have you played Othello before?")
WORDS: Final = N_("Your answer sets up your first game. Or just make a move to begin.")
# The widths of an answer, of the whole card at most, and the least and largest height of a row.
ANSWER: Final = 140
WELCOME_WIDTH: Final = 560
LEAST_ROW: Final = 40
LARGEST_ROW: Final = 72


class WelcomeCard:
    """A question, its answers below each other, each with a line and its digit, and other buttons below."""

    def __init__(self, theme: Theme, room: Rect, answers: Sequence[Action], others: Sequence[Action]) -> None:
        """The first answer stands out. `room` is that of the panel below the players."""
        self.theme = theme
        px = theme.px
        self.rect = room
        inner = room.inflate(-2 * px(20), -2 * px(16))
        inner.width = min(inner.width, px(WELCOME_WIDTH))
        self._top = inner.topleft
        size = TITLE if theme.width(_(TITLE_LINE), TITLE, True) <= inner.width else LARGE
        self._head = [theme.text(_(TITLE_LINE), size, "text", True, room=inner.width)]
        self._head.append(theme.text(_(WORDS), SMALL, "quiet", room=inner.width))
        top = inner.top + sum(line.get_height() + px(6) for line in self._head)
        top += px(GAP)
        free = inner.bottom - top - px(LEAST_ROW)
        row = max(px(LEAST_ROW), min(px(LARGEST_ROW), free // len(answers)))
        self.buttons = ButtonRow(theme, has_pictures=False)
        self._lines: list[tuple[Surface, tuple[int, int]]] = []
        left = inner.left + px(ANSWER + PADDING)
        said = [f"{_(action.tip)} ({n})" for n, action in enumerate(answers, start=1)]
        for size in (NORMAL, SMALL):  # one for all
            lines = [theme.text(words, size, "quiet", room=inner.right - left) for words in said]
            if all(line.get_height() <= row - px(GAP) for line in lines):
                break
        for n, (action, line) in enumerate(zip(answers, lines, strict=True)):
            place = Rect(inner.left, top + n * row, px(ANSWER), row - px(GAP))
            self.buttons.add(place, action, "primary" if n == 0 else "plain")
            self._lines.append((line, (left, place.centery - line.get_height() // 2)))
        widths = [theme.width(action.shown_label, NORMAL) + px(28) for action in others]
        row_top = top + len(answers) * row + px(GAP)
        places = side_by_side((inner.left, row_top), widths, px(LEAST_ROW - GAP), px(GAP))
        for action, place in zip(others, places, strict=True):
            self.buttons.add(place, action)

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        self.theme.box(surface, self.rect, "card", "accent", 10)
        left, top = self._top
        for line in self._head:
            surface.blit(line, (left, top))
            top += line.get_height() + self.theme.px(6)
        surface.blits(self._lines)


BAR: Final = 3
# From a line of words to the next, and the lines that say what a move is worth and how far was looked.
ROW: Final = 17
MOST_ROWS: Final = 2
# Of what is said of another engine.
SENTENCE_ROWS: Final = 4


class SearchLine(Panel[SearchModel]):
    tip = LINE

    def paint(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        left, right, row = px(PADDING), self.rect.width - px(PADDING), px(ROW)
        progress = model.progress
        evaluation, move = model.worth, ""
        lines: tuple[str, ...] = (
            _("Searching the first depth …") if model.is_running else _("No search yet"),
        )
        start, size, ink = left, NORMAL, "quiet"
        if progress is not None and evaluation is not None:
            move, size, ink = format_move(progress.move), SMALL, model.ink("text")
            start = left + theme.width(move, NORMAL, True) + px(10)
            words, depth = describe_score(evaluation, progress.board), describe_depth(progress)
            lines = theme.lines(f"{capitalised(words)} · {depth}", SMALL, right - start)
            if len(lines) > MOST_ROWS:  # the words come first
                lines = theme.lines(capitalised(words), SMALL, right - start)
        elif model.is_outside:
            ink = model.ink("text")
            lines = theme.first_lines(model.sentence, NORMAL, right - left, SENTENCE_ROWS)
        said = (model.sentence, *model.why) if model.has_chosen else model.why
        why = next((words for words in said if theme.width(words, SMALL) <= right - left), "")
        middle = (self.rect.height - (len(lines) - (not why)) * row) // 2
        self.write(surface, move, ink, NORMAL, True, midleft=(left, middle))
        for n, line in enumerate(lines):
            self.write(surface, line, ink, size, midleft=(start, middle + n * row))
        self.write(surface, why, "quiet", SMALL, midleft=(left, middle + len(lines) * row))
        if model.is_running and model.time_share is not None:
            width = round((self.rect.width - 2 * left) * min(1.0, model.time_share))
            place = left, self.rect.height - px(BAR + 3)
            if width >= px(BAR):
                surface.blit(paint.rounded((width, px(BAR)), px(1), paint.rgba(theme["accent"])), place)


PACE_STRIP: Final = 40
PACE_BUTTONS: Final = ("pause", "step")
BUTTON: Final = 40
PACE_GAP: Final = 12
TRACK: Final = 4
KNOB: Final = 8
# Narrower than this there are no words about the pace.
WORDS_FROM: Final = 440


class PaceStrip(Panel[float]):
    """Its model is the speed, in positions a second."""

    def __init__(self, theme: Theme, rect: Rect, actions: Sequence[Action]) -> None:
        super().__init__(theme, rect)
        width = (theme.px(BUTTON) + theme.px(8)) * len(PACE_BUTTONS)
        self.buttons: ButtonRow = icon_row(theme, Rect(rect.left, rect.top, width, rect.height), actions)
        px = theme.px
        left = width + px(PACE_GAP) + theme.width(_("slow"), NORMAL) + px(PACE_GAP)
        right = rect.width - theme.width(_("fast"), NORMAL) - px(PACE_GAP)
        if rect.width >= px(WORDS_FROM):
            longest = max(theme.width(format_watch_speed(speed), SMALL) for speed in WATCH_SPEEDS)
            right -= longest + px(2 * PACE_GAP)
        self.track = Rect(left, rect.height // 2 - px(TRACK) // 2, max(px(40), right - left), px(TRACK))

    def speed_at(self, position: tuple[int, int], is_dragged: bool = False) -> float | None:
        """The speed next to a pixel of the window; None beside the track, unless it `is_dragged`."""
        x, y = self.local(position)
        room = self.track.inflate(self.theme.px(24), self.theme.px(28))
        if not (is_dragged or room.collidepoint(x, y)):
            return None
        share = (x - self.track.left) / max(1, self.track.width)
        return WATCH_SPEEDS[round(min(1.0, max(0.0, share)) * (len(WATCH_SPEEDS) - 1))]

    def meanings(self) -> list[Tip]:
        right = Rect(self.track.left, 0, self.rect.width - self.track.left, self.rect.height)
        return [(right, PACE)]

    def _repaint(self, model: float) -> None:
        """On the page itself, without a card."""
        self._surface.fill((0, 0, 0, 0))
        self.paint(self._surface, model)

    def paint(self, surface: Surface, model: float) -> None:
        theme, px, track = self.theme, self.theme.px, self.track
        middle = self.rect.height // 2
        self.write(surface, _("slow"), "quiet", NORMAL, midright=(track.left - px(PACE_GAP), middle))
        end = self.write(surface, _("fast"), "quiet", NORMAL, midleft=(track.right + px(PACE_GAP), middle))
        if self.rect.width >= px(WORDS_FROM):
            words = format_watch_speed(model)
            room = self.rect.width - end.right - px(PACE_GAP)
            self.write(surface, words, "quiet", SMALL, room=room, midright=(self.rect.width, middle))
        last = len(WATCH_SPEEDS) - 1
        share = next(n for n, speed in enumerate(WATCH_SPEEDS) if speed >= model) / last
        self.bar(surface, track, share)
        for n in range(last + 1):
            x = track.left + round(track.width * n / last)
            pygame.draw.aacircle(surface, theme["quiet"], (x, track.bottom + px(8)), max(1, px(1)))
        knob = track.left + round(track.width * share), middle
        pygame.draw.aacircle(surface, theme["text"], knob, px(KNOB))


# A card at least this wide has large figures beside a name; one less wide than NARROW has smaller gaps.
ROOMY: Final = 200
NARROW: Final = 170
# A card this high has a large clock.
HIGH: Final = 90


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """`clock` is the time left, '' without one; `parts` is what else to say, as far as there is room."""

    color: Color
    name: str
    clock: str
    parts: tuple[str, ...]
    discs: int
    is_to_move: bool
    is_short_of_time: bool = False


class PlayerPanel(Panel[PlayerCard]):
    tip = CARD

    def edge(self, model: PlayerCard) -> str:
        return "accent" if model.is_to_move else "edge"

    def _draw_large_clock(self, surface: Surface, model: PlayerCard) -> None:
        colour = "warning" if model.is_short_of_time else "text" if model.is_to_move else "quiet"
        theme, room = self.theme, self.rect.width - self.theme.px(24)
        fits = (size for size in (DISPLAY, TITLE) if theme.width(model.clock, size, True) <= room)
        place = self.rect.width // 2, self.rect.height - theme.px(10)
        self.write(surface, model.clock, colour, next(fits, LARGE), True, midbottom=place)

    def paint(self, surface: Surface, model: PlayerCard) -> None:
        theme, px = self.theme, self.theme.px
        is_large = self.rect.height >= px(HIGH)
        middle = px(32) if is_large else self.rect.height // 2
        if is_large:
            self._draw_large_clock(surface, model)
            model = replace(model, clock="")
        is_narrow = self.rect.width < px(NARROW)
        diameter = px(24 if is_narrow else 28)
        disc = disc_picture(theme, model.color, diameter)
        centre = (px(22 if is_narrow else 27), middle)
        pygame.draw.aacircle(surface, theme["hover"], centre, diameter // 2 + 1)
        surface.blit(disc, disc.get_rect(center=centre))
        if model.is_to_move:
            x, r = px(5), px(5)
            pygame.draw.polygon(surface, theme["accent"], ((x, middle - r), (x + r, middle), (x, middle + r)))
        size = TITLE if self.rect.width >= px(ROOMY) else LARGE
        right = self.rect.width - px(10 if is_narrow else 14), middle
        count = self.write(surface, str(model.discs), "text", size, True, midright=right)
        left = px(38 if is_narrow else 50)
        room = count.left - left - px(5 if is_narrow else 6)
        fits = ((NORMAL, True), (SMALL, True))
        size, bold = next((face for face in fits if theme.width(model.name, *face) <= room), (SMALL, False))
        beside = theme.width(model.clock, LARGE) + px(8) if model.clock else 0
        lines = (" · ".join(model.parts[:count]) for count in range(len(model.parts), 0, -1))
        line = next((line for line in lines if theme.width(line, SMALL) <= room - beside), "")
        y = middle - px(11 if model.clock else 9 if line else 0)
        self.write(surface, model.name, "text", size, bold, room=room, midleft=(left, y))
        y = middle + px(10)
        if model.clock:
            colour = "warning" if model.is_short_of_time else "text"
            self.write(surface, model.clock, colour, LARGE, midleft=(left, y))
        self.write(surface, line, "quiet", SMALL, midleft=(left + beside, y + px(2 if model.clock else 0)))
