"""Stages, procedures, hooks and functions of all documents together (docs/language.md, sections 2, 6, 8 and 9)."""

from oracle.events import Watching
from oracle.mix import Case, Clause, Hook, Part, Power, Routine
from oracle.places import EndStage, Place, Steps
from oracle.things import Face, Player, Rank, Suit
from oracle.values import Scope
from parlour.documents.composition import Composition, text_node
from parlour.documents.document import Scalar
from parlour.lang import parser
from parlour.lang import syntax as s


class Routines(Watching):
    """Runs the members of a mix by their names."""

    def __init__(self, composition: Composition, players: int, seed: int) -> None:
        super().__init__(composition, players, seed)
        self.inside = self._stages_inside()
        self.worded = self._stages_with_endings()
        self.answered = False
        self.begun: set[str] = set()  # the stages that an `instead of` has let begin

    def _stages_with_endings(self) -> dict[str, set[str]]:
        """Return the stages that some step ends with a word, with these words."""
        steps = [layer.tree for routine in self.mix.routines.values() for layer in routine.layers]
        steps += [hook.steps.tree for hook in self.mix.hooks]
        steps += [offer.item for prompt in self.mix.prompts.values() for offer in prompt.offers]
        steps += [prompt.otherwise.tree for prompt in self.mix.prompts.values() if prompt.otherwise is not None]
        steps += [part.tree for part in self.mix.misplays.values()]
        ends = [node for tree in steps for node in s.walk(tree) if isinstance(node, s.End)]
        return {e.stage: {x.ending for x in ends if x.stage == e.stage and x.ending} for e in ends if e.ending}

    def match(self) -> Steps:
        main = self.composition.single("main")
        assert isinstance(main, Scalar)
        yield from self.stage(main.value, [])
        self.note("over")

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
        before, ending = self.numbers(), self.ending_text(state.variables["ending", ()])
        parts = {m.name: m.value for m in self.composition.sections["seats"]}
        each = self.composition.single("deck", "each")
        gathers = stage in [node.value for node in (each, self.composition.single("main")) if isinstance(node, Scalar)]
        if gathers:
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
        if gathers or stage in self.worded:
            new = stage == getattr(self.composition.single("main"), "value", None)  # before the match, numbers are 0
            self.note_begun(stage, ending, {name: (seers, 0) for name, (seers, _) in before.items()} if new else before)
        if gathers:
            self.note("gathered", mixes=True)

    def stage(self, name: str, args: list[object]) -> Steps:
        self._begin(name)
        self.state.inside.append(name)
        self.state.check_never_empty()
        try:
            yield from self.routine(name, args)
        except EndStage as end:
            if end.stage != name:
                raise
            if end.ending is not None:
                self.state.variables["ending", ()] = end.ending
                stages = sorted(stage for stage, words in self.worded.items() if end.ending in words)
                self.note("ended", stages, self.ending_text(end.ending))
            if name in self.begun:  # an `instead of` can end the stage before it proceeds
                self.begun.remove(name)
                yield from self._hooks(name, "after", args)
        finally:
            self.state.inside.pop()

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
        self.begun.add(name)
        yield from self._hooks(name, "before", args)
        if name in self.mix.routines:
            yield from self._body(self.mix.routines[name], args)
        else:
            yield from self._ask_prompt(name, args)
        self.begun.discard(name)
        yield from self._hooks(name, "after", args)

    def _hooks(self, name: str, when: str, args: list[object]) -> Steps:
        for hook in self.mix.hooks_of(name, when):
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
        return self.allowed(node.call.name, [self.value(arg, scope) for arg in node.call.args], stuck=True)

    def _Possible(self, node: s.Possible, scope: Scope) -> object:
        args = [self.value(arg, scope) for arg in node.call.args]
        actions = self._actions_of(node.call.name, args)
        player = args[0]
        assert isinstance(player, Player)
        return bool(self._offered(player, [a for a in actions if not a.node.last])[0])

    def allowed(self, name: str, args: list[object], stuck: bool = False) -> bool:
        """True if another clause overrides each one that forbids it. `stuck`: also each one that can give way."""
        clauses = self.mix.clauses.get(name, ())
        return all(c.allow or (c.stuck and not stuck) or self.passes(c, name, args) for c in clauses)

    def passes(self, clause: Clause, name: str, args: list[object]) -> bool:
        """True if a clause doesn't forbid it, or another clause overrides this one."""
        if not self._holds(clause, args):
            return True
        names = {clause.id, clause.name, clause.group}
        return any(c.allow and names & {*c.despite} and self._holds(c, args) for c in self.mix.clauses[name])

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

    def applies(self, power: Power, args: list[object]) -> int:
        """Return how narrowly a power applies: 3 for a card, 2 for a rank, 1 for a suit, 0 if it doesn't apply."""
        scope = Scope(power.by, dict(zip(power.by.names, args, strict=False)))
        by = self.value(power.by.tree, scope)
        if by is None:
            return 0
        own = Scope(Part(None, (), power.document))
        keys = [self.selected(key, own) for key in power.keys]
        members = [m for key in keys for m in self.as_set(key)]
        kinds = [3 if isinstance(m, Face) else 1 if isinstance(m, Suit) else 2 for m in members]
        narrow = max(kinds, default=0)
        if isinstance(by, (Rank, int)):
            return narrow if any(self.same(by, m) for m in members) else 0
        face = self.shown(by)
        assert face is not None
        hit = any(
            self.same(face, m)
            if isinstance(m, Face)
            else m == face.suit
            if isinstance(m, Suit)
            else self.as_rank(m) == face.rank
            for m in members
        )
        return narrow if hit else 0

    def selected(self, node: s.Expr, scope: Scope) -> object:
        """Return the cards that one part of the key of a power names."""
        return self.value(node, scope)
