"""The dialog for the list of engines: the command and limit of each, and a test that starts it."""

import shlex
import sys
from pathlib import Path
from typing import Final

from pygame_gui.elements import UILabel

from ai.arena.host import Protocol
from game.clock import TimeControl
from game.tree import Game
from play.engines_file import EngineLine, FieldError, checked, line_of, read_lines, write_lines
from play.files import cannot_read, cannot_write
from play.outside import OutsideAnalysis, OutsideEngine
from ui.dialogs.dialog import BUTTON, MARGIN
from ui.dialogs.fields import enable
from ui.dialogs.file_dialog import FileDialog
from ui.text import N_, _
from ui.text.new_game_wording import PROTOCOLS, engine_parts
from ui.text.wording import format_duration, format_move
from ui.theme import NORMAL, SMALL, drawable
from ui.window import Window

# Width of the list; height and number of the lines for a test result.
LIST: Final = 264
LINE: Final = 18
RESULT_LINES: Final = 5
# What limits a move, by its key in the file: label and tip.
LIMITS: Final = {
    "": (N_("Its own"), N_("Nothing is sent: its own options limit its moves.")),
    "depth": (N_("Depth in plies"), N_("This depth is sent. GTP has no command for it.")),
    "seconds": (
        N_("Seconds a move"),
        N_("The time its own options allow a move; it is given up a minute later."),
    ),
    "clock": (
        N_("Clock of a game"),
        N_("Its clock in games without one, such as 5:00 or 5:00+2."),
    ),
}
# The fields of an engine by key in the file: label, example, and the error if it is required but empty.
FIELDS: Final = {
    "name": (N_("Name"), N_("e.g. Edax"), N_("Give the engine a name.")),
    "command": (N_("Program"), N_("e.g. edax -nboard -l 10"), N_("Choose its program, or type its command.")),
    "folder": (N_("Folder"), N_("where it starts (optional)"), ""),
}
TEST_TIP: Final = N_("Start it, and ask for its name and a first move.")


def open_engines(window: Window) -> None:
    path = window.session.thinking.engines_file
    assert path is not None
    try:
        lines = read_lines(path)
    except OSError as error:
        window.toasts.answer(cannot_read(path, error))
    else:
        window.open_dialog(EnginesDialog(tuple(lines), window))


