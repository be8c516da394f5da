"""The search and the evaluation in the plainest Python, over the rules of game/board.py.

`searches` has the searches of the textbooks, `sss` has SSS*, which keeps a list; an Observer sees each step.
They are the oracle of the kernels, play while these compile, and run in slow motion, which shows their
source. Standard library only.
"""
