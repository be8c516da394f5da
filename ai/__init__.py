"""How the machine thinks: NumPy and Numba. It knows nothing of windows."""
