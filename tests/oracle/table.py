"""The table of a mix for a number of players (docs/language.md, section 4): its cards, zones, variables and options."""

from collections.abc import Iterator
from itertools import product

from oracle.decks import Deck
from oracle.mix import Mix, Part, audience, params, parsed, scalar, word
from oracle.state import MarkKind, State
from oracle.texts import Texts
from oracle.things import Player, Record, Sides, Span, Zone
from oracle.values import Scope
from parlour.documents.composition import Composition, Member, OptionSetting, scalars
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.lang import parser
from parlour.lang import syntax as s

EACH = {"player": "players", "side": "sides", "rank": "ranks", "suit": "suits"}


class Table(Texts):
    """Lays out the table, and evaluates what documents declare about it."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        self.mix = Mix(composition)
        self.mark_types: dict[str, object] = {}
        self.log_types: dict[str, object] = {}
        self.composition = composition
        self.deck = Deck(composition)
        self.state = state = State(players, self._sides(composition, players), seed)
        state.ranks = self.deck.ranks
        state.frames = {d.id for d in composition.documents if d.kind != "rule"}
        state.switchable = {rule: set() for rule in composition.switchable}
        state.needs = self._needs()
        self.class_names = frozenset(m.name for m in composition.sections["classes"])
        state.words = {m.name: self._words(m.value) for m in composition.sections["types"]}
        state.words["ending"] = ("undecided", *(m.name for m in composition.sections["endings"]))
        state.word_lists = [*state.words.values(), *self._lists_in_place()]
        self.lifetimes: dict[str, str] = {}  # the stage that resets a variable or a log
        self.starts: dict[str, tuple[Member, object]] = {}
        if composition.switchable:
            state.words["rules"] = tuple(composition.switchable)
            on = frozenset(rule for rule, starts in composition.switchable.items() if starts)
            state.variables["in-force", ()] = on
            state.variable_types["in-force"] = "rules"
        for (document, name), setting in composition.options.items():
            state.options[document, name] = self._option(setting)
        state.pack = self.deck.pack(self._of_deck)
        self._declare_zones()
        self._declare_records()
        self._declare_variables()

    def _of_deck(self, member: Member, text: Scalar, names: dict[str, object]) -> object:
        return self.constant(text, Scope(Part(None, (), member.document), names))

    def constant(self, text: Scalar, scope: Scope) -> object:
        return self.value(parsed(parser.parse_expression, text), scope)

    def of(self, member: Member) -> Scope:
        return Scope(Part(None, (), member.document, member.only_with))

    @staticmethod
    def _words(node: Node | None) -> tuple[str, ...]:
        return tuple(item.value for item in scalars(node.get("is") if isinstance(node, Mapping) else node))

    def _lists_in_place(self) -> Iterator[tuple[str, ...]]:
        """Yield the lists of words that are the type of an option, a variable, a mark or a field of a record."""
        for section in ("options", "state", "marks"):
            for member in self.composition.sections[section]:
                yield self._words(member.value.get("type") if isinstance(member.value, Mapping) else None)
        for member in self.composition.sections["records"]:
            for entry in member.value.entries if isinstance(member.value, Mapping) else ():
                yield self._words(entry.value.get("type") if isinstance(entry.value, Mapping) else entry.value)

    @staticmethod
    def _sides(composition: Composition, players: int) -> list[tuple[int, ...]]:
        node = composition.single("sides")
        if isinstance(node, Mapping):
            node = node.get(str(players))
        if isinstance(node, Sequence):
            return [tuple(int(seat.value) for seat in scalars(side)) for side in node.items]
        return [(seat,) for seat in range(1, players + 1)]

    def _needs(self) -> dict[str, set[str]]:
        """Return for each rule of the mix the rules that must be on for it to hold."""
        rules = {use.rule.id: use.rule for use in self.composition.uses}
        groups = {group.value: id for id, rule in rules.items() for group in scalars(rule.node.get("group"))}
        needs: dict[str, set[str]] = {}
        for id in rules:
            waiting, all_ = [id], set[str]()
            while waiting:
                rule = waiting.pop()
                if rule in all_ or rule not in rules:
                    continue
                all_.add(rule)
                for item in scalars(rules[rule].node.get("needs")):
                    group = item.value.removeprefix("one of ")
                    waiting.append(item.value if group == item.value else groups.get(group, group))
            needs[id] = all_
        return needs

    def _option(self, setting: OptionSetting) -> object:
        kind, value = setting.type.kind, setting.value
        if kind in ("ranks", "suits", "cards", "rank", "suit") and value is not None:
            scope = Scope(Part(None, (), setting.document))
            members = [
                member
                for text in scalars(value)
                for tree in parsed(parser.parse_selector, text)
                for member in self._members_of(self.selected(tree, scope))
            ]
            whole = frozenset(self.as_rank(m) if kind.startswith("rank") else m for m in members)
            return whole if kind.endswith("s") else next(iter(whole))
        return value

    # ------------------------------------------------------------ types

    def type_at(self, node: Node | None) -> s.TypeName | str:
        if isinstance(node, Scalar):
            return parsed(parser.parse_type, node)
        return "word"

    def default(self, node: Node | None) -> object:
        """Return the first value of a variable, field or mark that has no other."""
        if isinstance(node, Sequence):
            return self._words(node)[0]
        type_ = self.type_at(node)
        if isinstance(type_, str) or type_.optional:
            return None
        match type_.name:
            case "bool":
                return False
            case "int":
                return 0
            case "player":
                return Player(1)
            case "side":
                return self.state.sides[0]
            case "rank":
                return self.deck.ranks[0]
            case "suit":
                return self.deck.suits[0] if self.deck.suits else None
            case "colour":
                return self.deck.colours[0]
            case "card":
                return self.state.pack[0] if self.state.pack else None
            case "zone":
                return self.state.zones.get(("box", ()))
            case name if name in self.state.records:
                return Record(name, tuple((n, d) for n, (_, d) in self.state.records[name].items()))
            case name if name in self.state.words:
                return self.state.words[name][0]
        return Sides() if type_.name == "sides" else frozenset()

    def _declare_records(self) -> None:
        for member in self.composition.sections["records"]:
            fields: dict[str, tuple[object, object]] = {}
            for entry in member.value.entries if isinstance(member.value, Mapping) else ():
                node = entry.value.get("type") if isinstance(entry.value, Mapping) else entry.value
                said, type_ = scalar(entry.value, "default"), self.type_at(node)
                default = self.default(node) if said is None else self.fit(self.constant(said, self.of(member)), type_)
                fields[entry.key.value] = type_, default
            self.state.records[member.name] = fields

    # ------------------------------------------------------------ zones and variables

    def keys(self, head: s.Heading, member: Member) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
        """Return the kinds of the keys of a zone or variable, and all combinations of keys."""
        kinds: list[str] = []
        ranges: list[list[object]] = []
        for param in params(head):
            if param.numbers is not None:
                kinds.append("number")
                span = self.value(param.numbers, self.of(member))
                assert isinstance(span, Span)
                ranges.append(self.spread(span))
                continue
            kind = param.name if param.name in EACH or param.name in self.state.words else str(self.mix.type_of(param))
            kinds.append(kind)
            match kind:
                case "player":
                    ranges.append(list(self.state.players))
                case "side":
                    ranges.append(list(self.state.sides))
                case "rank":
                    ranges.append(list(self.deck.ranks))
                case "suit":
                    ranges.append(list(self.deck.suits))
                case _:
                    ranges.append(list(self.state.words[kind]))
        return tuple(kinds), list(product(*ranges))

    def _declare_zones(self) -> None:
        state = self.state
        state.key_kinds = {"box": ()}
        state.zone_names.add("box")
        state.zones["box", ()] = Zone("box", (), 0, True, None, None, False, counted=(), places=list(state.pack))
        place = 1
        for member in self.composition.sections["zones"]:
            head = self.mix.heading(member.key)
            kinds, keys = self.keys(head, member)
            state.key_kinds[head.name] = kinds
            state.zone_names.add(head.name)
            ordered, turns = word(member.value, "ordered") == "true", word(member.value, "turns") == "true"
            columns, room = scalar(member.value, "columns"), scalar(member.value, "room")
            width = None if columns is None else self.constant(columns, self.of(member))
            limit = None if room is None else self.constant(room, self.of(member))
            seen, counted = audience(member.value, "seen", "nobody"), audience(member.value, "counted", "everybody")
            leader = word(member.value, "led-by") or None
            never = scalar(member.value, "never-empty")
            if never is not None:
                state.never_empty[head.name] = never.value
            for key in keys:
                zone = Zone(head.name, key, place, ordered, width, limit, turns, seen, counted, leader)
                zone.places = [None] * (width or 0)
                state.zones[head.name, key] = zone
                place += 1

    def _declare_variables(self) -> None:
        state = self.state
        for member in self.composition.sections["marks"]:
            inside = frozenset(
                item.value
                for item in scalars(member.value.get("inside") if isinstance(member.value, Mapping) else None)
            )
            said = scalar(member.value, "default")
            node = member.value.get("type") if isinstance(member.value, Mapping) else None
            default = (
                self.default(node)
                if said is None
                else self.fit(self.constant(said, self.of(member)), self.type_at(node))
            )
            seen = audience(member.value, "seen")
            state.marks[member.name] = MarkKind(inside, default, word(member.value, "guise") == "true", seen)
            self.mark_types[member.name] = self.type_at(node)
        state.variables["ending", ()] = "undecided"
        state.variable_types["ending"] = "word"
        for member in self.composition.sections["state"]:
            head = self.mix.heading(member.key)
            kinds, keys = self.keys(head, member)
            node = member.value.get("type") if isinstance(member.value, Mapping) else None
            state.key_kinds[head.name] = kinds
            state.variable_types[head.name] = self.type_at(node)
            state.audiences[head.name] = audience(member.value, "seen", "nobody")
            self.starts[head.name] = member, keys
            stage = word(member.value, "each")
            if stage:
                self.lifetimes[head.name] = stage
            self.reset_variable(head.name)
        for member in self.composition.sections["logs"]:
            state.logs[member.name] = []
            state.audiences[member.name] = audience(member.value, "seen", "nobody")
            room = scalar(member.value, "room")
            assert room is not None
            state.log_rooms[member.name] = int(self.constant(room, self.of(member)))
            self.log_types[member.name] = self.type_at(
                member.value.get("of") if isinstance(member.value, Mapping) else None
            )
            stage = word(member.value, "each")
            if stage:
                self.lifetimes[member.name] = stage

    def reset_variable(self, name: str) -> None:
        if name in self.state.logs:
            self.state.logs[name].clear()
            return
        member, keys = self.starts[name]
        node = member.value.get("type") if isinstance(member.value, Mapping) else None
        said = scalar(member.value, "starts")
        value = (
            self.default(node) if said is None else self.fit(self.constant(said, self.of(member)), self.type_at(node))
        )
        for key in keys:
            self.state.variables[name, key] = value

    # ------------------------------------------------------------ classes and melds

    def class_of(self, name: str) -> frozenset[object]:
        """Return the members of a class: those that documents add, without those that they remove."""
        added, removed = set[object](), set[object]()
        for member in self.composition.sections["classes"]:
            if member.name != name or not self.state.holds(member.document.id, member.only_with):
                continue
            node = member.value
            parts = (
                {"adds": node}
                if not isinstance(node, Mapping)
                else {k: node.get(k) for k in ("starts", "adds", "removes")}
            )
            for key, part in parts.items():
                members = self._selection(part, member)
                (removed if key == "removes" else added).update(members)
        return frozenset(added - removed)

    def _selection(self, node: Node | None, member: Member) -> list[object]:
        found: list[object] = []
        for text in scalars(node):
            for tree in parsed(parser.parse_selector, text):
                value = self.selected(tree, self.of(member))
                found += self._members_of(value)
        return found

    def _members_of(self, value: object) -> list[object]:
        """Return what a selector names: ranks, suits or faces."""
        return [self.as_rank(m) if isinstance(m, int) else m for m in self.as_set(value)]

    def melding_rules(self) -> dict[str, object]:
        parts = {m.name: m for m in self.composition.sections["melding"]}

        def number(key: str, default: object) -> object:
            member = parts.get(key)
            return default if member is None else self.constant(member.value, self.of(member))

        def about(key: str, default: object) -> object:
            member = parts.get(key)
            if member is None:
                return lambda card: default
            tree = parsed(parser.parse_expression, member.value)
            return lambda card: self.value(tree, Scope(Part(None, (), member.document), {"c": card.face}))

        return {
            "sets": number("sets", 3), "runs": number("runs", 3), "corner": number("corner", False),
            "twins": number("twins", False), "most-wild": number("most-wild", 2),
            "worth": about("worth", 1), "wild": about("wild", False),
        }  # fmt: skip
