"""What `python main.py bench` measures: `signature.measure` tells each line as soon as it is known.

The kernels must be ready.
"""
