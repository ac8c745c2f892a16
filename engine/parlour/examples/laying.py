"""Makes a state of a `given:`: puts the named cards in their zones, and the others by seed.

Zones that aren't named stay empty, and variables keep their starting values. One zone takes the remaining cards: the
one given as `rest`, otherwise the only ordered zone that nobody sees.
"""

from __future__ import annotations

from parlour import program as p
from parlour.base.diagnostics import did_you_mean, listing
from parlour.examples.given import GivenTable, GivenZone
from parlour.examples.terms import CardWord, Copy, Terms
from parlour.examples.words import MalformedError, Word
from parlour.program import Program
from parlour.states.positions import Arrangement, PositionError
from parlour.states.state import State, Table
from parlour.table.cards import Pack
from parlour.table.chance import seed_state, shuffle
from parlour.table.faults import no_room
from parlour.table.layout import BOX, RANDOM, Instance, Layout
from parlour.table.texts import zone_name


def identities(pack: Pack, said: GivenTable) -> dict[int, list[int]]:
    """Return the cards named in each zone. A card can be in only one place."""
    free = {face: list(pack.cards_of_face(face)) for face in range(len(pack.of_face))}
    first: dict[int, tuple[CardWord, str]] = {}  # by face, with the name of the zone
    found: dict[int, list[int]] = {}
    for number, lying in said.lying.items():
        found[number] = []
        for card in lying.named:
            if card.face is None:
                continue
            if not free[card.face]:
                name, copies = pack.face_name(card.face), len(pack.cards_of_face(card.face))
                often = "once" if copies == 1 else f"{copies} times"
                other, zone = first[card.face]
                where = f"in `{zone}`" if other.span.line == card.span.line else f"on line {other.span.line}"
                message = f"{name} is already {where}, and the pack has it only {often}"
                raise MalformedError(message, card.span)
            first.setdefault(card.face, (card, lying.name))
            found[number].append(free[card.face].pop(0))
    return found


def lay_out(table: Table, names: Terms, said: GivenTable, seed: int, more: tuple[Instance, int] | None = None) -> State:
    """Return the state at the first question. `more` is an additional card in a zone; it doesn't change the places of
    the others."""
    position = _Layer(table, names, said, seed, more).position()
    state = State(table, position.go(mover_of(names, said)))
    _check_turn(position, names, said, state)
    return state


def _check_turn(position: Arrangement, names: Terms, said: GivenTable, state: State) -> None:
    """Refuse a position in which another player has the turn, unless the player to move answers for them."""
    mover, seat = position.resume.mover, mover_of(names, said)
    asked = None if state.over else state.question.seat - 1
    for variable, _, value, span in said.values:
        if isinstance(mover, p.VarAt) and mover.var == variable and seat not in (value, asked):
            name = names.layout.program.variables[variable].name
            raise MalformedError(f"`{name}` is the seat to move, here seat {seat + 1}", span, f"remove `{name}`")


def rest_zone(layout: Layout) -> Instance | None:
    """Return the zone that takes the remaining cards unless a position says otherwise: the only ordered one that nobody
    sees."""
    zones = layout.program.zones
    hidden = [i for i in layout.instances if i.number != BOX and i.form == "row" and zones[i.zone].closed]
    return hidden[0] if len(hidden) == 1 else None


def arrangement_of(table: Table, names: Terms, said: GivenTable, seed: int) -> Arrangement:
    """The position before anything happens in it."""
    return _Layer(table, names, said, seed, None).position()


def mover_of(names: Terms, said: GivenTable) -> int:
    """The seat that is to move."""
    return names.seat(said.to_move[0]) if said.to_move else 0


