"""The page Tournament: players of this program and others meet; opened from the dialog of a new game."""
