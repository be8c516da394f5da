"""One module per command: `add` tells the parser of it, `run` does it and returns the exit status."""
