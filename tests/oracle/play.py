"""Steps and questions (docs/language.md, sections 6 to 10), carried out one after the other.

Everything that can ask is a generator: it yields a `Question` and gets the chosen `Move` back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from oracle.melds import Melding
from oracle.mix import Case, Clause, Hook, Offer, Part, Power, Routine
from oracle.table import Table
from oracle.things import Card, Face, Guised, Player, Rank, Span, Stopped, Zone
from oracle.values import Scope
from parlour.documents.composition import Composition, text_node
from parlour.documents.document import Scalar
from parlour.lang import parser
from parlour.lang import syntax as s

ROUNDS = 1000


@dataclass(frozen=True, eq=False)
class Move:
    """A possible answer: its action and text, and the steps that it runs."""

    id: str
    text: str
    steps: Callable[[], Steps]


@dataclass(frozen=True, eq=False)
class Question:
    seat: int
    prompt: str | None
    wording: str | None
    legal: list[Move]
    tries: list[Move]


Steps = Generator[Question, Move, None]


class StopLoop(Exception):  # noqa: N818  # a step, not an error
    """`stop`"""


class NextPlayer(Exception):  # noqa: N818  # the same
    """`next`"""


class EndStage(Exception):  # noqa: N818  # the same
    """`end hand as blocked`"""

    def __init__(self, stage: str, ending: str | None) -> None:
        self.stage = stage
        self.ending = ending


@dataclass(frozen=True)
class Place:
    """Where a step is: its names, and what `proceed` runs there."""

    scope: Scope
    proceed: Callable[[], Steps] | None = None

    def inner(self, **names: object) -> Place:
        return Place(self.scope.inner(**names), self.proceed)


@dataclass(frozen=True, eq=False)
class Action:
    """An action in a question: where it is offered, and under which further conditions."""

    node: s.Action
    place: Place
    tests: tuple[Callable[[], bool], ...]
    wheres: tuple[Callable[[dict[str, object]], bool], ...]  # of the questions that include it, with its choices


class Play(Table):
    """One game, from its first step to its last."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        super().__init__(composition, players, seed)
        self.inside = self._stages_inside()
        self.worded = self._stages_with_endings()
        self.answered = False

    def _stages_with_endings(self) -> set[str]:
        """Return the stages that some step ends with a word."""
        steps = [layer.tree for routine in self.mix.routines.values() for layer in routine.layers]
        steps += [hook.steps.tree for hook in self.mix.hooks]
        steps += [offer.item for prompt in self.mix.prompts.values() for offer in prompt.offers]
        steps += [prompt.otherwise.tree for prompt in self.mix.prompts.values() if prompt.otherwise is not None]
        steps += [part.tree for part in self.mix.misplays.values()]
        ends = [node for tree in steps for node in s.walk(tree) if isinstance(node, s.End)]
        return {end.stage for end in ends if end.ending is not None}

    def match(self) -> Steps:
        main = self.composition.single("main")
        assert isinstance(main, Scalar)
        yield from self.stage(main.value, [])

    # ------------------------------------------------------------ stages

    def _stages_inside(self) -> dict[str, set[str]]:
        """Return for each stage all stages that its steps, and what they run, can enter."""
        uses: dict[tuple[str, str], set[tuple[str, str]]] = {}

        def note(kind: str, owner: str, tree: object) -> None:
            names = uses.setdefault((kind, owner), set())
            for node in s.walk(tree):
                match node:
                    case s.PlayStage():
                        names.add(("stage", node.name))
                    case s.Do():
                        names.add(("procedure", node.call.name))
                    case s.Action():
                        does = [call.name for call in (node.does, node.wrong) if call is not None]
                        names.update(("procedure", name) for name in (node.id, *does))
                        names.update(("misplay", name) for name in (node.id, *does))
                    case s.Ask() | s.Include() | s.Poll() | s.AskFirst() if node.call is not None:
                        names.add(("prompt", node.call.name))

        for routine in self.mix.routines.values():
            for layer in routine.layers:
                note(routine.kind, routine.name, layer.tree)
        for hook in self.mix.hooks:
            kind = self.mix.routines[hook.target].kind if hook.target in self.mix.routines else "prompt"
            note(kind, hook.target, hook.steps.tree)
        for prompt in self.mix.prompts.values():
            for offer in prompt.offers:
                note("prompt", prompt.name, offer.item)
            if prompt.otherwise is not None:
                note("prompt", prompt.name, prompt.otherwise.tree)
        for name, part in self.mix.misplays.items():
            note("misplay", name, part.tree)
        inside: dict[str, set[str]] = {}
        for stage in (r.name for r in self.mix.routines.values() if r.kind == "stage"):
            seen, waiting = {("stage", stage)}, [("stage", stage)]
            while waiting:
                more = uses.get(waiting.pop(), set()) - seen
                seen |= more
                waiting += more
            inside[stage] = {name for kind, name in seen if kind == "stage"}
        return inside

    def _begin(self, stage: str) -> None:
        state = self.state
        parts = {m.name: m.value for m in self.composition.sections["seats"]}
        each = self.composition.single("deck", "each")
        if isinstance(each, Scalar) and each.value == stage:
            for card in state.pack:
                state.take(card)
                state.put(card, state.zones["box", ()])
        out, direction = parts.get("out"), parts.get("direction")
        if isinstance(out, Scalar) and out.value in self.inside[stage]:
            state.playing = list(state.players)
        if isinstance(direction, Scalar) and direction.value in self.inside[stage]:
            state.direction = 1
        if stage in self.worded:
            state.variables["ending", ()] = "undecided"
        for name, lifetime in self.lifetimes.items():
            if lifetime in self.inside[stage]:
                self.reset_variable(name)

    def stage(self, name: str, args: list[object]) -> Steps:
        self._begin(name)
        yield from self.routine(name, args)

    def routine(self, name: str, args: list[object]) -> Steps:
        """Run a procedure, a stage or a prompt with its hooks."""
        around = self.mix.hooks_of(name, "instead of")
        yield from self._around(name, args, around)

    def _around(self, name: str, args: list[object], around: list[Hook]) -> Steps:
        if not around:
            yield from self._plain_routine(name, args)
            return
        hook, *others = around
        proceed = lambda: self._around(name, args, others)  # noqa: E731  # a generator each time
        if self._applies(hook, args):
            scope = Scope(hook.steps, dict(zip(hook.steps.names, args, strict=False)))
            yield from self.block(hook.steps.tree, Place(scope, proceed))
        else:
            yield from proceed()

    def _plain_routine(self, name: str, args: list[object]) -> Steps:
        for hook in self.mix.hooks_of(name, "before"):
            yield from self._hook(hook, args)
        if name in self.mix.routines:
            routine = self.mix.routines[name]
            try:
                yield from self._body(routine, args)
            except EndStage as end:
                if routine.kind != "stage" or end.stage != name:
                    raise
                if end.ending is not None:
                    self.state.variables["ending", ()] = end.ending
        else:
            yield from self._ask_prompt(name, args)
        for hook in self.mix.hooks_of(name, "after"):
            yield from self._hook(hook, args)

    def _body(self, routine: Routine, args: list[object]) -> Steps:
        layers = [layer for layer in routine.layers if self.in_force(layer) or layer is routine.layers[0]]
        layer = layers[-1]
        fitted = [self.fit(arg, type_) for arg, type_ in zip(args, routine.types, strict=True)]
        yield from self.block(layer.tree, Place(Scope(layer, dict(zip(layer.names, fitted, strict=False)))))

    def in_force(self, part: Part) -> bool:
        return self.state.holds(part.document.id, part.only_with)

    def _applies(self, hook: Hook, args: list[object]) -> bool:
        if not self.in_force(hook.steps):
            return False
        if hook.power is not None:
            return self.applies(hook.power, args) > 0
        if hook.test is None:
            return True
        return self.true(hook.test.tree, Scope(hook.test, dict(zip(hook.test.names, args, strict=False))))

    def _hook(self, hook: Hook, args: list[object]) -> Steps:
        if self._applies(hook, args):
            yield from self.block(
                hook.steps.tree, Place(Scope(hook.steps, dict(zip(hook.steps.names, args, strict=False))))
            )

    # ------------------------------------------------------------ functions

    def call(self, name: str, args: list[object]) -> object:
        return self.function(name, args) if name in self.mix.functions else self.builtin(name, args)

    def function(self, name: str, args: list[object]) -> object:
        member = self.mix.functions[name]
        types = [self.mix.type_of(p) for p in (self.mix.heading(member.key).params or ())]
        args = [self.fit(arg, type_) for arg, type_ in zip(args, types, strict=True)]
        best: tuple[int, int] | None = None
        value: object = None
        added: list[object] = []
        for case in self.mix.cases[name]:
            narrow = self._narrowness(case, args)
            if narrow == 0:
                continue
            if case.union:
                added.append(self._of(case.value, args))
            elif best is None or (narrow, len(case.over)) >= best:
                best, value = (narrow, len(case.over)), case
        result = self._of(value.value, args) if isinstance(value, Case) else self._base(name, args)
        for more in added:
            result = self.joined("+", result, more)
        return result

    def _narrowness(self, case: Case, args: list[object]) -> int:
        if not self.in_force(case.value):
            return 0
        if case.power is not None:
            return self.applies(case.power, args)
        return 9 if case.when is None or self._of(case.when, args) is True else 0

    def _of(self, part: Part, args: list[object]) -> object:
        return self.value(part.tree, Scope(part, dict(zip(part.names, args, strict=False))))

    def _base(self, name: str, args: list[object]) -> object:
        member = self.mix.functions[name]
        layers = [m for m in (*member.over, member) if text_node(m) is not None]
        holding = [m for m in layers if self.state.holds(m.document.id, m.only_with)] or layers[:1]
        text = text_node(holding[-1])
        assert text is not None
        return self._of(self.mix.part(parser.parse_expression, text, holding[-1]), args)

    # ------------------------------------------------------------ permissions

    def _May(self, node: s.May, scope: Scope) -> object:
        return self.allowed(node.call.name, [self.value(arg, scope) for arg in node.call.args])

    def _Possible(self, node: s.Possible, scope: Scope) -> object:
        args = [self.value(arg, scope) for arg in node.call.args]
        actions = self._actions_of(node.call.name, args)
        player = args[0]
        assert isinstance(player, Player)
        return bool(self._offered(player, [a for a in actions if not a.node.last])[0])

    def allowed(self, name: str, args: list[object], stuck: bool = True) -> bool:
        """True if no clause forbids it, or another clause overrides each that does."""
        clauses = self.mix.clauses.get(name, ())
        holding = [c for c in clauses if (stuck or not c.stuck or c.allow) and self._holds(c, args)]
        lifted = {word for c in holding if c.allow for word in c.despite}
        return all(c.allow or lifted & {c.id, c.name, c.group} for c in holding)

    def _holds(self, clause: Clause, args: list[object]) -> bool:
        if not self.in_force(clause.test) or any(self.in_force(part) for part in clause.unless):
            return False
        scope = Scope(clause.test, dict(zip(clause.test.names, args, strict=False)))
        if clause.power is not None:
            if not self.state.holds(clause.power.document.id, clause.power.only_with):
                return False
            if not self.applies(clause.power, args):
                return False
            if clause.value is not None:
                scope.names["value"] = self._of(clause.value, args)
        return self.true(clause.test.tree, scope)

    # ------------------------------------------------------------ steps

    def block(self, steps: object, place: Place) -> Steps:
        for step in steps:
            yield from getattr(self, f"do_{type(step).__name__}")(step, place)

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
                changed = self._changed(op, state.mark(name, card), value)
                state.set_mark(name, card, self.fit(changed, self.mark_types[name]))

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
                if step.repeated is not None:
                    here = self.state.snapshot()
                    if checkpoint is not None and here == checkpoint:
                        yield from self.block(step.repeated, place.inner())
                        return
                    if rounds >= 64 and rounds & (rounds - 1) == 0:
                        checkpoint = here
                inner = place.inner()
                yield from self.block(step.body, inner)
                rounds += 1
                if after is not None and after(inner):
                    return
        except StopLoop:
            return
        if step.otherwise is None:
            raise Stopped("the limit of a loop")
        yield from self.block(step.otherwise, place.inner())

    def do_Attempt(self, step: s.Attempt, place: Place) -> Steps:
        before = self.state.snapshot()
        names: list[tuple[Scope, dict[str, object]]] = []
        scope: Scope | None = place.scope
        while scope is not None:
            names.append((scope, dict(scope.names)))
            scope = scope.outer
        inner = place.inner()
        yield from self.block(step.body, inner)
        if not self.true(step.keep, inner.scope):
            self.state.restore(before)
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
        self.moved(cards, zone, 0 if step.end == "bottom" else at, step.face)
        if isinstance(source, Guised) and source.face != source.card.face:
            self._counts_as(source.card, source.face)
        yield from ()

    def moved(self, cards: list[Card], zone: Zone, at: int | None, face: str | None) -> None:
        for card in cards:
            self.state.take(card)
        for card in cards:
            self.state.put(card, zone, at)
            if face == "up":
                zone.up.add(card)
            if at is not None and zone.columns is None:
                at += 1

    def _counts_as(self, card: Card, face: Face) -> None:
        name = next(name for name, mark in self.state.marks.items() if mark.guise)
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
                self.moved([card], target, None, None)
        yield from ()

    def do_Shuffle(self, step: s.Shuffle, place: Place) -> Steps:
        source = self.value(step.cards, place.scope)
        zone = source if step.into is None else self.value(step.into, place.scope)
        assert isinstance(zone, Zone)
        if step.into is not None:
            self.moved(self.taken(source), zone, None, None)
        elif not zone.has_places:
            return
        up = set(zone.up)
        self.state.chance.shuffle(zone.places)
        zone.up = up
        yield from ()

    def do_Turn(self, step: s.Turn, place: Place) -> Steps:
        for card in self.taken(self.value(step.cards, place.scope)):
            up = self.state.zone_of(card).up
            up.add(card) if step.up else up.discard(card)
        yield from ()

    def do_Show(self, step: s.Show, place: Place) -> Steps:
        self.value(step.cards, place.scope)
        yield from ()

    def do_Say(self, step: s.Say, place: Place) -> Steps:
        self.template(step.line, place.scope)
        yield from ()

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
        yield from ()

    def do_CountsAs(self, step: s.CountsAs, place: Place) -> Steps:
        card, face = self.value(step.card, place.scope), self.shown(self.value(step.face, place.scope))
        assert face is not None
        self._counts_as(card.card if isinstance(card, Guised) else card, face)
        yield from ()

    def do_ResumeHere(self, step: s.ResumeHere, place: Place) -> Steps:
        yield from ()

    # ------------------------------------------------------------ questions

    def do_Ask(self, step: s.Ask, place: Place) -> Steps:
        yield from self.routine(step.call.name, [self.value(arg, place.scope) for arg in step.call.args])

    def _ask_prompt(self, name: str, args: list[object]) -> Steps:
        prompt = self.mix.prompts[name]
        args = [self.fit(arg, type_) for arg, type_ in zip(args, prompt.types, strict=True)]
        player = args[0]
        assert isinstance(player, Player)

        def at(part: Part) -> Place:
            return Place(Scope(part, dict(zip(part.names, args, strict=False))))

        wording = None
        if prompt.wording is not None:

            def wording():
                return self.template(prompt.wording.tree, at(prompt.wording).scope)

        otherwise = None
        if prompt.otherwise is not None:
            otherwise = prompt.otherwise.tree, at(prompt.otherwise)
        try:
            yield from self._ask(player, name, wording, self._actions_of(name, args), otherwise)
        except NextPlayer:
            self.answered = False

    def _actions_of(self, name: str, args: list[object]) -> list[Action]:
        actions: list[Action] = []
        for offer in self.mix.prompts[name].offers:
            place = Place(Scope(offer.part, dict(zip(offer.part.names, args, strict=False))))
            actions += self._expanded(offer, place)
        return actions

    def _expanded(self, offer: Offer, place: Place) -> list[Action]:
        item = offer.item
        tests = (lambda: self.in_force(offer.part), *(_off(self, part) for part in offer.unless))
        if isinstance(item, s.Action):
            return [Action(item, place, tests, ())]
        args = [self.value(arg, place.scope) for arg in item.call.args]
        wheres = () if item.where is None else (lambda names: self.true(item.where, place.scope.inner(**names)),)
        inner = self._actions_of(item.call.name, args)
        return [Action(a.node, a.place, (*tests, *a.tests), (*wheres, *a.wheres)) for a in inner]

    def _inline(self, actions: s.Actions, place: Place) -> list[Action]:
        return [a for item in actions.items for a in self._expanded(Offer(item, place.scope.part), place)]

    def do_AskHere(self, step: s.AskHere, place: Place) -> Steps:
        player = self.value(step.player, place.scope)
        assert isinstance(player, Player)
        otherwise = None if step.actions.otherwise is None else (step.actions.otherwise, place.inner())
        yield from self._ask(
            player, None, self._worded(step.actions, place), self._inline(step.actions, place), otherwise
        )

    def _worded(self, actions: s.Actions, place: Place) -> Callable[[], str] | None:
        line = actions.wording
        return None if line is None else lambda: self.template(line.line, place.scope)

    def _ask(
        self, player: Player, prompt: str | None, wording: Callable[[], str] | None, actions: list[Action],
        otherwise: tuple[object, Place] | None,
    ) -> Steps:  # fmt: skip
        legal, tries = self._offered(player, actions)
        if not legal and otherwise is not None:
            yield from self.block(*otherwise)
            return
        if not legal:
            raise Stopped("a question without an answer")
        move = yield Question(player.seat, prompt, None if wording is None else wording(), legal, tries)
        self.answered = True
        yield from move.steps()

    def _offered(self, player: Player, actions: list[Action]) -> tuple[list[Move], list[Move]]:
        """Return the legal moves, and the forbidden ones that players can try at a strict table."""
        legal: list[Move] = []
        tries: list[Move] = []
        for last in (False, True):
            if last and legal:
                break
            for action in actions:
                if action.node.last == last:
                    may, could = self._choices(player, action)
                    legal += may
                    tries += could
        return legal, tries

    def _choices(self, player: Player, action: Action) -> tuple[list[Move], list[Move]]:
        node, place = action.node, action.place
        if not all(test() for test in action.tests):
            return [], []
        if node.test is not None and not self.true(node.test, place.scope):
            return [], []
        chosen = [place.inner(**names) for names in self._combinations(action)]
        if node.blind:
            return [self._move(player, node, at, True) for at in chosen], []
        verdicts = [(at, *self._call(player, node, at)) for at in chosen]
        allowed = [at for at, name, args in verdicts if self.allowed(name, args)]
        if not allowed:
            allowed = [at for at, name, args in verdicts if self.allowed(name, args, stuck=False)]
        name = node.id if node.does is None else node.does.name
        tries = [at for at in chosen if at not in allowed] if name in self.mix.misplays else []
        return [self._move(player, node, at, True) for at in allowed], [
            self._move(player, node, at, False) for at in tries
        ]

    def _call(self, player: Player, node: s.Action, place: Place) -> tuple[str, list[object]]:
        """Return the permission and procedure of an action, with its arguments."""
        if node.does is None:
            return node.id, [player, *(place.scope.names[slot.var] for slot in node.slots)]
        args = [self.value(arg, place.scope) for arg in node.does.args]
        if len(args) < self._arity(node.does.name):
            args = [player, *args]
        return node.does.name, args

    def _arity(self, name: str) -> int:
        if name in self.mix.routines:
            return len(self.mix.routines[name].types)
        return next((len(c.test.names) for c in self.mix.clauses.get(name, ())), 0)

    def _move(self, player: Player, node: s.Action, place: Place, allowed: bool) -> Move:
        if node.notation is None:
            text = " ".join([node.id, *(self.written(place.scope.names[slot.var], True) for slot in node.slots)])
        else:
            text = self.template(node.notation, place.scope)
        return Move(node.id, text, lambda: self._answer(player, node, place, allowed))

    def _answer(self, player: Player, node: s.Action, place: Place, allowed: bool) -> Steps:
        name, args = self._call(player, node, place)

        def proper() -> Steps:
            if node.body is not None:
                yield from self.block(node.body, place.inner())
            elif name in self.mix.routines:
                yield from self.routine(name, args)

        if node.blind:
            allowed = self.allowed(name, args)
        if allowed:
            yield from proper()
        elif node.wrong is not None:
            wrong = [self.value(arg, place.scope) for arg in node.wrong.args]
            if len(wrong) < self._arity(node.wrong.name):
                wrong = [player, *wrong]
            yield from self.routine(node.wrong.name, wrong)
        else:
            yield from self._misplayed(name, args, proper)

    def _misplayed(self, name: str, args: list[object], proper: Callable[[], Steps]) -> Steps:
        if name in self.mix.misplays:
            part = self.mix.misplays[name]
            yield from self.block(part.tree, Place(Scope(part, dict(zip(part.names, args, strict=False))), proper))

    # ------------------------------------------------------------ choices

    def _combinations(self, action: Action) -> Iterator[dict[str, object]]:
        """Yield the combinations of choices that the `where` allows. Of interchangeable ones only the first."""
        node, place = action.node, action.place
        seen: set[object] = set()
        for names in self._slots(node.slots, place):
            if node.where is not None and not self.true(node.where, place.scope.inner(**names)):
                continue
            if not all(where(names) for where in action.wheres):
                continue
            looks = self._look(list(names.values()))
            if looks not in seen:
                seen.add(looks)
                yield names

    def _slots(self, slots: tuple[s.Slot, ...], place: Place) -> Iterator[dict[str, object]]:
        """Yield all combinations. What a choice is made from can depend on the choices before it."""
        if not slots:
            yield {}
            return
        *earlier, slot = slots
        for names in self._slots(tuple(earlier), place):
            for value in self.domain(slot, place.scope.inner(**names)):
                yield {**names, slot.var: value}

    def _look(self, values: list[object]) -> object:
        """Return what distinguishes a choice from another: identical cards without a difference look the same."""
        cards: list[Card] = []

        def look(value: object) -> object:
            if isinstance(value, Guised):
                return look(value.card), value.face
            if isinstance(value, Card):
                if value not in cards:
                    cards.append(value)
                return self.state.order(value)[:-1], cards.index(value) if len(values) > 1 else 0
            if isinstance(value, frozenset) and any(isinstance(v, Card) for v in value):
                return tuple(sorted((self.state.order(v)[:-1] for v in value), key=repr))
            return value

        return tuple(look(value) for value in values)

    def domain(self, slot: s.Slot, scope: Scope) -> list[object]:
        value = self.value(slot.domain, scope)
        match slot.form:
            case "each":
                return list(value) if isinstance(value, tuple) else self.in_order(value)
            case "places":
                assert isinstance(value, Zone)
                return [n for n, card in enumerate(value.places, start=1) if card is not None]
            case "faces":
                faces = {self.shown(card) for card in self.as_set(value)}
                return [face for face in self.deck.faces if face in faces]
            case "guises":
                return [g for card in self.in_order(value) for g in self._guises(card)]
        cards = self.in_order(self.cards(value))
        match slot.form:
            case "sets":
                low = self.number(slot.low, scope)
                high = self.number(slot.high, scope)
                return [
                    frozenset(c) for n in range(max(low, 0), min(high, len(cards)) + 1) for c in combinations(cards, n)
                ]
            case "groups":
                return [g for group in self._by_rank(cards).values() for g in _nonempty(group)]
            case "melds":
                return list(Melding(self).melds(cards))
        times = {"runs": 1, "double runs": 2, "triple runs": 3}[slot.form]
        return list(self._runs(cards, times))

    def _guises(self, card: object) -> list[object]:
        assert isinstance(card, Card)
        faces = self.as_set(self.function("faces", [card])) if "faces" in self.mix.functions else frozenset()
        shown = {self.shown(face) for face in faces} - {card.face}
        ordered = sorted(shown, key=lambda f: (f.rank.place, -1 if f.suit is None else f.suit.place))
        return [card, *(Guised(card, face) for face in ordered)]

    def _by_rank(self, cards: list[object]) -> dict[Rank, list[object]]:
        groups: dict[Rank, list[object]] = {}
        for card in cards:
            rank = self.field(card, "rank")
            assert isinstance(rank, Rank)
            groups.setdefault(rank, []).append(card)
        return groups

    def _runs(self, cards: list[object], times: int) -> Iterator[frozenset[object]]:
        """Yield the sets with one card (or two, or three) of each of two or more consecutive ranks of the pack."""
        there = sorted({c.face.rank for c in self.state.pack if c.face.rank.ordered}, key=lambda r: r.place)
        groups = self._by_rank(cards)
        for start in range(len(there)):
            for end in range(start + 2, len(there) + 1):
                ranks = there[start:end]
                if all(len(groups.get(rank, ())) >= times for rank in ranks):
                    for parts in product(*(combinations(groups[rank], times) for rank in ranks)):
                        yield frozenset(card for part in parts for card in part)

    # ------------------------------------------------------------ polls

    def do_Poll(self, step: s.Poll, place: Place) -> Steps:
        yield from self._poll(step, self.looped(step.each, place), place)

    def do_AskFirst(self, step: s.AskFirst, place: Place) -> Steps:
        def by_chance() -> Iterator[tuple[object, Place]]:
            whole = s.Each(step.each.span, step.each.var, step.each.var_span, step.each.domain, None, None, None)
            members = [member for member, _ in self.each(whole, place.scope)]
            while members:
                member = self.state.chance.one_of(members)
                members.remove(member)
                inner = place.inner(**{step.each.var: member})
                if step.each.where is None or self.true(step.each.where, inner.scope):
                    yield member, inner

        yield from self._poll(step, by_chance(), place)

    def _poll(self, step: s.Poll | s.AskFirst, members: Iterator[tuple[object, Place]], place: Place) -> Steps:
        try:
            for player, inner in members:
                assert isinstance(player, Player)
                self.answered = False
                if step.call is not None:
                    yield from self.routine(step.call.name, [self.value(arg, inner.scope) for arg in step.call.args])
                else:
                    actions = self._inline(step.actions, inner)
                    try:
                        yield from self._ask(player, None, self._worded(step.actions, inner), actions, None)
                    except NextPlayer:
                        continue
                if self.answered:
                    return
        except StopLoop:
            return
        yield from self.block(step.actions.otherwise or (), place.inner())

    def do_AskTogether(self, step: s.AskTogether, place: Place) -> Steps:
        answers: list[Move] = []
        for player, inner in list(self.looped(step.each, place)):
            assert isinstance(player, Player)
            legal, tries = self._offered(player, self._inline(step.actions, inner))
            if not legal:
                raise Stopped("a question without an answer")
            wording = self._worded(step.actions, inner)
            answers.append((yield Question(player.seat, None, None if wording is None else wording(), legal, tries)))
        for move in answers:
            yield from move.steps()


def _off(play: Play, part: Part) -> Callable[[], bool]:
    return lambda: not play.in_force(part)


def _nonempty(group: list[object]) -> Iterator[frozenset[object]]:
    for size in range(1, len(group) + 1):
        yield from map(frozenset, combinations(group, size))


__all__ = ["Move", "Play", "Power", "Question", "Span"]
