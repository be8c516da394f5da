"""Games between people and engines. Imports neither pygame nor Numba, never blocks, needs no screen."""
