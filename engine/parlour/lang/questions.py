"""Lowers questions and their actions from syntax to trees. `statements` lowers the steps of an action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.documents.composition import Document
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.expressions import Expressions
from parlour.lang.handling import needs_count, needs_order
from parlour.lang.hiding import check_local
from parlour.lang.literals import check_range, choice_of, face_names
from parlour.lang.parameters import takes_values
from parlour.lang.policy import Policy
from parlour.lang.quantifiers import Domain
from parlour.lang.sure_answers import SureAnswers
from parlour.lang.symbols import ERROR, Declared, Scope, Tables, Typed, origin
from parlour.lang.types import in_words
from parlour.lang.worded_texts import lower_template, with_seats
from parlour.program import Const, Expr, Local, Origin, Type, fold


class MemberLookup(Protocol):
    """The other members, as far as statements need them."""

    def actions(self, prompt: str) -> list[tuple[s.Action | s.Include, Scope]]: ...

    def permission(self, name: str) -> int: ...

    def obstacles(self, permission: int) -> Sequence[ir.Clause]: ...

    def misplay(self, permission: str) -> tuple[tuple[s.Stmt, ...], Scope] | None: ...

    def faces(self) -> int | None: ...

    def new_question(self) -> int: ...

    def ask_about(self, asking: t.Asking) -> None: ...

    def answered(self, prompt: str) -> ir.VarAt | None: ...


@frozen
class StepContext:
    """The surroundings of a statement: the things without names that it can refer to."""

    scope: Scope
    in_loop: bool = False
    in_poll: bool = False
    answered: ir.VarAt | None = None  # in a prompt for polls: what `next` sets to false
    proceed: t.Tree | None = None  # the step that `proceed` stands for

    def child(self) -> StepContext:
        return StepContext(self.scope.child(), self.in_loop, self.in_poll, self.answered, self.proceed)


class Blocks(Protocol):
    """Lowers the steps of an action."""

    def block(self, stmts: tuple[s.Stmt, ...], place: StepContext) -> t.Tree: ...


class Questions:
    """Lowers the questions of one composition."""

    def __init__(self, tables: Tables, expressions: Expressions, members: MemberLookup, blocks: Blocks) -> None:
        self.tables = tables
        self.expressions = expressions
        self.members = members
        self.blocks = blocks
        self.policy = Policy(tables, expressions)
        self.lets: list[tuple[int, Expr]] | None = None  # of the question that is being lowered, if it can have one
        self.answers = SureAnswers(tables, members)
        self._listed: dict[int, Expr] = {}  # by the local of a choice of numbers in a list: that it is one of them

    def ask_here(self, node: s.AskHere, place: StepContext) -> t.Tree:
        player = self.expressions.lower(node.player, place.scope, types.PLAYER)
        items = [(item, place.scope) for item in node.actions.items]
        otherwise = None if node.actions.otherwise is None else self.blocks.block(node.actions.otherwise, place)
        wording = self.wording(node.actions, place.scope)
        asking = self.asking("", (), player, items, otherwise, node, place, wording=wording)
        if otherwise is not None:
            self.check_else(asking, items, place.scope.document)
        return asking

    def asking(
        self,
        name: str,
        params: tuple[int, ...],
        player: Typed,
        items: list[tuple[s.Action | s.Include, Scope]],
        otherwise: t.Tree | None,
        node: s.Node,
        place: StepContext,
        number: int | None = None,
        together: bool = False,
        wording: t.Wording | None = None,
    ) -> t.Asking:
        """Lower a question with its actions; each comes with the scope in which it is lowered."""
        around, self.lets = self.lets, None if together else []
        arms: list[t.ArmTree] = []
        for item, scope in items:
            trees = self._arms(item, scope, player, place, ())
            if together:
                self._not_quiet(item, trees)
            arms.extend(trees)
        lets, self.lets = tuple(self.lets or ()), around
        where = origin(place.scope.document, node.span)
        mine = self.members.new_question() if number is None else number
        asking = t.Asking(mine, name, params, lets, player.expr, tuple(arms), otherwise, where, wording)
        self.members.ask_about(asking)
        return self.answers.ensured(asking, node, _replacing(items))

    def wording(self, actions: s.Actions, scope: Scope) -> t.Wording | None:
        if actions.wording is None:
            return None
        if actions.wording.instead:
            message = "`instead` replaces nothing: this question has no other wording"
            self.tables.error("instead", message, actions.wording.span, help="remove `instead`")
        return self.worded(actions.wording, scope)

    def worded(self, wording: s.Wording, scope: Scope) -> t.Wording:
        return t.Wording(self.template(wording.line, scope, spoken=True), wording.span)

    def check_else(
        self, asking: t.Asking, items: Iterable[tuple[s.Action | s.Include, Scope]], about: Document
    ) -> None:
        """Report an `else:` in a document that never runs, because an action of the same document has no condition. A
        condition that holds in this mix doesn't count: options decide it."""
        own = {i.id_span for i, scope in items if isinstance(i, s.Action) and scope.document is about and not i.test}
        for tree in asking.arms:
            arm = tree.arm
            if tree.span in own and not arm.slots and arm.test is arm.where is arm.may is None:
                message = f"`{arm.id}` is always possible, so the `else:` of this question never runs"
                help_ = "remove one of the two, or give the action a condition: `if …`"
                self.tables.warn("else-never", message, tree.span, help_)

    def _not_quiet(self, item: s.Action | s.Include, arms: list[t.ArmTree]) -> None:
        for arm in arms:
            if arm.arm.quiet:
                message = f"`{arm.arm.id}` can't be quiet in `ask together`: everybody sees who has answered"
                self.tables.error("reaction", message, item.span, help="use `ask first` or `poll`")

    def _arms(
        self, item: s.Action | s.Include, scope: Scope, player: Typed, place: StepContext, open_: tuple[str, ...]
    ) -> list[t.ArmTree]:
        if isinstance(item, s.Include):
            return self._included(item, scope, player, place, open_)
        arm = self._arm(item, scope, player, place)
        return [] if arm is None else [arm]

    def actions_of(self, prompt: str) -> list[str]:
        """Return the ids of the actions of a question."""
        return [item.id for item, _ in self.members.actions(prompt) if isinstance(item, s.Action)]

    def _included(
        self, item: s.Include, scope: Scope, player: Typed, place: StepContext, open_: tuple[str, ...]
    ) -> list[t.ArmTree]:
        name = item.call.name
        prompt = self.tables.prompts.get(name)
        if prompt is None or name in open_:
            if prompt is None:
                known = list(self.tables.prompts)
                message = f"unknown question `{name}`"
                self.tables.unknown("unknown-name", message, name, item.call.name_span, known)
            else:
                self.tables.error("recursion", f"`{name}` includes itself", item.span)
            return []
        args = self.expressions.arguments(item.call, prompt.params.types, "question", scope)
        if args is None:
            return []
        args = tuple(self._found_once(arg, type_) for arg, type_ in zip(args, prompt.params.types, strict=True))
        arms: list[t.ArmTree] = []
        for action, inner in self.members.actions(name):
            bound = replace(inner.child(), in_force=inner.in_force)
            names = [n for n, b in inner.names.items() if isinstance(b.value.expr, Local)]
            by_local = dict(zip(prompt.params.locals, zip(prompt.params.types, args, strict=True), strict=True))
            for n in names:
                local = inner.names[n].value.expr
                if isinstance(local, Local) and local.index in by_local:
                    type_, arg = by_local[local.index]
                    bound.bind(n, Typed(arg, type_))
            asker = bound.names[prompt.params.names[0]].value if prompt.params.names else player
            for arm in self._arms(action, bound, asker, place, (*open_, name)):
                if item.where is not None:
                    arm = self._narrowed(arm, item.where, scope)
                arms.append(_offered_if(scope.in_force, arm))
        return arms

    def _found_once(self, arg: Expr, type_: Type) -> Expr:
        """Compute the arguments of an included question once before any offer, not for each of its actions."""
        if self.lets is None or isinstance(arg, Const | Local | ir.VarAt):
            return arg
        local = self.tables.new_local("given", type_)
        self.lets.append((local, arg))
        return Local(local)

    def _narrowed(self, arm: t.ArmTree, where: s.Expr, scope: Scope) -> t.ArmTree:
        """Return an included action that is offered only if this holds too; the condition knows the names of its
        choices."""
        inner = scope.child()
        for slot in arm.arm.slots:
            inner.bind(self.tables.locals[slot.local][0], choice_of(slot))
        test = self.expressions.condition(where, inner)
        if arm.arm.slots:
            both = test if arm.arm.where is None else fold.conjunction((arm.arm.where, test))
            return replace(arm, arm=replace(arm.arm, where=both))
        return _offered_if(test, arm)

    def _never_offered(self, node: s.Action, scope: Scope) -> None:
        self.tables.settled.append(ir.Settled(origin(scope.document, node.span), holds=False))

    def _arm(self, node: s.Action, scope: Scope, player: Typed, place: StepContext) -> t.ArmTree | None:
        self._asks(node)
        self.tables.actions.add(node.id)
        test = fold.TRUE if node.test is None else self.expressions.condition(node.test, scope)
        test = fold.conjunction((scope.in_force, test))
        if test == fold.FALSE:
            self._never_offered(node, scope)
            return None
        inner = scope.child()
        slots = []
        for slot in node.slots:
            made = self._slot(slot, inner)
            if made is None:
                return None
            slots.append(made)
        where = fold.TRUE if node.where is None else self.expressions.condition(node.where, inner)
        where = fold.conjunction([*(self._listed.get(slot.local, fold.TRUE) for slot in slots), where])
        if where == fold.FALSE:
            self._never_offered(node, scope)
            return None
        call = node.does or self._implied(node, inner, player)
        name, args = ("", ()) if call is None else self._action_call(call, node, inner, player)
        permission = self.tables.permissions.get(name)
        may = None
        if permission is not None and len(permission.params.types) == len(args):
            may = ir.Permitted(self.members.permission(name), args)
        here = replace(place, scope=inner)
        body = self._body(node, name, args, here)
        notation = self._notation(node, inner, slots)
        self._check_reaction(node, may)
        arm = ir.Arm(
            node.id, notation, tuple(slots), None if test == fold.TRUE else test, None if where == fold.TRUE else where,
            None if node.blind else may, node.last, -1, None, origin(scope.document, node.span),
            blind=may if node.blind else None, quiet=node.quiet,
            habits=self.policy.habits(node.id, player, slots),
        )  # fmt: skip
        written = None if may is None else self.members.misplay(name)
        if arm.blind is not None:
            penalty = None if written is None else self._misplay(name, args, *written, replace(here, proceed=body))
            wrong = self._wrong(node, here) if penalty is None or node.wrong is not None else penalty
            return t.ArmTree(arm, t.Branching(arm.blind, body, wrong, arm.origin), None, node.id_span)
        if written is None:
            return t.ArmTree(arm, body, None, node.id_span)
        stmts, known = written
        misplay = self._misplay(name, args, stmts, known, replace(here, proceed=body))
        return t.ArmTree(replace(arm, unnoticed=_proceeds(stmts)), body, misplay, node.id_span)

    def _check_reaction(self, node: s.Action, may: ir.Permitted | None) -> None:
        if node.blind and may is None:
            message = f"`{node.id}` is blind, but no permission decides whether it is right"
            self.tables.error("reaction", message, node.id_span, help=f"declare one: `may: {{{node.id}(p): …}}`")
        if node.quiet and node.slots:
            message = f"`{node.id}` is quiet, so it can't have choices"
            self.tables.error("reaction", message, node.id_span, help="remove `quiet`, or `for` and its choices")

    def _wrong(self, node: s.Action, place: StepContext) -> t.Tree:
        """Return the steps for a blind action that the permission forbids."""
        return t.NOTHING if node.wrong is None else self.blocks.block((s.Do(node.wrong.span, node.wrong),), place)

    def _implied(self, node: s.Action, scope: Scope, player: Typed) -> s.Call | None:
        """Return the call that an action without `does` means: its own name, with the player who answers and the
        choices."""
        wanted = 1 + len(node.slots)
        known = [table[node.id] for table in (self.tables.permissions, self.tables.procedures) if node.id in table]
        if not any(len(k.params.types) == wanted for k in known):
            return None
        names = tuple(s.Name(slot.var_span, slot.var) for slot in node.slots)
        return s.Call(node.span, node.id, names, node.id_span)

    def _asks(self, node: s.Action) -> None:
        """Record the permission of an action, even if options leave the action out."""
        name = node.id if node.does is None else node.does.name
        permission = self.tables.permissions.get(name)
        given = 1 + len(node.slots) if node.does is None else len(node.does.args)
        if permission is not None and len(permission.params.types) - given in (0, node.does is not None):
            self.tables.asked_for.add(name)

    def _action_call(self, call: s.Call, node: s.Action, scope: Scope, player: Typed) -> tuple[str, tuple[Expr, ...]]:
        """Return the name and the arguments; the player who answers is added in front if one argument is missing."""
        permission = self.tables.permissions.get(call.name)
        procedure = self.tables.procedures.get(call.name) if node.body is None or permission is None else None
        targets = [target for target in (permission, procedure) if target is not None]
        if node.does is None:  # implied: a member of that name with other parameters is a different one
            targets = [target for target in targets if len(target.params.types) == len(call.args) + 1]
        if not targets and node.does is None:
            return "", ()
        if not targets:
            known = [*self.tables.permissions, *self.tables.procedures]
            message = f"unknown permission or procedure `{call.name}`"
            self.tables.unknown("unknown-name", message, call.name, call.name_span, known)
            return "", ()
        for target in targets:
            if not (self._takes_types(target, call, node, scope, player) and self._takes(target, call, node)):
                return "", ()
        wanted = targets[0].params.types
        if len(wanted) != len(targets[-1].params.types):
            message = f"the permission and the procedure `{call.name}` have different parameters"
            related = tuple(Related(target.member.key.span, "declared here") for target in targets)
            self.tables.error("arity", message, call.span, help="rename one of them", related=related)
            return "", ()
        if len(call.args) + 1 == len(wanted):
            rest = tuple(self.expressions.lower(a, scope, w).expr for a, w in zip(call.args, wanted[1:], strict=True))
            return call.name, (player.expr, *rest)
        args = self.expressions.arguments(call, wanted, "action", scope)
        return (call.name, args) if args is not None else ("", ())

    def _takes_types(self, target: Declared, call: s.Call, node: s.Action, scope: Scope, player: Typed) -> bool:
        """True if the parameters of the target have the types of the choices. If only a `does` in the same document is
        wrong, that is the place of the error."""
        names, types_ = target.params.names, target.params.types
        if node.does is not None and target.member.document is scope.document:
            return True
        asked = next((name for name, known in scope.names.items() if known.value == player), "p")
        given = [(asked, player.type)] if len(call.args) + 1 == len(types_) else []
        for arg, name, type_ in zip(call.args, names[len(given) :], types_[len(given) :], strict=False):
            bound = scope.names.get(arg.id) if isinstance(arg, s.Name) else None
            given.append((name, type_) if bound is None else (arg.span.text, bound.value.type))
        return len(given) != len(types_) or takes_values(self.tables, target, given, node.id_span)

    def _takes(self, target: Declared, call: s.Call, node: s.Action) -> bool:
        """True if the arguments of `does` fit as they are, or with the player who answers in front."""
        number, given = len(target.params.types), len(call.args)
        if number == given or (number == given + 1 and target.params.types[0] in (types.PLAYER, ERROR)):
            return True
        heading = f"`{target.name}({', '.join(target.params.names)})`"
        related = (Related(target.member.key.span, "declared here"),)
        help_ = "`does` adds the player who answers if only the first argument is missing"
        shown = f"{number} argument{'s' * (number != 1)}, but `does` passes {given}"
        self.tables.error("arity", f"{heading} expects {shown}", call.span, help=help_, related=related)
        return False

    def _body(self, node: s.Action, name: str, args: tuple[Expr, ...], place: StepContext) -> t.Tree:
        if node.body is not None:
            return self.blocks.block(node.body, place)
        procedure = self.tables.procedures.get(name)
        if node.does is not None and not name:
            return t.NOTHING  # already reported
        if procedure is None or len(procedure.params.types) != len(args):
            message = f"the action `{node.id}` has no steps"
            help_ = f"write its steps below `{node.id} …:`, or add a procedure with this name"
            self.tables.error("no-body", message, node.id_span, help=help_)
            return t.NOTHING
        return t.Invoke(name, args, node.span, origin(place.scope.document, node.span))

    def _misplay(
        self, name: str, args: tuple[Expr, ...], stmts: tuple[s.Stmt, ...], scope: Scope, place: StepContext
    ) -> t.Tree:
        bound = scope.child()
        permission = self.tables.permissions[name]
        for n, binding in scope.names.items():
            local = binding.value.expr
            if isinstance(local, Local) and local.index in permission.params.locals:
                at = permission.params.locals.index(local.index)
                bound.bind(n, Typed(args[at], binding.value.type))
        return self.blocks.block(stmts, replace(place, scope=bound))

    def _notation(self, node: s.Action, scope: Scope, slots: list[ir.Slot]) -> ir.Template:
        if node.notation is not None:
            return with_seats(self.template(node.notation, scope))
        parts: list[str | ir.Hole] = [node.id]
        for slot in slots:
            parts.extend((" ", ir.Hole(Local(slot.local), slot.type)))
        return tuple(parts)

    def template(self, node: s.Template, scope: Scope, spoken: bool = False) -> ir.Template:
        return lower_template(self.expressions, node, scope, spoken)

    def _slot(self, node: s.Slot, scope: Scope) -> ir.Slot | None:
        """Lower a choice, and bind its name in the scope."""
        if node.form == "places":
            zone = self.expressions.lower(node.domain, scope, types.ZONE)
            needs_order(self.tables, zone.expr, node.domain.span, "places", columns=True)
            return self._bound(node, scope, "places", zone.expr, types.INT)
        domain = self.expressions.domain(node.domain, scope, None if node.form == "each" else types.CARDS)
        if domain is None:
            return None
        if node.form == "each":
            slot = self._bound(node, scope, "each", domain.over, domain.type)
            self._listed[slot.local] = domain.listed(slot.local)
            self.tables.key_uses.bind(slot.local, domain.over, domain.among)
            return slot
        if domain.type.kind != "card" or isinstance(domain.over, ir.SeatOrder | ir.Span):
            self.tables.error(
                "type", f"expected cards to choose from; each member of this set is {in_words(domain.type)}", node.span
            )
            return None
        if node.form == "guises":
            return self._guises(node, scope, domain)
        if node.form == "faces":
            return self._faces(node, scope, domain)
        if node.form == "melds" and not self.expressions.melding_known("melds of", node.span):
            return None
        low = None if node.low is None else self._count(node.low, scope)
        high = low if node.high is None else self._count(node.high, scope)
        if node.low is not None and node.high is not None and low is not None and high is not None:
            between = s.RangeLit(node.low.span.to(node.high.span), node.low, node.high)
            check_range(self.expressions, between, low, high)
        slot = self._bound(node, scope, node.form, domain.over, types.CARDS)
        return replace(slot, low=low, high=high)

    def _count(self, node: s.Expr, scope: Scope) -> Expr:
        count = self.expressions.lower(node, scope, types.INT).expr
        needs_count(self.tables, count, node.span)
        return count

    def _guises(self, node: s.Slot, scope: Scope, domain: Domain) -> ir.Slot:
        faces = self.members.faces()
        if faces is None:
            return self._bound(node, scope, "each", domain.over, types.CARD)
        slot = self._bound(node, scope, "guises", domain.over, types.CARD)
        return replace(slot, faces=faces)

    def _faces(self, node: s.Slot, scope: Scope, domain: Domain) -> ir.Slot:
        """Lower a choice of a face: it names a card that need not be seen. A Program has it as a word of a list."""
        type_ = face_names(self.tables)
        face = self.tables.new_local(node.var, type_)
        among = fold.op("&", domain.over, ir.FaceCards("face", ir.Single(Local(face))))  # type: ignore[arg-type]  # a set of cards
        every = Const((1 << len(self.tables.design.faces)) - 1)
        there = ir.Scan("those", face, every, fold.negation(fold.op("==", among, Const(0))), None)
        slot = self._bound(node, scope, "each", there, type_)
        scope.bind(node.var, choice_of(slot))
        return slot

    def _bound(
        self, node: s.Slot, scope: Scope, form: str, over: Expr | ir.Span | ir.SeatOrder, type_: Type
    ) -> ir.Slot:
        check_local(self.tables, scope, node.var, node.var_span)
        local = self.tables.new_local(node.var, type_)
        scope.bind(node.var, Typed(Local(local), type_))
        return ir.Slot(local, form, over, type_)  # type: ignore[arg-type]  # the forms of the syntax are those of a slot


def _offered_if(test: Expr, tree: t.ArmTree) -> t.ArmTree:
    """Return an action that is offered only if this holds too."""
    if test == fold.TRUE:
        return tree
    both = test if tree.arm.test is None else fold.conjunction((test, tree.arm.test))
    return replace(tree, arm=replace(tree.arm, test=both))


def _replacing(items: Sequence[tuple[s.Action | s.Include, Scope]]) -> dict[Origin, Span]:
    """Return the actions that replace others of the question: their places, by their origin."""
    return {
        origin(scope.document, item.span): item.id_span
        for item, scope in items
        if isinstance(item, s.Action) and item.instead
    }


def _proceeds(stmts: tuple[s.Stmt, ...]) -> bool:
    """True if one of these steps is a `proceed`."""
    return any(isinstance(node, s.Proceed) for node in s.walk(stmts))
