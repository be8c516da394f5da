"""The evaluation bar: Black's part from below, White's from above."""

from __future__ import annotations

from pygame import Rect, Surface

from game.evaluation import Evaluation, Kind
from ui import paint
from ui.panels.panel import Panel
from ui.text.wording import evaluation_share, signed
from ui.theme import SMALL, Theme

EvaluationModel = tuple[Evaluation | None, float]
"""What is known, and Black's share as drawn now (it glides)."""


class EvaluationBar(Panel[EvaluationModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.share = 0.5

    def update(self, dt: float, evaluation: Evaluation | None) -> None:
        """Glide towards the evaluation."""
        target = evaluation_share(evaluation.score) if evaluation else 0.5
        self.share += (target - self.share) * min(1.0, 8 * dt)
        if abs(target - self.share) < 0.002:
            self.share = target

    def model(self, evaluation: Evaluation | None) -> EvaluationModel:
        return evaluation, round(self.share, 3)

    def paint(self, surface: Surface, model: EvaluationModel) -> None:
        theme = self.theme
        evaluation, share = model
        width, height = self.rect.size
        radius = theme.px(6)
        edge = paint.rgba(theme["hover"])
        surface.blit(paint.rounded(self.rect.size, radius, paint.rgba(theme["white_chip"]), edge), (0, 0))
        black = paint.rounded(self.rect.size, radius, paint.rgba(theme["black_chip"]), edge)
        top = round(height * (1 - share))
        surface.blit(black, (0, top), (0, top, width, height - top))
        surface.fill(theme["quiet"], (theme.px(2), height // 2, width - 2 * theme.px(2), max(1, theme.px(1))))
        if evaluation is not None:
            text = "win" if evaluation.kind is Kind.OUTCOME else signed(f"{evaluation.score:+.0f}")
            leads = evaluation.score >= 0
            place = (
                {"midbottom": (width // 2, height - theme.px(4))}
                if leads
                else {"midtop": (width // 2, theme.px(4))}
            )
            self.write(surface, text, "text" if leads else "black_chip", SMALL, False, **place)
