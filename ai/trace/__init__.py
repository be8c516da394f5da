"""What a plain search did, step by step, and what can be read from that alone.

`events` records them, `visits` makes a tree of them, `state` says how things stand at a step, `source`
is the code that a step executed a line of, and `sentences` say what happened there.
"""
