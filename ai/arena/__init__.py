"""Games without a window, between this program's engine and external engines."""
