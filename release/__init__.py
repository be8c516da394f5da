"""Builds the release files: a bundle for each system, and the wheel. Never loaded during play."""
