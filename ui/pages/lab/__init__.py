"""The Lab page: searches of one position, shown step by step, in a race, or as a growing tree."""
