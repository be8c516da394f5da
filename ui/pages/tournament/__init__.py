"""The page Tournament, opened from the new-game dialog: this program's levels and other engines meet."""
