"""The path of the Lab: four scenes, each under a minute, on one position."""
