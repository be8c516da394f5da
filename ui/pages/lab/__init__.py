"""The page Lab: searches of one position, step by step, against each other, and as a tree that grows."""
