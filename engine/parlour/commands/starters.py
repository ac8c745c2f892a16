"""The first lines of a new rule, game, frame or deck, with comments about the parts that belong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from parlour.base.diagnostics import Diagnostic, has_errors
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

Starter = tuple[str | None, tuple[Diagnostic, ...]]
WIDTH = 96


def rule_starter(id: str, file: str, base: str, library: Library) -> Starter:
    composition, problems = compose(library, base)
    if composition is None:
        return None, problems
    frame = [d for d in composition.documents if d.kind == "frame"][-1]
    alone, problems = compose(library, frame.path)
    if alone is None:
        return None, problems
    games = [d.id for d in family(library, frame.id) if d.kind == "game"]
    lines = [
        f"rule: {id}",
        f"title: {title_of(id)}",
        f"for: {frame.id}",
        "text: Describe here in a sentence or two what the rule does.",
        "",
        *_powers(alone),
        *_permissions(alone),
        *moments(alone),
        *comment("Try it:"),
        f"#   parlour check {file}",
        f"#   parlour play {games[0] if games else 'GAME'} --with {file}",
    ]
    return "\n".join(lines) + "\n", ()


def game_starter(id: str, file: str, base: str, library: Library) -> Starter:
    composition, problems = compose(library, base)
    if composition is None:
        return None, problems
    used = {use.rule.id for use in composition.uses}
    lines = [
        f"game: {id}",
        f"title: {title_of(id)}",
        f"extends: {base}",
        *_players(composition),
        "",
        *_missing(composition),
        *_rules(composition, library, used),
        *_options(composition),
        *comment("Try it:"),
        f"#   parlour check {file}",
        f"#   parlour play {file}",
    ]
    return "\n".join(lines) + "\n", ()


def title_of(id: str) -> str:
    return capitalised(id.replace("-", " "))


def comment(text: str, indent: str = "") -> list[str]:
    return wrap(" ".join(text.split()), WIDTH, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}  ")


def columns(rows: Sequence[tuple[str, str]]) -> Iterable[str]:
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        yield f"#   {name:<{width}}  {text}".rstrip()


# ---------------------------------------------------------------- what a rule can be made of


def _powers(composition: Composition) -> list[str]:
    facets = composition.sections["facets"]
    if not facets:
        return []
    rows = [(facet.name, f"{string_at(facet.value, 'text')} {_takes(facet)}".strip()) for facet in facets]
    steps = next((facet.name for facet in facets if _takes(facet) == "(steps)"), None)
    example = f'{steps}: "nothing"' if steps else f"{facets[0].name}: …"
    return [
        *comment("Powers of cards. Under `powers:`, name a card or rank and one of these:"),
        *columns(rows),
        "# powers:",
        f"#   7: {{{example}}}",
        "",
    ]


def _permissions(composition: Composition) -> list[str]:
    headings = {member.name: member.key.value for member in composition.sections["may"]}
    for member in composition.sections["prompts"]:
        headings |= {name: heading for name, heading in _actions(member) if name not in headings}
    if not headings:
        return []
    return [
        *comment("Forbidden moves. Under `may:`, write when a move is forbidden, and why. The moves are:"),
        *comment(", ".join(headings.values()), indent="  "),
        "# may:",
        f"#   {next(iter(headings.values()))}:",
        '#     no-reason: {forbid: "false", says: why a player can\'t do that}',
        "",
    ]


def _actions(prompt: Member) -> Iterator[tuple[str, str]]:
    """Yield the name of each action that has its own permission, and its name with its parameters."""
    text = prompt.value.get("instead") if isinstance(prompt.value, Mapping) else prompt.value
    asked = parser.parse_actions(text, []) if isinstance(text, Scalar) else None
    player = prompt.key.value.partition("(")[2].rstrip(")").partition(",")[0]
    for item in asked.items if asked is not None else ():
        if isinstance(item, s.Action) and item.does is None:
            yield item.id, f"{item.id}({', '.join([player, *(slot.var for slot in item.slots)])})"


def moments(composition: Composition) -> list[str]:
    places = [m.key.value for section in ("stages", "procedures") for m in composition.sections[section]]
    if not places:
        return []
    return [
        *comment("Hooks at certain moments. Under `when:`, write `before`, `after` or `instead of`, and one of:"),
        *comment(", ".join(dict.fromkeys(places)), indent="  "),
        "# when:",
        f"#   after {places[-1]}: nothing",
        "",
    ]


def _takes(member: Member) -> str:
    takes = member.value.get("takes") if isinstance(member.value, Mapping) else None
    words = ", ".join(item.value for item in scalars(takes))
    return f"({words})" if words else ""


# ---------------------------------------------------------------- what a game can be made of


def _players(composition: Composition) -> list[str]:
    node = composition.players
    return [f"players: {node.span.text}"] if node is not None else ["players: 2..4"]


def _missing(composition: Composition) -> list[str]:
    if not composition.missing:
        return []
    lines = comment("You must define these before you can play the game:")
    return [*lines, *(f"#   {m.section}: {m.key.value}" for m in composition.missing), ""]


def _rules(composition: Composition, library: Library, used: set[str]) -> list[str]:
    frames = {d.id for d in composition.documents if d.kind == "frame"}
    rules: list[tuple[Document, str | None]] = []
    for listed in library.listed("rule"):
        document, problems = load(listed.path)
        if document is None or has_errors(problems) or listed.id in used:
            continue
        if not frames.isdisjoint(document.strings("for")):
            rules.append((document, listed.group))
    if not rules:
        return []
    rules.sort(key=lambda rule: (rule[1] or "", rule[0].id))
    rows = [(f"- {d.id}", f"# {d.title}" + (f" (one of: {group})" if group else "")) for d, group in rules]
    return [
        *comment("House rules for this game. Remove `# ` before `uses:` and before the rules that you want:"),
        "# uses:",
        *columns(rows),
        "",
    ]


def _options(composition: Composition) -> list[str]:
    rows = [(f"{name}: {_value(value_text(setting))}", f"# {string_at(setting.spec, 'text')}")
            for name, setting in options_by_name(composition).items()]  # fmt: skip
    return [*comment("Options and their current values:"), "# set:", *columns(rows), ""] if rows else []


def _value(text: str) -> str:
    return f"[{text}]" if "," in text else text


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
