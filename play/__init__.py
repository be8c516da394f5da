"""What happens between people and engines. Knows neither pygame nor Numba, never blocks, needs no screen."""
