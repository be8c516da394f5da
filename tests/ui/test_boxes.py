"""Boxes of real pages in frames of every size: apart, inside, with all their words, without a screen."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from pygame import Rect

from ai.limits import Algorithm
from ai.reference.choice import Choice
from game import text
from game.board import Board, Color
from play.position_editor import Unplayable
from play.practice.exercise import Aim, Finding
from play.practice.lesson import STEPS, Idea
from play.practice.progress import PracticeTally
from play.settings import LEAST_SCALE, MOST_SCALE, MOST_TEXT, Language
from tests.ui.driving import assert_apart, do
from tests.ui.panels.samples import ANALYSES
from tests.ui.tour import open_window
from ui.actions import Actions
from ui.boxes import Box, LineBox, Placed, TextBox, area, column, grow, solve
from ui.display import canvas_size
from ui.layout import DESIGN_SIZE, Frame
from ui.pages.edit.page import (
    BUTTON_PADDING,
    END_BUTTONS,
    EditLayout,
    PalettePanel,
    describe_moves,
    make_guide,
)
from ui.pages.lab.cards import FactsModel, FactsPanel, TimeModel, TimePanel, compared
from ui.pages.lab.lanes import LaneModel, LanesModel, LanesPanel
from ui.pages.lab.options import PLAIN_GROUPS
from ui.pages.lab.page import LabLayout
from ui.pages.lab.part import PartLayout
from ui.pages.lab.race import INTRODUCTION, WHY
from ui.pages.lab.scenes import SentenceModel, SentencePanel
from ui.pages.lab.steps import FIGURES, JUMPS, SPEED, TRAVEL
from ui.pages.play.cards import CoachCard, CoachModel, EndCard, EndModel
from ui.pages.play.view import ALGORITHMS, CardKind, PlayLayout, PlayShape
from ui.pages.practice.ideas import WORDS
from ui.pages.practice.state import AIMS, ASKING, REFUTED
from ui.pages.practice.today import OFFERS, LessonsModel, LessonsPanel, OfferModel, OfferPanel, today_areas
from ui.pages.practice.view import (
    LINE_BUTTONS,
    InkedLines,
    PracticeLayout,
    ProgressModel,
    ProgressPanel,
    QuestionModel,
    QuestionPanel,
    RememberModel,
    RememberPanel,
)
from ui.pages.review.explorer import EXPLORER, MOVES
from ui.pages.review.view import (
    GRAPH_GROWN,
    VERDICT_BUTTONS,
    VERDICT_GROWN,
    ReviewLayout,
    SideModel,
    SummaryModel,
    SummaryPanel,
)
from ui.panels.analysis import AnalysisPanel
from ui.panels.options import OptionSet, OptionsPanel
from ui.panels.panel import BoxPanel
from ui.panels.verdict import MoveLine, VerdictModel, VerdictPanel
from ui.text import _
from ui.text.coaching import IDEA_NAMES, IDEA_WORDS
from ui.text.languages import LOCALES
from ui.text.people import SENTENCES
from ui.theme import Theme

LANGUAGES: Final = [known for known in Language if known is not Language.SYSTEM]
LINE: Final = tuple(
    (square, Color(n % 2)) for n, square in enumerate((37, 43, 34, 29, 18, 44, 33, 51, 26, 20))
)


class QuickTheme(Theme):
    """A theme that measures by the number of letters, without fonts."""

    def _width(self, text: str, size: int, bold: bool = False) -> int:
        letters = sum(1.0 if ord(letter) > 0x2E80 else 0.6 for letter in text)
        return round(letters * size * self.scale * (1.07 if bold else 1.0))

    def line_height(self, text: str, size: int, bold: bool = False) -> int:  # noqa: ARG002
        return round(1.4 * size * self.scale)


Card = tuple[BoxPanel[Any], Any]
"""A card and the model that it shows."""
Page = tuple[list[list[Rect]], list[Card]]
"""Groups of areas seen together, which lie in the page and apart, and cards."""


def rects_of(layout: object) -> list[Rect]:
    """Returns the areas of a layout that are not empty."""
    rects = (part for name, part in vars(layout).items() if isinstance(part, Rect))
    return [rect for rect in rects if all(rect.size)]


def practice(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    has_list = chance.random() < 0.3
    layout = PracticeLayout.of_section(frame, theme, has_list)
    title = _(AIMS[chance.choice(list(Aim))])
    sentence = _("Mistakes appear here: moves that lost 4 discs or more, or a won game.")
    lines: InkedLines = ((title, "text"),)
    details = (sentence,) * chance.randrange(4)
    asked = QuestionModel(sentence * (not has_list), lines, details, turn=Color.BLACK)
    rows = tuple(MoveLine(_("Best"), LINE, shown) for shown in (3, None, None)[: chance.randrange(4)])
    note = _("After your answer: the best line, and what your move allows.")
    verdict = VerdictModel(_("Lines"), "text", () if rows else (note,), rows)
    figures = tuple(("1,234", _(name)) for name in ("due today", "known", "right"))
    days = (PracticeTally(),) * 28
    progress = ProgressModel(
        _("{section}: the last {days} days", section=_("Endgames"), days=28), figures, days
    )
    cards: list[Card] = [
        (QuestionPanel(theme, layout.question, actions), asked),
        (VerdictPanel(theme, layout.lines, ("", ""), [actions[name] for name in LINE_BUTTONS]), verdict),
    ]
    return [rects_of(layout)], cards if has_list else [*cards, (ProgressPanel(theme, layout.below), progress)]


def today(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    areas, board = today_areas(frame, theme), Board.initial()
    words, note = (
        WORDS[chance.choice(list(Idea))],
        _("Practised on {days} of the last {week} days", days=5, week=7),
    )
    due = OfferModel(
        _("To repeat"), _("Nothing today"), _("What you miss comes back here."), note, "today_start", True
    )
    step = _("Step {number} of {count}", number=2, count=5)
    next_one = OfferModel(_("Next lesson"), _(words.title), _(words.idea), step, "today_lesson", board=board)
    known = _("due today · {known} of {all} known", known=38, all=440)
    section = OfferModel(
        _("Endgames"), "1,234", _("Your own, until you know better."), known, "today_endgames"
    )
    results = tuple(tuple(chance.choices((None, *Finding), k=STEPS)) for _idea in Idea)
    cards: list[Card] = [
        (OfferPanel(theme, areas["due"], actions), due),
        (OfferPanel(theme, areas["next"], actions), next_one),
        (LessonsPanel(theme, areas["lessons"]), LessonsModel(results, chance.choice((None, *Idea)))),
        *((OfferPanel(theme, areas[name], actions, is_upright=True), section) for name in OFFERS),
    ]
    return [list(areas.values())], cards


def learn(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    layout = PracticeLayout.of_walk(frame, theme, chance.random() < 0.5)
    words, other = WORDS[chance.choice(list(Idea))], Color.WHITE.label
    lines: InkedLines = ((_(words.question, other=other), "text"),)
    asked = QuestionModel(_(words.title), lines, (), "2 / 5", ("good",) * 5, turn=Color.BLACK, buttons=ASKING)
    wrong = _("{other} takes the corner {corner}.", other=other, corner="a1")
    refuted = replace(asked, lines=((_("Not {move}.", move="a2"), "text"), (wrong, "text")), turn=None)
    refuted = replace(refuted, details=(_("{loss}.", loss="b2"),), buttons=REFUTED)
    card = QuestionPanel(theme, layout.question, actions), chance.choice((asked, refuted))
    return [rects_of(layout)], [
        card,
        chance.choice((
            (RememberPanel(theme, layout.below), RememberModel("", _(words.remember))),
            (VerdictPanel(theme, layout.below, ("", ""), [actions[name] for name in LINE_BUTTONS[:2]]),
             VerdictModel(_("Lines"), "text", (), (MoveLine(_("Best"), LINE, 3),) * 3)),
        )),
    ]  # fmt: skip


def edit(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    layout = EditLayout.of(frame, theme, chance.random() < 0.5)
    board, ends = Board.initial(), [actions[name] for name in END_BUTTONS]
    reason = _(chance.choice(list(Unplayable)).value, side=Color.BLACK.label, result=describe_moves(board))
    verdict = VerdictPanel(theme, layout.verdict, ("", ""), ends, BUTTON_PADDING, is_narrow=True)
    cards: list[Card] = [
        (PalettePanel(theme, layout.palette, actions), board),
        (verdict, VerdictModel(_("This cannot be played"), "text", (reason,))),
        (VerdictPanel(theme, layout.guide, ("", "")), make_guide()),
    ]
    return [rects_of(layout)], cards


def review(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    has_analysis, tab = chance.random() < 0.3, chance.choice((MOVES, EXPLORER))
    grown = chance.choice(("", GRAPH_GROWN, VERDICT_GROWN))
    layout = ReviewLayout.of(frame, theme, has_analysis, tab, grown)
    lost = _("{discs} discs a move", discs=3.1)
    phases = " · ".join(_(name) for name in ("opening", "middle game", "endgame"))
    black, white = (SideModel(color, "Ann", lost, (phases, lost)) for color in Color)
    summary = SummaryModel("Parallel Opening", "f5 f4", _("Reviewed"), (black, white))
    buttons = [actions[name] for name in VERDICT_BUTTONS]
    verdict = VerdictPanel(theme, layout.verdict, ("", ""), buttons, is_narrow=chance.random() < 0.3)
    rows = tuple(MoveLine(_("Best"), LINE, shown) for shown in (3, None)[: chance.randrange(3)])
    comment = chance.choice(("", phases * chance.randrange(1, 40)))
    said = VerdictModel(
        lost, "text", (describe_moves(Board.initial()),) * chance.randrange(1, 4), rows, comment
    )
    upper: Card = (SummaryPanel(theme, layout.summary), summary)
    if has_analysis:
        upper = AnalysisPanel(theme, layout.analysis), chance.choice(ANALYSES)
    return [rects_of(layout)], [upper, (verdict, said)]


def play(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    is_over, is_calm, has_clock, has_pace = (chance.random() < 0.5 for _field in range(4))
    card = chance.choice(tuple(CardKind))
    shape = PlayShape(is_over, is_calm, has_clock, has_pace, card=card)
    layout = PlayLayout.of(frame, theme, chance.random() < 0.8, shape)
    around = [layout.board, layout.evaluation]
    cards = layout.players, layout.thinking, layout.tree, layout.score_chart, layout.moves, layout.foot
    seen = [list(cards)] if not layout.is_folded else [[card] for card in cards]
    groups = [[*around, *part] for part in seen] + [[layout.felt, layout.panel]]
    place = layout.thinking
    if shape.card is CardKind.COACH:
        title, words = (_(each) for each in IDEA_WORDS[Idea.BESIDE_CORNERS])
        steps = tuple(actions[name] for name in ("take_back", "show_mistake", "play_on"))
        ideas = tuple((idea, True) for idea in IDEA_NAMES)
        remark = CoachModel(title, words, _("this game does not change your level"), "good", ideas)
        remark = chance.choice((remark, replace(remark, note="", ideas=(), actions=steps)))
        return groups, [(CoachCard(theme, place, actions["coach_off"]), remark)]
    if shape.card is CardKind.END:
        steps = tuple(actions[name] for name in ("learn_end", "rematch", "review_game", "without_coach"))
        said = (_("It turned at move {number}.", number=28), _("No single move lost it."))
        show = replace(actions["why"], label=_("Show me"), icon="")
        end = EndModel(
            _("You won {most}–{least}", most=38, least=26),
            _("Level {level} next", level=4),
            _(SENTENCES[0.5]),
            said,
            show,
            steps,
        )
        return groups, [(EndCard(theme, place), end)]
    if shape.is_calm or shape.card is not CardKind.NONE:
        return groups, []
    switched = [actions[name] for name in ALGORITHMS]
    return groups, [(AnalysisPanel(theme, place, switched), chance.choice(ANALYSES))]


def lab(frame: Frame, theme: Theme, chance: random.Random, actions: Actions) -> Page:
    is_wide = chance.random() < 0.5  # a scene, which has four lanes and no words in the card below the board
    layout = LabLayout.of(frame, theme, not is_wide, chance.random() < 0.5)
    groups = [("plain", [actions[name] for name in names]) for names in (TRAVEL, SPEED, JUMPS)]
    bar = PartLayout.of(layout.part, theme, 0, is_wide).bar
    height = TimePanel(theme, bar, groups).natural_height(TimeModel())
    part = PartLayout.of(layout.part, theme, height, is_wide)
    body = solve(
        column(area("sentence", 0, 104 if is_wide else 0), grow(area("lanes"))), theme, part.body
    ).areas
    most = min(6, int(body["lanes"].height / theme.scale - 56) // 28)  # a square window has room for fewer
    number = 4 if is_wide else chance.randint(2, max(2, most))
    facts = compared(WHY, ())[: chance.randint(0, 7)]
    words = () if is_wide else ((_(INTRODUCTION), "text"),) * chance.randint(0, 1)
    sentence = SentenceModel(_(chance.choice([tip for _name, tip, __ in FIGURES])), "edge")
    lane = LaneModel(
        Algorithm.PVS, "PVS", _("no table"), ((1, 9), (2, 90)), ("1.2 M", "0.12 s"), best=("c4", "+2")
    )
    lanes = LanesModel((lane,) * number, _("Nodes"), true=lane if is_wide else None)
    buttons = [] if is_wide else [(actions["lab_less"], actions["lab_more"])] * number
    cards: list[Card] = [
        (TimePanel(theme, part.bar, groups), TimeModel(0.5, (), _("Nodes"))),
        (
            FactsPanel(theme, part.side, chance.randint(0, 3)),
            FactsModel("" if is_wide else _("Why"), facts, words),
        ),
        (LanesPanel(theme, body["lanes"], buttons), lanes),
    ]
    if is_wide:
        cards.append((SentencePanel(theme, body["sentence"]), sentence))
    options = OptionSet(PLAIN_GROUPS, Choice, print, lambda _field: True)
    drawer = OptionsPanel(theme, layout.drawer, options.groups, Actions(*options.rows))
    bars = [layout.path, *[layout.bar] * (not is_wide)]
    seen = [*bars, *rects_of(part), *[layout.drawer] * (not layout.is_covered)]
    return [seen, [*bars, layout.drawer]], [*cards, (drawer, options.words)]


PAGES: Final = (practice, today, learn, edit, review, play, lab)


def longer(box: Box) -> Box:
    """Returns the box with all its words twice."""
    if isinstance(box, LineBox):
        return replace(box, boxes=tuple(map(longer, box.boxes)))
    if isinstance(box, TextBox) and len(box.words) > 1:
        return replace(box, words=f"{box.words} {box.words}")
    return box


def name_of(box: Box) -> str:
    found = (str(getattr(box, name, "")) for name in ("words", "action", "name"))
    return next(filter(None, found), type(box).__name__)[:80]


def faults(box: Box, theme: Theme, room: Rect) -> Iterator[str]:
    """Yields the faults of a box's places in a room."""
    placed = solve(box, theme, room)
    leaves = [
        (leaf, rect) for leaf, rect in placed.places if not isinstance(leaf, LineBox) and all(rect.size)
    ]
    for leaf, rect in leaves:
        if not room.contains(rect):
            yield f"outside: {name_of(leaf)} at {rect}"
        if isinstance(leaf, TextBox) and not leaf.lines:
            size, lines = leaf.fitted(theme, rect)
            is_high = len(lines) * theme.line_height(leaf.words, size, leaf.bold) > rect.height
            if is_high or any(theme.width(line, size, leaf.bold) > rect.width for line in lines):
                yield f"cut: {leaf.words!r} at {rect}"
    for (one, rect), (other, place) in itertools.combinations(leaves, 2):
        if rect.colliderect(place):
            yield f"{name_of(one)} at {rect} over {name_of(other)} at {place}"
    yield from left_out(placed)


