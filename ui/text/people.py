"""Texts that compare the user's moves with those of tournament players."""

from typing import Final

from play.people import LEAST_MOVES, share_of_game
from play.review import ReviewTally
from ui.text import N_, _, format_number

SENTENCES: Final = {
    0.1: N_("You played about like the best tenth of tournament players."),
    0.25: N_("You played about like the best quarter of tournament players."),
    1 / 3: N_("You played about like the best third of tournament players."),
    0.5: N_("You played about like the better half of tournament players."),
}
SHARES: Final = {
    0.1: N_("about like the best tenth"),
    0.25: N_("about like the best quarter"),
    1 / 3: N_("about like the best third"),
    0.5: N_("about like the better half"),
}


def describe_own_game(tally: ReviewTally) -> str:
    """Compares one side of a game with tournament players: 'Your moves lost 3.1 discs each, on average.' for
    the lower half of them, '' for a short game.
    """
    share = share_of_game(tally)
    if share is not None:
        return _(SENTENCES[share])
    if tally.firm < LEAST_MOVES:
        return ""
    return _(
        "Your moves lost {discs} discs each, on average.", discs=format_number(tally.loss_a_move(), ".1f")
    )


def format_share_of_people(share: float | None) -> str:
    """Returns 'about like the best third', '' for the lower half."""
    return "" if share is None else _(SHARES[share])
