"""What makes the weights and the opening book.

Offline: neither the window nor the command line imports it, and the bundle leaves it out. It needs what
requirements-train.txt lists; `python -m ai.training --help` lists the steps, docs/training.md explains them.
"""
