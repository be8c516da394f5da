"""The machine's thinking in the plainest Python, over the rules of game/board.py.

`searches` are those of the textbooks, `sss` needs a list instead of a tree; an Observer watches them. They
are the oracle of the kernels, play while these compile, and are what slow motion shows, source included.
Standard library only.
"""
