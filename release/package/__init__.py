"""Nullwindow, a desktop Othello you can watch think: `nullwindow`, or `python -m nullwindow`."""
