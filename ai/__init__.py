"""The search, its evaluation and their training, in NumPy and Numba; nothing here depends on the window."""
