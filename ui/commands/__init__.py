"""One module per command: `add` adds its parser, `run` executes it and returns the exit status."""
