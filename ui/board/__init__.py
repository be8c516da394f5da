"""The board: its discs, marks and animations."""
