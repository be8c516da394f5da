"""What `python main.py bench` measures; the kernels must be ready."""
