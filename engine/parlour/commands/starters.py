"""The first lines of a new rule, game, frame or deck, with comments about the parts that belong there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.base.printable import capitalised
from parlour.checking.smallest import family
from parlour.documents.composition import Composition, Document, Member, scalars
from parlour.documents.document import Mapping, Scalar, string_at
from parlour.documents.prose import options_by_name, value_text
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compose import compose

WIDTH = 96


def rule_starter(id: str, file: str, base: str, library: Library) -> str:
    frame = _composed(base, library).frame
    alone = _composed(frame.path, library)
    games = [d.id for d in family(library, frame.id) if d.kind == "game"]
    return f"""\
rule: {id}
title: {_title(id)}
for: {frame.id}
text: Describe here in a sentence or two what the rule does.

{_powers(alone)}{_permissions(alone)}{_moments(alone)}\
# Try it:
#   parlour check {file}
#   parlour play {games[0] if games else "GAME"} --with {file}
"""


def game_starter(id: str, file: str, base: str, library: Library) -> str:
    composition = _composed(base, library)
    players = composition.players
    return f"""\
game: {id}
title: {_title(id)}
extends: {base}
players: {players.span.text if players is not None else "2..4"}

{_missing(composition)}{_rules(composition, library)}{_options(composition)}\
# Try it:
#   parlour check {file}
#   parlour play {file}
"""


def frame_starter(id: str, file: str, base: str, library: Library) -> str:
    """Return a frame that extends another one. If that lacks a stage, the new frame has one with a question."""
    composition = _composed(base, library)
    stage = next((member.name for member in composition.missing if member.section == "stages"), None)
    return f"""\
frame: {id}
title: {_title(id)}
extends: {base}
text: Describe here in a sentence or two how the game goes.
{"players: 2..4" + chr(10) if composition.players is None else ""}\
{_TABLE.format(stage=stage) if stage is not None else ""}
{_variables(composition)}{_moments(composition)}\
# Try it:
#   parlour check {file}
# A game that extends it can be played:
#   parlour new game GAME --for {file}
"""


def deck_starter(id: str, file: str, base: str | None, library: Library) -> str:
    """Return a small deck, or one with the cards of another deck."""
    deck, problems = library.find(base, ("deck",)) if base is not None else (None, ())
    if base is not None and deck is None:
        raise RulesetError(problems)
    return f"""\
deck: {id}
title: {_title(id)}
text: Describe the cards here in a sentence.

{(_CARDS if deck is None else _sections(deck)).rstrip()}

# Use it in a frame or a game:
#   deck: {{pack: {id}}}
# Try it:
#   parlour check {file}
#   parlour show {file}
"""


def _title(id: str) -> str:
    return capitalised(id.replace("-", " "))


def _composed(base: str | Path, library: Library) -> Composition:
    composition, problems = compose(library, base)
    if composition is None:
        raise RulesetError(problems)
    return composition


# ---------------------------------------------------------------- comments about the parts


def _comment(text: str, indent: str = "") -> str:
    return "\n".join(wrap(text, WIDTH, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}  "))


def _columns(rows: Sequence[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join(f"#   {name:<{width}}  {text}".rstrip() for name, text in rows)


def _powers(composition: Composition) -> str:
    facets = composition.sections["facets"]
    if not facets:
        return ""
    rows = [(facet.name, f"{string_at(facet.value, 'text')} {_takes(facet)}".strip()) for facet in facets]
    steps = next((facet.name for facet in facets if _takes(facet) == "(steps)"), None)
    return f"""\
# Powers of cards. Under `powers:`, name a card or rank and one of these:
{_columns(rows)}
# powers:
#   7: {{{f'{steps}: "nothing"' if steps else f"{facets[0].name}: …"}}}

"""


def _permissions(composition: Composition) -> str:
    headings = {member.name: member.key.value for member in composition.sections["may"]}
    for member in composition.sections["prompts"]:
        headings |= {name: heading for name, heading in _actions(member) if name not in headings}
    if not headings:
        return ""
    return f"""\
