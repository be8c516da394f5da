"""The trees of searches: `tree` has their common base, `rows` builds them from the rows of the kernels.

For a plain search, `events` records the steps, `visits` builds a tree of them, `coverage` compares it with
minimax's. At each step `state` has the path (`written` a whole written tree), `learned` what the move order
has learned, `source` the line of code, `sentences` a description.
"""
