import pygame
import pytest

from ui.actions import Action, Actions, Gesture, Group
from ui.app import App
from ui.dialogs.help import help_columns
from ui.input import Key, code_of


def key_event(key: int, scancode: int = 0, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, scancode=scancode, mod=mod, unicode="")


def table(done: list[str]) -> Actions:
    return Actions(
        Action("hint", "Hint", "Scores of all moves", lambda: done.append("hint"), (Key(pygame.K_t),)),
        Action("copy", "Copy", "", lambda: done.append("copy"), (Key(pygame.K_c, control=True),)),
        Action(
            "copy_all", "Copy all", "", lambda: done.append("copy all"),
            (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW,
        ),
        Action("never", "Never", "", lambda: done.append("never"), is_possible=lambda: False),
        Action("faster", "Faster", "", lambda: done.append("faster"), (Key(pygame.K_EQUALS),)),
        Gesture("Arrows", "Move on the board"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("event", "identity"),
    [
        (key_event(pygame.K_t), "hint"),
        (key_event(pygame.K_c), None),
        (key_event(pygame.K_c, mod=pygame.KMOD_LCTRL), "copy"),
        (key_event(pygame.K_c, mod=pygame.KMOD_LCTRL | pygame.KMOD_NUM), "copy"),
        (key_event(pygame.K_c, mod=pygame.KMOD_LMETA), "copy"),
        (key_event(pygame.K_c, mod=pygame.KMOD_RCTRL | pygame.KMOD_LSHIFT), "copy_all"),
        (key_event(pygame.K_t, mod=pygame.KMOD_LCTRL), None),
        (key_event(pygame.K_EQUALS, mod=pygame.KMOD_LSHIFT), "faster"),
    ],
)
def test_keys_find_their_action(event: pygame.event.Event, identity: str | None) -> None:
    action = table([]).of_key(event)
    assert (None if action is None else action.identity) == identity


CYRILLIC_T, CYRILLIC_E = 0x0435, 0x0443  # what SDL reports for the keys T and E with a Russian layout


def test_keys_of_non_latin_layouts_work_by_position() -> None:
    action = table([]).of_key(key_event(CYRILLIC_T, pygame.KSCAN_T))
    assert action is not None
    assert action.identity == "hint"
    assert code_of(key_event(CYRILLIC_E, pygame.KSCAN_E)) == pygame.K_e
    assert code_of(key_event(pygame.K_z, pygame.KSCAN_Y)) == pygame.K_z, "a German keyboard has Latin letters"
    assert code_of(key_event(pygame.K_LEFT, pygame.KSCAN_LEFT)) == pygame.K_LEFT
    assert code_of(key_event(0xF6, pygame.KSCAN_SEMICOLON)) == 0xF6, "an ö is no letter of ours"


def test_digits_typed_with_shift_are_digits() -> None:
    """A French keyboard has them there."""
    typed = pygame.event.Event(
        pygame.KEYDOWN, key=pygame.K_AMPERSAND, scancode=pygame.KSCAN_1, mod=pygame.KMOD_LSHIFT, unicode="1"
    )
    assert Key.of(typed) == Key(pygame.K_1)
    keypad = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP_1, mod=0, unicode="1")
    assert code_of(keypad) == pygame.K_KP_1


def test_impossible_actions_are_not_performed() -> None:
    done: list[str] = []
    actions = table(done)
    for identity in ("hint", "never", "copy_all"):
        actions.perform(identity)
    assert done == ["hint", "copy all"]


def test_two_actions_cannot_share_a_key_or_a_name() -> None:
    action = Action("a", "A", "", print, (Key(pygame.K_a),))
    for other in (Action("a", "B", "", print), Action("b", "B", "", print, (Key(pygame.K_a),))):
        with pytest.raises(ValueError, match="same"):
            Actions(action, other)


def test_the_help_sheet_is_made_from_the_table() -> None:
    columns = help_columns(table([]).rows)
    play = [("T", "Hint"), ("Ctrl+C", "Copy"), ("=", "Faster"), ("Arrows", "Move on the board")]
    assert columns == {Group.PLAY: play, Group.WINDOW: [("Ctrl+Shift+C", "Copy all")]}


def test_a_button_has_another_label_while_it_is_on() -> None:
    is_on = False
    action = Action("pause", "Pause", "", print, is_on=lambda: is_on, label_on="Resume")
    assert action.shown_label == "Pause"
    is_on = True
    assert action.shown_label == "Resume"
    assert action.name == "Pause", "in the list of keys"


def test_no_action_key_is_a_file_of_the_board(app: App) -> None:
    codes = {key.code for action in app.actions for key in action.all_keys if not key.control}
    assert len(codes) > 20
    assert not codes & set(range(pygame.K_a, pygame.K_h + 1))


def test_comma_and_period_keys_are_also_named_in_words() -> None:
    assert [Key(code).name for code in (pygame.K_COMMA, pygame.K_PERIOD)] == [", (comma)", ". (period)"]
