"""Which key means what. Letters a to h are files of the board, so no action has one of them."""

from __future__ import annotations

from typing import Final

import pygame

KEYS: Final = {
    pygame.K_n: "new_game",
    pygame.K_z: "undo",
    pygame.K_BACKSPACE: "undo",
    pygame.K_y: "redo",
    pygame.K_t: "hint",
    pygame.K_SPACE: "pause",
    pygame.K_s: "stop",
    pygame.K_j: "move_now",
    pygame.K_PERIOD: "step",
    pygame.K_x: "swap",
    pygame.K_p: "switch",
    pygame.K_m: "mute",
    pygame.K_o: "settings",
    pygame.K_F1: "help",
    pygame.K_F11: "fullscreen",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_PAGEUP: "back",
    pygame.K_PAGEDOWN: "on",
    pygame.K_PLUS: "faster",
    pygame.K_EQUALS: "faster",
    pygame.K_KP_PLUS: "faster",
    pygame.K_MINUS: "slower",
    pygame.K_KP_MINUS: "slower",
    pygame.K_ESCAPE: "escape",
}
CONTROL_KEYS: Final = {
    pygame.K_q: "quit",
    pygame.K_c: "copy",
    pygame.K_v: "paste",
    pygame.K_z: "undo",
    pygame.K_y: "redo",
    pygame.K_n: "new_game",
}
ARROWS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


def action_of(event: pygame.event.Event) -> str | None:
    """The action a pressed key stands for, None for a key that has none."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        if event.key == pygame.K_c and event.mod & pygame.KMOD_SHIFT:
            return "copy_position"
        return CONTROL_KEYS.get(event.key)
    return KEYS.get(event.key)
