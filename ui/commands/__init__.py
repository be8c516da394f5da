"""One module per command: `add` adds its parser, `run` does it and returns the exit status."""
