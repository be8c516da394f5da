"""Sounds, made with NumPy and played by SDL's mixer, if there is one; both are prepared in the background."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, Literal

import pygame

from game.text import _
from play.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]

SoundName = Literal["disc", "flip", "pass", "end", "tick"]

RATE: Final = 44100
# Samples in the buffer of the device: 512 mean a delay of 12 ms.
BUFFER: Final = 512
# A move can flip 18 discs; their clicks may overlap.
CHANNELS: Final = 24

# The tones of a click as (frequency in Hz, share, decay in 1/s), like a small block of wood.
TONES: Final = ((620.0, 1.0, 55.0), (1460.0, 0.45, 90.0), (2890.0, 0.18, 140.0))
# Seconds after which a click is cut off; it fades before.
CLICK_SECONDS: Final = 0.14
# The decay, in 1/s, of the knock at the contact: noise that dies at once.
KNOCK_DECAY: Final = 700.0
# The chord at the end: C major with its octave, one tone after the other.
CHORD: Final = (261.63, 329.63, 392.0, 523.25)
CHORD_STEP_SECONDS: Final = 0.07


class Sounds:
    """Plays the sounds of discs and clocks; `problem` is a sentence for users if nothing can be heard."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.problem: str | None = None
        self._sounds: dict[SoundName, pygame.mixer.Sound] = {}
        self.worker = threading.Thread(target=self._prepare, name="sounds", daemon=True)
        """The thread that prepares the sounds; if it fails, it sets `problem`."""

    def prepare(self) -> None:
        """Starts preparing in the background, unless sound is off: an open device wakes the processor 86
        times a second. Later calls do nothing.
        """
        if self.worker.ident is None and not self.settings.muted:
            self.worker.start()

    def play(self, name: SoundName) -> None:
        """Starts a sound, mixed with those still playing; returns at once."""
        sound, volume = self._sounds.get(name), self.settings.volume
        if sound is None or self.settings.muted or volume <= 0:
            return
        sound.set_volume(volume)
        sound.play()

    def close(self) -> None:
        """Releases the device; nothing is heard after this."""
        if self.worker.ident is not None:
            self.worker.join()
        self._sounds = {}
        if pygame.mixer.get_init():
            pygame.mixer.quit()

    def _prepare(self) -> None:
        pygame.mixer.quit()  # whatever format another part of pygame has opened it with
        try:
            pygame.mixer.init(RATE, size=-16, channels=1, buffer=BUFFER, allowedchanges=0)
            pygame.mixer.set_num_channels(CHANNELS)
            self._sounds = {
                name: pygame.mixer.Sound(buffer=samples) for name, samples in synthesised().items()
            }
        except pygame.error as error:
            self.problem = _("No sound: {reason}.", reason=error)
        except (MemoryError, ImportError):  # NumPy could not be loaded
            self.problem = _("No sound: not enough memory.")


def synthesised() -> dict[SoundName, bytes]:
    """Returns every sound as mono 16-bit samples at RATE."""
    made: dict[SoundName, Samples] = {
        "disc": _click(pitch=1.0, loudness=0.8, knock=0.5),
        "flip": _click(pitch=1.35, loudness=0.22, knock=0.2),
        "pass": _click(pitch=0.6, loudness=0.3, knock=0.0),
        "end": _chord(),
        "tick": _click(pitch=2.1, loudness=0.2, knock=0.1),
    }
    return {name: (32767 * samples).round().astype("<i2").tobytes() for name, samples in made.items()}


def _click(pitch: float, loudness: float, knock: float) -> Samples:
    import numpy as np

    seconds = np.arange(int(CLICK_SECONDS * RATE)) / RATE
    samples = np.random.default_rng(1).uniform(-knock, knock, seconds.size) * np.exp(-KNOCK_DECAY * seconds)
    for frequency, share, decay in TONES:
        samples += share * np.exp(-decay * seconds) * np.sin(2 * np.pi * frequency * pitch * seconds)
    return _scaled(samples * np.minimum(1, (seconds[-1] - seconds) / 0.03), loudness)


def _chord() -> Samples:
    import numpy as np

    samples = np.zeros(int(1.8 * RATE))
    for index, frequency in enumerate(CHORD):
        begin = int(index * CHORD_STEP_SECONDS * RATE)
        seconds = np.arange(samples.size - begin) / RATE
        attack = 1 - np.exp(-200 * seconds)
        tone = np.sin(2 * np.pi * frequency * seconds) + 0.25 * np.sin(4 * np.pi * frequency * seconds)
        samples[begin:] += attack * np.exp(-3.2 * seconds) * tone
    fade = np.minimum(1, np.arange(samples.size)[::-1] / (0.1 * RATE))
    return _scaled(samples * fade, 0.5)


def _scaled(samples: Samples, loudness: float) -> Samples:
    """Scales the samples in place to the peak `loudness`, at most 1."""
    samples *= loudness / abs(samples).max()
    return samples
