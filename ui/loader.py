"""How the widgets of pygame_gui come to their fonts and pictures."""

from __future__ import annotations

from pygame_gui.core.resource_loaders import IResourceLoader
from pygame_gui.core.utility import FontResource, ImageResource, SurfaceResource


class DirectLoader(IResourceLoader):
    """Loads each at once. The loader that pygame_gui has by itself begins five threads for every manager, and
    when one of them cannot be begun the others keep the program from ever ending.
    """

    def started(self) -> bool:
        """Whether it is too late to load anything in the background: always."""
        return True

    def add_resource(self, resource: FontResource | ImageResource | SurfaceResource) -> None:
        raise NotImplementedError("whoever asks `started` before loads it himself")

    def start(self) -> None: ...

    def update(self) -> tuple[bool, float]:
        return True, 1.0
