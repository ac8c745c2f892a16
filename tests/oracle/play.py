"""Questions (docs/language.md, section 7), and a whole game from its first step to its last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from oracle.choices import Choices
from oracle.mix import Offer, Part
from oracle.places import Action, Move, NextPlayer, Place, Question, Steps, StopLoop
from oracle.steps import Stepping
from oracle.things import Card, Player, Stopped
from oracle.values import Scope
from parlour.lang import syntax as s


class Play(Stepping, Choices):
    """One game, from its first step to its last."""

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
                return self.template(prompt.wording.tree.line, at(prompt.wording).scope)

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
        return _told_apart(legal), _told_apart(tries)

    def _choices(self, player: Player, action: Action) -> tuple[list[Move], list[Move]]:
        node, place = action.node, action.place
        if not all(test() for test in action.tests):
            return [], []
        if node.test is not None and not self.true(node.test, place.scope):
            return [], []
        chosen = [place.inner(**names) for names in self._combinations(action)]
        allowed = chosen if node.blind else self._allowed(player, node, chosen)
        chosen = [at for at in chosen if all(where(at.scope.names) for where in action.wheres)]
        fitting = set(map(id, chosen))
        allowed = [at for at in allowed if id(at) in fitting]
        legal = set(map(id, allowed))
        name = node.id if node.does is None else node.does.name
        tries = [at for at in chosen if id(at) not in legal] if name in self.mix.misplays else []
        return [self._move(player, node, at, True) for at in allowed], [
            self._move(player, node, at, False) for at in tries
        ]

    def _allowed(self, player: Player, node: s.Action, chosen: list[Place]) -> list[Place]:
        """Return the choices that the permission allows. Clauses with `unless-stuck` are last: each takes away choices
        of those before it, but never all of them."""
        calls = [(at, *self._call(player, node, at)) for at in chosen]
        left = [(at, name, args) for at, name, args in calls if self.allowed(name, args)]
        name = node.id if node.does is None else node.does.name
        for clause in self.mix.clauses.get(name, ()):
            if clause.stuck and not clause.allow:
                left = [call for call in left if self.passes(clause, *call[1:])] or left
        return [at for at, _, _ in left]

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
            text = " ".join([node.id, *(self.plain(place.scope.names[slot.var]) for slot in node.slots)])
        else:
            text = self.template(node.notation, place.scope, typed=True)
        return Move(node.id, text, lambda: self._answer(player, node, place, allowed), self._copies(node, place))

    def _copies(self, node: s.Action, place: Place) -> tuple[object, ...]:
        """Return the numbers of the cards that are chosen: of moves with one text, those of lower cards are first."""
        chosen = [self.as_set(place.scope.names[slot.var]) for slot in node.slots]
        return tuple(sorted((c.face.name, c.number) for c in cards if isinstance(c, Card)) for cards in chosen)

    def _answer(self, player: Player, node: s.Action, place: Place, allowed: bool) -> Steps:
        name, args = self._call(player, node, place)

        def proper() -> Steps:
            if node.body is not None:
                yield from self.block(node.body, place.inner())
            elif name in self.mix.routines:
                yield from self.routine(name, args)

        if node.blind:
            allowed = self.allowed(name, args, stuck=True)
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


def _told_apart(moves: list[Move]) -> list[Move]:
    """Return moves that have different texts: ` #2` is the second one with a text, ` #3` the third."""
    copies: dict[str, list[object]] = {}
    for move in moves:
        copies.setdefault(move.text, []).append(move.copies)
    if len(copies) == len(moves):
        return moves
    for numbers in copies.values():
        numbers.sort()
    apart: list[Move] = []
    for move in moves:
        numbers = copies[move.text]
        place = numbers.index(move.copies)
        numbers[place] = None  # of two moves about the same cards, the first action is first
        apart.append(replace(move, text=f"{move.text} #{place + 1}") if place else move)
    return apart


def _off(play: Play, part: Part) -> Callable[[], bool]:
    return lambda: not play.in_force(part)
