"""The live tree: the first plies of the tree of a search, while it grows."""
