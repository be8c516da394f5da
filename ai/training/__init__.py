"""The pipeline that makes the weights: games, dataset, fit, and what measures and ships them.

Offline: neither the window nor the command line imports it, and the bundle leaves it out. It needs what
requirements-train.txt lists; `python -m ai.training --help` lists the steps, docs/training.md explains them.
"""
