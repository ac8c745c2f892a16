"""The constructs that docs/language.md documents, and how often play meets each of them.

`documented` reads them where they are written down: the nodes and words of the grammar, the keys of the schema, and the
functions, names, fields, types and keys of the page. `Counted` is the oracle that counts what it evaluates, by the
kinds of cards, zones and keys.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_type_hints

from oracle.mix import Hook, Offer
from oracle.places import Action, Move, Place, Steps
from oracle.play import Play
from oracle.texts import Piece
from oracle.things import Card, Colour, Face, Guised, Player, Rank, Record, Side, Sides, Span, Suit, Zone
from oracle.values import Scope
from parlour.documents.composition import Composition
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.lang import syntax as s

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = (ROOT / "engine/parlour/lang/grammar.lark").read_text("utf-8")
PAGE = (ROOT / "docs/language.md").read_text("utf-8")
SCHEMA = json.loads((ROOT / "schema/ruleset.schema.json").read_text("utf-8"))

# Fields of nodes that hold a word, with the rules of the grammar that list these words.
WORDS = {
    ("Is", "what"): "state", ("Quantified", "kind"): "quantifier", ("Total", "kind"): "total_kind",
    ("Each", "order"): "extreme", ("Assign", "op"): "assign_op", ("Move", "face"): "face",
    ("Switch", "state"): "switched", ("Seats", "kind"): "seats_kind", ("Binary", "op"): "compare",
}  # fmt: skip
OTHER_WORDS = {
    ("Binary", "op"): ("or", "and", "+", "-", "*", "//", "mod", "&", "in", "not in"), ("Is", "what"): ("cards",),
    ("Slot", "form"): ("each", "groups", "melds", "runs", "double runs", "triple runs", "guises", "faces", "places",
                       "sets"),
    ("Move", "end"): ("bottom",),
}  # fmt: skip

# The operators of each type (sections 3 and 5).
SETS = ("cards", "zone", "players", "sides", "ranks", "suits", "colours")
MEMBERS = ("card", "player", "side", "rank", "suit", "colour")
PAIRS = {
    **dict.fromkeys(("==", "!="), ("bool", "number", "word", "record", *MEMBERS, *SETS)),
    **dict.fromkeys(("<", "<=", ">", ">="), ("number", "rank")),
    **dict.fromkeys(("+", "-", "&"), SETS), **dict.fromkeys(("*", "//", "mod"), ("number",)),
    **dict.fromkeys(("in", "not in"), ("number", "word", *MEMBERS)),
    **dict.fromkeys(("is empty", "is not empty"), (*SETS, "log")),
    **dict.fromkeys(("has cards", "has no cards"), ("cards", "zone")),
    **dict.fromkeys(("is none", "is some"), ("none", "number", *MEMBERS)),
    **dict.fromkeys(("any", "all", "no", "count", "sum", "most", "least"),
                    (*SETS, "numbers", "words", "log", "seats", "sets of cards")),
    **dict.fromkeys(("those", "the"), (*SETS, "seats")), "for": (*SETS, "numbers", "words", "log", "seats"),
    **dict.fromkeys(("those with most", "those with least"), SETS),
    "=": ("bool", "number", "word", "record", "zone", "none", *MEMBERS, *(x for x in SETS if x != "zone")),
    **dict.fromkeys(("+=", "-="), ("number", *(x for x in SETS if x != "zone"))),
    **dict.fromkeys((".first", ".size"), (*SETS,)), "if": ("bool", "number", *MEMBERS, *SETS),
}  # fmt: skip

# What has no effect on the play of a mix: words for people, tests, and the choices of bots.
SILENT = re.compile(
    r"key (title|text|credits|status|also-called|topics|sheet|chart|part|examples|policy|because|"
    r"advises|advises-against|excludes|shows|in)\b|.*\.(text|words|says|shown|also-called|values|sorted-by|shows)\b|"
    r"key deck document: (title|text|credits|status|also-called)"
)

# What the schema has in general, but no ruleset can say: logs and clauses of facets have no owner or original.
IMPOSSIBLE = re.compile(r"key logs\..*seen (owner|partners|opponents|side|others)|key facets\..*clauses\.\*\.instead")


# ---------------------------------------------------------------- what is documented


def documented() -> set[str]:
    return {
        label
        for label in (*_syntax(), *_page(), *_keys(SCHEMA, ""))
        if not SILENT.match(label) and not IMPOSSIBLE.match(label)
    }


def _nodes() -> Iterator[type]:
    """Yield the classes of expressions, steps and actions, and of their parts."""
    for name in s.__all__ if hasattr(s, "__all__") else dir(s):
        thing = getattr(s, name)
        if isinstance(thing, type) and issubclass(thing, s.Node) and thing not in (s.Node, s.Expr):
            yield thing


@cache
def _parts(kind: type) -> dict[str, bool]:
    """Return the parts of a node that can be absent (True), and those that are a word of the grammar."""
    parts: dict[str, bool] = {}
    for name, hint in get_type_hints(kind).items():
        if (kind.__name__, name) in {**WORDS, **OTHER_WORDS}:
            parts[name] = False
        elif not name.endswith("span") and ("None" in str(hint) or hint is bool) and kind is not s.Truth:
            parts[name] = True
    return parts


def _syntax() -> Iterator[str]:
    for kind in _nodes():
        if kind.__name__ in ("Heading", "HookHeading", "Odds", "Param", "TypeName", "Actions"):
            continue  # headings are keys, and `Counted` notes hooks and actions by themselves
        yield kind.__name__
        for name, optional in _parts(kind).items():
            place = kind.__name__, name
            words = (
                [*OTHER_WORDS.get(place, ()), *_words(WORDS[place])] if place in WORDS else OTHER_WORDS.get(place, ())
            )
            yield from [f"{kind.__name__}.{name}"] if optional else (f"{kind.__name__}.{name} {word}" for word in words)
    for when in ("before", "after", "instead of"):
        yield from (f"hook {when} a {kind}" for kind in ("procedure", "stage", "prompt"))
    for op, kinds in PAIRS.items():
        yield from (f"{op} × {kind}" for kind in kinds)


def _words(rule: str) -> list[str]:
    line = re.search(rf"^!{rule}: (.*)$", GRAMMAR, re.MULTILINE)
    assert line, rule
    return re.findall(r'"([^"]+)"', line[1])


def _section(heading: str) -> str:
    return PAGE.partition(f"\n### {heading}\n")[2].partition("\n#")[0]


def _page() -> Iterator[str]:
    always = _section("Names and functions that always exist")
    names = always[always.index("Names:") : always.index("| function")]
    yield from (f"name {name}" for name in re.findall(r"`([a-z-]+)`", names) if name != "options")
    for row in re.findall(r"^\| (`.*?) \|", always, re.MULTILINE):
        yield from (f"function {name}" for name in re.findall(r"`(\w+)\(", row))
    for line in re.findall(r"^- of a (card|zone|set): (.*?)(?=^-|\Z)", _section("Fields"), re.MULTILINE | re.DOTALL):
        yield from (f"field {line[0]}.{name}" for name in re.findall(r"`(\w+)`", line[1]))
    types = PAGE[PAGE.index("| type | values |") :].partition("\n\n")[0]
    for row in re.findall(r"^\| (`.*?) \|", types, re.MULTILINE):
        yield from (f"type {name}" for name in re.findall(r"`([a-z]+)`", row))
    yield from ("key " + kind for kind in ("player", "side", "rank", "suit", "number", "word"))


def _resolved(schema: dict[str, object]) -> dict[str, object]:
    while "$ref" in schema:
        schema = SCHEMA["$defs"][str(schema["$ref"]).removeprefix("#/$defs/")]
    return schema


def _keys(schema: dict[str, object], path: str, node: Node | None = None, whole: bool = True) -> Iterator[str]:
    """Yield the keys of a schema, or those that a document has, with the words that they can have."""
    if not path:
        for kind, name in (("frame", ""), ("rule", ""), ("game", ""), ("deck-document", "deck document: ")):
            if whole:
                yield from _keys(SCHEMA["$defs"][kind], f"key {name}")
        if not whole:
            assert isinstance(node, Mapping)
            kind = node.entries[0].key.value
            yield from _keys(SCHEMA["$defs"]["deck-document" if kind == "deck" else kind],
                             "key deck document: " if kind == "deck" else "key ", node, False)  # fmt: skip
        return
    schema = _resolved(schema)
    here = path.rstrip(".")
    for word in schema.get("enum", ()):
        if whole or (isinstance(node, Scalar) and node.value == word):
            yield f"{here} {word}"
    if "items" in schema:
        for item in [None] if whole else node.items if isinstance(node, Sequence) else []:
            yield from _keys(schema["items"], path, item, whole)
        if not whole and isinstance(node, Scalar):  # one word instead of a list
            yield from _keys(schema["items"], path, node, whole)
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    if whole:
        for key, of in known.items():
            yield f"{path}{key}"
            if key != "with":
                yield from _keys(of, f"{path}{key}.")
        if isinstance(others, dict):
            yield from _keys(others, f"{path}*.")
    elif isinstance(node, Mapping):
        for entry in node.entries:
            key = entry.key.value
            if key in known:
                yield f"{path}{key}"
            if path == "key " and key == "with":
                for inner in entry.value.entries:
                    yield from _keys({"properties": SCHEMA["$defs"]["rule"]["properties"]}, path, inner.value, False)
            elif key in known or isinstance(others, dict):
                yield from _keys(known.get(key, others), f"{path}{key if key in known else '*'}.", entry.value, False)


# ---------------------------------------------------------------- what is met


@cache
def _labels(kind: type) -> tuple[str, dict[str, bool]]:
    return kind.__name__, _parts(kind)


def labels(node: object) -> Iterator[str]:
    """Yield the constructs of one node."""
    name, parts = _labels(type(node))
    yield name
    for part, optional in parts.items():
        value = getattr(node, part)
        if not optional:
            yield f"{name}.{part} {value}"
        elif value is not None and value is not False and value != ():
            yield f"{name}.{part}"


def kind_of(value: object) -> str:
    """Return the type of a value, as the columns of the table call it."""
    match value:
        case None:
            return "none"
        case bool():
            return "bool"
        case int():
            return "number"
        case str():
            return "word"
        case Zone():
            return "zone"
        case Sides():
            return "sides"
        case tuple():
            return "seats"
        case list():
            return "log"
        case Span(low, _):
            return "ranks" if isinstance(low, Rank) else "numbers"
        case frozenset():
            member = next(iter(value), None)
            return {"number": "numbers", "none": "nothing"}.get(kind_of(member), f"{kind_of(member)}s")
    kinds = {Card: "card", Face: "card", Guised: "card", Player: "player", Side: "side", Rank: "rank", Suit: "suit",
             Colour: "colour", Record: "record"}  # fmt: skip
    return kinds[type(value)]


def zone_columns(zone: Zone, kinds: tuple[str, ...]) -> tuple[str, ...]:
    form = "columns" if zone.columns is not None else "pile" if zone.ordered else "set"
    return f"zone: {form}", f"zone: {'keyed' if kinds else 'shared'}", *(f"key: {_key(kind)}" for kind in kinds)


def _key(kind: str) -> str:
    return kind if kind in ("player", "side", "rank", "suit", "number") else "word"


PIECES = (s.Each, s.SetsAmong, s.FieldValue, s.Naming, s.Slot, s.Chance)


def _pieces(node: object) -> Iterator[object]:
    """Yield a node and the parts of it that aren't expressions."""
    yield node
    for part in s.parts(node):
        if isinstance(part, PIECES):
            yield from _pieces(part)