class _Layer:
    def __init__(
        self, table: Table, names: Terms, said: GivenTable, seed: int, more: tuple[Instance, int] | None
    ) -> None:
        self.table = table
        self.names = names
        self.layout = names.layout
        self.said = said
        self.seed = seed
        self.more = more
        self.marked: dict[tuple[int, int], int] = {}  # marks that were set, by mark and card

    def position(self) -> Arrangement:
        resume = resume_of(self.layout.program, self.names, self.said)
        position = Arrangement(self.table.machine, resume, self.seed)
        named_in = identities(self.layout.pack, self.said)
        state = seed_state(self.seed)
        named_somewhere = {card for cards in named_in.values() for card in cards}
        left = [c for c in position.left() if c not in named_somewhere]
        state = shuffle(left, state)
        if self.more is not None:
            zone, card = self.more
            position.lay(zone.number, [card])
            left.remove(card)
        position.cells[RANDOM] = state
        rest = self._rest_zone()
        for_rest = len(left) - self._asked_for(named_in)
        for number, i in enumerate(self.layout.instances):
            lying = self.said.lying.get(number)
            if lying is None and i is not rest:
                continue
            lying = lying or GivenZone(zone_name(self.layout, number), i, span=self.said.rest_said)
            named = named_in.get(number, [])
            fit = self._fit(lying, left)
            filling = self._filling(lying, len(named), len(fit), for_rest if i is rest else None)
            under = fit[:filling]
            left = [c for c in left if c not in under] if lying.lacks else left[filling:]
            if number != BOX:
                self._lay(position, lying, named, under)
        self._only_named_in_box(len(left))
        self._set_variables(position)
        self._set_marks(position, named_somewhere)
        self._seats(position)
        return position

    def _set_variables(self, position: Arrangement) -> None:
        for variable, keys, value, _ in self.said.values:
            position.set(variable, keys, value)
        for variable, keys, copies in self.said.copies:
            cards = self.names.set_of(copies, lambda copy: copy.among(self.layout, position.cells))
            many = self.layout.program.variables[variable].type.kind == "cards"
            position.set(variable, keys, cards if many else cards.bit_length() - 1)

    def _set_marks(self, position: Arrangement, named: set[int]) -> None:
        for mark, copy, value in self.said.marks:
            laid = self._laid(position, copy, named)
            kept = [c for c in laid if self.layout.keeps(mark, self._instance(position, c).zone)]
            if not kept:
                name = self.layout.program.marks[mark].name
                zone = zone_name(self.layout, self._instance(position, laid[0]).number)
                raise MalformedError(f"cards in `{zone}` can't have the mark `{name}`", copy.card.span)
            for identity in kept:
                self._mark(position, mark, identity, value, copy.card)

    def _instance(self, position: Arrangement, card: int) -> Instance:
        return self.layout.instances[position.cells[self.layout.where + card]]

    def _mark(self, position: Arrangement, mark: int, identity: int, value: int, said: CardWord) -> None:
        """Set a mark of a card. If it is given twice, both must be equal."""
        if self.marked.setdefault((mark, identity), value) != value:
            name = self.layout.program.marks[mark].name
            raise MalformedError(f"the position gives {said.text} two values of `{name}`", said.span)
        position.mark(mark, identity, value)

    def _only_named_in_box(self, left: int) -> None:
        """Report a `box` without some cards that must be in it, because no other zone takes them."""
        lying = self.said.lying.get(BOX)
        if lying is not None and left and (lying.exact is not None or lying.size is not None):
            assert lying.span is not None, "every given zone has a place"
            help = "write `box has: …`, or name a zone for the remaining cards, such as `rest: stock`"
            more = "1 more card goes" if left == 1 else f"{left} more cards go"
            message = f"{more} to the box, because no zone takes the remaining cards"
            raise MalformedError(message, lying.span, help)

    def _laid(self, position: Arrangement, copy: Copy, named: set[int]) -> list[int]:
        """Return the cards of a face that are given by name: all its copies, or those in a zone."""
        found = [c for c in copy.among(self.layout, position.cells) if c in named or copy.zone is not None]
        if not found:
            where = (
                f" in `{zone_name(self.layout, copy.zone.number)}`" if copy.zone is not None else " named in any zone"
            )
            raise MalformedError(f"{copy.card.text} is not{where}", copy.card.span)
        return found

    def _rest_zone(self) -> Instance | None:
        if self.said.rest_said is None:
            usual = rest_zone(self.layout)
            return None if usual is None or self._is_complete(usual) else usual
        if self.said.rest is not None:
            lying = self.said.lying.get(self.said.rest.number)
            if lying is not None and (lying.exact is not None or lying.size is not None):
                known = "lists all its cards" if lying.exact is not None else "has a fixed size"
                message = f"`{lying.name}` {known}, so it can't take the remaining ones"
                raise MalformedError(message, self.said.rest_said)
        return self.said.rest

    def _is_complete(self, i: Instance) -> bool:
        """True if the contents of a zone are given, so that no other cards are added."""
        lying = self.said.lying.get(i.number)
        return lying is not None and (lying.exact is not None or lying.size is not None)

    def _asked_for(self, named_in: dict[int, list[int]]) -> int:
        """Return the number of unnamed cards that the zones with a given size need in all."""
        sizes = ((number, lying.size) for number, lying in self.said.lying.items() if lying.size is not None)
        return sum(max(size - len(named_in.get(number, ())), 0) for number, size in sizes)

    def _fit(self, lying: GivenZone, left: list[int]) -> list[int]:
        """Return the cards that a zone can take: all except those that it lacks according to `given`."""
        lacking = {card.face for card in lying.lacks}
        return [c for c in left if self.layout.pack.face[c] not in lacking] if lacking else left

    def _filling(self, lying: GivenZone, named: int, left: int, rest: int | None) -> int:
        """Return how many unnamed cards go to a zone. `rest` is the number of cards that the other zones leave, if they
        go here."""
        if lying.size is None:
            if (lying.has or lying.lacks) and rest is None:
                if lying.instance.number == BOX and not lying.lacks:
                    return 0
                assert lying.span is not None, "every given zone has a place"
                help = f"add `{lying.name} size: …`"
                raise MalformedError(f"missing the number of cards in `{lying.name}`", lying.span, help)
            return max(rest or 0, 0)
        assert lying.span is not None, "a size has a place"
        need = lying.size - named
        if need < 0 or (lying.exact is not None and need):
            has = "1 named card" if named == 1 else f"{named} named cards"
            raise MalformedError(f"`{lying.name}` has {has}, but its size is {lying.size}", lying.span)
        if need > left:
            are = "1 card is" if named + left == 1 else f"{named + left} cards are"
            raise MalformedError(f"only {are} left for `{lying.name}`", lying.span)
        return need

    def _lay(self, position: Arrangement, lying: GivenZone, named: list[int], under: list[int]) -> None:
        i = lying.instance
        words_ = [word for word in lying.named if word.face is not None]
        shown = 0
        for up in lying.up:
            matches = [c for c, word in zip(named, words_, strict=True) if word.face == up.face and not shown >> c & 1]
            if not matches:
                raise MalformedError(f"`{lying.name}` doesn't list {up.text}", up.span)
            shown |= 1 << matches[0]
        if i.form == "columns" and len(lying.named) + len(under) > i.room:
            assert lying.span is not None, "every surplus card has a place"
            raise MalformedError(f"`{lying.name}` has only {i.room} columns", lying.span)
        if i.form == "row" and len(named) + len(under) > i.room:
            assert lying.span is not None, "every surplus card has a place"
            raise MalformedError(no_room(lying.name, i.room), lying.span)
        lowest = len(lying.bottom)
        position.lay(i.number, [*named[:lowest], *under, *named[lowest:]], shown)
        if i.form == "columns":
            self._gaps(position, lying, named)
        guise = self.layout.guise
        for card, word in zip(named, words_, strict=True):
            if word.guise is not None:
                if guise is None or not self.layout.remembers_guise(i.zone):
                    raise MalformedError(f"cards in `{lying.name}` can't count as others", word.span)
                self._mark(position, guise, card, word.guise, word)

    def _gaps(self, position: Arrangement, lying: GivenZone, named: list[int]) -> None:
        """Report cards that are given side by side although empty columns come between them."""
        i, free = lying.instance, iter(named)
        cells = [0 if word.face is None else next(free) + 1 for word in lying.named]
        others = [v for v in position.cells[i.at : i.at + i.room] if v and v not in cells]
        cells = [*cells, *others]
        position.cells[i.at : i.at + i.room] = [*cells, *([0] * (i.room - len(cells)))]

    def _seats(self, position: Arrangement) -> None:
        try:
            position.seats(self.layout.everyone, self.said.direction)
        except PositionError as error:
            raise MalformedError(str(error), self.said.direction_said or self.said.node.span) from None
        try:
            position.seats(self.layout.everyone & ~self.said.out, self.said.direction)
        except PositionError as error:
            raise MalformedError(str(error), self.said.out_said or self.said.node.span) from None


