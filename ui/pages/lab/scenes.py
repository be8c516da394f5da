"""The scenes of the path: all have the same position, with the board in the same place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Order
from ai.trace.coverage import Cover
from ai.trace.sentences import ORDER_TERMS
from ai.trace.state import Status, TraceState, avoiding_move
from game.board import PASS, Color
from game.sentences import Worth
from play.scene_orders import lanes_of, line_of, parts_of
from play.scene_stops import Times
from play.scenes import LANES, NAMES, PATH, Certainty, PlayedRun, Scene, SceneKind, SceneRace, Scenes
from play.slow_motion import Phase, Run, ShownStep, Transport
from ui.actions import Action, Group
from ui.board import board_view
from ui.boxes import Box, area, column, grow, picture, row, solve, text
from ui.input import Key
from ui.layout import SMALL_GAP, Frame
from ui.pages.lab.cards import Fact, FactsModel, FactsPanel, TextModel, TextPanel, TimeModel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.lanes import LaneModel, LanesModel, LanesPanel
from ui.pages.lab.options import PLAIN_GROUPS
from ui.pages.lab.part import PROJECTED_SHARE, LabPart, LabState, LabView, PartCommands, SearchPlayer
from ui.pages.lab.rows import x_of
from ui.pages.lab.trees import CoverModel, CoverPanel, RunsModel, RunsPanel, TreePanel
from ui.pages.lab.wording import code_values, cover_tip, learned_rows, node_tip
from ui.panels.panel import COLOURS, PADDING, BoxPanel
from ui.panels.tips import SCENE_COSTS, SCENE_LEARNED, SCENE_SENTENCE, SCENE_SURE, SCENE_TREE, Tip
from ui.text import N_, _, format_number
from ui.text.wording import capitalised, describe_plies
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme
from ui.tree_view import format_line, line_scene, plain, window_of
from ui.window import Window

# Lengths at a scale of 1.
SENTENCE: Final = 104
CODE: Final = 336  # at most, and at most CODE_SHARE of the height below the sentence
CODE_SHARE: Final = 0.48
SURE_SHARE: Final = 0.44  # of the width, beside the code
SURE_ROW: Final = 92  # a card of one row, above projected code that keeps PROJECTED_CODE
PROJECTED_CODE: Final = 160
# The title of the compared costs, and a row with a bar.
COSTS: Final = 28
COST: Final = 34
NARROW: Final = 700
LOW: Final = 400


class SceneCommands(PartCommands):
    player: SearchPlayer

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.scenes: Scenes | None = None
        self.race: SceneRace | None = None
        self.player = SearchPlayer(window, lambda: self.transport or Transport(), self._run)
        self.own_rows = self._make_rows()

    @property
    def kind(self) -> SceneKind:
        return PATH[self.lab.scene]

    @property
    def scene(self) -> PlayedRun | None:
        """The scene shown, once it has been searched; None in the race."""
        ready = () if self.scenes is None else self.scenes.scenes
        return next((scene for scene in ready if scene.kind is self.kind), None)

    @property
    def transport(self) -> Transport | None:
        return self.race if self.kind.search is None else self.scene

    def _run(self) -> Run | None:
        return None if self.scene is None else self.scene.run

    @property
    def is_running(self) -> bool:
        return self.player.is_playing or (self.scenes is not None and self.scenes.phase is Phase.SEARCHING)

    def open(self) -> None:
        """Searches the position of the Lab, unless it already has."""
        if self.scenes is not None and self.board == self.lab.board:
            return
        self.close()
        self.board = self.lab.board
        if not self.lab.problem:
            self.scenes = Scenes(self.board)
            self.race = SceneRace(self.board.after_pass())

    def close(self) -> None:
        if self.scenes is not None:
            self.scenes.is_cancelled = True
        if self.race is not None:
            self.race.race.close()
        self.scenes = self.race = None

    def stop(self) -> None:
        if self.race is not None and self.race.race.is_running:
            self.race.race.close()
            self.race = SceneRace(self.board.after_pass())

    def update(self, dt: float) -> None:
        if self.race is not None and self.race.race.is_running:
            self.race.race.update()  # also while another scene is shown
        self.player.update(dt)
        if self._is_at_end():
            self.lab.done.add(self.lab.scene)

    def toggle_questions(self) -> None:
        """Turns questions on or off; minimax and the race have none: alpha-beta is shown instead."""
        self.player.toggle_questions()
        if self.player.has_questions and self.kind.search in (Algorithm.MINIMAX, None):
            self.lab.show_scene(1)

    def next(self) -> None:
        """Goes to the next stop of the scene; from its end, to the next scene."""
        self.player.clear_input()
        scene = self.scene
        if scene is not None and scene.is_at_end:
            self.lab.show_scene(self.lab.scene + 1)
        elif scene is not None:
            before = scene.step
            scene.next()
            self.player.ask(before)

    def back(self) -> None:
        self.player.clear_input()
        if self.scene is not None:
            self.scene.back()

    def _is_at_end(self) -> bool:
        return self.transport is not None and self.transport.is_at_end

    def _make_rows(self) -> tuple[Action, ...]:
        def can_go_back() -> bool:
            return self.scene is not None and self.scene.step > self.scene.first

        return (
            Action("scene_play", N_("Start"), N_("Play the scene, pausing at each sentence, or stop it"),
                   self.player.toggle, (Key(pygame.K_SPACE),), Group.LINES,
                   is_on=lambda: self.player.is_playing, label_on=N_("Pause"),
                   is_alternate=self._is_at_end, label_alternate=N_("Replay"),
                   is_possible=lambda: self.transport is not None),
            self.player.questions_row("scene_predict", self.toggle_questions),
            Action("scene_back", N_("Back"), N_("To the previous sentence"), self.back, (Key(pygame.K_LEFT),),
                   Group.LINES, is_possible=can_go_back, icon="back", has_words=True),
            Action("scene_next", N_("Next"), N_("To the next point of the scene"), self.next,
                   (Key(pygame.K_RIGHT),), Group.LINES, is_possible=lambda: self.scene is not None,
                   aliases=(Key(pygame.K_PERIOD), Key(pygame.K_COMMA)), is_primary=True,
                   is_alternate=self._is_at_end, label_alternate=N_("Next scene")),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SentenceModel:
    text: str
    colour: str
    detail: str = ""


class SentencePanel(BoxPanel[SentenceModel]):
    """A sentence in the largest letters that fit."""

    padding = (PADDING, 8)
    tip = SCENE_SENTENCE

    def content(self, model: SentenceModel) -> Box:
        detail = text(model.detail, ink="quiet") if model.detail else None
        return column(grow(), text(model.text, TITLE, LARGE, NORMAL, SMALL, bold=True), detail, grow(), gap=0)

    def edge(self, model: SentenceModel) -> str:
        return model.colour


@dataclass(frozen=True, slots=True)
class SureModel:
    """For each ply, the moves that lead there, and what each side is sure of; `unit` parts are a disc."""

    rows: tuple[tuple[str, Certainty], ...]
    unit: int


class SurePanel(BoxPanel[SureModel]):
    """What each side is sure of, on an axis with White's scores to the left: Black's bar reaches to the right
    end, White's to the left end, and a gap between them is a cut. In little room only the last rows stay.
    """

    tip = SCENE_SURE

    def content(self, model: SureModel) -> Box:
        title = text(_("What each side is sure of"), bold=True, lines=1)
        rows = (
            replace(self._row(line, sure, model.unit), order=len(model.rows) - n)
            for n, (line, sure) in enumerate(model.rows)
        )
        return column(title, column(*rows, gap=8, share=1), gap=12)

    def _row(self, line: str, sure: Certainty, unit: int) -> Box:
        """Returns the moves to a ply and what each side is sure of, or what is asked, above the axis."""
        ink = "warning" if sure.is_cut else "text"
        sides = (
            row(
                None if sure.is_question else text("α" if color is sure.turn else "β", SMALL, ink=ink),
                self.disc_box(color, 10),
                text(words, SMALL, ink=ink),
                gap=5,
            )
            for color, words in reversed(describe_certainty(sure, unit))
        )
        axis = picture(partial(self._draw_axis, sure, unit), 0, 16)
        return column(row(grow(text(line, SMALL, ink=ink, lines=1)), *sides, gap=10), axis)

    def _draw_axis(self, sure: Certainty, unit: int, surface: Surface, axis: Rect) -> None:
        theme, px = self.theme, self.theme.px
        theme.box(surface, axis, "well", radius=3)
        low, high = (None if end is None else x_of(axis, end, unit) for end in (sure.low, sure.high))
        if sure.is_question and low is not None:
            surface.fill(theme["warning"], (low - px(1), axis.top, max(3, px(3)), axis.height))
            return
        half = axis.height // 2
        black = None if low is None else Rect(low, axis.top, axis.right - low, half)
        white = None if high is None else Rect(axis.left, axis.top + half, high - axis.left, half)
        for bar, colour in ((black, "black_chip"), (white, "white_chip")):
            if bar is not None:
                surface.fill(theme[colour], bar)
                pygame.draw.rect(surface, theme["quiet"], bar, max(1, px(1)))
        if sure.is_cut and low is not None and high is not None:
            surface.fill(theme["warning"], (high, axis.top, max(3, low - high), axis.height))
        surface.fill(theme["quiet"], (axis.centerx, axis.top, max(1, px(1)), axis.height))


@dataclass(frozen=True, slots=True)
class CostRow:
    """A compared order or depth: the positions looked at so far, also as a share of the highest total."""

    name: str
    number: str
    share: float
    is_now: bool
    has_won: bool


class CostsPanel(BoxPanel[tuple[CostRow, ...]]):
    tip = SCENE_COSTS

    def content(self, model: tuple[CostRow, ...]) -> Box:
        title = text(_("Positions looked at"), bold=True, lines=1, order=1)
        has_bars = self.room.height >= self.theme.px(COSTS + COST * len(model))
        rows = (grow(self._row(each, has_bars)) for each in model)
        return column(title, column(*rows, gap=4 if has_bars else 0, share=1), gap=8)

    def _row(self, cost: CostRow, has_bar: bool) -> Box:
        ink = "warning" if cost.has_won else "text" if cost.is_now or cost.share else "quiet"
        words = row(
            grow(text(cost.name, SMALL, ink=ink, bold=cost.is_now, lines=1)),
            text(cost.number, SMALL, ink=ink, bold=True, lines=1) if cost.number else None,
        )
        colour = "warning" if cost.has_won or cost.is_now else "alphabeta"
        bar = picture(lambda surface, place: self.bar(surface, place, cost.share, colour), 0, 8)
        return column(words, bar if has_bar else None, grow(), gap=2 if has_bar else 0)


@dataclass(frozen=True, slots=True)
class SceneState(LabState):
    """Data for a race or a search; absent fields are None."""

    sentence: SentenceModel
    numbers: FactsModel
    sure: SureModel | None = None
    text: TextModel | None = None
    tree: CoverModel | None = None
    lanes: LanesModel | None = None
    costs: tuple[CostRow, ...] | None = None
    learned: FactsModel | None = None
    runs: RunsModel | None = None


CARDS: Final[dict[str, Callable[[Theme, Rect], BoxPanel[Any]]]] = {
    "sentence": SentencePanel,
    "sure": SurePanel,
    "text": TextPanel,
    "tree": CoverPanel,
    "lanes": LanesPanel,
    "costs": CostsPanel,
    "learned": FactsPanel,
    "runs": RunsPanel,
}
"""The cards, by the names of their models in the state."""


class SceneView(LabView):
    is_wide = True

    def __init__(self, theme: Theme, frame: Frame, commands: SceneCommands, window: Window) -> None:
        """The answers to a question replace the other buttons; the race has a button to explore freely."""
        actions, kind = window.actions, commands.kind
        self.board_share = 1.0 if kind.search is None else PROJECTED_SHARE
        if kind.search is None:
            play = replace(actions["scene_play"], is_primary=True)
            buttons = [play, actions["lab_explore"], actions["scene_predict"]]
        else:
            buttons = [actions["scene_back"], actions["scene_next"], actions["scene_play"]]
        super().__init__(theme, frame, window.settings, [("plain", commands.player.answers or buttons)])
        room, high = self.layout.body, self.layout.body.height / theme.scale - SENTENCE - SMALL_GAP
        is_narrow = room.width < theme.px(NARROW)
        code = 0 if is_narrow else min(CODE, CODE_SHARE * high)
        sure, text, tree = area("sure", 0, code), area("text", 0, code), grow(area("tree"))
        if kind.how:
            sure, tree = area("costs", 0, code), grow(area("runs"))
            text = area("learned", 0, code) if "orders" in kind.how else text
        is_projected = frame.is_projected and not frame.is_portrait and kind.search is not None
        if kind.search is None:
            parts = [grow(area("lanes"))]
        elif is_projected:
            has_room = high >= SURE_ROW + SMALL_GAP + PROJECTED_CODE
            above = area("sure", 0, SURE_ROW) if has_room and not kind.how else None
            parts = [*filter(None, (above,)), grow(sure if kind.how else text)]
        elif is_narrow and kind.how and high < LOW:
            parts = [grow(sure), tree]
        elif is_narrow:
            parts = [tree] if high < LOW else [grow(sure), grow(text), tree]
        else:
            parts = [row(grow(sure, SURE_SHARE), grow(text, 1 - SURE_SHARE)), tree]
        areas = solve(column(area("sentence", 0, SENTENCE), *parts, gap=SMALL_GAP), theme, room).areas
        if is_projected:
            areas |= {"runs" if kind.how else "tree": self.layout.side}
        cards = {name: CARDS[name](theme, place) for name, place in areas.items()}
        shown = cards.get("tree", cards.get("runs"))
        self.shown_tree: TreePanel[Any] | None = shown if isinstance(shown, TreePanel) else None
        cards |= {"time": self.time}
        if is_projected and not kind.how:
            cards |= {"text": TextPanel(theme, areas["text"], True)}
        elif not is_projected:
            cards |= {"numbers": FactsPanel(theme, self.layout.side)}
        self.show_parts(self.board, ((card, attrgetter(name)) for name, card in cards.items()))


class ScenePart(LabPart):
    commands: SceneCommands
    view: SceneView
    state: SceneState
    keys = N_("Space play · ← back · → next · digits: scenes · F1 all keys")
    view_class = SceneView

    def on_open(self) -> None:
        super().on_open()
        self.commands.open()

    # The mouse

    def click(self, position: tuple[int, int]) -> None:
        """Goes to the step in which the node under the pointer was first searched, or was cut off."""
        scene, node = self.commands.scene, self._node_at(position)
        if isinstance(scene, Scene) and node is not None:
            self.commands.player.show_step(scene.coverage.step_of(node))
        elif scene is not None and node is not None:
            self.commands.player.show_step(int(scene.run.tree.first[node]))

    def _node_at(self, position: tuple[int, int] | None) -> int | None:
        tree = self.view.shown_tree
        found = None if tree is None or position is None else tree.node_at(position)
        return None if found is None else found[1]

    @property
    def tips(self) -> list[Tip]:
        """The tips of the cards, and one for the node under the pointer."""
        scene, node, tree = self.commands.scene, self._node_at(self.pointer), self.view.shown_tree
        if scene is None or node is None or tree is None or self._drag is not None:
            return [*self.view.tips]
        place = tree.icicles[0].rect_of(node).move(tree.rect.topleft)
        tip = cover_tip(scene, node) if isinstance(scene, Scene) else node_tip(scene.run, node)
        return [*self.view.tips, (place, tip)]

    # The state

    def make_state(self) -> SceneState:
        commands, board = self.commands, self.commands.board
        number = commands.lab.scene
        status = _("Scene {number} of {count}: {title}").format(
            number=number + 1, count=len(PATH), title=_(commands.kind.title)
        )
        if commands.lab.uses_middle_game:
            status = _("{status} · a middle game in place of yours", status=status)
        empty, waiting = board_view.BoardScene(turn=board.turn), self._waiting()
        state = SceneState(empty, status, False, board, TimeModel(), waiting, FactsModel())
        if commands.kind.search is None and commands.race is not None:
            return self._race(state, commands.race)
        return state if commands.scene is None else self._search(state, commands.scene)

    def _waiting(self) -> SentenceModel:
        """Returns the progress of the searches, or why there is nothing to show."""
        scenes = self.commands.scenes
        problem = self.commands.lab.problem or capitalised(scenes.problem or "" if scenes is not None else "")
        share = 0.0 if scenes is None else scenes.progress
        return SentenceModel(problem or _("Searching: {share} %", share=f"{100 * share:.0f}"), "edge")

    def _search(self, waiting: SceneState, scene: PlayedRun) -> SceneState:
        asked, run, shown = self.commands.player.asked(), scene.run, scene.run.show(scene.step)
        state, algorithm = shown.state, run.choice.algorithm
        words, detail = asked or (scene.stop.sentence.text(), "")
        board = run.trace.position(state.line)
        numbers = [(_("Minimax needs"), run.minimax_nodes)]
        if not run.choice.orders:
            numbers.insert(0, (_("Nodes"), shown.counts.nodes))
        cards: dict[str, Any] = {}
        if isinstance(scene, Scene):
            cards = {"sure": _sure(scene, shown), "tree": CoverModel(scene, scene.step)}
            if algorithm is not Algorithm.MINIMAX:
                cut_off = scene.coverage.at(scene.step) == Cover.CUT_OFF
                numbers.insert(1, (_("Never needed"), int(cut_off.sum())))
            if algorithm is Algorithm.PVS:
                numbers.append((_("Entered again"), shown.counts.again))
        else:
            runs = RunsModel((run,), scene.step, (shown.x,))
            cards = {"costs": _costs(scene), "learned": _learned(shown), "runs": runs}
        return replace(
            waiting,
            scene=_marked(line_scene(board, state.line), state),
            board=board,
            time=_time(scene, [stop.step for stop in scene.played]),
            sentence=SentenceModel(words, COLOURS[algorithm] if asked is None else "warning", detail),
            numbers=_facts(numbers),
            text=TextModel(algorithm, run.text, shown.line, code_values(shown)),
            **cards,
        )

    def _race(self, waiting: SceneState, race: SceneRace) -> SceneState:
        totals, winners, shares = [race.totals(n) for n in range(len(LANES))], race.winners(), race.shares()
        lanes = tuple(
            LaneModel(lane.algorithm, _(name), "", totals[n], _total(totals, n), has_won=n in winners)
            for n, (lane, name) in enumerate(zip(LANES, NAMES, strict=True))
        )
        needed = ((_("Minimax needs"), 0), (_("The winner needs"), winners[0])) if winners else ()
        words, detail = race.problem or race.sentence().text(), "" if shares is None else shares.text()
        return replace(
            waiting,
            time=_time(race, range(1, race.last + 1)),
            sentence=SentenceModel(words, "warning" if winners else "edge", detail),
            numbers=_facts([(name, totals[lane][-1][1]) for name, lane in needed]),
            lanes=LanesModel(lanes, _("Positions"), true=lanes[winners[0]] if winners else None),
        )


def _total(totals: Sequence[Sequence[tuple[int, int]]], lane: int) -> tuple[str, str]:
    """Returns the positions a search has looked at, and their share of those of minimax, the first lane."""
    if not totals[lane]:
        return "", ""
    total, whole = totals[lane][-1][1], totals[0][-1][1] if totals[0] else 0
    return format_number(total), f"1/{Times(max(whole, total), total).text()}" if lane and whole else ""


def _facts(numbers: Sequence[tuple[str, int]]) -> FactsModel:
    facts = tuple(Fact(name, ((format_number(number), "text"),), SCENE_TREE) for name, number in numbers)
    return FactsModel("", facts)


def _costs(scene: PlayedRun) -> tuple[CostRow, ...]:
    """Returns the cost so far of each order, or of each depth; at the end, the cheapest order wins."""
    run, step, has_orders = scene.run, scene.step, bool(scene.run.choice.orders)
    lanes = lanes_of(run) if has_orders else tuple((part,) for part in parts_of(run))
    totals, now = ([sum(part.cost(run, at) for part in lane) for lane in lanes] for at in (scene.last, step))
    rows = []
    for lane, total, cost in zip(lanes, totals, now, strict=True):
        name = _(ORDER_TERMS[lane[0].order])
        if not has_orders:
            line = line_of(run, lane[0].node) if step >= lane[0].last else ()
            name = "  ".join(filter(None, (describe_plies(lane[0].depth), format_line(line) if line else "")))
        is_now = lane[0].first <= step <= lane[-1].last and not scene.is_at_end
        has_won = has_orders and scene.is_at_end and total == min(totals)
        number = format_number(cost) if cost else ""
        rows.append(CostRow(name, number, cost / max(totals), is_now, has_won))
    return tuple(rows)


def _learned(shown: ShownStep) -> FactsModel:
    """Returns the killers or the history, and a sentence about the order of the moves."""
    order = shown.run.learning.order_at(shown.step)
    tip = next(option.tip for option in PLAIN_GROUPS[1].options if option.value is order)
    facts = []
    for name, color, moves, is_here in learned_rows(shown):
        if order is Order.KILLERS:
            name = _("{color}, move {number}", color=color.label, number=name)
        facts.append(Fact(name, ((moves, "warning" if is_here else "text"),), SCENE_LEARNED))
    return FactsModel(capitalised(_(ORDER_TERMS[order])), tuple(facts), ((_(tip), "quiet"),))


def _time(transport: Transport, ticks: Sequence[int]) -> TimeModel:
    """Returns the model of the time line; `ticks` are steps."""
    (passed, whole), last = transport.seconds, max(1, transport.last)
    words = _("{passed} of {whole} s", passed=f"{passed:.0f}", whole=f"{whole:.0f}")
    return TimeModel(transport.place / last, tuple(tick / last for tick in ticks), words)


def _marked(scene: board_view.BoardScene, state: TraceState) -> board_view.BoardScene:
    """Adds scissors on the moves cut off, and a ring on the other side's move that avoids this position."""
    moves = state.rows[-1].moves if state.rows else ()  # no rows before the first order or depth
    cut_off = tuple(each.move for each in moves if each.status is Status.CUT_OFF and each.move != PASS)
    better = avoiding_move(state.rows) if cut_off else None
    return replace(scene, cut_off=cut_off, rings=0 if better is None else 1 << better[1])


def describe_certainty(sure: Certainty, unit: int) -> list[tuple[Color, str]]:
    """Returns (side, words): what each side is sure of, or what is asked about the side to move."""
    ends = [(Color.BLACK, sure.low), (Color.WHITE, sure.high)]
    if sure.is_question and sure.low is not None and sure.high is not None:
        is_black = sure.turn is Color.BLACK
        alpha, beta = (sure.low, sure.high) if is_black else (-sure.high, -sure.low)
        return [(sure.turn, plain(window_of(alpha, beta, unit, sure.turn)))]
    return [(color, Worth(end, unit).text()) for color, end in ends if end is not None]


def _sure(scene: Scene, shown: ShownStep) -> SureModel:
    """Returns the positions on the way where a side is sure of something, or a question is open."""
    rows = (
        (format_line(shown.state.line[: sure.ply]), sure)
        for sure in scene.certainties(shown)
        if sure.low is not None or sure.high is not None
    )
    return SureModel(tuple(rows), scene.run.choice.unit)
