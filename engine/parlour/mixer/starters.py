"""The first lines of a new rule, game, frame or deck, with comments about the parts that belong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import Template
from textwrap import wrap

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import capitalised
from parlour.documents.composition import Composition, Document, Member, scalars
from parlour.documents.document import Mapping, Scalar, node_at, string_at
from parlour.documents.prose import options_by_name, value_text
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.mixing.smallest import family

STARTERS = Path(__file__).parent / "starters"
WIDTH = 96


def starter(what: str, id: str, file: str, base: str | None, library: Library) -> str:
    """Return the first lines of a rule, a game or a frame for another ruleset, or of a deck."""
    own = {"id": id, "title": capitalised(id.replace("-", " ")), "file": file, "base": base or ""}
    if what == "deck":
        return _filled("deck", own | {"cards": _cards(base, library)})
    assert base is not None, "only a deck can do without"
    composition = _composed(base, library)
    if what == "rule":
        composition = _composed(composition.frame.path, library)
    return _filled(what, own | _parts(composition, library))


def _filled(name: str, values: dict[str, str]) -> str:
    """Return one of the texts in `starters`, with these values."""
    return Template((STARTERS / f"{name}.txt").read_text(encoding="utf-8")).substitute(values)


def _parts(composition: Composition, library: Library) -> dict[str, str]:
    """Return all parts. A frame that lacks a stage gets one with a question."""
    frame, players = composition.frame, composition.players
    games = [document.id for document in family(library, frame.id) if document.kind == "game"]
    stages = [member.name for member in composition.missing if member.section == "stages"]
    return {
        "frame": frame.id,
        "game": games[0] if games else "GAME",
        "players": players.span.text if players is not None else "2..4",
        "seats": "" if players is not None else "players: 2..4\n",
        "table": _filled("table", {"stage": stages[0]}) if stages else "",
        "powers": _powers(composition),
        "permissions": _permissions(composition),
        "moments": _moments(composition),
        "missing": _missing(composition),
        "rules": _rules(composition, library),
        "options": _options(composition),
        "variables": _variables(composition),
    }


def _cards(base: str | None, library: Library) -> str:
    """Return a few suits and cards, or those of another deck."""
    if base is None:
        return _filled("cards", {})
    deck, problems = library.find(base, ("deck",))
    if deck is None:
        raise RulesetError(problems)
    return f"{_sections(deck).rstrip()}\n"


def _composed(base: str | Path, library: Library) -> Composition:
    composition, problems = compose(library, base)
    if composition is None:
        raise RulesetError(problems)
    return composition


# ---------------------------------------------------------------- comments about the parts


def _part(name: str, rows: str, **more: str) -> str:
    """Return a comment about a part, or nothing if there are no rows to list."""
    return _filled(name, {"rows": rows, **more}) if rows else ""


def _wrapped(words: Iterable[str]) -> str:
    return "\n".join(wrap(", ".join(words), WIDTH, initial_indent="#   ", subsequent_indent="#     "))


def _columns(rows: Sequence[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join(f"#   {name:<{width}}  {text}".rstrip() for name, text in rows)


def _powers(composition: Composition) -> str:
    facets = composition.sections["facets"]
    rows = [(facet.name, f"{string_at(facet.value, 'text')} {_takes(facet)}".strip()) for facet in facets]
    steps = next((f'{facet.name}: "nothing"' for facet in facets if _takes(facet) == "(steps)"), None)
    return _part("powers", _columns(rows), first=steps or "".join(f"{facet.name}: …" for facet in facets[:1]))


def _permissions(composition: Composition) -> str:
    headings = {member.name: member.key.value for member in composition.sections["may"]}
    for member in composition.sections["prompts"]:
        headings |= {name: heading for name, heading in _actions(member) if name not in headings}
    return _part("permissions", _wrapped(headings.values()), first=next(iter(headings.values()), ""))


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
    return _part("moments", _wrapped(dict.fromkeys(places)), last="".join(places[-1:]))


def _takes(member: Member) -> str:
    takes = node_at(member.value, "takes")
    words = ", ".join(item.value for item in scalars(takes))
    return f"({words})" if words else ""


def _missing(composition: Composition) -> str:
    rows = [f"#   {member.section}: {member.key.value}" for member in composition.missing]
    return _part("missing", "\n".join(rows))


def _rules(composition: Composition, library: Library) -> str:
    used = {use.rule.id for use in composition.uses}
    rules = [rule for rule in library.rules_for(frame.id for frame in composition.frames) if rule.id not in used]
    groups = {rule.id: "".join(rule.strings("group")) for rule in rules}
    rules.sort(key=lambda rule: (groups[rule.id], rule.id))
    remarks = {id: f" (one of: {group})" if group else "" for id, group in groups.items()}
    return _part("rules", _columns([(f"- {rule.id}", f"# {rule.title}{remarks[rule.id]}") for rule in rules]))


def _options(composition: Composition) -> str:
    values = [(name, value_text(setting), setting) for name, setting in options_by_name(composition).items()]
    rows = [(f"{n}: {f'[{v}]' if ',' in v else v}", f"# {string_at(of.spec, 'text')}") for n, v, of in values]
    return _part("options", _columns(rows))


def _variables(composition: Composition) -> str:
    """Return comments with the variables of a frame and their texts."""
    variables = [(member.key.value, string_at(member.value, "text")) for member in composition.sections["state"]]
    rows = _columns([(name, text) for name, text in variables if text])
    return _filled("variables", {"rows": f"{rows}\n" if rows else ""}) if variables else ""


_HEADS = ("deck", "title", "text", "credits", "status", "also-called")


def _sections(deck: Document) -> str:
    """Return the sections of a deck about its cards, as its author wrote them."""
    starts = [entry.key.span.start for entry in deck.node.entries]
    ends = [*starts[1:], len(deck.source.text)]
    parts = zip(deck.node.entries, starts, ends, strict=True)
    return "".join(deck.source.text[start:end] for entry, start, end in parts if entry.key.value not in _HEADS)
