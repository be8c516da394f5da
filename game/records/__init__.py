"""Games in outside formats, one file per format, each with `parse_x` (liberal) and `x` (strict)."""
