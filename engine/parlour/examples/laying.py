"""Makes a position of a `given:`: puts the named cards in their zones, and the others by seed.

Zones that aren't named stay empty, and variables keep their starting values. One zone takes the remaining cards: the
one given as `rest`, otherwise the only ordered zone that nobody sees.
"""

from __future__ import annotations

from parlour import program as p
from parlour.base.diagnostics import did_you_mean, listing
from parlour.examples.given import GivenTable, GivenZone
from parlour.examples.position import GAP, Position, VariableValue, rest_zone
from parlour.examples.terms import CardWord, Copy, Terms
from parlour.examples.words import MalformedError, Word
from parlour.program import Program
from parlour.states.positions import PositionError, check_seats
from parlour.states.state import State, Table
from parlour.table.cards import Pack, members
from parlour.table.chance import seed_state, shuffle
from parlour.table.faults import no_room
from parlour.table.layout import BOX, Instance
from parlour.table.texts import zone_name


def identities(pack: Pack, given: GivenTable) -> dict[int, list[int]]:
    """Return the cards named in each zone. A card can be in only one place."""
    free = {face: list(pack.cards_of_face(face)) for face in range(len(pack.of_face))}
    first: dict[int, tuple[CardWord, str]] = {}  # by face, with the name of the zone
    cards: dict[int, list[int]] = {}
    for number, content in given.zones.items():
        cards[number] = []
        for card in content.named:
            if card.face is None:
                continue
            if not free[card.face]:
                name, copies = pack.face_name(card.face), len(pack.cards_of_face(card.face))
                often = "once" if copies == 1 else f"{copies} times"
                other, zone = first[card.face]
                where = f"in `{zone}`" if other.span.line == card.span.line else f"on line {other.span.line}"
                message = f"{name} is already {where}, and the pack has it only {often}"
                raise MalformedError(message, card.span)
            first.setdefault(card.face, (card, content.name))
            cards[number].append(free[card.face].pop(0))
    return cards


def lay_out(
    table: Table, terms: Terms, given: GivenTable, seed: int, more: tuple[Instance, int] | None = None
) -> State:
    """Return the state at the first question. `more` is an additional card in a zone; it doesn't change the places of
    the others."""
    layer = _Layer(table, terms, given, seed, more)
    state = layer.position().lay(table)
    _check_turn(layer.resume, terms, given, state)
    return state


def _check_turn(resume: p.Resume, terms: Terms, given: GivenTable, state: State) -> None:
    """Refuse a position in which another player has the turn, unless the player to move answers for them."""
    mover, seat = resume.mover, mover_of(terms, given)
    answering = None if state.over else state.question.seat - 1
    for variable, _, value, span in given.values:
        if isinstance(mover, p.VarAt) and mover.var == variable and seat not in (value, answering):
            name = terms.layout.program.variables[variable].name
            raise MalformedError(f"`{name}` is the seat to move, here seat {seat + 1}", span, f"remove `{name}`")


def position_of(table: Table, terms: Terms, given: GivenTable, seed: int) -> Position:
    """The position before anything happens in it."""
    return _Layer(table, terms, given, seed, None).position()


def mover_of(terms: Terms, given: GivenTable) -> int:
    """The seat that is to move."""
    return terms.seat(given.to_move[0]) if given.to_move else 0


