"""How the engine searches: what is searched next, the drivers, the root and the threads."""
