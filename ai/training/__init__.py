"""What makes the weights and the opening book: offline, neither imported by the program nor in the bundle.

It needs what requirements-train.txt lists; `python -m ai.training --help` and docs/training.md list the
steps.
"""