def left_out(placed: Placed) -> Iterator[str]:
    """Yields lines that leave out a box although one that should go first is placed."""
    there = {id(box) for box, _rect in placed.places}
    for line in (box for box, _rect in placed.places if isinstance(box, LineBox)):
        order = sorted((-box.order, -n) for n, box in enumerate(line.boxes) if box.order)
        gone = sorted((-box.order, -n) for n, box in enumerate(line.boxes) if id(box) not in there)
        if gone != order[: len(gone)]:
            yield f"{gone} are left out in place of {order} in {list(map(name_of, line.boxes))}"


@pytest.fixture(scope="module")
def actions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Actions]]:
    """Yields the actions of each page."""
    app = open_window(tmp_path_factory.mktemp("home"), DESIGN_SIZE)
    found = {}
    parts = {practice: "practice_mistakes", today: "practice_today", learn: "lesson_1"}
    for make in PAGES:
        if make in parts:
            do(app, "page_practice", *["practice_today"] * (make is learn), parts[make])
        else:
            do(app, "page_play", "edit_board" if make is edit else f"page_{make.__name__}")
        if make is lab:
            do(app, "lab_steps")
        found[make.__name__] = app.actions
    yield found
    app.close()


def check_pages(count: int, seed: int, actions: dict[str, Actions]) -> None:
    """Checks pages in `count` random frames."""
    chance = random.Random(seed)
    for _number in range(count):
        language, make = chance.choice(LANGUAGES), chance.choice(PAGES)
        text.use(language.value, LOCALES)
        screen = canvas_size((chance.randint(640, 3840), chance.randint(480, 2160)))
        frame = Frame.of(*screen, chance.uniform(LEAST_SCALE, MOST_SCALE), chance.uniform(1.0, MOST_TEXT))
        theme = QuickTheme(frame.scale, language.value)
        groups, cards = make(frame, theme, chance, actions[make.__name__])
        where = f"{make.__name__} in {language.value} at {screen}, scale {frame.scale}, number {_number}"
        assert_apart((frame.toolbar, frame.page, frame.status), frame.window)
        for group in groups:
            assert_apart([rect for rect in group if all(rect.size)], frame.page)
        is_longer = chance.random() < 0.5
        for card, model in cards:
            if not card.rect.height:
                continue
            box = card.content(model)
            found = list(faults(longer(box) if is_longer else box, theme, card.room))
            assert not found, f"{type(card).__name__} {card.rect} of {where}: {found[:3]}"


def test_boxes_of_pages_are_apart_inside_and_uncut(actions: dict[str, Actions]) -> None:
    check_pages(60, 0, actions)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 21))
def test_boxes_fit_in_twenty_thousand_frames(actions: dict[str, Actions], seed: int) -> None:
    check_pages(1000, seed, actions)
