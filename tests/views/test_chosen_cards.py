"""The cards and places that moves choose, as a page needs them to understand taps."""

from random import Random

import pytest

import parlour
from parlour.states.moves import ManyMoves, first_of
from parlour.views.chosen_cards import Choices, ChosenCard

GAMES = parlour.Library.standard().ids("game")
MOVES = 40


@pytest.mark.one_in(6)
@pytest.mark.parametrize("id", GAMES)
def test_a_card_is_where_its_player_sees_it(id: str) -> None:
    """Each chosen card is in the zone that the choice names, and each place has a card that the player can't see."""
    game, chance = parlour.load(id), Random(id)
    state = game.start(game.players[0], seed=2)
    for _ in range(MOVES):
        if state.over:
            break
        view, choices = parlour.view(state, state.question.seat), Choices(state)
        zones = {i.number: zone for i, zone in zip(state.table.machine.layout.instances[1:], view.zones, strict=True)}
        moves = first_of(state.question.legal, 30)
        for move in moves:
            for chosen in choices.of(move):
                zone = zones[chosen.zone]
                if chosen.card is None:
                    assert 1 <= (chosen.place or 0) <= (zone.size or 0)
                else:
                    assert chosen.card in {card.card.partition(" as ")[0] for card in zone.cards}, (id, move.text)
        state = state.apply(chance.choice(moves))


def test_sets_that_are_too_many_to_list_are_understood() -> None:
    """In Cheat, any one to four cards of the hand can be claimed."""
    hand = " ".join(f"{rank}{suit}" for rank in "A2345" for suit in "♣♦♥♠")
    given = {"hand 1": hand, "hand 2": "K♠", "hand 3": "Q♠ J♠", "to move": 1}
    state = parlour.load("cheat").position(given, players=3)
    assert isinstance(state.question.legal, ManyMoves)
    choices = Choices(state)
    move = first_of(state.question.legal, 1)[0]
    zone = choices.of(move)[0].zone
    three = [ChosenCard(zone, card) for card in ("A♦", "3♠", "5♣")]
    (other,) = choices.like(move, three)
    assert other.text == "claim A with A♦ 3♠ 5♣"
    assert choices.of(other) == (*three,)
    assert choices.like(move, [*three, ChosenCard(zone, "K♠")]) == []
