"""Moves typed with the name that players see for a zone, where the move's own text has another."""

import parlour
from parlour.play.explaining import Explainer
from parlour.views.move_texts import meanings


def test_the_text_of_a_zone_replaces_its_name_in_a_move() -> None:
    allowed = parlour.load("cts", options={"pickup": "any-time"}).start(players=2, seed=1)
    assert [move.text for move in meanings(allowed, "pick up the discard pile")] == ["pick up the deck"]
    assert meanings(allowed, "pick up the draw pile") == []
    game = parlour.load("cts", options={"pickup": "when-stuck"})
    state = game.start(players=2, seed=1)
    reasons = list(Explainer(game).move(state, "pick up the discard pile"))
    assert reasons == list(Explainer(game).move(state, "pick up the deck"))
