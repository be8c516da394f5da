"""A written tree as SVG, for pages and paper: circles are nodes, boxes leaves, as in `written_view`."""

from itertools import pairwise
from math import hypot

from ai.reference.tree import Path
from ai.reference.written import WrittenTree
from ai.trace.written import Figure, NodeMark, TreeMarks
from game.nodes import node_name
from ui.written_view import columns

# In units of the picture: the largest circle, box and stroke of a cut; the margins of a row.
RADIUS, BOX, STROKE = 17.0, 28.0, 14.0
LEFT, RIGHT = 18.0, 32.0
# The largest font sizes of values and windows, that of names; widths of values and windows in font sizes.
VALUE, WINDOW, NAME = 12.5, 9.5, 10.0
VALUE_WIDTH, WINDOW_WIDTH = 2.9, 4.8
# The largest radius, as shares of the distances between neighbours and between rows.
WIDE, HIGH = 0.19, 0.3


def tree_svg(
    tree: WrittenTree,
    width: float,
    height: float,
    marks: TreeMarks | None = None,
    has_windows: bool = True,
) -> str:
    """Draws a tree at this size. With `marks` nodes have values and windows, and cut branches are struck out.

    A node or leaf has two groups, for its branch and for itself; their `data-path` names it: '0,2'.
    """
    marks = marks or TreeMarks()
    across, high = columns(tree), height / (tree.depth + 1)
    leaf = (width - LEFT - RIGHT) / (max(across.values()) + 0.5)
    rows = [
        [at for path, at in across.items() if len(path) == ply and not isinstance(tree.at(path), int)]
        for ply in range(tree.depth)
    ]
    nearest = leaf * min(
        (right - left for row in rows for left, right in pairwise(sorted(row))), default=width / leaf
    )
    radius, box = min(RADIUS, WIDE * nearest, HIGH * high), (min(BOX, leaf), min(BOX, 2 * HIGH * high))
    places = {path: (LEFT + leaf * at, high * (len(path) + 0.5)) for path, at in across.items()}
    branches, nodes = list[str](), list[str]()
    for path, (x, y) in places.items():
        is_off = any(path[:n] in marks.cut for n in range(1, len(path) + 1))
        sort = ' class="off"' if is_off else ""
        group = f'<g data-path="{path_name(path)}"{sort}>'
        found = tree.at(path)
        if path:
            above_x, above_y = places[path[:-1]]
            end = y - (box[1] / 2 if isinstance(found, int) else radius)
            line = _line("", above_x, above_y, x, end)
            strokes = _strokes(above_x, above_y + radius, x, end) if path in marks.cut else ""
            branches.append(f"{group}{line}{strokes}</g>")
        if isinstance(found, int):
            size = min(VALUE, box[0] / 2 + 2)
            corner = f'x="{x - box[0] / 2:.1f}" y="{y - box[1] / 2:.1f}"'
            parts = f'<rect {corner} width="{box[0]:.1f}" height="{box[1]:.1f}"/>'
            parts += _text("", x, y + size * 0.36, size, Figure(found).text())
        else:
            size = min(WINDOW, radius * 0.75)
            parts = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
            parts += _text("side", x, y + size * 0.36, size, "max" if tree.is_max_at(len(path)) else "min")
            parts += _text("name", x - radius - 2, y + NAME / 3, NAME, node_name(tree.moves[path]))
            mark, room = marks.nodes.get(path, NodeMark()), nearest - 2 * radius - NAME
            right = x + radius + 4
            if mark.figure is not None:
                parts += _text("value", right, y - 1, min(VALUE, room / VALUE_WIDTH), mark.figure.text())
            if has_windows and mark.window is not None:
                size = min(WINDOW, room / WINDOW_WIDTH)
                parts += _text("window", right, y + size, size, window_text(*mark.window))
        nodes.append(f"{group}{parts}</g>")
    view = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view} role="img">{"".join(branches + nodes)}</svg>'


def path_name(path: Path) -> str:
    return ",".join(map(str, path))


def window_text(alpha: int, beta: int) -> str:
    return f"({Figure(alpha).text()}, {Figure(beta).text()})"


def _text(sort: str, x: float, y: float, size: float, words: str) -> str:
    sort = f' class="{sort}"' if sort else ""
    return f'<text{sort} x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}">{words}</text>'


def _line(sort: str, x1: float, y1: float, x2: float, y2: float) -> str:
    sort = f' class="{sort}"' if sort else ""
    return f'<line{sort} x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _strokes(x1: float, y1: float, x2: float, y2: float) -> str:
    """Draws two strokes across the lower half of a branch."""
    length = hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    x, y = x1 + 0.65 * (x2 - x1), y1 + 0.65 * (y2 - y1)
    half, found = STROKE / 2, ""
    for step in (-2.5, 2.5):
        at_x, at_y = x + step * along_x, y + step * along_y
        found += _line(
            "cut", at_x - half * along_y, at_y + half * along_x, at_x + half * along_y, at_y - half * along_x
        )
    return found
