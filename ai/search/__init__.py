"""How the engine searches: the schedule of iterations, the drivers, the root and the threads."""