class _Layer:
    def __init__(
        self, table: Table, terms: Terms, given: GivenTable, seed: int, more: tuple[Instance, int] | None
    ) -> None:
        self.table = table
        self.terms = terms
        self.layout = terms.layout
        self.given = given
        self.seed = seed
        self.more = more
        self.resume = resume_of(self.layout.program, terms, given)
        self.zones: dict[int, tuple[int, ...]] = {}  # cards and gaps by number of the zone
        self.up: dict[int, tuple[int, ...]] = {}
        self.marked: dict[tuple[int, int], int] = {}  # marks that were set, by mark and card

    def position(self) -> Position:
        pack = self.layout.pack
        named_in = identities(pack, self.given)
        named_somewhere = {card for cards in named_in.values() for card in cards}
        left = [c for c in members(pack.used) if c not in named_somewhere]
        chance = shuffle(left, seed_state(self.seed))
        if self.more is not None:
            zone, card = self.more
            self.zones[zone.number] = (card,)
            left.remove(card)
        rest = self._rest_zone()
        for_rest = len(left) - self._asked_for(named_in)
        for number, i in enumerate(self.layout.instances):
            content = self.given.zones.get(number)
            if content is None and i is not rest:
                continue
            span = self.given.rest_at or self.given.node.span
            content = content or GivenZone(zone_name(self.layout, number), i, span)
            named = named_in.get(number, [])
            fit = self._fit(content, left)
            filling = self._filling(content, len(named), len(fit), for_rest if i is rest else None)
            under = fit[:filling]
            left = [c for c in left if c not in under] if content.lacks else left[filling:]
            if number != BOX:
                self._lay(content, named, under)
        self._only_named_in_box(len(left))
        self._set_marks(named_somewhere)
        self._check_seats()
        cards, up = (
            tuple((zone_name(self.layout, n), cards) for n, cards in part.items() if any(c != GAP for c in cards))
            for part in (self.zones, self.up)
        )
        marks = self.layout.program.marks
        return Position(
            self.layout.players, mover_of(self.terms, self.given), cards, up, self._values(),
            tuple((marks[mark].name, card, value) for (mark, card), value in self.marked.items()),
            self.given.out, self.given.direction, self.resume.name, None, chance,
        )  # fmt: skip

    def _values(self) -> tuple[VariableValue, ...]:
        variables = self.layout.program.variables
        values = [(variables[number].name, keys, value) for number, keys, value, _ in self.given.values]
        for number, keys, copies in self.given.copies:
            cards = self.terms.set_of(copies, self._among)
            many = variables[number].type.kind == "cards"
            values.append((variables[number].name, keys, cards if many else cards.bit_length() - 1))
        return tuple(values)

    def _among(self, copy: Copy) -> list[int]:
        """Return the cards that a name can mean."""
        return copy.among(self.layout, [0] * self.layout.where + [self._zone(c) for c in range(self.layout.pack.size)])

    def _zone(self, card: int) -> int:
        return next((number for number, cards in self.zones.items() if card in cards), BOX)

    def _set_marks(self, named: set[int]) -> None:
        for mark, copy, value in self.given.marks:
            cards = self._marked(copy, named)
            keeping = [c for c in cards if self.layout.keeps(mark, self.layout.instances[self._zone(c)].zone)]
            if not keeping:
                name = self.layout.program.marks[mark].name
                zone = zone_name(self.layout, self._zone(cards[0]))
                raise MalformedError(f"cards in `{zone}` can't have the mark `{name}`", copy.card.span)
            for card in keeping:
                self._mark(mark, card, value, copy.card)

    def _mark(self, mark: int, card: int, value: int, word: CardWord) -> None:
        """Set a mark of a card. If it is given twice, both must be equal."""
        if self.marked.setdefault((mark, card), value) != value:
            name = self.layout.program.marks[mark].name
            raise MalformedError(f"the position gives {word.text} two values of `{name}`", word.span)

    def _only_named_in_box(self, left: int) -> None:
        """Report a `box` without some cards that must be in it, because no other zone takes them."""
        content = self.given.zones.get(BOX)
        if content is not None and left and content.complete:
            help = "write `box has: …`, or name a zone for the remaining cards, such as `rest: stock`"
            more = "1 more card goes" if left == 1 else f"{left} more cards go"
            message = f"{more} to the box, because no zone takes the remaining cards"
            raise MalformedError(message, content.span, help)

    def _marked(self, copy: Copy, named: set[int]) -> list[int]:
        """Return the cards of a face that are given by name: all its copies, or those in a zone."""
        cards = [c for c in self._among(copy) if c in named or copy.zone is not None]
        if not cards:
            where = (
                f" in `{zone_name(self.layout, copy.zone.number)}`" if copy.zone is not None else " named in any zone"
            )
            raise MalformedError(f"{copy.card.text} is not{where}", copy.card.span)
        return cards

    def _rest_zone(self) -> Instance | None:
        zone = rest_zone(self.layout) if self.given.rest_at is None else self.given.rest
        content = self.given.zones.get(zone.number) if zone is not None else None
        if content is None or not content.complete:
            return zone
        if self.given.rest_at is not None:
            known = "lists all its cards" if content.exact is not None else "has a fixed size"
            message = f"`{content.name}` {known}, so it can't take the remaining ones"
            raise MalformedError(message, self.given.rest_at)
        return None

    def _asked_for(self, named_in: dict[int, list[int]]) -> int:
        """Return the number of unnamed cards that the zones with a given size need in all."""
        sizes = ((number, content.size) for number, content in self.given.zones.items() if content.size is not None)
        return sum(max(size - len(named_in.get(number, ())), 0) for number, size in sizes)

    def _fit(self, content: GivenZone, left: list[int]) -> list[int]:
        """Return the cards that a zone can take: all except those that it lacks according to `given`."""
        lacking = {card.face for card in content.lacks}
        return [c for c in left if self.layout.pack.face[c] not in lacking] if lacking else left

    def _filling(self, content: GivenZone, named: int, left: int, rest: int | None) -> int:
        """Return how many unnamed cards go to a zone. `rest` is the number of cards that the other zones leave, if they
        go here."""
        if content.size is None:
            if (content.has or content.lacks) and rest is None:
                if content.instance.number == BOX and not content.lacks:
                    return 0
                help = f"add `{content.name} size: …`"
                raise MalformedError(f"missing the number of cards in `{content.name}`", content.span, help)
            return max(rest or 0, 0)
        need = content.size - named
        if need < 0 or (content.exact is not None and need):
            has = "1 named card" if named == 1 else f"{named} named cards"
            raise MalformedError(f"`{content.name}` has {has}, but its size is {content.size}", content.span)
        if need > left:
            are = "1 card is" if named + left == 1 else f"{named + left} cards are"
            raise MalformedError(f"only {are} left for `{content.name}`", content.span)
        return need

    def _lay(self, content: GivenZone, named: list[int], under: list[int]) -> None:
        i = content.instance
        words_ = [word for word in content.named if word.face is not None]
        up: list[int] = []
        for word in content.up:
            matches = [c for c, other in zip(named, words_, strict=True) if other.face == word.face and c not in up]
            if not matches:
                raise MalformedError(f"`{content.name}` doesn't list {word.text}", word.span)
            up.append(matches[0])
        if i.form == "columns" and len(content.named) + len(under) > i.room:
            raise MalformedError(f"`{content.name}` has only {i.room} columns", content.span)
        if i.form == "row" and len(named) + len(under) > i.room:
            raise MalformedError(no_room(content.name, i.room), content.span)
        lowest, free = len(content.bottom), iter(named)
        cards = [*named[:lowest], *under, *named[lowest:]]
        if i.form == "columns":
            cards = [*(GAP if word.face is None else next(free) for word in content.named), *under]
            cards += [GAP] * (i.room - len(cards))
        elif i.form == "set":
            cards.sort(key=self.layout.pack.face.__getitem__)
        self.zones[i.number], self.up[i.number] = tuple(cards), tuple(c for c in cards if c in up)
        guise = self.layout.guise
        for card, word in zip(named, words_, strict=True):
            if word.guise is not None:
                if guise is None or not self.layout.remembers_guise(i.zone):
                    raise MalformedError(f"cards in `{content.name}` can't count as others", word.span)
                self._mark(guise, card, word.guise, word)

    def _check_seats(self) -> None:
        given, everyone = self.given, self.layout.everyone
        for playing, place in ((everyone, given.direction_at), (everyone & ~given.out, given.out_at)):
            try:
                check_seats(self.table.machine, playing, given.direction)
            except PositionError as error:
                raise MalformedError(str(error), place or given.node.span) from None


