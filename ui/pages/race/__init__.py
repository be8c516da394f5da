"""The page Race: several searches of one position against each other."""