class EnginesDialog(FileDialog[tuple[EngineLine, ...], Window]):
    """`choice` holds all lines of the file; those that are not external engines stay as they are. An error in
    a field is shown once the focus has left it.
    """

    def __init__(self, choice: tuple[EngineLine, ...], listener: Window) -> None:
        super().__init__(choice, listener)
        self._at = next((n for n, line in enumerate(choice) if line.is_outside), None)  # which line is shown
        self._read, self._known = choice, {line.problem for line in checked(choice)}
        # Why the file cannot hold what is typed, and the field with the error.
        self._refused: tuple[str, str] | None = None
        self._checked_fields = set(FIELDS)  # the fields whose errors may be shown
        self._typed_in = ""  # the field with the focus
        self._test: OutsideAnalysis | None = None
        self._result = TEST_TIP, "@quiet"
        self._labels: list[UILabel] = []

    # Building

    def fill(self) -> None:
        self.open_window(_("Engines"), (884, 548))
        self._lines = [n for n, line in enumerate(self.choice) if line.is_outside]
        place, self.room = self.parts(self.room, LIST, 0, gap=MARGIN)
        self.list = self.list_box(place, self._lines, self._label)
        line = EngineLine("") if self._at is None else self.choice[self._at]
        values = line.values
        self.fields = {}
        for name, (label, example, _missing) in FIELDS.items():
            place, written = self.row(_(label)), values.get(name, "")
            if name == "command":
                self.file_row(place, written, _(example))
            self.fields[name] = self.path if name == "command" else self.entry(place, written, _(example))
        spoken = values.get("protocol", "").lower()
        names = {"": _("Automatic"), **{protocol.value: PROTOCOLS[protocol] for protocol in Protocol}}
        spoken = spoken if spoken in names else ""
        self.protocol = self.menu_row(_("Protocol"), tuple(names), spoken, names.__getitem__)
        self._kind = next((name for name in LIMITS if values.get(name)), "")
        place, value = self.parts(self.row(_("Limit")), 0, BUTTON)
        self.limit = self.menu(place, tuple(LIMITS), self._kind, lambda kind: _(LIMITS[kind][0]))
        self.limit.set_tooltip(_(LIMITS[self._kind][1]))
        self.value = self.entry(value, values.get(self._kind, ""), "")
        self.test_button = self.button(self.parts(self.row(""), BUTTON)[0], _("Test"), self.test)
        details = self.focusable[1:]  # all but the list
        self.buttons(_("Done"))
        self.button_at_left(_("Add"), self.add)
        self.remove_button = self.button_at_left(_("Remove"), self.remove, 1)
        if self._at is None:
            for element in (*details, self.remove_button):
                element.disable()
        else:
            self.list.choose(self._lines.index(self._at))
        enable(self.value, bool(self._kind))
        self._labels = []
        self._show(*self._result)
        self._show_problem()

    def _label(self, number: int) -> str:
        """Returns the label of an engine: 'GRhino 3 – GTP · 5 plies', or that it cannot be used."""
        line = checked(self.choice)[number]
        words = " · ".join(engine_parts(line))
        if line.problem:
            words = _("cannot be used") if all(map(line.values.get, ("name", "command"))) else "…"
        sentence = _("{engine} – {words}")
        room = self.theme.px(LIST - 36) - self.theme.width(sentence.format(engine="", words=words), NORMAL)
        name = self.theme.ellipsized(line.name or "…", NORMAL, max(0, room))
        return sentence.format(engine=name, words=words)

    def _show(self, text: str, style: str = "@quiet") -> None:
        """Shows a text below the fields, on at most RESULT_LINES lines."""
        for label in self._labels:
            label.kill()
        self._result, room, text = (text, style), self.room, _(text)
        width = room.width - self.theme.px(8)
        lines = self.theme.first_lines(text, SMALL, width, RESULT_LINES) if text else ()
        self._labels = [self.label(self.take(LINE), line, style) for line in lines]
        for label in self._labels:
            label.set_tooltip(text)
        self.room = room

    def _show_problem(self) -> None:
        """Shows the problem of the selected engine, or else of a line that is not an external engine."""
        lines = checked(self.choice)
        shown, field = ("", "") if self._at is None else self._problem_of(lines[self._at])
        if field in FIELDS and field not in self._checked_fields:
            shown = ""
        others = (
            _("Line {number} of the file: {problem}", number=n, problem=line.problem)
            for n, line in enumerate(lines, start=1)
            if line.problem and not line.is_outside
        )
        self.show_error(shown or next(others, ""))

    def _problem_of(self, line: EngineLine) -> tuple[str, str]:
        """Returns the problem of the selected engine and its field; refused input comes first."""
        return self._refused or describe_problem(line)

    # Choices

    def changed(self) -> None:
        if self._at is None:
            return
        values = {name: value for name, value in self.choice[self._at].values.items() if name != self._kind}
        values |= {name: field.get_text().strip() for name, field in self.fields.items()}
        values["protocol"], kind = self.protocol.value, self.limit.value
        if kind:
            values[kind] = self.value.get_text().strip()
        self._checked_fields.discard(self._typed_in)
        try:
            line = line_of(values)
        except FieldError as error:
            self._refused = str(error), error.field
            self._show_problem()
            return
        self._refused = None
        if kind != self._kind:
            self._kind = kind
            self.limit.set_tooltip(_(LIMITS[kind][1]))
            enable(self.value, bool(kind))
        self._end_test()
        self.choice = (*self.choice[: self._at], line, *self.choice[self._at + 1 :])
        self.list.fill(self._lines, map(self._label, self._lines))
        self.list.choose(self._lines.index(self._at))
        self._show(TEST_TIP)
        self._show_problem()

    def picked(self) -> None:
        self._choose(self.list.value)

    def add(self) -> None:
        self.choice = (*self.choice, line_of({"name": "", "command": ""}))
        self._choose(len(self.choice) - 1)
        self._checked_fields.clear()
        self._show_problem()
        self.focus_text(self.fields["name"])

    def remove(self) -> None:
        at, others = self._at, [n for n in self._lines if n != self._at]
        if at is not None:
            self.choice = (*self.choice[:at], *self.choice[at + 1 :])
            following = [n - (n > at) for n in others]
            self._choose(next((n for n in following if n >= at), following[-1] if following else None))

    def _choose(self, number: int | None) -> None:
        """Selects an engine; a running test of another one ends."""
        has_list = self.focus is self.list
        self._end_test()
        self.drop_system_dialog()
        self._at, self._result, self._refused = number, (TEST_TIP, "@quiet"), None
        self._checked_fields = set(FIELDS)
        self.refill()
        if has_list:
            self.focus = self.list

    def accept(self) -> None:
        """Writes the list and closes, unless it has errors that it did not have when opened."""
        new = (line for line in checked(self.choice) if line.problem and line.problem not in self._known)
        wrong = next((describe_problem(line)[0] for line in new), "")
        if self._refused is not None:
            wrong, _field = self._refused
        thinking = self.listener.session.thinking
        assert thinking.engines_file is not None
        if not wrong and self.choice != self._read:
            wrong = self._write(thinking.engines_file)
        if wrong:
            self.show_error(wrong)
            return
        thinking.forget_list()
        self.close()

    def _write(self, path: Path) -> str:
        """Writes the list unless the file was changed meanwhile; returns why it was not written, else ''."""
        try:
            now = read_lines(path)
        except OSError as error:
            return cannot_read(path, error)
        if [line.text for line in now] != [line.text for line in self._read]:
            return _("{name} was changed meanwhile: close this dialog and open it again", name=path.name)
        try:
            write_lines(path, self.choice)
        except OSError as error:
            return cannot_write(path, error)
        return ""

    # The test

    def test(self) -> None:
        """Starts the engine and has it choose a first move."""
        self._end_test()
        if self._at is not None:
            line = checked(self.choice)[self._at]
            if problem := self._problem_of(line)[0]:
                self._show(problem, "@error")
                return
            self._test = OutsideEngine(line.name, line, TimeControl()).analyse(Game().node)
            self._show(_("Starting it …"))

    @property
    def is_busy(self) -> bool:
        return self._test is not None or super().is_busy

    def on_chosen(self, path: Path) -> None:
        """Enters the chosen program, and names an engine without a name after it."""
        text = str(path)
        if drawable(text) != text:
            said = _(
                "{path} has a character that cannot be shown: rename the file or folder", path=drawable(text)
            )
            self.show_error(said, self.path)
            return
        self.path.set_text(_quoted(text))
        if not self.fields["name"].get_text().strip():
            self.fields["name"].set_text(path.stem)
        self._checked_fields.add("command")
        self.changed()

    def update(self) -> None:
        super().update()
        typed_in = next((name for name, field in self.fields.items() if field.is_focused), "")
        if typed_in != self._typed_in:
            self._checked_fields |= {self._typed_in} - {""}
            self._typed_in = typed_in
            self._show_problem()
        test = self._test
        if test is None:
            return
        if not test.is_done:
            status = test.status
            if status and status != self._result[0]:
                self._show(status)
            return
        engine = test.engine
        if test.error is not None:
            self._show(str(test.error), "@error")
        elif engine.protocol is not None:
            sentence = _(
                "{title} speaks {protocol}. It was ready after {start}, and played {move} from the start in "
                "{time}.",
                title=engine.title or engine.name,
                protocol=PROTOCOLS[engine.protocol],
                start=format_duration(engine.start_seconds),
                move=format_move(test.progress.move),
                time=format_duration(test.seconds),
            )
            self._show(sentence)
        self._end_test()

    def _end_test(self) -> None:
        if self._test is not None:
            self._test.engine.end()
            self._test = None

    def close(self) -> None:
        self._end_test()
        super().close()


def _quoted(path: str) -> str:
    """Quotes a path for a command, without double quotes, which no line of the file can hold."""
    if sys.platform == "win32":
        return f"'{path}'" if " " in path else path
    return shlex.quote(path).replace("""'"'"'""", r"'\''")


def describe_problem(line: EngineLine) -> tuple[str, str]:
    """Returns the problem of an engine and the name of the field that has it; '' for none."""
    if not line.is_outside:
        return line.problem, ""
    for name, (label, _example, missing) in FIELDS.items():
        value = line.values.get(name, "")
        if missing and not value:
            return _(missing), name
        if line.problem.startswith(start := f"{name}={value}: "):
            return f"{_(label)}: {line.problem.removeprefix(start)}", name
    return line.problem, "name" if line.problem else ""
