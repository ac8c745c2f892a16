"""The members of a mix as syntax trees (docs/language.md, section 2): merged, with their order and their conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from parlour.documents.composition import Composition, Document, Member, scalars, text_node
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.lang import parser
from parlour.lang import syntax as s


def parsed(parse: Callable[..., object], text: object) -> object:
    problems: list[object] = []
    tree = parse(text, problems)
    assert not problems, problems
    return tree


def scalar(node: Node | None, key: str) -> Scalar | None:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) else None


def word(node: Node | None, key: str, default: str = "") -> str:
    value = scalar(node, key)
    return default if value is None else value.value


def audience(node: Node | None, key: str, *default: str) -> tuple[str, ...]:
    """Return the words for the players who see something."""
    listed = node.get(key) if isinstance(node, Mapping) else None
    return tuple(item.value for item in scalars(listed)) or default


def params(head: s.Heading | None) -> tuple[s.Param, ...]:
    return () if head is None or head.params is None else head.params


@dataclass(frozen=True, eq=False)
class Part:
    """An expression or steps of one document, with the names of the parameters there."""

    tree: object
    names: tuple[str, ...]
    document: Document
    only_with: str | None = None


@dataclass(frozen=True, eq=False)
class Routine:
    """A procedure, a stage or a prompt: the types of its parameters, and its layers, the outermost replacement last."""

    name: str
    kind: str
    types: tuple[s.TypeName | str, ...]
    names: tuple[str, ...]
    layers: tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Hook:
    when: str
    target: str
    steps: Part
    test: Part | None
    power: Power | None
    earlier: tuple[str, ...]
    later: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Power:
    """One cell of the chart: these cards have this value of this facet."""

    facet: Mapping
    kind: str  # may, function, before, after
    target: str
    by: Part
    keys: tuple[s.Expr, ...]
    document: Document
    only_with: str | None
    text: Scalar


@dataclass(frozen=True, eq=False)
class Clause:
    id: str
    name: str
    group: str
    allow: bool
    test: Part
    despite: tuple[str, ...]
    stuck: bool
    power: Power | None
    value: Part | None  # what `value` means in the clause of a facet
    unless: tuple[Part, ...] = ()  # clauses that replace this one while their rules are on


@dataclass(frozen=True, eq=False)
class Case:
    when: Part | None
    value: Part
    union: bool
    narrowness: int
    power: Power | None
    over: tuple[str, ...]


class Mix:
    """All members of a composition, read once."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.sections = composition.sections
        self.types: dict[str, str] = {}
        for member in self.sections["names"]:
            for name in member.key.value.replace(",", " ").split():
                self.types[name] = member.value.value
        self.functions = {m.name: m for m in self.sections["functions"] if not _is_case(m)}
        self.routines: dict[str, Routine] = {}
        for section in ("procedures", "stages"):
            for member in self.sections[section]:
                self.routines[member.name] = self._routine(section[:-1], member)
        self.powers = list(self._powers())
        self.hooks = list(self._hooks())
        self.prompts = {name: self._prompt(name) for name in {m.name for m in self.sections["prompts"]}}
        self.permissions = {m.name for m in self.sections["may"]} | {
            power.target for power in self.powers if power.kind == "may"
        }
        self.clauses = {name: self._clauses(name) for name in self.permissions}
        self.misplays = {m.name: self.part(parser.parse_statements, m.value, m) for m in self.sections["misplay"]}
        self.cases = {name: self._cases(name) for name in self.functions}

    # ------------------------------------------------------------ headings

    def heading(self, key: Scalar) -> s.Heading:
        return parsed(parser.parse_heading, key)

    def type_of(self, param: s.Param) -> s.TypeName | str:
        return self.types.get(param.name, param.name) if param.type is None else param.type

    def part(self, parse: Callable[..., object], text: Scalar, member: Member, head: s.Heading | None = None) -> Part:
        names = tuple(p.name for p in params(head or self.heading(member.key)))
        return Part(parsed(parse, text), names, member.document, member.only_with)

    def _routine(self, kind: str, member: Member) -> Routine:
        head = self.heading(member.key)
        layers = tuple(
            self.part(parser.parse_statements, text, layer)
            for layer in (*member.over, member)
            if (text := text_node(layer)) is not None
        )
        types = tuple(map(self.type_of, params(head)))
        return Routine(member.name, kind, types, tuple(p.name for p in params(head)), layers)

    # ------------------------------------------------------------ powers and facets

    def _powers(self) -> Iterator[Power]:
        facets = {member.name: member for member in self.sections["facets"]}
        for member in self.sections["powers"]:
            keys = parsed(parser.parse_selector, member.key)
            for entry in member.value.entries if isinstance(member.value, Mapping) else ():
                facet = facets[entry.key.value]
                node = facet.value
                assert isinstance(node, Mapping)
                assert isinstance(entry.value, Scalar)
                kind = next(k for k in ("may", "function", "after", "before") if node.get(k) is not None)
                target = scalar(node, kind)
                by = scalar(node, "by")
                assert target is not None
                assert by is not None
                head = self.heading(target)
                part = self.part(parser.parse_expression, by, facet, head)
                yield Power(node, kind, head.name, part, keys, member.document, member.only_with, entry.value)

    def own(self, power: Power, parse: Callable[..., object]) -> Part:
        """Return the value of a power: an expression or steps with the parameters of its facet."""
        tree = parsed(parse, power.text)
        return Part(tree, power.by.names, power.document, power.only_with)

    # ------------------------------------------------------------ hooks

    def _hooks(self) -> Iterator[Hook]:
        for member in self.sections["when"]:
            head = parsed(parser.parse_hook_heading, member.key)
            assert isinstance(head, s.HookHeading)
            for node in member.value.items if isinstance(member.value, Sequence) else (member.value,):
                text = node if isinstance(node, Scalar) else scalar(node, "do")
                condition = scalar(node, "if")
                assert text is not None
                names = tuple(p.name for p in params(head.target)) or self._names(head.target)
                steps = Part(parsed(parser.parse_statements, text), names, member.document, member.only_with)
                test = (
                    None
                    if condition is None
                    else Part(parsed(parser.parse_expression, condition), names, member.document, member.only_with)
                )
                earlier, later = (
                    tuple(i.value for i in scalars(node.get(key) if isinstance(node, Mapping) else None))
                    for key in ("earlier-than", "later-than")
                )
                yield Hook(head.when, head.target.name, steps, test, None, earlier, later)
        for power in self.powers:
            if power.kind in ("before", "after"):
                yield Hook(power.kind, power.target, self.own(power, parser.parse_statements), None, power, (), ())

    def _names(self, target: s.Heading) -> tuple[str, ...]:
        """Return the declared names of the parameters, for a heading without any."""
        if target.name in self.routines:
            return self.routines[target.name].names
        for member in self.sections["prompts"]:
            if member.name == target.name:
                return tuple(p.name for p in params(self.heading(member.key)))
        return ()

    def hooks_of(self, name: str, when: str) -> list[Hook]:
        """Return the hooks of one moment in their order."""
        waiting = [hook for hook in self.hooks if hook.target == name and hook.when == when]
        ordered: list[Hook] = []
        while waiting:
            first = next(
                (h for h in waiting if not any(_before(other, h) for other in waiting if other is not h)), waiting[0]
            )
            waiting.remove(first)
            ordered.append(first)
        return ordered

    # ------------------------------------------------------------ questions

    def _prompt(self, name: str) -> Prompt:
        mine = [m for m in self.sections["prompts"] if m.name == name]
        mine.sort(key=lambda m: not isinstance(m.value, Mapping))  # a replaced question comes first: others add to it
        prompt = Prompt(name, tuple(map(self.type_of, params(self.heading(mine[0].key)))))
        replacing: list[Offer] = []
        for member in mine:
            text = text_node(member)
            if text is None:
                continue
            part = self.part(parser.parse_actions, text, member)
            actions = part.tree
            assert isinstance(actions, s.Actions)
            if actions.wording is not None and (prompt.wording is None or actions.wording.instead):
                prompt.wording = Part(actions.wording, part.names, member.document)
            if actions.otherwise is not None and prompt.otherwise is None:
                prompt.otherwise = Part(actions.otherwise, part.names, member.document)
            for item in actions.items:
                offer = Offer(item, part)
                (replacing if isinstance(item, s.Action) and item.instead else prompt.offers).append(offer)
        for offer in sorted(replacing, key=lambda o: o.part.document.kind == "game"):
            old = [o for o in prompt.offers if isinstance(o.item, s.Action) and o.item.id == offer.item.id]
            at = prompt.offers.index(old[0])
            switched = offer.part.document.id in self.composition.switchable
            for one in old:
                prompt.offers.remove(one)
            prompt.offers[at:at] = [
                *([Offer(o.item, o.part, (*o.unless, offer.part)) for o in old] if switched else []),
                offer,
            ]
        return prompt

    # ------------------------------------------------------------ permissions

    def _clauses(self, permission: str) -> list[Clause]:
        clauses: list[Clause] = []

        def add(
            key: Scalar, node: Mapping, document: Document, names: Part, power: Power | None, value: Part | None
        ) -> None:
            forbid, allow = scalar(node, "forbid"), scalar(node, "allow")
            text = allow if allow is not None else forbid
            assert text is not None
            id = key.value if document.kind == "frame" else f"{document.id}.{key.value}"
            test = Part(parsed(parser.parse_expression, text), names.names, names.document, names.only_with)
            despite = tuple(item.value for item in scalars(node.get("despite")))
            stuck = word(node, "unless-stuck") == "true"
            clause = Clause(id, key.value, word(node, "group"), allow is not None, test, despite, stuck, power, value)
            same = [c for c in clauses if c.name == key.value]
            if node.get("instead") is not None and same:
                old = same[0]
                at = clauses.index(old)
                clauses[at] = clause
                if document.id in self.composition.switchable:
                    clauses.insert(at, Clause(**{**vars_of(old), "unless": (*old.unless, names)}))
            else:
                clauses.append(clause)

        for member in self.sections["may"]:
            if member.name == permission and isinstance(member.value, Mapping):
                names = Part(
                    None, tuple(p.name for p in params(self.heading(member.key))), member.document, member.only_with
                )
                for entry in member.value.entries:
                    if isinstance(entry.value, Mapping):
                        add(entry.key, entry.value, member.document, names, None, None)
        for power in self.powers:
            if power.kind != "may" or power.target != permission:
                continue
            kinds, listed = power.facet.get("clauses"), power.facet.get("takes")
            assert isinstance(kinds, Mapping)
            value = None if isinstance(listed, Sequence) else self.own(power, parser.parse_expression)
            for entry in kinds.entries:
                if isinstance(listed, Sequence) and entry.key.value != power.text.value:
                    continue
                assert isinstance(entry.value, Mapping)
                names = Part(None, power.by.names, power.by.document, power.only_with)
                add(entry.key, entry.value, power.document, names, power, value)
        return clauses

    # ------------------------------------------------------------ functions

    def _cases(self, name: str) -> list[Case]:
        """Return the cases of a function, those that take precedence last, then what is united with its value."""
        cases: list[Case] = []
        for member in self.sections["functions"]:
            if member.name == name and _is_case(member):
                when, is_, union = (scalar(member.value, key) for key in ("when", "is", "union"))
                text = union or is_
                assert text is not None
                test = None if when is None else self.part(parser.parse_expression, when, member)
                value = self.part(parser.parse_expression, text, member)
                over = tuple(
                    i.value for i in scalars(member.value.get("over") if isinstance(member.value, Mapping) else None)
                )
                cases.append(Case(test, value, union is not None, 9, None, over))
        for power in self.powers:
            if power.kind == "function" and power.target == name:
                cases.append(Case(None, self.own(power, parser.parse_expression), False, 0, power, ()))
        return cases


def vars_of(clause: Clause) -> dict[str, object]:
    return {name: getattr(clause, name) for name in Clause.__dataclass_fields__}


@dataclass(frozen=True, eq=False)
class Offer:
    """An action of a question, or an included question, with the parameters of the document that offers it."""

    item: s.Action | s.Include
    part: Part
    unless: tuple[Part, ...] = ()
    asked: str | None = None  # the name of the player who answers a question without a name


class Prompt:
    """A question: what all documents together say of it."""

    def __init__(self, name: str, types: tuple[s.TypeName | str, ...]) -> None:
        self.name = name
        self.types = types
        self.offers: list[Offer] = []
        self.wording: Part | None = None
        self.otherwise: Part | None = None


def _is_case(member: Member) -> bool:
    return isinstance(member.value, Mapping) and member.value.get("instead") is None


def _before(one: Hook, other: Hook) -> bool:
    return other.steps.document.id in one.earlier or one.steps.document.id in other.later