def resume_of(program: Program, terms: Terms, given: GivenTable) -> p.Resume:
    """Return the place that a position names with `to move:`, or the only one."""
    if not program.resumes:
        message = f"{program.title} can't start from a position: it has no `resume here`"
        raise MalformedError(message, given.node.span)
    resume = _place(program, given, _label(given.to_move))
    if given.to_move:
        terms.seat(given.to_move[0])
    return resume


def _label(to_move: list[Word]) -> Word | None:
    label = to_move[2] if len(to_move) == 3 and to_move[1].text == "at" else None
    if len(to_move) > 1 and label is None:
        help = "write `to move: 1`, or `to move: 1 at <place>`"
        raise MalformedError("expected the seat whose turn it is", to_move[0].span.to(to_move[-1].span), help)
    return label


def _place(program: Program, given: GivenTable, label: Word | None) -> p.Resume:
    named = [resume for resume in program.resumes if resume.name is not None]
    if label is not None:
        for resume in named:
            if resume.name == label.text:
                return resume
        known = [str(resume.name) for resume in named]
        near = did_you_mean(label.text, known) or (f"places: {listing(known)}" if known else None)
        raise MalformedError(f"unknown place `{label.text}`", label.span, near)
    possible = [resume for resume in program.resumes if resume.name is None] or named
    if len(possible) > 1:
        help = f"write `to move: 1 at {possible[0].name}`"
        raise MalformedError("missing the place where play continues", given.node.span, help)
    return possible[0]
