"""Draws the board, and animates the difference between two boards; knows no rules of the game."""

import math
import random
from dataclasses import dataclass
from enum import Enum
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import PASS, Bitboard, Board, Color, Move, Square, squares
from game.tree import Shape, SquareMark
from play.settings import Coordinates
from play.sights import Sights
from ui import paint
from ui.board.sights import sights_picture
from ui.board.thoughts import MarksPainter, MoveMarks, disc_name, disc_picture, on_disc
from ui.layout import BoardPlace
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

# Diameter of a disc as a share of its cell.
DISC_SHARE: Final = 0.83
# How dark the shadow of a disc is, of 255.
SHADOW_ALPHA: Final = 110
# Opacity, of 255: of the disc under the pointer, and of the ghost discs of the PV.
HOVER_ALPHA: Final = 150
GHOST_ALPHA: Final = 200


# The largest width of a score, as a share of its cell.
SCORE_SHARE: Final = 0.72
# The smallest cell, in pixels at a scale of 1, with room for the depth below the score.
DEPTH_CELL: Final = 40


class Rating(Enum):
    """The shape that rates a move against the others; its value is a radius as a share of the cell."""

    BEST = 0.3
    AS_GOOD = 0.24
    WORSE = 0.15
    BAD = 0.1


@dataclass(frozen=True, slots=True)
class ScoreMark:
    """The value of a move, drawn on its square: the score or a word, with `depth` (the depth or more words)
    below, or the shape of `rating` instead of both.
    """

    square: Square
    score: str
    depth: str
    is_best: bool = True
    is_exact: bool = False
    colour: str = ""  # a name of the theme; by default it depends on `is_best`
    rating: Rating | None = None
    short: str = ""  # replaces a score that is too wide for its square


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """A reply and the discs it would turn; `is_ahead`: the move it replies to has not been made yet."""

    square: Square
    color: Color
    flips: Bitboard
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class BoardScene:
    """Everything drawn on the board except the discs."""

    last_disc: Square | None = None  # the disc placed last
    legal: Bitboard = 0
    turn: Color = Color.BLACK
    hover: Square | None = None  # a legal square under the pointer
    hover_flips: Bitboard = 0
    thoughts: MoveMarks | None = None  # what a search of this position has found
    phase: float = 0.0  # turn of the ring around the move being searched, 0 to 1
    hints: tuple[ScoreMark, ...] = ()
    ghosts: tuple[tuple[int, Move, Color], ...] = ()  # number in the line, move, colour
    cursor: Square | None = None  # the keyboard cursor
    typed_file: int | None = None  # the file of a half-typed move, 0 to 7
    announcement: str = ""  # a card over the discs
    caption: str = ""  # in the frame below the felt
    sign: tuple[Square, str, str] | None = None  # a short text on a square, and its colour in the theme
    answer: AnswerMark | None = None
    refused: tuple[Square, float] | None = None  # an illegal square, and the progress of its shake, 0 to 1
    marks: tuple[tuple[Square, SquareMark], ...] = ()
    cut_off: tuple[Square, ...] = ()  # moves that a search has cut off
    rings: Bitboard = 0  # the squares with a ring
    numbers: tuple[tuple[Square, int], ...] = ()  # square, number of the move that placed its disc
    sights: Sights | None = None

    @property
    def written(self) -> Bitboard:
        """The squares that have a mark of a search or a hint."""
        known = {mark.square for mark in self.thoughts.marks} if self.thoughts is not None else set()
        return sum(1 << square for square in known | {mark.square for mark in self.hints})


