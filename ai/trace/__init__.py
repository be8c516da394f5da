"""The trees of searches: `tree` is what they share, `rows` makes them of what the kernels write.

Of a plain search `events` records the steps, `visits` makes a tree of them, `coverage` lays it over
minimax's, `state` is how things stand at a step (`written` in all of a written tree), `source` its line of
code, `sentences` its description.
"""
