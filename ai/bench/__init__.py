"""The measurements of `python main.py bench`; the kernels must be ready."""
