"""The Shithead games allow exactly the plays in `legality/table.yaml`. We wrote the table from the text of the rules
alone. It has only examples of sets; the ledger covers the others. Cards of one rank go where one of them goes
(common.turn.like-cards), with a wild Ace too (card.A.wild.in-set). A link is transparent, so the same cards can follow
as without it (card.2.link.valueless)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour.game import Value, load
from parlour.states.state import State, Table
from scaffold.mixes import LIBRARY
from scaffold.yaml_files import strings_of

from .legality.claims import RANKS, TOPS, Claim, claims, rank
from .legality.tops import MADE, Lay, lying, made, make, offered

CLAIMS = list(claims())
LEDGER = Path(__file__).parents[1] / "ledger" / "shithead-cutthroat.yaml"


class Mix(NamedTuple):
    """A switch of the ledger as a mix."""

    options: Mapping[str, Value] = {}
    with_: Sequence[str] = ()
    without: Sequence[str] = ()


EVEN_ODD = ("fours-are-even", "nines-are-odd")
SWITCHES = {
    "even_odd.form=all": Mix(with_=EVEN_ODD),
    "even_odd.form=spades": Mix({f"{rule}.form": "called-spade" for rule in EVEN_ODD}, EVEN_ODD),
    "gambit.queens_joker=nullify": Mix({"queens-gambit.joker": "stops-it"}),
    "gambit.queens_x4=true": Mix({"queens-gambit.four-stops": True}),
    "joker.on_eight=false": Mix({"joker-forced-pickup.on-eight": False}),
    "joker.on_joker=false": Mix({"joker-forced-pickup.on-joker": False}),
    "jokers.count=2": Mix({"jokers": 2}),
    "link.off_joker=cjk_only": Mix({"twos-link.off-joker": "to-a-counter"}),
    "rb.cc=479K": Mix({"cancel-cards.cancels": "4♠ 7♠ 9♠ K♠ 4♥ 7♥ 9♥ K♥"}),
    "rb.cjk=one_rank_each": Mix({"counter-jokers.counters": "5♠ 5♥"}),
    "rb.cjk=spades_only": Mix({"counter-jokers.counters": "5♠ Q♠"}),
    "switch.ace_for_ace=always": Mix({"ace-switches.ace-for-ace": "always"}),
    "switch.ace_for_ace=never": Mix({"ace-switches.ace-for-ace": "never"}),
    "switch.beneath=listed_only": Mix({"ace-switches.beneath": "listed-only"}),
    "switch.escape=false": Mix({"ace-switches.escape": False}),
    "switch.set=last_play": Mix({"ace-switches.takes": "last-play"}),
    "switch.three_is_like=kings_only": Mix({"ace-switches.threes": "are-looked-past"}),
    "switch.three_is_like=true": Mix({"ace-switches.threes": "are-copies"}),
    "ten.on_eight=never": Mix({"eights-want-less.ten-on-eight": False}),
    "three.on_two=nothing": Mix({"threes-match.on-two": "nothing"}),
    "wild.in_sets=false": Mix({"ace-of-spades-wild.in-sets": False}),
    "wild.ranks=any_legal": Mix({"ace-of-spades-wild.calls": "any-legal"}),
    "wild.x4_block=false": Mix({"ace-of-spades-wild.blocks": False}),
    "x4.block=false": Mix(without=["x4-blocks"]),
}
WILD = {"ctsr": ["A♠"], "ctg": ["A♠"], "ruse": ["A♠"], "red-and-black": ["A♠", "A♥"]}
IN_ORDER = ("4", "5", "6", "7", "9", "J", "Q", "K")
OUT_OF_ORDER = ("2", "3", "8")  # A♠ may be called these in a variant only

# Plays that the table leaves out: gambits, and calling a spade even or odd.
NOT_CLAIMED = {"gambit-discard", "gambit-idle", "queens", "even", "odd"}


@cache
def table(tier: str, switches: tuple[str, ...]) -> Table:
    mixes = [SWITCHES[switch] for switch in switches]
    options = {name: value for mix in mixes for name, value in mix.options.items()}
    with_ = [rule for mix in mixes for rule in mix.with_]
    without = [rule for mix in mixes for rule in mix.without]
    return load(tier, with_, without, options, LIBRARY).table(2)


# ---------------------------------------------------------------- what is expected


def lays(action: str, cards: Iterable[str], called: str = "") -> Lay:
    return Lay(action, frozenset(cards), called)


def subsets(cards: Iterable[str], sizes: Iterable[int]) -> list[tuple[str, ...]]:
    cards = list(cards)
    return [found for size in sizes for found in combinations(cards, size)]


def plain(claim: Claim, hand: set[str]) -> set[Lay]:
    """Return plays, cancels and calls, which can also follow a link."""
    of_rank = {r: [card for card in hand if rank(card) == r] for r in RANKS}
    wild = [card for card in WILD.get(claim.tier, ()) if card in hand]
    found = {lays("play", cards) for r in claim.words("play") for cards in subsets(of_rank[r], range(1, 5))}
    found |= {lays("cancel", [card]) for card in claim.words("cancel") if card in hand}
    found |= {lays("cancel-as", [ace], rank(card)) for card in claim.words("cancel") for ace in wild}
    for ace in wild:
        for r in claim.words("call"):
            found.add(lays("call", [ace], r))
            if "wild.in_sets=false" not in claim.switches:
                found |= {lays("call-with", [ace, *cards], r) for cards in subsets(of_rank[r], range(1, 4))}
    return found


def answering(claim: Claim, hand: set[str]) -> set[Lay]:
    """Return counters and blocks. With A♠, three cards of a rank that it can be called can block."""
    callable_ = IN_ORDER + (OUT_OF_ORDER if "wild.ranks=any_legal" in claim.switches else ())
    found = {lays("counter", [card]) for card in claim.words("counter") if card in hand}
    for r in RANKS:
        cards = [card for card in hand if rank(card) == r]
        if "block" in claim.answers and len(cards) == 4:
            found.add(lays("block", cards))
        if "ace-block" in claim.answers and r in callable_ and "A♠" in hand:
            found |= {lays("block-as", ["A♠", *three], r) for three in subsets(cards, [3])}
    return found


def switching(claim: Claim, hand: set[str]) -> set[Lay]:
    aces = [card for card in hand if rank(card) == "A"]
    return {lays("switch", cards) for size in claim.words("switch") for cards in subsets(aces, [int(size)])}


# ---------------------------------------------------------------- what the machine says


def laid(claim: Claim, state: State) -> set[Lay]:
    """Return the offers in the words of the table: a Joker that answers is a counter."""
    found = {lay for lay in offered(state) if lay.cards and lay.action not in NOT_CLAIMED}
    answers = {lays("stop-it", ["Jk"])} | ({lays("play", ["Jk"])} if TOPS[claim.top].pickup_waits else set())
    return {lays("counter", ["Jk"]) if lay in answers else lay for lay in found}


def compared(expected: set[Lay], found: set[Lay]) -> list[str]:
    missing = [f"allowed by the table, but not offered: {lay}" for lay in expected - found]
    return sorted(missing) + sorted(f"offered, but not allowed by the table: {lay}" for lay in found - expected)


@pytest.mark.one_in(48)
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_what_may_be_laid_is_what_the_table_allows(claim: Claim) -> None:
    named = {card for key in ("cancel", "counter", "link", "together", "apart") for card in claim.words(key)}
    colours = claim.tier == "red-and-black"
    state, hand = made(table(claim.tier, claim.switches), claim.top, claim.tier == "sh", colours, named)
    found = laid(claim, state)
    links = {lay for lay in found if lay.action == "link"}
    told = compared(plain(claim, hand) | answering(claim, hand) | switching(claim, hand), found - links)
    sets = {lay.cards for lay in found}
    together, apart = frozenset(claim.words("together")), frozenset(claim.words("apart"))
    if together and together <= hand and together not in sets:
        told.append(f"allowed by the table, but not offered together: {' '.join(together)}")
    if apart and apart in sets:
        told.append(f"offered together, but not allowed by the table: {' '.join(apart)}")
    told += linked(claim, state, hand, links)
    assert not told, "\n".join(told)


def linked(claim: Claim, state: State, hand: set[str], links: set[Lay]) -> list[str]:
    """A wild Ace can link where a 2 can, which the table leaves out."""
    twos = {lays("link", [card]) for card in hand if rank(card) == "2" and "link" in claim.answers}
    wild = {lays("link", [card]) for card in WILD.get(claim.tier, ())} if twos else set()
    told = compared(twos, links - wild)
    if not told and twos:
        two = min(twos, key=str)
        rest = hand - two.cards
        counters = {lay for lay in answering(claim, rest) if lay.action == "counter"}
        found = laid(claim, make(state, two))
        told = [f"after {two}: {line}" for line in compared(plain(claim, rest) | counters, found)]
        (card,) = claim.words("link")
        if card in rest and card not in {card for lay in found for card in lay.cards}:
            told.append(f"after {two}: {card} can't follow")
    return told


def test_the_table_is_read_as_it_is_meant() -> None:
    """Compare some rows with copies that we filled in by hand."""
    rows = {str(claim): claim.answers for claim in CLAIMS}
    assert rows["cts three-on-eight"] == {
        "play": "2 3 4 5 6 7 8 Jk", "cancel": "4♠ 7♠ 9♠ K♠", "together": "7♠ 7♥", "apart": "K♠ K♥"
    }  # fmt: skip
    assert rows["cts pending-ten"] == {"cancel": "4♠ 7♠ 9♠ K♠", "apart": "4♠ 4♦"}
    assert rows["red-and-black pending-joker"] == {"counter": "5♠ Q♠ 5♥ Q♥ Jk", "apart": "5♠ 5♣"}
    assert rows["ctsr even_odd.form=all called-four"] == {
        "play": "2 4 6 8 10 A", "cancel": "4♠ 7♠ 9♠ K♠", "link": "6♣"
    }  # fmt: skip
    assert "ct three-on-six" not in rows
    assert "sh three-on-six" in rows


def test_the_table_names_rules_of_the_ledger() -> None:
    rules = strings_of(LEDGER)["rules"]
    assert [entry for claim in CLAIMS for entry in claim.proves if entry not in rules] == []


@pytest.mark.parametrize("name", MADE)
def test_a_top_from_which_cards_went_lies_as_the_table_says(name: str) -> None:
    switches = next(claim.switches for claim in CLAIMS if claim.tier == "ctg" and claim.top == name)
    state, hand = made(table("ctg", switches), name, False, False, ())
    assert sorted(lying(state, "deck")) == sorted(card for play in TOPS[name].deck for card, _ in play)
    assert set(TOPS[name].cleared) <= set(lying(state, "out")) - hand