# Forbidden moves. Under `may:`, write when a move is forbidden, and why. The moves are:
{_comment(", ".join(headings.values()), indent="  ")}
# may:
#   {next(iter(headings.values()))}:
#     no-reason: {{forbid: "false", says: why a player can't do that}}

"""


def _actions(prompt: Member) -> Iterator[tuple[str, str]]:
    """Yield the name of each action that has its own permission, and its name with its parameters."""
    text = prompt.value.get("instead") if isinstance(prompt.value, Mapping) else prompt.value
    asked = parser.parse_actions(text, []) if isinstance(text, Scalar) else None
    player = prompt.key.value.partition("(")[2].rstrip(")").partition(",")[0]
    for item in asked.items if asked is not None else ():
        if isinstance(item, s.Action) and item.does is None:
            yield item.id, f"{item.id}({', '.join([player, *(slot.var for slot in item.slots)])})"


def _moments(composition: Composition) -> str:
    places = [m.key.value for section in ("stages", "procedures") for m in composition.sections[section]]
    if not places:
        return ""
    return f"""\
{_comment("Hooks at certain moments. Under `when:`, write `before`, `after` or `instead of`, and one of:")}
{_comment(", ".join(dict.fromkeys(places)), indent="  ")}
# when:
#   after {places[-1]}: nothing

"""


def _takes(member: Member) -> str:
    takes = member.value.get("takes") if isinstance(member.value, Mapping) else None
    words = ", ".join(item.value for item in scalars(takes))
    return f"({words})" if words else ""


def _missing(composition: Composition) -> str:
    missing = [f"#   {m.section}: {m.key.value}\n" for m in composition.missing]
    return "".join(["# You must define these before you can play the game:\n", *missing, "\n"]) if missing else ""


def _rules(composition: Composition, library: Library) -> str:
    used = {use.rule.id for use in composition.uses}
    frames = {frame.id for frame in composition.frames}
    rules: list[tuple[Document, str | None]] = []
    for listed in library.listed("rule"):
        document, problems = load(listed.path)
        if document is None or has_errors(problems) or listed.id in used:
            continue
        if not frames.isdisjoint(document.strings("for")):
            rules.append((document, listed.group))
    if not rules:
        return ""
    rules.sort(key=lambda rule: (rule[1] or "", rule[0].id))
    rows = [(f"- {d.id}", f"# {d.title}" + (f" (one of: {group})" if group else "")) for d, group in rules]
    return f"""\
{_comment("House rules for this game. Remove `# ` before `uses:` and before the rules that you want:")}
# uses:
{_columns(rows)}

"""


def _options(composition: Composition) -> str:
    values = {name: (value_text(setting), setting) for name, setting in options_by_name(composition).items()}
    rows = [
        (f"{name}: {f'[{value}]' if ',' in value else value}", f"# {string_at(setting.spec, 'text')}")
        for name, (value, setting) in values.items()
    ]
    return f"# Options and their current values:\n# set:\n{_columns(rows)}\n\n" if rows else ""


def _variables(composition: Composition) -> str:
    """Return comments with the variables of a frame and their texts."""
    variables = [(member.key.value, string_at(member.value, "text")) for member in composition.sections["state"]]
    rows = [(name, text) for name, text in variables if text]
    table = f"{_columns(rows)}\n" if rows else ""
    return f"# Variables that steps can set:\n{table}\n" if variables else ""


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
deck: {{pack: 52, each: {stage}}}

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


def _sections(deck: Document) -> str:
    """Return the sections of a deck about its cards, as its author wrote them."""
    starts = [entry.key.span.start for entry in deck.node.entries]
    ends = [*starts[1:], len(deck.source.text)]
    parts = zip(deck.node.entries, starts, ends, strict=True)
    return "".join(deck.source.text[start:end] for entry, start, end in parts if entry.key.value not in _HEADS)
