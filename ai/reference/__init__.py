"""The machine's thinking in the plainest Python, over the rules of game/board.py.

`searches` are those of the textbooks, `stockman` is the one that needs a list instead of a tree; whoever
wants to watch them is an `observer`. They are the oracle of the kernels (same scores on every position), they
play while the kernels compile, and they are what slow motion shows. Standard library only.
"""

from ai.reference.evaluation import evaluate
from ai.reference.searcher import Reference, ReferenceSearcher
from ai.reference.stability import stable_discs
from ai.reference.tree import children

__all__ = ["Reference", "ReferenceSearcher", "children", "evaluate", "stable_discs"]
