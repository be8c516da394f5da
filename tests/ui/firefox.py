"""Drives Firefox by its own WebDriver BiDi, with the methods of Selenium that tests use."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

websocket = pytest.importorskip("websocket", reason="Selenium brings websocket-client")
FIREFOX = shutil.which("firefox-esr")
SECONDS = 60
EVENTS = {"browser": "log.entryAdded", "performance": "network.beforeRequestSent"}


class Firefox:
    def __init__(self, profile: Path) -> None:
        options = ("--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0")
        nowhere = subprocess.DEVNULL
        self._process = subprocess.Popen((FIREFOX or "", *options), stdout=nowhere, stderr=nowhere)
        place, until = profile / "WebDriverBiDiServer.json", time.monotonic() + SECONDS
        while not (place.exists() and place.read_text()):
            assert time.monotonic() < until, "Firefox does not start"
            time.sleep(0.05)
        port = json.loads(place.read_text())["ws_port"]
        self._socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=SECONDS, suppress_origin=True
        )
        self._count = 0
        self._events: list[dict[str, Any]] = []
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.create", type="tab")["context"]  # the first has no focus
        self._send("session.subscribe", events=[*EVENTS.values()])

    def _send(self, method: str, **parameters: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (said := json.loads(self._socket.recv())).get("id") != self._count:
            self._events.append(said)
        assert said["type"] == "success", said
        return said["result"]

    def get(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def set_window_size(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def execute_script(self, script: str, *arguments: Any) -> Any:
        """The result and the arguments pass through JSON."""
        call = f"JSON.stringify((function () {{ {script} }})(...{json.dumps(arguments)}))"
        target = {"context": self._context}
        found = self._send("script.evaluate", expression=call, awaitPromise=False, target=target)
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    def execute(self, _command: str, parameters: dict[str, Any]) -> None:
        """Performs actions, the only command that tests send by its name."""
        self._send("input.performActions", context=self._context, **parameters)

    def get_log(self, kind: str) -> list[dict[str, str]]:
        """Returns messages or requests since the last call."""
        found = [event for event in self._events if event.get("method") == EVENTS[kind]]
        self._events = [event for event in self._events if event not in found]
        return [{"message": json.dumps(event, separators=(",", ":"))} for event in found]

    def quit(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait()