def resume_of(program: Program, names: Terms, said: GivenTable) -> p.Resume:
    """Return the place that a position names with `to move:`, or the only one."""
    if not program.resumes:
        message = f"{program.title} can't start from a position: it has no `resume here`"
        raise MalformedError(message, said.node.span)
    resume = _place(program, said, _label(said.to_move))
    if said.to_move:
        names.seat(said.to_move[0])
    return resume


def _label(to_move: list[Word]) -> Word | None:
    label = to_move[2] if len(to_move) == 3 and to_move[1].text == "at" else None
    if len(to_move) > 1 and label is None:
        help = "write `to move: 1`, or `to move: 1 at <place>`"
        raise MalformedError("expected the seat whose turn it is", to_move[0].span.to(to_move[-1].span), help)
    return label


def _place(program: Program, said: GivenTable, label: Word | None) -> p.Resume:
    named = [resume for resume in program.resumes if resume.name is not None]
    if label is not None:
        for resume in named:
            if resume.name == label.text:
                return resume
        known = [str(resume.name) for resume in named]
        near = did_you_mean(label.text, known) or (f"places: {listing(known)}" if known else None)
        raise MalformedError(f"unknown place `{label.text}`", label.span, near)
    plain = [resume for resume in program.resumes if resume.name is None] or named
    if len(plain) > 1:
        help = f"write `to move: 1 at {plain[0].name}`"
        raise MalformedError("missing the place where play continues", said.node.span, help)
    return plain[0]
