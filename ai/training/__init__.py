"""Offline tools that make the weights and the opening book; neither imported by the program nor bundled.

They need the packages of requirements-train.txt; `python -m ai.training --help` and docs/training.md list
the steps.
"""
