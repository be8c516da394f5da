"""The trees of searches. `rows` makes them of what the kernels write, `tree` is what they have in common.

Of a plain search it is known what it did, step by step: `events` records the steps, `visits` makes a tree of
them, `coverage` lays it over minimax's, `state` says how things stand at a step, `source` is the code that a
step executed a line of, and `sentences` say what happened there.
"""
