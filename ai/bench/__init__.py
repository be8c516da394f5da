"""What `python main.py bench` measures, a module for each: `measure` does it and returns a report.

It tells every line for people as soon as it is known; the report has the same figures for programs, and those
that are known when a measurement is ended before its time. The kernels must be ready. Positions are handed
in; only the signature's are fixed here.
"""
