"""The first lines of a new frame or deck, with comments about the parts that belong there."""

from __future__ import annotations

from parlour.commands.starters import Starter, columns, comment, moments, title_of
from parlour.documents.composition import Composition, Document
from parlour.documents.document import string_at
from parlour.library.library import Library
from parlour.mixing.compose import compose

_HEADS = ("deck", "title", "text", "credits", "status", "also-called")
_CARDS = """\
# Suits in their order. The letter names a suit in short: `7M` is the seven of moons.
suits:
  suns: {letter: S, colour: red}
  moons: {letter: M, colour: blue}

# Ranks from the lowest to the highest: numbers, ranges, capital letters and words.
ranks: [1..9, K: {name: king, pips: 10}]

# Values that rules read like a rank: `c.points`.
facts: {points: int}

# The cards, in each suit or without one. `copies` says how many there are of each.
cards:
  - {suits: all, ranks: 1..9}
  - {suits: all, ranks: K, points: 5}
  - {card: comet, copies: 2, points: 10}
"""

_TABLE = """\
# Places for cards. `hand(player)` is one for each player; `seen` says who sees the cards.
zones:
  hand(player): {{seen: owner, text: hand}}
  stock: {{ordered: true, text: draw pile}}
  pile: {{seen: everybody, ordered: true, text: discard pile}}

# The course of play, step by step. Here each player plays one card, and that is all.
stages:
  {stage}: |
    shuffle box into stock
    deal 5 from stock to each hand
    for p in players:
      ask act(p)

# Questions, and the actions that a player can choose from.
prompts:
  act(p): |
    "which card do you play?"
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
"""


def frame_starter(id: str, file: str, base: str, library: Library) -> Starter:
    """Return a frame that extends another one. If that lacks a stage, the new frame has one with a question."""
    composition, problems = compose(library, base)
    if composition is None:
        return None, problems
    stage = next((member.name for member in composition.missing if member.section == "stages"), None)
    lines = [f"frame: {id}", f"title: {title_of(id)}", f"extends: {base}"]
    lines += ["text: Describe here in a sentence or two how the game goes."]
    if composition.players is None:
        lines += ["players: 2..4"]
    if stage is not None:
        lines += [f"deck: {{pack: 52, each: {stage}}}", "", *_TABLE.format(stage=stage).splitlines()]
    lines += ["", *_variables(composition), *moments(composition)]
    lines += [*comment("Try it:"), f"#   parlour check {file}", *comment("A game that extends it can be played:")]
    lines += [f"#   parlour new game GAME --for {file}"]
    return "\n".join(lines) + "\n", ()


def deck_starter(id: str, file: str, base: str | None, library: Library) -> Starter:
    """Return a small deck, or one with the cards of another deck."""
    cards = _CARDS
    if base is not None:
        deck, problems = library.find(base, ("deck",))
        if deck is None:
            return None, problems
        cards = _sections(deck)
    lines = [f"deck: {id}", f"title: {title_of(id)}", "text: Describe the cards here in a sentence.", ""]
    lines += [*cards.splitlines(), "", *comment("Use it in a frame or a game:"), f"#   deck: {{pack: {id}}}"]
    lines += [*comment("Try it:"), f"#   parlour check {file}", f"#   parlour show {file}"]
    return "\n".join(lines) + "\n", ()


def _sections(deck: Document) -> str:
    """Return the sections of a deck about its cards, as its author wrote them."""
    starts = [entry.key.span.start for entry in deck.node.entries]
    ends = [*starts[1:], len(deck.source.text)]
    parts = zip(deck.node.entries, starts, ends, strict=True)
    return "".join(deck.source.text[start:end] for entry, start, end in parts if entry.key.value not in _HEADS)


def _variables(composition: Composition) -> list[str]:
    """Return comments with the variables of a frame and their texts."""
    found = [(member.key.value, string_at(member.value, "text")) for member in composition.sections["state"]]
    told = columns([each for each in found if each[1]])
    return [*comment("Variables that steps can set:"), *told, ""] if found else []
