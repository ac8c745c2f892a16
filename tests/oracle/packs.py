"""Kinds of cards for written rulesets: the `deck` of each, its literals, and the words that it has no use for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pack:
    """Literals are by the hole of a form that they fill; a `digit` is a rank only where one is expected."""

    name: str
    deck: str  # the entries of `deck:` after `each`
    literals: dict[str, tuple[str, ...]]
    keys: tuple[str, ...]  # of the chart
    without: tuple[str, ...] = ()  # parts of forms about things that these cards don't have
    sections: str = ""  # of the frame
    document: str = ""  # the deck, if it isn't a shipped one
    guises: bool = False


FRENCH: dict[str, tuple[str, ...]] = {
    "letter": ("J", "A"), "digit": ("2", "3", "6"), "rankspan": ("2..4", "6..J", "J..A"),
    "suitliteral": ("♣", "♦", "♥", "♠"), "colourliteral": ("black", "red"),
    "face": ("2♣", "6♦", "J♥", "A♠", "3D", "J♠", "4♣", "A♥"),
}  # fmt: skip
FRENCH_KEYS = ("2", "J A", "3..5", "♥", "♣", "6♦", "A♠", "strong", "options.some-ranks")
RANKS = "ranks: [2..6, J, A]"

WORDS = """\
deck: seasons
title: Seasons
suits:
  spring: {letter: S, colour: green}
  autumn: {letter: A, colour: brown, name: fall}
  winter: {letter: W, colour: blue}
ranks: [1..5, frost, K: {name: king, letter: G, pips: 10}]
facts: {points: int, kind: [calm, wild], hot: bool, price: int or none}
cards:
  - {suits: all, ranks: 1..5, points: 1}
  - {suits: winter, ranks: frost, kind: wild, hot: true}
  - {suits: all, ranks: K, copies: 2, points: 5, price: 3}
  - {card: storm, name: the storm, copies: 2, points: 20, pips: 4}
named: "{suit}-{rank}"
"""

PEOPLE = """\
deck: people
title: People
ranks: [guard, priest, baron, 4, 5]
cards:
  - {ranks: guard, copies: 5}
  - {ranks: priest, copies: 4}
  - {ranks: baron, copies: 4}
  - {ranks: [4, 5], copies: 4}
"""

JOKERS = {**FRENCH, "face": (*FRENCH["face"], "Jk")}
ADDED = 'cards:\n  storm: {copies: 2, name: storm, pips: 4, text: It rains.}\n  gale: {copies: "1 + 0"}\n'

PACKS = (
    Pack("plain", f"pack: 52, ace: high, {RANKS}", FRENCH, FRENCH_KEYS),
    Pack("copies", f"pack: 52, copies: 1 + 1, ace: low, {RANKS}", {**FRENCH, "rankspan": ("2..4", "A..J")},
         FRENCH_KEYS),
    Pack("jokers", f"pack: 52, jokers: 3, ace: high, {RANKS}", JOKERS, (*FRENCH_KEYS, "Jk")),
    Pack("guises", f"pack: 52, jokers: 2, {RANKS}", JOKERS, FRENCH_KEYS, guises=True),
    Pack("suitless", f"pack: 52, use: c.rank != 5, {RANKS}", {**FRENCH, "face": (*FRENCH["face"], "storm", "gale")},
         (*FRENCH_KEYS, "storm"), sections=ADDED, without=("kept = {face}", "sure_card({face})")),
    Pack("words", "pack: seasons", {
        "letter": ("frost", "K"), "digit": ("1", "3", "5"), "rankspan": ("2..4", "1..3", "frost..K"),
        "suitliteral": ("spring", "autumn", "winter"), "colourliteral": ("green", "brown", "blue"),
        "face": ("winter-frost", '"winter-3"', '"spring-1"', '"autumn-5"', '"winter-K"', "storm")},
        ("1", "K frost", "3..5", "winter", "winter-3", "strong", "'\"storm\"'"), document=WORDS),
    Pack("no suits", "pack: people", {
        "letter": ("baron", "guard"), "digit": ("4", "5"), "rankspan": ("4..5", "guard..baron"),
        "face": ('"guard"', '"priest"', '"baron"')},
        ("guard", "priest baron", "4", "strong"), document=PEOPLE,
        without=("suit", "colour", "meld", "deadwood", "lay_off")),
)  # fmt: skip