class BoardView:
    """Draws the board for one layout; a change of the window's size needs a new view."""

    def __init__(
        self, theme: Theme, layout: BoardPlace, coordinates: Coordinates = Coordinates.OUTSIDE
    ) -> None:
        self.theme = theme
        self.layout = layout
        self.felt = layout.felt
        self.cell = self.felt.width // 8
        self.diameter = round(self.cell * DISC_SHARE)
        self.thoughts = MarksPainter(theme, layout)
        self._ground = self._draw_ground(coordinates)

    def draw(self, surface: Surface, animator: "Animator", scene: BoardScene) -> None:
        surface.blit(self._ground, self.layout.board)
        if scene.typed_file is not None:
            left = self.felt.left + self.cell * scene.typed_file
            self._tint(surface, Rect(left, self.felt.top, self.cell, self.felt.height))
        if scene.cursor is not None:
            self._draw_cursor(surface, scene.cursor)
        for square in range(64):
            self._draw_disc(surface, square, animator.disc(square))
        if scene.sights is not None:
            width = self.layout.board.width
            surface.blit(sights_picture(self.theme, width, scene.sights, scene.written), self.layout.board)
        self._draw_legal(surface, scene)
        if scene.hover is not None:
            self._draw_pale(surface, scene.turn, HOVER_ALPHA, scene.hover)
            for square in squares(scene.hover_flips):
                self._draw_dot(surface, square, 0.13, disc_name(scene.turn), "quiet")
        self._draw_numbers(surface, animator, scene)
        if scene.last_disc is not None and not scene.ghosts:
            self._draw_dot(surface, scene.last_disc, 0.07, f"last_on_{_ground(animator, scene.last_disc)}")
        for number, move, color in scene.ghosts:
            if move != PASS:
                self._draw_pale(surface, color, GHOST_ALPHA, move)
                self._centre(surface, self.theme.text(str(number), NORMAL, on_disc(color), True), move)
        for square, mark in scene.marks:
            self._draw_mark(surface, square, mark, _ground(animator, square))
        for square in scene.cut_off:
            self._draw_cut(surface, square)
        for square in squares(scene.rings):
            self._draw_ring(surface, self.layout.cell(square).center)
        if scene.answer is not None and not scene.ghosts:
            self._draw_answer(surface, scene.answer)
        if scene.refused is not None:
            self._draw_refused(surface, *scene.refused)
        if scene.sign is not None and not scene.ghosts:
            self._draw_sign(surface, *scene.sign)
        if not scene.ghosts:
            self._draw_hints(surface, scene)
            if scene.thoughts is not None:
                self.thoughts.draw(surface, scene.thoughts, scene.phase)
        if scene.announcement:
            self._draw_announcement(surface, scene.announcement)
        if scene.caption:
            self._draw_caption(surface, scene.caption)

    # The ground: frame, felt, grid, coordinates

    def _draw_ground(self, coordinates: Coordinates) -> Surface:
        theme, board = self.theme, self.layout.board
        ground = Surface(board.size, pygame.SRCALPHA)
        radius = theme.px(10)
        ground.blit(paint.rounded(board.size, radius, paint.rgba(theme["frame"])), (0, 0))
        self._draw_grain(ground)
        # The grain was also drawn over the rounded corners.
        mask = paint.rounded(board.size, radius, (255, 255, 255, 255))
        ground.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        felt = self.felt.move(-board.left, -board.top)
        ground.fill(theme["grid"], felt.inflate(theme.px(4), theme.px(4)))
        light = Surface((2, 2))
        light.set_at((0, 0), theme["felt_light"])
        for corner in ((1, 0), (0, 1), (1, 1)):
            light.set_at(corner, theme["felt"])
        ground.blit(pygame.transform.smoothscale(light, felt.size), felt)
        line = max(1, theme.px(1))
        for n in range(1, 8):
            at = n * self.cell
            ground.fill(theme["grid"], (felt.left + at - line // 2, felt.top, line, felt.height))
            ground.fill(theme["grid"], (felt.left, felt.top + at - line // 2, felt.width, line))
        for x in (2, 6):
            for y in (2, 6):
                point = felt.left + x * self.cell, felt.top + y * self.cell
                pygame.draw.aacircle(ground, theme["grid"], point, max(2, round(self.cell * 0.045)))
        if coordinates is not Coordinates.NONE:
            self._write_coordinates(ground, felt, coordinates is Coordinates.INSIDE)
        return ground

    def _write_coordinates(self, ground: Surface, felt: Rect, is_inside: bool) -> None:
        """Writes the coordinates in the frame, or in corners of the bottom row and the left column."""
        for n in range(8):
            at = n * self.cell
            ink, size = (
                ("on_felt", SMALL)
                if is_inside
                else ("coordinate", min(SMALL, round(felt.top / self.theme.scale)))
            )
            file, rank = (self.theme.text(sign, size, ink) for sign in ("abcdefgh"[n], str(n + 1)))
            if is_inside:
                gap = self.theme.px(3)
                right, bottom = felt.left + at + self.cell - gap, felt.bottom
                ground.blit(file, file.get_rect(bottomright=(right, bottom)))
                ground.blit(rank, rank.get_rect(topleft=(felt.left + gap, felt.top + at)))
            else:
                margin, middle = felt.top // 2, at + self.cell // 2
                ground.blit(file, file.get_rect(center=(felt.left + middle, margin)))
                ground.blit(rank, rank.get_rect(center=(margin, felt.top + middle)))

    def _draw_grain(self, ground: Surface) -> None:
        """Draws the wood of the frame: long, faint streaks, the same on every start."""
        grain = random.Random(8)
        light = self.theme["frame_light"]
        width, height = ground.get_size()
        streak = Surface((width, 1), pygame.SRCALPHA)
        for y in range(0, height, 2):
            streak.fill((light.r, light.g, light.b, grain.randrange(10, 120)))
            ground.blit(streak, (0, y))

    # Discs

    def _draw_pale(self, surface: Surface, color: Color, alpha: int, square: Square) -> None:
        disc = disc_picture(self.theme, color, self.diameter).copy()
        disc.set_alpha(alpha)
        self._centre(surface, disc, square)

    def _draw_disc(self, surface: Surface, square: Square, disc: "SquareState") -> None:
        if disc.before is disc.after and disc.after is not None:
            self._draw_shadow(surface, square)
            self._centre(surface, disc_picture(self.theme, disc.after, self.diameter), square)
        elif disc.before is not None and disc.after is not None:
            color = disc.before if disc.turn < 0.5 else disc.after
            frame = min(paint.TURN_FRAMES - 1, int(disc.turn * paint.TURN_FRAMES))
            self._draw_shadow(surface, square)
            colour = paint.rgba(self.theme[disc_name(color)])
            picture = paint.turning_disc(self.diameter, color is Color.WHITE, colour, frame)
            self._centre(surface, picture, square)
        elif disc.after is not None:
            self._draw_pale(surface, disc.after, round(255 * disc.turn), square)
        elif disc.before is not None:
            self._draw_pale(surface, disc.before, round(255 * (1 - disc.turn)), square)

    def _draw_shadow(self, surface: Surface, square: Square) -> None:
        blur = max(2, self.cell // 22)
        shadow = paint.blurred(self.diameter, blur, (0, 0, 0, SHADOW_ALPHA))
        rect = shadow.get_rect(center=self.layout.cell(square).center)
        surface.blit(shadow, rect.move(self.cell // 40, self.cell // 22))

    def _centre(self, surface: Surface, picture: Surface, square: Square) -> None:
        surface.blit(picture, picture.get_rect(center=self.layout.cell(square).center))

    def _draw_dot(
        self, surface: Surface, square: Square, share: float, colour: str, edge: str | None = None
    ) -> None:
        """Draws a circle in the middle of a square; `share` is its radius as a share of the cell."""
        centre, radius = self.layout.cell(square).center, max(3, round(self.cell * share))
        pygame.draw.aacircle(surface, self.theme[colour], centre, radius)
        if edge is not None:
            pygame.draw.aacircle(surface, self.theme[edge], centre, radius, max(1, self.theme.px(1)))

    def _draw_numbers(self, surface: Surface, animator: "Animator", scene: BoardScene) -> None:
        """Writes on the discs of a line the numbers of the moves that placed them."""
        size = NORMAL if self.cell >= self.theme.px(DEPTH_CELL) else SMALL
        for square, number in scene.numbers:
            picture = self.theme.text(str(number), size, f"on_{_ground(animator, square)}", True)
            cell = self.layout.cell(square)
            place = picture.get_rect(center=cell.center)
            if square == scene.last_disc:  # leave its dot visible
                place.bottom = cell.bottom - self.cell // 9
            surface.blit(picture, place)

    # Marks

    def _draw_legal(self, surface: Surface, scene: BoardScene) -> None:
        radius, width = round(0.15 * self.cell), max(2, round(0.035 * self.cell))
        for square in squares(scene.legal & ~scene.written):
            if square != scene.hover:  # a ring, since the star points are dots
                centre = self.layout.cell(square).center
                pygame.draw.aacircle(surface, self.theme["legal"], centre, radius, width)

    def _draw_hints(self, surface: Surface, scene: BoardScene) -> None:
        for hint in scene.hints:
            if hint.square == scene.hover:
                continue
            colour = hint.colour or ("best_on_felt" if hint.is_best else "on_felt")
            if hint.rating is not None:
                self._draw_rating(surface, hint.square, hint.rating, colour)
                continue
            self._draw_score(surface, hint, colour)
            if hint.is_exact:
                cell = self.layout.cell(hint.square).inflate(-self.cell // 7, -self.cell // 7)
                width, radius = max(1, self.theme.px(1)), self.theme.px(6)
                pygame.draw.rect(surface, self.theme[colour], cell, width, radius)

    def _draw_rating(self, surface: Surface, square: Square, rating: Rating, name: str) -> None:
        """Draws a star (best), a ring (as good), a diamond (worse) or a cross (bad)."""
        x, y = self.layout.cell(square).center
        size, colour = self.cell * rating.value, self.theme[name]
        width = max(2, round(self.cell * 0.05))
        if rating is Rating.BEST:
            arms = (pygame.Vector2(0.42 * size if n % 2 else size, 0) for n in range(10))
            middle = pygame.Vector2(x, y)
            corners = [middle + arm.rotate(36 * n - 90) for n, arm in enumerate(arms)]
            pygame.draw.polygon(surface, colour, corners)
            pygame.draw.aalines(surface, colour, closed=True, points=corners)
        elif rating is Rating.AS_GOOD:
            pygame.draw.aacircle(surface, colour, (x, y), size, width)
        elif rating is Rating.WORSE:
            pygame.draw.polygon(surface, colour, ((x, y - size), (x + size, y), (x, y + size), (x - size, y)))
        else:
            for dx in (-size, size):
                pygame.draw.aaline(surface, colour, (x - dx, y - size), (x + dx, y + size), width)

    def _draw_mark(self, surface: Surface, square: Square, mark: SquareMark, ground: str) -> None:
        """Draws a shape or up to three letters, visible on felt and on discs."""
        x, y = self.layout.cell(square).center
        size, width, colour = self.cell * 0.22, max(2, self.theme.px(3)), self.theme[f"mark_on_{ground}"]
        if mark is Shape.CIRCLE:
            pygame.draw.aacircle(surface, colour, (x, y), size, width)
        elif mark is Shape.SQUARE:
            pygame.draw.rect(surface, colour, Rect(x - size, y - size, 2 * size, 2 * size), width)
        elif mark is Shape.TRIANGLE:
            corners = ((x, y - size), (x + size, y + 0.75 * size), (x - size, y + 0.75 * size))
            pygame.draw.polygon(surface, colour, corners, width)
        elif mark is Shape.CROSS:
            for dx in (-size, size):
                pygame.draw.aaline(surface, colour, (x - dx, y - size), (x + dx, y + size), width)
        else:
            self._centre(surface, self.theme.text(str(mark)[:3], LARGE, f"on_{ground}", True), square)

    def _draw_cut(self, surface: Surface, square: Square) -> None:
        """Draws scissors in a dashed ring."""
        colour = paint.rgba(self.theme["best_on_felt"])
        self._centre(surface, paint.dashed_ring(round(0.8 * self.cell), colour, self.theme.px(1.5)), square)
        self._centre(surface, paint.icon("cut", round(0.45 * self.cell), colour), square)

    def _draw_answer(self, surface: Surface, answer: AnswerMark) -> None:
        """Draws a pale disc in a ring and, unless it `is_ahead`, arrows through the ringed discs it turns."""
        theme, cell = self.theme, self.layout.cell
        colour, width = paint.rgba(theme["best_on_felt"]), max(2, theme.px(3))
        self._draw_pale(surface, answer.color, HOVER_ALPHA, answer.square)
        dashed = paint.dashed_ring(round(0.88 * self.cell), colour, theme.px(2))
        if answer.is_ahead:
            self._centre(surface, dashed, answer.square)
            return
        start = pygame.Vector2(cell(answer.square).center)
        self._draw_ring(surface, cell(answer.square).center)
        ends: dict[tuple[int, int], Square] = {}  # the farthest disc in each direction
        for square in squares(answer.flips):
            self._centre(surface, dashed, square)
            across, down = square % 8 - answer.square % 8, square // 8 - answer.square // 8
            steps = _apart(answer.square, square)
            way = across // steps, down // steps
            if way not in ends or steps > _apart(answer.square, ends[way]):
                ends[way] = square
        for square in ends.values():
            end = pygame.Vector2(cell(square).center)
            step = (end - start).normalize()
            pygame.draw.line(
                surface, theme["best_on_felt"], start + 0.47 * self.cell * step, end - 8 * step, width
            )
            wing = 0.16 * self.cell
            corners = [end, *(end - wing * step.rotate(turn) * 1.4 for turn in (-28, 28))]
            pygame.draw.polygon(surface, theme["best_on_felt"], corners)

    def _draw_refused(self, surface: Surface, square: Square, shake: float) -> None:
        """Draws a ring that shakes from side to side."""
        x, y = self.layout.cell(square).center
        self._draw_ring(
            surface, (x + round(math.sin(shake * math.tau * 2) * (1 - shake) * 0.08 * self.cell), y)
        )

    def _draw_ring(self, surface: Surface, centre: tuple[int, int]) -> None:
        radius, width = round(0.46 * self.cell), max(2, self.theme.px(3))
        pygame.draw.aacircle(surface, self.theme["best_on_felt"], centre, radius, width)

    def _draw_sign(self, surface: Surface, square: Square, sign: str, colour: str) -> None:
        """Draws a short text in a box at the upper right corner of a square."""
        cell, px = self.layout.cell(square), self.theme.px
        words = self.theme.text(sign, SMALL, colour, True)
        place = Rect(0, 0, words.get_width() + px(8), words.get_height())
        place.topright = cell.right - px(1), cell.top + px(1)
        self.theme.box(surface, place, "card", colour, 6)
        surface.blit(words, words.get_rect(center=place.center))

    def _draw_score(self, surface: Surface, mark: ScoreMark, colour: str) -> None:
        cell, theme = self.layout.cell(mark.square), self.theme
        sizes = (LARGE, NORMAL) if self.cell >= theme.px(72) else (NORMAL,)
        room = self.cell * SCORE_SHARE
        fits = (size for size in sizes if theme.width(mark.score, size, True) <= room)
        upper = theme.text(mark.score, next(fits, SMALL), colour, True)
        if self.cell < theme.px(DEPTH_CELL):
            is_narrow = theme.width(mark.score, SMALL) > cell.width - theme.px(2)
            score = theme.text(mark.short if is_narrow and mark.short else mark.score, SMALL, colour)
            surface.blit(score, score.get_rect(center=cell.center))
            return
        lower = theme.text(mark.depth, SMALL, "on_felt")
        below = lower.get_height() if mark.depth else theme.px(3)
        y = cell.centery - (upper.get_height() + below) // 2 + theme.px(1)
        surface.blit(upper, upper.get_rect(midtop=(cell.centerx, y)))
        surface.blit(lower, lower.get_rect(midtop=(cell.centerx, y + upper.get_height() - theme.px(3))))

    def _draw_cursor(self, surface: Surface, square: Square) -> None:
        cell = self.layout.cell(square)
        self._tint(surface, cell)
        colour, width = self.theme["best_on_felt"], max(2, self.theme.px(2))
        pygame.draw.rect(surface, colour, cell.inflate(-2, -2), width, self.theme.px(4))

    def _tint(self, surface: Surface, rect: Rect) -> None:
        tint = Surface(rect.size, pygame.SRCALPHA)
        tint.fill((255, 255, 255, 26))
        surface.blit(tint, rect)

    def _draw_announcement(self, surface: Surface, announcement: str) -> None:
        size_of_text = TITLE if self.theme.width(announcement, TITLE, True) < self.felt.width * 0.8 else LARGE
        room = self.felt.width - self.theme.px(80)
        announcement = self.theme.ellipsized(announcement, size_of_text, room, True)
        text = self.theme.text(announcement, size_of_text, "text", True)
        size = (text.get_width() + self.theme.px(64), text.get_height() + self.theme.px(32))
        fill, edge = paint.rgba(self.theme["background"], 235), paint.rgba(self.theme["warning"])
        card = paint.rounded(size, self.theme.px(10), fill, edge, self.theme.px(1))
        surface.blit(card, card.get_rect(center=self.felt.center))
        surface.blit(text, text.get_rect(center=self.felt.center))

    def _draw_caption(self, surface: Surface, caption: str) -> None:
        """Writes the caption in the middle of the frame below the felt, where there are no coordinates."""
        board = self.layout.board
        caption = self.theme.ellipsized(caption, SMALL, board.width, True)
        text = self.theme.text(caption, SMALL, "caption", True)
        surface.blit(text, text.get_rect(center=(board.centerx, (self.felt.bottom + board.bottom) // 2)))


def _apart(one: Square, other: Square) -> int:
    """Returns the distance between two squares in king moves."""
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


def _ground(animator: "Animator", square: Square) -> str:
    """Returns what is under a mark: "felt", or the disc "black" or "white"."""
    disc = animator.disc(square).after
    return "felt" if disc is None else disc.name.lower()


FLIP_SECONDS: Final = 0.25
# Each ring of discs around the placed one starts to turn this much later than the ring inside it.
STAGGER_SECONDS: Final = 0.045
PLACE_SECONDS: Final = 0.12
# The longest time step of an update, so that nothing jumps after a slow frame.
LONGEST_STEP: Final = 0.03


@dataclass(frozen=True, slots=True)
class SquareState:
    """How to draw one square now: `turn` goes from 0 (`before`) to 1 (`after`); None is an empty square."""

    before: Color | None
    after: Color | None
    turn: float


@dataclass(slots=True)
class _Motion:
    before: Color | None
    after: Color | None
    starts: float
    lasts: float


class Animator:
    """Animates the change from one board to the next; `speed` 1 is normal, 0 shows changes at once."""

    def __init__(self, board: Board, speed: float = 1.0) -> None:
        self.speed = speed
        self.board = board
        """The board shown, or the target of the animation."""
        self._motions: dict[Square, _Motion] = {}
        self._clock = 0.0

    @property
    def is_moving(self) -> bool:
        return self.speed > 0 and bool(self._motions)

    def show(self, board: Board) -> None:
        """Starts the animation to `board`; if a single disc is placed, the flips spread outwards from it."""
        old, self.board = self.board, board
        placed = _placed(old, board)
        changed = (old.black ^ board.black) | (old.white ^ board.white)
        for square in squares(changed):
            before, after = old.color_at(square), board.color_at(square)
            is_flip = before is not None and after is not None
            distance = 0 if placed is None else _apart(placed, square)
            waits = PLACE_SECONDS + distance * STAGGER_SECONDS if is_flip and distance else 0.0
            lasts = FLIP_SECONDS if is_flip else PLACE_SECONDS
            self._motions[square] = _Motion(before, after, self._clock + waits, lasts)

    def update(self, dt: float) -> int:
        """Advances by `dt` seconds; returns how many discs passed half of their flip, for the sound."""
        if not self.is_moving:
            self._motions.clear()
            self._clock = 0.0
            return 0
        before, self._clock = self._clock, self._clock + dt * self.speed
        halves = 0
        for square, motion in list(self._motions.items()):
            half = motion.starts + motion.lasts / 2
            is_flip = motion.before is not None and motion.after is not None
            halves += is_flip and before < half <= self._clock
            if self._clock >= motion.starts + motion.lasts:
                del self._motions[square]
        return halves

    def disc(self, square: Square) -> SquareState:
        motion = self._motions.get(square) if self.is_moving else None
        if motion is None:
            color = self.board.color_at(square)
            return SquareState(color, color, 1.0)
        turn = (self._clock - motion.starts) / motion.lasts
        return SquareState(motion.before, motion.after, min(1.0, max(0.0, turn)))


def _placed(old: Board, new: Board) -> Square | None:
    """Returns the square of the only new disc; None if there are several or a disc is gone."""
    before, after = old.black | old.white, new.black | new.white
    is_single = before & ~after == 0 and (after & ~before).bit_count() == 1
    return next(squares(after & ~before)) if is_single else None
