"""What `python main.py bench` measures, a module for each: `measure` tells each line as soon as it is known.

The kernels must be ready.
"""
