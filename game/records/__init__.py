"""Games in outside formats, one file per format: a liberal `parse_x` or `read_x`, and a strict `x`."""
