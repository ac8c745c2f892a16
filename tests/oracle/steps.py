"""Steps (docs/language.md, section 6), carried out one after the other.

Everything that can ask is a generator: it yields a `Question` and gets the chosen `Move` back.
"""

from collections.abc import Callable, Iterator

from oracle.places import EndStage, NextPlayer, Place, Steps, StopLoop
from oracle.routines import Routines
from oracle.things import Card, Face, Guised, Player, Stopped, Zone
from oracle.values import Scope
from parlour.lang import syntax as s

ROUNDS = 1000  # of a loop that names no limit


class Stepping(Routines):
    """Carries out each kind of step, in the method with its name."""

    def block(self, steps: object, place: Place) -> Steps:
        for step in steps:
            yield from self.step(step, place)
            if self.state.inside and self.state.never_empty:
                self.state.check_never_empty()

    def step(self, step: object, place: Place) -> Steps:
        return getattr(self, f"do_{type(step).__name__}")(step, place)

    def do_Pass(self, step: s.Pass, place: Place) -> Steps:
        yield from ()

    def do_Let(self, step: s.Let, place: Place) -> Steps:
        place.scope.names[step.name] = self.drawn(step.value, place.scope)
        yield from ()

    def drawn(self, node: object, scope: Scope) -> object:
        """Return a value, or one that chance chooses."""
        if not isinstance(node, s.Chance):
            return self.value(node, scope)
        value = self.value(node.of, scope)
        members = self.in_order(value) if not isinstance(value, tuple) else list(value)
        if not members:
            raise Stopped("random of nothing")
        return self.state.chance.one_of(members)

    def do_Assign(self, step: s.Assign, place: Place) -> Steps:
        value = self.drawn(step.value, place.scope)
        self.assign(step.target, step.op, value, place.scope)
        yield from ()

    def assign(self, target: s.Expr, op: str, value: object, scope: Scope) -> None:
        state = self.state
        match target:
            case s.Name(_, name) if (home := scope.home(name)) is not None:
                home.names[name] = self._changed(op, home.names[name], value)
            case s.Name(_, name):
                type_ = state.variable_types[name]
                changed = self._changed(op, state.variables[name, ()], value)
                state.variables[name, ()] = self.fit(changed, type_)
            case s.Call(_, name, args):
                key = state.key(name, [self.value(arg, scope) for arg in args])
                if (name, key) not in state.variables:
                    raise Stopped(f"no variable {name} {key}")
                changed = self._changed(op, state.variables[name, key], value)
                state.variables[name, key] = self.fit(changed, state.variable_types[name])
            case s.Field(_, of, name):
                card = self.value(of, scope)
                card = card.card if isinstance(card, Guised) else card
                assert isinstance(card, Card)
                if state.marks[name].guise:
                    value = self.shown(value)
                changed = self._changed(op, state.mark(name, card), value)
                type_ = "face" if state.marks[name].guise else self.mark_types[name]
                state.set_mark(name, card, self.fit(changed, type_))

    def _changed(self, op: str, old: object, value: object) -> object:
        if op == "=":
            return value
        if isinstance(old, int) and isinstance(value, int):
            return old + value if op == "+=" else old - value
        return self.joined(op[0], old, value)

    def do_If(self, step: s.If, place: Place) -> Steps:
        yield from self.block(step.then if self.true(step.test, place.scope) else step.other, place.inner())

    def do_For(self, step: s.For, place: Place) -> Steps:
        try:
            for _, inner in self.looped(step.each, place):
                yield from self.block(step.body, inner)
        except StopLoop:
            pass

    def looped(self, each: s.Each, place: Place) -> Iterator[tuple[object, Place]]:
        """Yield the members that a domain has when the loop begins; their `where` is tested when their turn comes."""
        if each.order is not None:
            for member in self.chosen(each, place.scope):
                yield member, place.inner(**{each.var: member})
            return
        whole = s.Each(each.span, each.var, each.var_span, each.domain, None, None, None)
        for member, _ in list(self.each(whole, place.scope)):
            inner = place.inner(**{each.var: member})
            if each.where is None or self.true(each.where, inner.scope):
                yield member, inner

    def do_RepeatTimes(self, step: s.RepeatTimes, place: Place) -> Steps:
        try:
            for _ in range(max(0, self.number(step.times, place.scope))):
                yield from self.block(step.body, place.inner())
        except StopLoop:
            pass

    def do_RepeatUntil(self, step: s.RepeatUntil, place: Place) -> Steps:
        def ended(inner: Place) -> bool:
            return self.true(step.until, inner.scope)

        yield from self._rounds(step, place, None, ended)

    def do_While(self, step: s.While, place: Place) -> Steps:
        yield from self._rounds(step, place, lambda: not self.true(step.test, place.scope), None)

    def _rounds(
        self, step: s.While | s.RepeatUntil, place: Place, before: Callable[[], bool] | None,
        after: Callable[[Place], bool] | None,
    ) -> Steps:  # fmt: skip
        most = ROUNDS if step.limit is None else self.number(step.limit, place.scope)
        checkpoint: object = None
        try:
            rounds = 0
            while True:
                if before is not None and before():
                    return
                if rounds >= most:
                    break
                rounds += 1
                if step.repeated is not None:
                    here = self.state.snapshot()
                    if checkpoint is not None and here == checkpoint:
                        yield from self.block(step.repeated, place.inner())
                        return
                    if rounds >= 64 and rounds & (rounds - 1) == 0:
                        checkpoint = here
                inner = place.inner()
                yield from self.block(step.body, inner)
                if after is not None and after(inner):
                    return
        except StopLoop:
            return
        if step.otherwise is None:
            raise Stopped("the limit of a loop")
        yield from self.block(step.otherwise, place.inner())

    def do_Attempt(self, step: s.Attempt, place: Place) -> Steps:
        before, events = self.state.snapshot(), len(self.events)
        names: list[tuple[Scope, dict[str, object]]] = []
        scope: Scope | None = place.scope
        while scope is not None:
            names.append((scope, dict(scope.names)))
            scope = scope.outer
        inner = place.inner()
        yield from self.block(step.body, inner)
        if not self.true(step.keep, inner.scope):
            self.state.restore(before)
            del self.events[events:]
            for scope, values in names:
                scope.names.clear()
                scope.names.update(values)
            yield from self.block(step.otherwise or (), place.inner())

    def do_Stop(self, step: s.Stop, place: Place) -> Steps:
        raise StopLoop
        yield

    def do_Next(self, step: s.Next, place: Place) -> Steps:
        raise NextPlayer
        yield

    def do_Do(self, step: s.Do, place: Place) -> Steps:
        yield from self.routine(step.call.name, [self.value(arg, place.scope) for arg in step.call.args])

    def do_PlayStage(self, step: s.PlayStage, place: Place) -> Steps:
        yield from self.stage(step.name, [self.value(arg, place.scope) for arg in step.args])

    def do_End(self, step: s.End, place: Place) -> Steps:
        raise EndStage(step.stage, step.ending)
        yield

    def do_Proceed(self, step: s.Proceed, place: Place) -> Steps:
        assert place.proceed is not None
        yield from place.proceed()

    # ------------------------------------------------------------ cards

    def taken(self, value: object) -> list[Card]:
        """Return the cards that a step is about, in the order in which it takes them."""
        if isinstance(value, Zone) and value.has_places:
            return value.cards
        return self.in_order(self.cards(value))

    def do_Move(self, step: s.Move, place: Place) -> Steps:
        source = self.value(step.cards, place.scope)
        cards = self.taken(source)
        if step.start is not None:
            assert isinstance(source, Zone)
            start = self.value(step.start, place.scope)
            start = start.card if isinstance(start, Guised) else start
            if start not in source.places:
                raise Stopped("the card is not in the zone")
            cards = cards[cards.index(start) :]
        zone = self.value(step.to, place.scope)
        assert isinstance(zone, Zone)
        at = None if step.place is None else self.number(step.place, place.scope)
        self.moved(cards, zone, 0 if step.end == "bottom" else at, step.face, source)
        yield from ()

    def moved(
        self, cards: list[Card], zone: Zone, at: int | None = None, face: str | None = None, value: object = None
    ) -> None:
        """Move cards. They are the last batch in their zone, and `value` can say what one of them counts as."""
        before = self.before(cards)
        for card in cards:
            self.state.take(card)
        for card in cards:
            self.state.put(card, zone, at)
            if face == "up":
                zone.up.add(card)
            if at is not None and zone.columns is None:
                at += 1
        if cards and "last-batch" in zone.seen:
            zone.batch = set(cards)
        if isinstance(value, Guised):
            self._counts_as(value.card, value.face)
        self.note_moved(before, zone)

    def _counts_as(self, card: Card, face: Face) -> None:
        for name, mark in self.state.marks.items():
            if mark.guise:
                self.state.set_mark(name, card, face)

    def do_Deal(self, step: s.Deal, place: Place) -> Steps:
        count = self.number(step.count, place.scope)
        source = self.value(step.source, place.scope)
        assert isinstance(source, Zone)
        if step.each:
            start = None if step.start is None else self.value(step.start, place.scope)
            assert start is None or isinstance(start, Player)
            seats = self.state.seats_from(start or self.state.players[0])
            name = step.to.id if isinstance(step.to, s.Name) else step.to.name
            targets = [self.state.zones[name, self.state.key(name, [seat])] for seat in seats]
        else:
            zone = self.value(step.to, place.scope)
            assert isinstance(zone, Zone)
            targets = [zone]
        for _ in range(max(count, 0)):
            for target in targets:
                if not source.cards:
                    return
                card = source.cards[-1] if source.has_places else self.in_order(source)[0]
                self.moved([card], target)
        yield from ()

    def do_Shuffle(self, step: s.Shuffle, place: Place) -> Steps:
        source = self.value(step.cards, place.scope)
        zone = source if step.into is None else self.value(step.into, place.scope)
        assert isinstance(zone, Zone)
        if step.into is not None:
            placed, cards = isinstance(source, Zone) and source.has_places, self.taken(source)
            self.moved(cards if placed else self.packed(cards), zone)
        elif not zone.has_places:
            return
        self.state.chance.shuffle(zone.places)
        zone.up.clear()
        zone.batch.clear()
        self.note("shuffled", self.title(zone.name, zone.keys), mixes=True)
        yield from ()

    def packed(self, cards: list[Card]) -> list[Card]:
        """Return cards of a set in the order in which they are gathered to be shuffled: one pack after another."""
        numbers: dict[Face, list[int]] = {}
        for card in sorted(self.state.pack, key=lambda card: card.number):
            numbers.setdefault(card.face, []).append(card.number)
        place = {card: numbers[card.face].pop(0) for card in cards}
        return sorted(cards, key=lambda card: place[card])

    def do_Turn(self, step: s.Turn, place: Place) -> Steps:
        cards = self.taken(self.value(step.cards, place.scope))
        before = self.before(card for card in cards if (card in self.state.zone_of(card).up) != step.up)
        for old in before:
            old.zone.up.add(old.card) if step.up else old.zone.up.discard(old.card)
        glimpses = {old.card: old.seers | self.seers(old.card, old.zone) for old in before}
        if before:
            self.note_spots("turned", step.up, before, glimpses)
        yield from ()

    def do_Show(self, step: s.Show, place: Place) -> Steps:
        cards, seats = self.taken(self.value(step.cards, place.scope)), self.seats(step.to, place)
        if cards and seats:
            self.note_spots("shown", sorted(seats), self.before(cards), dict.fromkeys(cards, seats))
        yield from ()

    def do_Say(self, step: s.Say, place: Place) -> Steps:
        self.note_said(step.line, place.scope, self.seats(step.to, place))
        yield from ()

    def seats(self, to: s.Expr | None, place: Place) -> frozenset[int]:
        """Return the seats that a step is for, all of them without a word about that."""
        return self.everyone if to is None else frozenset(p.seat for p in self.as_set(self.value(to, place.scope)))

    def do_Log(self, step: s.Log, place: Place) -> Steps:
        log, type_ = self.state.logs[step.name], self.log_types[step.name]
        if isinstance(step.value, tuple):
            value: object = self.record(type_.name, step.value, place.scope)
        else:
            value = self.fit(self.value(step.value, place.scope), type_)
        if len(log) >= self.state.log_rooms[step.name]:
            raise Stopped("the log is full")
        log.append(value)
        yield from ()

    def do_Reverse(self, step: s.Reverse, place: Place) -> Steps:
        self.state.direction = -self.state.direction
        yield from ()

    def do_Switch(self, step: s.Switch, place: Place) -> Steps:
        rules = self.as_set(self.value(step.rules, place.scope))
        on = self.state.variables["in-force", ()]
        assert isinstance(on, frozenset)
        if step.state == "on":
            for rule in rules - on:
                for name, (member, _) in self.starts.items():
                    if member.document.id == rule:
                        self.reset_variable(name)
                marks = {m.name for m in self.composition.sections["marks"] if m.document.id == rule}
                for name, card in list(self.state.marked):
                    if name in marks:
                        del self.state.marked[name, card]
        self.state.variables["in-force", ()] = on | rules if step.state == "on" else on - rules
        yield from ()

    def do_Leave(self, step: s.Leave, place: Place) -> Steps:
        player = self.value(step.player, place.scope)
        assert isinstance(player, Player)
        if player in self.state.playing:
            self.state.playing.remove(player)
            self.note("out", player.seat)
        yield from ()

    def do_CountsAs(self, step: s.CountsAs, place: Place) -> Steps:
        card, face = self.value(step.card, place.scope), self.shown(self.value(step.face, place.scope))
        assert face is not None
        self._counts_as(card.card if isinstance(card, Guised) else card, face)
        yield from ()

    def do_ResumeHere(self, step: s.ResumeHere, place: Place) -> Steps:
        yield from ()
