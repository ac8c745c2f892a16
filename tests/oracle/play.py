"""Questions (docs/language.md, section 7), and a whole game from its first step to its last."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from oracle.choices import Choices
from oracle.mix import Offer, Part
from oracle.places import Action, Move, NextPlayer, Place, Question, Steps, StopLoop
from oracle.steps import Stepping
from oracle.things import Player, Stopped
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
                return self._question(prompt.wording.tree.line, at(prompt.wording).scope, player)

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
            asked = next(iter(offer.part.names), None) if offer.asked is None else offer.asked
            return [Action(item, place, tests, (), asked)]
        args = [self.value(arg, place.scope) for arg in item.call.args]
        wheres = () if item.where is None else (lambda names: self.true(item.where, place.scope.inner(**names)),)
        inner = self._actions_of(item.call.name, args)
        return [Action(a.node, a.place, (*tests, *a.tests), (*wheres, *a.wheres), a.asked) for a in inner]

    def _inline(self, actions: s.Actions, place: Place, asked: str | None) -> list[Action]:
        """Return the actions of a question without a name. `asked` is the name of the player who answers."""
        offers = [Offer(item, place.scope.part, asked=asked or "") for item in actions.items]
        return [action for offer in offers for action in self._expanded(offer, place)]

    def do_AskHere(self, step: s.AskHere, place: Place) -> Steps:
        player = self.value(step.player, place.scope)
        assert isinstance(player, Player)
        otherwise = None if step.actions.otherwise is None else (step.actions.otherwise, place.inner())
        asked = step.player.id if isinstance(step.player, s.Name) and place.scope.home(step.player.id) else None
        actions, wording = self._inline(step.actions, place, asked), self._worded(step.actions, place, player)
        yield from self._ask(player, None, wording, actions, otherwise)

    def _worded(self, actions: s.Actions, place: Place, player: Player) -> Callable[[], str] | None:
        line = actions.wording
        return None if line is None else lambda: self._question(line.line, place.scope, player)

    def _question(self, line: s.Template, scope: Scope, player: Player) -> str:
        """Return the wording of a question as its player reads it."""
        return self.read(self.pieces(line, scope), lambda card: player.seat in self.seers(card))

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
        self.note("asked", player.seat, prompt)
        move = yield Question(player.seat, prompt, None if wording is None else wording(), legal, tries)
        self.answered = True
        self.note_answer(player, prompt, move)
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
        misplay = self.mix.misplays.get(node.id if node.does is None else node.does.name)
        tries = [] if misplay is None else [at for at in chosen if id(at) not in legal]
        return [self._move(player, action, at, None) for at in allowed], [
            self._move(player, action, at, misplay) for at in tries
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

    def _move(self, player: Player, action: Action, place: Place, misplay: Part | None) -> Move:
        node = action.node
        if node.notation is None:
            text = " ".join([node.id, *(self.plain(place.scope.names[slot.var]) for slot in node.slots)])
        else:
            text = self.template(node.notation, place.scope, typed=True)
        steps = lambda: self._answer(player, node, place, misplay is None)  # noqa: E731  # a generator each time
        chosen = [place.scope.names[slot.var] for slot in node.slots]
        copies = lambda: [sorted(map(self.state.order, self.named_cards(value))) for value in chosen]  # noqa: E731  # late
        return Move(node.id, text, steps, node, place, action.asked, misplay, copies)

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
                    actions = self._inline(step.actions, inner, step.each.var)
                    wording = self._worded(step.actions, inner, player)
                    try:
                        yield from self._ask(player, None, wording, actions, None)
                    except NextPlayer:
                        continue
                if self.answered:
                    return
        except StopLoop:
            return
        yield from self.block(step.actions.otherwise or (), place.inner())

    def do_AskTogether(self, step: s.AskTogether, place: Place) -> Steps:
        answers: list[tuple[Player, Move]] = []
        for player, inner in list(self.looped(step.each, place)):
            assert isinstance(player, Player)
            legal, tries = self._offered(player, self._inline(step.actions, inner, step.each.var))
            if not legal:
                raise Stopped("a question without an answer")
            wording = self._worded(step.actions, inner, player)
            self.note("asked", player.seat, None)
            move = yield Question(player.seat, None, None if wording is None else wording(), legal, tries)
            self.note_sealed(player, None, move)
            answers.append((player, move))
        for player, move in answers:
            self.note_answer(player, None, move)
            yield from move.steps()


def _told_apart(moves: list[Move]) -> list[Move]:
    """Return moves that have different texts: ` #2` is the second one with a text, ` #3` the third. Those of the first
    action come first, then those about lower cards."""
    alike: dict[str, list[Move]] = {}
    for move in moves:
        alike.setdefault(move.text, []).append(move)
    actions = list(dict.fromkeys(id(move.node) for move in moves))
    apart: list[Move] = []
    for text, group in alike.items() if len(alike) < len(moves) else ():
        group.sort(key=lambda move: (actions.index(id(move.node)), move.copies()) if len(group) > 1 else ())
        apart += [replace(move, text=f"{text} #{n}" if n > 1 else text) for n, move in enumerate(group, start=1)]
    return apart or moves


def _off(play: Play, part: Part) -> Callable[[], bool]:
    return lambda: not play.in_force(part)
