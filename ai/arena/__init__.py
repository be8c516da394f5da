"""Games without a window, of this program's engine and of outside programs."""
