"""`given:` as a position: cards where they are said to lie, variables as they are said to be, the rest by seed.

What is left out stays empty and at its starting value. Only one zone takes the cards that are left over
(`rest:`); where nothing is said, it is the one ordered zone that nobody sees, if there is exactly one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour import document as doc
from parlour import program as p
from parlour.diagnostics import Diagnostic, did_you_mean, listing
from parlour.document import Node
from parlour.examples.names import CardWord, MalformedError, Names, Word, ZoneKey, one_word, whole_number, words
from parlour.machine.layout import BOX, RANDOM, Instance, Layout, zero_of
from parlour.machine.positions import Position, PositionError
from parlour.machine.random import seed_state, shuffle
from parlour.machine.state import State, Table
from parlour.source import Span

RESERVED = ("to move", "rest", "out", "direction")
ASPECTS = ("top", "has", "size", "up")
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}


@dataclass
class _Lying:
    """What is said of one zone."""

    name: str
    instance: Instance
    exact: list[CardWord] | None = None
    top: list[CardWord] = field(default_factory=list)  # from the top down
    has: list[CardWord] = field(default_factory=list)
    up: list[CardWord] = field(default_factory=list)
    size: int | None = None
    span: Span | None = None  # of the size, or of the cards

    @property
    def named(self) -> list[CardWord]:
        """From bottom to top, or as they come."""
        return [*(self.exact or ()), *self.has, *reversed(self.top)]


class Given:
    """One `given:` at one table, read and laid out."""

    def __init__(self, table: Table, names: Names, node: doc.Mapping, seed: int) -> None:
        self.table = table
        self.names = names
        self.layout: Layout = names.layout
        self.node = node
        self.seed = seed
        self.problems: list[Diagnostic] = []
        self.lying: dict[int, _Lying] = {}
        self.values: list[tuple[int, tuple[int, ...], int]] = []
        self.marks: list[tuple[int, CardWord, int]] = []
        self.to_move: list[Word] | None = None
        self.rest: Instance | None = None
        self.rest_said: Span | None = None
        self.out = 0
        self.out_span: Span | None = None
        self.direction = 1
        self.direction_span: Span | None = None

    def state(self) -> State | None:
        """The state at the first question; nothing when there are problems."""
        for entry in self.node.entries:
            try:
                self._read(entry)
            except MalformedError as error:
                self.problems.append(error.diagnostic)
        if self.problems:
            return None
        try:
            position = self._position()
        except MalformedError as error:
            self.problems.append(error.diagnostic)
            return None
        mover = self.names.seat(self.to_move[0]) if self.to_move else 0
        return State(self.table, position.go(mover))

    # ------------------------------------------------------------ reading

    def _read(self, entry: doc.Entry) -> None:
        said, node = " ".join(entry.key.value.split()), entry.value
        marks = [mark.name for mark in self.layout.program.marks]
        if said == "to move":
            self.to_move = words(node)
        elif said == "rest":
            self.rest_said = entry.key.span
            self.rest = self._rest(node)
        elif said == "out":
            self.out_span = node.span
            for word in words(node):
                self.out |= 1 << self.names.seat(word)
        elif said == "direction":
            self.direction_span = node.span
            self.direction = direction(node)
        elif said in marks:
            self._marks(marks.index(said), node)
        elif said == "ending":
            self.values.append((self.layout.program.ending, (), self.names.ending(node)))
        else:
            key = self.names.key(entry.key, ASPECTS, (*RESERVED, *marks))
            if isinstance(key, ZoneKey):
                self._zone(key, entry)
            else:
                zero = zero_of(self.layout.program, key.type)
                self.values.append((key.variable, key.keys, self.names.value(key.type, node, zero)))

    def _rest(self, node: Node) -> Instance | None:
        said = words(node)
        name = " ".join(word.text for word in said)
        if name == "none":
            return None
        if name not in self.names.zones:
            help = did_you_mean(name, self.names.zones)
            raise MalformedError("the zone that takes the cards left over is wanted here", node.span, help)
        return self.names.zones[name]

    def _marks(self, mark: int, node: Node) -> None:
        if not isinstance(node, doc.Mapping):
            name = self.layout.program.marks[mark].name
            raise MalformedError("cards and their marks are wanted here", node.span, f"write `{name}: {{A♣: …}}`")
        for entry in node.entries:
            cards = self.names.cards(entry.key)
            if len(cards) != 1 or cards[0].face is None:
                raise MalformedError("a card is wanted here", entry.key.span)
            self.marks.append((mark, cards[0], self._mark_value(mark, entry.value)))

    def _mark_value(self, mark: int, node: Node) -> int:
        if self.layout.program.marks[mark].guise:
            word = one_word(node, "a card")
            return p.NONE if word.text == "none" else self.names.face(word, in_pack=False)
        return self.names.value(self.layout.program.marks[mark].type, node)

    def _zone(self, key: ZoneKey, entry: doc.Entry) -> None:
        lying = self.lying.setdefault(key.instance.number, _Lying(key.name, key.instance))
        if key.aspect == "size":
            lying.size = whole_number(entry.value, "a number of cards")
            lying.span = entry.value.span
            return
        cards = self.names.cards(entry.value)
        lying.span = lying.span or entry.value.span
        if key.instance.form != "columns" or key.aspect:
            for card in cards:
                if card.face is None:
                    raise MalformedError(f"`{key.name}` has no columns that could be empty", card.span)
        if key.aspect == "up":
            lying.up = cards
        elif key.aspect == "top":
            lying.top = cards
        elif key.aspect == "has":
            lying.has = cards
        else:
            lying.exact = cards
        if lying.exact is not None and (lying.top or lying.has):
            message = f"`{key.name}` says all that lies there; say nothing more, or leave it out"
            raise MalformedError(message, entry.key.span)

    # ------------------------------------------------------------ laying out

    def _position(self) -> Position:
        resume = self._resume()
        position = Position(self.table.machine, resume, self.seed)
        identities = self._identities()
        state = seed_state(self.seed)
        left = [c for c in position.left() if c not in {card for cards in identities.values() for card in cards}]
        state = shuffle(left, state)
        position.cells[RANDOM] = state
        rest = self._rest_zone()
        for number, i in enumerate(self.layout.instances):
            lying = self.lying.get(number)
            if lying is None and i is not rest:
                continue
            lying = lying or _Lying("", i)
            named = identities.get(number, [])
            filling = self._filling(lying, len(named), len(left), i is rest)
            under, left = left[:filling], left[filling:]
            self._lay(position, lying, named, under)
        for variable, keys, value in self.values:
            position.set(variable, keys, value)
        for mark, card, value in self.marks:
            for identity in self._laid(card, identities):
                position.mark(mark, identity, value)
        self._seats(position)
        return position

    def _identities(self) -> dict[int, list[int]]:
        """For each zone the cards that are named there. A card can lie in one place only."""
        pack = self.layout.pack
        free = {face: list(pack.cards_of_face(face)) for face in range(len(pack.of_face))}
        first: dict[int, CardWord] = {}
        found: dict[int, list[int]] = {}
        for number, lying in self.lying.items():
            found[number] = []
            for card in lying.named:
                if card.face is None:
                    continue
                if not free[card.face]:
                    name, copies = pack.face_name(card.face), len(pack.cards_of_face(card.face))
                    often = "once" if copies == 1 else f"{copies} times"
                    other = first[card.face].span
                    message = f"{name} can't lie here too (see line {other.line}): the pack has it {often}"
                    raise MalformedError(message, card.span)
                first.setdefault(card.face, card)
                found[number].append(free[card.face].pop(0))
        return found

    def _laid(self, card: CardWord, identities: dict[int, list[int]]) -> list[int]:
        """The cards of a face that were laid out by name; all copies of them."""
        of_face = self.layout.pack.cards_of_face(card.face) if card.face is not None else ()
        found = [c for cards in identities.values() for c in cards if c in of_face]
        if not found:
            raise MalformedError(f"{card.text} has not been laid anywhere by name", card.span)
        return found

    def _rest_zone(self) -> Instance | None:
        if self.rest_said is None:
            hidden = [
                i
                for i in self.layout.instances
                if i.number != BOX and i.form == "row" and self.layout.program.zones[i.zone].seen == "nobody"
            ]
            if len(hidden) != 1 or self._is_complete(hidden[0]):
                return None
            return hidden[0]
        if self.rest is not None:
            lying = self.lying.get(self.rest.number)
            if lying is not None and lying.exact is not None:
                raise MalformedError(f"all cards of `{lying.name}` are named; it can't take the rest", self.rest_said)
        return self.rest

    def _is_complete(self, i: Instance) -> bool:
        """Is it said what lies in a zone, so that nothing else is added by itself?"""
        lying = self.lying.get(i.number)
        return lying is not None and (lying.exact is not None or lying.size is not None)

    def _filling(self, lying: _Lying, named: int, left: int, rest: bool) -> int:
        """How many cards that are not named go to a zone."""
        if lying.size is None:
            if lying.has and not rest:
                assert lying.span is not None, "what was said has a place"
                help = f"write `{lying.name} size: …` as well"
                raise MalformedError(f"how many cards are there in `{lying.name}`?", lying.span, help)
            return left if rest else 0
        assert lying.span is not None, "a size has a place"
        need = lying.size - named
        if need < 0 or (lying.exact is not None and need):
            raise MalformedError(f"{named} cards of `{lying.name}` are named, not {lying.size}", lying.span)
        if need > left:
            raise MalformedError(f"only {named + left} cards are left for `{lying.name}`", lying.span)
        return need

    def _lay(self, position: Position, lying: _Lying, named: list[int], under: list[int]) -> None:
        i = lying.instance
        words_ = [word for word in lying.named if word.face is not None]
        shown = 0
        for up in lying.up:
            matches = [c for c, word in zip(named, words_, strict=True) if word.face == up.face and not shown >> c & 1]
            if not matches:
                raise MalformedError(f"{up.text} is not named in `{lying.name}`", up.span)
            shown |= 1 << matches[0]
        if i.form == "columns" and len(lying.named) + len(under) > i.room:
            assert lying.span is not None, "what is too much has a place"
            raise MalformedError(f"`{lying.name}` has {i.room} columns", lying.span)
        position.lay(i.number, [*under, *named], shown)
        if i.form == "columns":
            self._gaps(position, lying, named)
        guise = self.layout.guise
        for card, word in zip(named, words_, strict=True):
            if word.guise is not None:
                if guise is None or not self.layout.remembers_guise(i.zone):
                    raise MalformedError(f"no card counts as another in `{lying.name}`", word.span)
                position.mark(guise, card, word.guise)

    def _gaps(self, position: Position, lying: _Lying, named: list[int]) -> None:
        """Cards were laid side by side; where columns are empty, they stand further along."""
        i, free = lying.instance, iter(named)
        cells = [0 if word.face is None else next(free) + 1 for word in lying.named]
        others = [v for v in position.cells[i.at : i.at + i.room] if v and v not in cells]
        cells = [*cells, *others]
        position.cells[i.at : i.at + i.room] = [*cells, *([0] * (i.room - len(cells)))]

    def _seats(self, position: Position) -> None:
        try:
            position.seats(self.layout.everyone, self.direction)
        except PositionError as error:
            raise MalformedError(str(error), self.direction_span or self.node.span) from None
        try:
            position.seats(self.layout.everyone & ~self.out, self.direction)
        except PositionError as error:
            raise MalformedError(str(error), self.out_span or self.node.span) from None

    # ------------------------------------------------------------ where to go on

    def _resume(self) -> p.Resume:
        program = self.layout.program
        if not program.resumes:
            message = f"no position can be given in {program.title}: nothing says `resume here`"
            raise MalformedError(message, self.node.span)
        said = self.to_move or []
        label = said[2:] if [word.text for word in said[1:2]] == ["at"] else []
        if len(said) != 1 + (2 if label else 0) and said:
            help = "write `to move: 1`, or `to move: 1 at <place>`"
            raise MalformedError("who is to move?", said[0].span.to(said[-1].span), help)
        named = [resume for resume in program.resumes if resume.name is not None]
        if label:
            for resume in named:
                if resume.name == label[0].text:
                    return self._with_mover(resume)
            known = [str(resume.name) for resume in named]
            near = did_you_mean(label[0].text, known) or (f"there is {listing(known)}" if known else None)
            raise MalformedError(f"no position can go on at `{label[0].text}`", label[0].span, near)
        plain = [resume for resume in program.resumes if resume.name is None] or named
        if len(plain) > 1:
            help = f"write `to move: 1 at {plain[0].name}`"
            raise MalformedError("where does the position go on?", self.node.span, help)
        return self._with_mover(plain[0])

    def _with_mover(self, resume: p.Resume) -> p.Resume:
        if resume.mover is not None and not self.to_move:
            raise MalformedError("who is to move?", self.node.span, "add `to move: 1`")
        if self.to_move:
            self.names.seat(self.to_move[0])
        return resume


def direction(node: Node) -> int:
    word = one_word(node, listing([*DIRECTIONS]))
    if word.text not in DIRECTIONS:
        help = did_you_mean(word.text, DIRECTIONS)
        raise MalformedError(f"{listing([*DIRECTIONS])} is wanted here", word.span, help)
    return DIRECTIONS[word.text]