def _types(composition: Composition) -> Iterator[str]:
    for section in ("state", "marks", "options"):
        for member in composition.sections[section]:
            node = member.value.get("type") if isinstance(member.value, Mapping) else None
            if isinstance(node, Scalar):
                yield f"type {node.value.partition(' ')[0]}"


class Counted(Play):
    """The oracle, counting each construct that it evaluates: in all, and by the zones and keys that it is about."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        self.met: Counter[tuple[str, str]] = Counter()
        self.run: set[str] = set()  # the procedures, stages and prompts that have run
        self._open: list[list[object]] = [[]]  # the values of the parts of each node that is being evaluated
        self._known: dict[int, tuple[str, ...]] = {}
        super().__init__(composition, players, seed)
        for document in composition.documents:
            if document.id != "table":
                self._count(_keys(SCHEMA, "", document.node, whole=False))
        if not composition.deck.node.get("suits") or composition.deck.id == "seasons":
            self._count(_keys(SCHEMA, "", composition.deck.node, whole=False))
        self._count(_types(composition))

    def _count(self, labels: Iterable[str], columns: Iterable[str] = ()) -> None:
        for label in labels:
            for column in ("all", *columns):
                self.met[label, column] += 1

    def _note(self, node: object, values: list[object], value: object = None) -> None:
        if id(node) not in self._known:
            self._known[id(node)] = tuple(label for piece in _pieces(node) for label in labels(piece))
        zones = [v for v in (*values, value) if isinstance(v, Zone)]
        columns = {c for zone in zones for c in zone_columns(zone, self.state.key_kinds.get(zone.name, ()))}
        if isinstance(node, s.Call) and node.name in self.state.variable_types:
            columns |= {f"key: {_key(kind)}" for kind in self.state.key_kinds[node.name]}
        self._count((*self._known[id(node)], *self._uses(node, values, value)), columns)

    def _uses(self, node: object, values: list[object], value: object) -> Iterator[str]:
        """Yield the functions and fields of a node, and its operator with the type that it is used for."""
        first = kind_of(values[0]) if values else "log"
        match node:
            case s.Call(_, name) if name not in (
                *self.mix.functions,
                *self.state.zone_names,
                *self.state.variable_types,
            ):
                yield f"function {name}"
            case s.Call(_, name):
                kinds = self.state.key_kinds.get(name, ())
                yield from (f"key {_key(kind)}" for kind in kinds)
            case s.Field(_, _, name):
                yield f"field {first if first in ('card', 'zone') else 'set'}.{name}"
                yield f".{name} × {first}"
            case s.Binary(_, op):
                yield f"{op} × {kind_of(values[1]) if first in ('none', 'nothing') and len(values) > 1 else first}"
            case s.Is(_, _, "none" | "some" as what):
                yield f"is {what} × {first}"
            case s.Is(_, _, "cards", negated):
                yield f"has {'no ' * negated}cards × {first}"
            case s.Is(_, _, what, negated):
                yield f"is {'not ' * negated}{what} × {first}"
            case s.Quantified(_, op, each) | s.Total(_, op, _, each):
                whole = "sets of cards" if isinstance(each.domain, s.SetsAmong) else first
                yield f"{op} × {whole}"
                if each.order is not None:
                    yield f"{op} with {each.order} × {whole}"
            case s.For():
                yield f"for × {first}"
            case s.Assign(_, _, "+=" | "-=" as op) if first in MEMBERS:
                yield f"{op} × {first}s"
            case s.Assign(_, _, op):
                yield f"{op} × {first}"
            case s.Choice():
                yield f"if × {kind_of(value)}"

    # ------------------------------------------------------------ where play meets them

    def value(self, node: object, scope: Scope) -> object:
        values: list[object] = []
        self._open.append(values)
        try:
            value = super().value(node, scope)
        finally:
            self._open.pop()
        self._open[-1].append(value)
        self._note(node, values, value)
        return value

    def named(self, name: str, scope: Scope) -> object:
        if scope.home(name) is None:
            self._count([f"name {name}"])
        return super().named(name, scope)

    def step(self, step: object, place: Place) -> Steps:
        values: list[object] = []
        self._open.append(values)
        try:
            yield from super().step(step, place)
        finally:
            if values in self._open:
                self._open.remove(values)
            self._note(step, values)

    def pieces(self, template: s.Template, scope: Scope, typed: bool = False, blank: bool = False) -> list[Piece]:
        self._count(
            label for part in (template, *template.parts) if not isinstance(part, str) for label in labels(part)
        )
        return super().pieces(template, scope, typed, blank)

    def _choices(self, player: Player, action: Action) -> tuple[list[Move], list[Move]]:
        self._note(action.node, [])
        return super()._choices(player, action)

    def _expanded(self, offer: Offer, place: Place) -> list[Action]:
        if isinstance(offer.item, s.Include):
            self._count(labels(offer.item))
        return super()._expanded(offer, place)

    def routine(self, name: str, args: list[object]) -> Steps:
        self.run.add(name)
        return super().routine(name, args)

    def _ask_prompt(self, name: str, args: list[object]) -> Steps:
        wording = self.mix.prompts[name].wording
        if wording is not None:
            self._count(labels(wording.tree))
        return super()._ask_prompt(name, args)

    def _worded(self, actions: s.Actions, place: Place, player: Player) -> object:
        if actions.wording is not None:
            self._count(labels(actions.wording))
        return super()._worded(actions, place, player)

    def _applies(self, hook: Hook, args: list[object]) -> bool:
        applies = super()._applies(hook, args)
        if applies:
            kind = self.mix.routines[hook.target].kind if hook.target in self.mix.routines else "prompt"
            self._count([f"hook {hook.when} a {kind}"])
        return applies
