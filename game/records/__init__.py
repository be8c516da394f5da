"""Formats of game files, one a module: a lenient reader (`parse_x`, `read_x`) and a strict writer (`x`)."""
