"""What a plain search did, step by step, and what can be read from that alone.

`recording` writes the events, `nodes` makes a tree of them, `state` says how things stand at a step, `story`
says which line of the algorithm a step is, and `sentences` what happened there.
"""
