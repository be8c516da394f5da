"""Plots of what the steps find, as PNG files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ai.error_model import deviation
from ai.patterns import STAGE_EMPTIES
from ai.training.weights.differences import Differences
from ai.training.weights.stages import Fitted

mpl.use("Agg")


def fit(stages: Sequence[Fitted], folder: Path) -> list[Path]:
    """Loss by pass and stage, and error by the number of empties; the files written."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes: Any = figure.subplots()
    colours = mpl.colormaps["viridis"]
    for place, each in enumerate(stages):
        colour = colours(place / max(len(stages) - 1, 1))
        axes.plot(range(1, len(each.losses) + 1), each.losses, color=colour, label=f"stage {each.stage}")
    axes.set(xlabel="pass", ylabel="root of the mean square error, discs", title="Loss by stage")
    axes.legend(ncols=3, fontsize="small")
    loss = folder / "loss.png"
    figure.savefig(loss)

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name, marker, errors in (
        ("validation, all labels", ".", [each.validation for each in stages]),
        ("test, exact labels", "o", [each.test_exact for each in stages]),
    ):
        points = sorted(point for by_empties in errors for point in by_empties.items())
        axes.plot([x for x, _ in points], [y for _, y in points], marker, label=name)
    middle = STAGE_EMPTIES // 2
    noise = [
        (STAGE_EMPTIES * each.stage + middle, each.label_noise)
        for each in stages
        if not math.isnan(each.label_noise)
    ]
    axes.plot([x for x, _ in noise], [y for _, y in noise], "--", label="result against search (rms)")
    axes.set(xlabel="empties", ylabel="mean absolute error, discs", title="Error by the number of empties")
    axes.set_ylim(bottom=0)
    axes.legend()
    error = folder / "error.png"
    figure.savefig(error)
    return [loss, error]


def calibration(model: Sequence[float], parts: Sequence[Differences], folder: Path) -> Path:
    """Measured deviations against those of the error model, by empties and gap of the depths; the file."""
    figure = Figure(figsize=(10, 5), layout="constrained")
    for part, title, axes in zip(parts, ("middle game", "to the end"), figure.subplots(1, 2), strict=True):
        expected = deviation(model, part.empties, part.depth, part.shallow)
        gap = part.depth - part.shallow
        for empties in np.unique(part.empties):
            here = [(part.empties == empties) & (gap == each) for each in np.unique(gap)]
            points = [
                [np.sqrt(np.mean(x[h] ** 2)) for h in here if h.any()] for x in (expected, part.difference)
            ]
            axes.plot(*points, ".", color=mpl.colormaps["viridis"](empties / 60))
        most = float(expected.max())
        axes.plot((0, most), (0, most), "k--", linewidth=1)
        axes.set(xlabel="deviation by the model, discs", ylabel="measured", title=title)
    path = folder / "calibration.png"
    figure.savefig(path)
    return path
