"""The dialogs: modal, closed by Escape, confirmed by Enter, usable by mouse and keyboard alike."""
