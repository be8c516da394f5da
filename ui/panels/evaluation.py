"""The evaluation bar: Black's chance to win from below, White's from above, and the discs ahead."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.evaluation import Evaluation, Kind
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import EVALUATION
from ui.text import _
from ui.text.wording import format_score
from ui.theme import SMALL


@dataclass(frozen=True, slots=True)
class EvaluationModel:
    """What is known, and Black's share 0 .. 1 of the bar, which glides to the chance to win."""

    evaluation: Evaluation | None
    share: float


class EvaluationBar(Panel[EvaluationModel]):
    tip = EVALUATION

    def paint(self, surface: Surface, model: EvaluationModel) -> None:
        theme = self.theme
        width, height = self.rect.size
        radius = theme.px(6)
        edge = paint.rgba(theme["hover"])
        surface.blit(paint.rounded(self.rect.size, radius, paint.rgba(theme["white_chip"]), edge), (0, 0))
        black = paint.rounded(self.rect.size, radius, paint.rgba(theme["black_chip"]), edge)
        top = round(height * (1 - model.share))
        surface.blit(black, (0, top), (0, top, width, height - top))
        surface.fill(theme["quiet"], (theme.px(2), height // 2, width - 2 * theme.px(2), max(1, theme.px(1))))
        if model.evaluation is None:
            return
        # At the end of the side that leads, so that no sign is needed where there is no room for one.
        text = self._short(model.evaluation)
        if model.evaluation.score >= 0:
            self.write(surface, text, "on_black_chip", SMALL, midbottom=(width // 2, height - theme.px(4)))
        else:
            self.write(surface, text, "on_white_chip", SMALL, midtop=(width // 2, theme.px(4)))

    def _short(self, evaluation: Evaluation) -> str:
        """Whole discs; of a proved outcome a word, or where the language's is too long a sign."""
        if evaluation.kind is not Kind.OUTCOME:
            return format_score(evaluation.score, Kind.EXACT)
        word, sign = (
            (_("win"), "+" if evaluation.score > 0 else "−") if evaluation.score else (_("draw"), "=")
        )
        return word if self.theme.width(word, SMALL) <= self.rect.width - self.theme.px(2) else sign
