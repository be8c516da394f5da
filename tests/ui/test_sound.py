import threading
from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from play.settings import Settings
from tests.ui.command_line import run_python
from ui.sound import RATE, SoundName, Sounds, synthesised

NAMES: tuple[SoundName, ...] = ("disc", "flip", "pass", "end", "tick")


def samples(data: bytes) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.frombuffer(data, "<i2").astype(np.float64) / 32767


def prepared(monkeypatch: pytest.MonkeyPatch, driver: str = "dummy") -> Sounds:
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    made = Sounds(Settings(volume=0.5))
    made.prepare()
    made.worker.join()
    return made


@pytest.fixture
def sounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sounds]:
    made = prepared(monkeypatch)
    yield made
    made.close()


def test_every_sound_exists_and_ends_in_silence() -> None:
    sounds = {name: samples(data) for name, data in synthesised().items()}
    assert tuple(sounds) == NAMES
    for sound in sounds.values():
        assert 0.1 < np.abs(sound).max() <= 1
        assert np.abs(sound[-20:]).max() < 0.002  # else its end would be heard
        assert np.abs(np.diff(sound)).max() < 0.8


def test_a_flip_is_softer_than_a_disc_and_the_chord_is_longest() -> None:
    sounds = {name: samples(data) for name, data in synthesised().items()}
    energy = {name: float((sound**2).sum()) for name, sound in sounds.items()}
    assert energy["flip"] < energy["disc"] / 5
    assert energy["pass"] < energy["disc"]
    assert energy["tick"] < energy["disc"] / 5
    assert len(sounds["end"]) > 5 * len(sounds["disc"])


def test_the_chord_is_c_major() -> None:
    sound = samples(synthesised()["end"])[RATE // 2 : RATE // 2 + RATE]
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(sound.size)))
    for frequency in (262, 330, 392, 523):
        near = spectrum[frequency - 3 : frequency + 4].max()
        assert near > 10 * np.median(spectrum[200:600])


def test_all_sounds_play(sounds: Sounds) -> None:
    assert sounds.problem is None
    for name in NAMES:
        pygame.mixer.stop()
        sounds.play(name)
        assert pygame.mixer.get_busy()
        for _ in range(50):  # more than there are channels
            sounds.play(name)


def test_mute_and_volume(sounds: Sounds) -> None:
    sounds.settings = Settings(muted=True)
    sounds.play("disc")
    assert not pygame.mixer.get_busy()
    sounds.settings = Settings(volume=0.0)
    sounds.play("disc")
    assert not pygame.mixer.get_busy()
    sounds.settings = Settings(volume=0.25)
    sounds.play("end")
    busy = [pygame.mixer.Channel(n) for n in range(pygame.mixer.get_num_channels())]
    (heard,) = [sound for channel in busy if (sound := channel.get_sound()) is not None]
    assert heard.get_volume() == pytest.approx(0.25, abs=0.01)


def test_closing_releases_the_device_and_ends_in_silence(sounds: Sounds) -> None:
    sounds.close()
    assert pygame.mixer.get_init() is None
    sounds.play("disc")


def test_a_missing_device_is_reported_without_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = prepared(monkeypatch, "no such driver")
    assert sounds.problem is not None
    assert sounds.problem.startswith("No sound: ")
    for name in NAMES:
        sounds.play(name)
    sounds.close()


def test_the_window_does_not_wait_for_the_sounds() -> None:
    """In a fresh interpreter: `prepare` returns at once, and the import of sounds does not load NumPy."""
    code = (
        "import sys, threading; import play.settings, ui.sound; assert 'numpy' not in sys.modules;"
        "made, synthesised = threading.Event(), ui.sound.synthesised;"
        "ui.sound.synthesised = lambda: made.wait(60) and synthesised();"
        "sounds = ui.sound.Sounds(play.settings.Settings()); sounds.prepare(); made.set();"
        "sounds.worker.join(); assert 'numpy' in sys.modules; assert sounds.problem is None; sounds.close()"
    )
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr


def test_playing_before_the_sounds_are_ready_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    def slow() -> dict[SoundName, bytes]:
        assert asked.wait(60)
        return {"disc": bytes(1000)}

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr("ui.sound.synthesised", slow)
    sounds = Sounds(Settings(volume=0.5))
    sounds.prepare()
    sounds.play("disc")
    asked.set()
    sounds.worker.join()
    assert not pygame.mixer.get_busy()
    sounds.close()
