"""Statements about the cards of Shithead that no single position shows: odd mixes, and all kinds of chains."""

from random import Random

import pytest

from parlour.game import load


@pytest.mark.proves("T13")
def test_a_chain_is_asked_for_card_by_card() -> None:
    """With all links and a wild Ace there are millions of chains, but only a short list at each step."""
    hand = [*(f"{rank}{suit}" for rank in "249" for suit in "♣♦♥♠"), "A♠"]
    all_cards = [*(f"{rank}{suit}" for rank in [*"23456789JQKA", "10"] for suit in "♣♦♥♠"), "Jk"]
    others = [card for card in all_cards if card not in [*hand, "3♣"]]
    bottoms, others = others[:16], others[16:]
    dealt = [card for pair in zip(hand, others, strict=False) for card in pair]
    game = load("ctsr", options={"hand-size": 13, "first-player": "dealer", "twos-link.at-most": None})
    state = game.start(2, 1, [*bottoms, *dealt, "3♣", *others[13:]])
    sets, calls, called_sets, links, pick_and_play = 3 * 15, 8, 2 * 14, 5, 1
    assert len(state.question.legal) == sets + 1 + calls + called_sets + links + pick_and_play
    for answer in ["link 2♣", "play 4♣", "link 2♦", "play 4♦", "link 2♥", "play 4♥", "link 2♠", "play 4♠", "link A♠"]:
        state = state.apply(answer)
        assert state.question.seat == 1
        assert len(state.question.legal) <= 88
    assert {move.text for move in state.question.legal if " 9♠" not in move.text} == {
        "play 9♣", "play 9♦", "play 9♥", "play 9♣ 9♦", "play 9♣ 9♥", "play 9♦ 9♥", "play 9♣ 9♦ 9♥"
    }  # fmt: skip


@pytest.mark.one_in(8)
@pytest.mark.proves("T12")
@pytest.mark.parametrize(
    ("game", "rules", "options"),
    [
        ("ctsr", [], {}),
        ("ctg", [], {"twos-link.at-most": None, "ace-switches.in-chain": True, "twos-link.off-joker": "to-a-counter"}),
        ("ruse", ["fours-are-even", "nines-are-odd"], {"twos-link.sets": False, "jokers": 2}),
        ("red-and-black", [], {"twos-link.off-joker": "to-a-counter", "ace-of-spades-wild.calls": "any-legal"}),
    ],
)
def test_something_can_follow_every_link(
    game: str, rules: list[str], options: dict[str, str | int | bool | None]
) -> None:
    random = Random(1)
    loaded = load(game, rules, options=options)
    linked = 0
    for seed in range(3):
        state = loaded.start(2, seed)
        for _ in range(400):
            if state.over:
                break
            moves = [move.text for move in state.question.legal]
            assert "play nothing" not in moves
            links = [move for move in moves if move.startswith("link ")]
            linked += bool(links)
            state = state.apply(random.choice(links or moves))
    assert linked > 20
