"""A race: several searches of one position against each other."""
