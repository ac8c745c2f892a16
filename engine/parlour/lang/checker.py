"""Turns a composition into a Program: the stages of checking, in order.

`check` returns the Program, or the findings that prevent it. It reads all members even if declarations have errors: a
name with a bad declaration counts as known, and its uses aren't reported. Only the checks of whole routines (hooks,
loops, work) need members without errors.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic, has_errors, in_order
from parlour.base.frozen import frozen
from parlour.base.printable import value_word
from parlour.documents.composition import Composition, OptionSetting, text_node
from parlour.documents.document import Mapping, Node, Scalar, Sequence, node_at
from parlour.documents.prose import text_of
from parlour.lang import declarations, parser, types
from parlour.lang import tree as t
from parlour.lang.alike import check_alike
from parlour.lang.attempts import check_attempts
from parlour.lang.bodies import Bodies
from parlour.lang.braces import check_braces
from parlour.lang.card_orders import check_sorting, declare_sorting
from parlour.lang.classes import declare_classes
from parlour.lang.company import Company, company_of, sides_of
from parlour.lang.cost import CostNodes, Costs, check_cost, cost_nodes
from parlour.lang.crowding import check_crowding
from parlour.lang.declarations import members
from parlour.lang.effects import Effects
from parlour.lang.firing import noticed
from parlour.lang.flow import Assembler, Code
from parlour.lang.game_deck import design_of
from parlour.lang.hidden_lines import check_said
from parlour.lang.hiding import check_declared, check_headings
from parlour.lang.hooks import Hooks
from parlour.lang.leaders import declare_leaders
from parlour.lang.linearity import Routine
from parlour.lang.log_declarations import declare_logs, logs_in_words
from parlour.lang.melding import melding
from parlour.lang.misplaced import check_marks_kept
from parlour.lang.needed_values import settled
from parlour.lang.never_empty import Promises
from parlour.lang.orderless import check_orders
from parlour.lang.presence import Presence
from parlour.lang.proof import check_depth, check_flow
from parlour.lang.ranges import check_ranges
from parlour.lang.reasoning import Reasoning
from parlour.lang.repeated_names import once_each
from parlour.lang.resuming import check_resumes
from parlour.lang.secrecy import check_secrecy
from parlour.lang.stages import stages_of
from parlour.lang.switches import check_switched, declare_switches
from parlour.lang.symbols import ERROR, Scope, Tables, Typed, origin
from parlour.lang.table_lines import lines_of
from parlour.lang.taken_names import check_taken, without_consequences
from parlour.lang.unlabelled import check_labels
from parlour.lang.unnamed_choices import check_choices_named
from parlour.lang.unreached_hooks import check_hooks_run
from parlour.lang.unread import check_unread
from parlour.lang.vocabulary import card_names
from parlour.program import Program


def check(composition: Composition) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """Return the Program of a composition and all findings. The Program is None if one of them is an error."""
    tables = Tables(composition)
    bodies = Bodies(tables)
    _declare(tables, bodies)
    lowered = _lower(tables, bodies)
    if lowered is None or has_errors(tables.problems):
        return None, _reported(tables)
    draft, presence = lowered
    code = draft.assemble(tables)
    check_resumes(tables, code)
    program = _program(tables, bodies, draft, code)
    presence.alone(_outside_routines(program))
    program = _with_needs_settled(program)
    check_crowding(tables, draft.routines.values(), draft.questions.values(), program, draft.company)
    check_orders(tables, draft.routines.values(), program)
    check_ranges(tables, program, draft.company)
    if has_errors(tables.problems):
        return None, _reported(tables)
    return program, _reported(tables)


def _reported(tables: Tables) -> tuple[Diagnostic, ...]:
    return in_order(once_each(without_consequences(tables), tables.composition.documents))


def unproved(composition: Composition) -> Program | None:
    """Return the Program of a composition for a trial, in half the time: play tests the values that `check` proves to
    be present. Return None if there are errors without which nobody could play it."""
    tables = Tables(composition, proving=False)
    bodies = Bodies(tables)
    _declare(tables, bodies)
    woven = _woven(tables, bodies)
    if woven is None or has_errors(tables.problems):
        return None
    company = company_of(tables, bodies)
    stages = _entered(tables, woven.routines)
    nodes = cost_nodes(bodies, woven.routines)
    draft = Draft(woven.routines, bodies.asked, woven.main, stages, company, woven.logs, woven.lines, nodes)
    program = _program(tables, bodies, draft, draft.assemble(tables))
    return None if has_errors(tables.problems) else program


def check_table(composition: Composition) -> Program | None:
    """Return the parts that decide who can play and what is on a table: the pack, zones, variables, `possible`. Return
    None if that needs the whole Program, because there are errors or because a condition depends on what a question
    offers."""
    tables = Tables(composition)
    bodies = Bodies(tables)
    _declare(tables, bodies)
    if has_errors(tables.problems):
        return None
    company = company_of(tables, bodies)
    logs = logs_in_words(bodies.expressions)
    functions = [function for function in bodies.functions if function is not None]
    if has_errors(tables.problems) or bodies.permissions or bodies.asked or len(functions) < len(bodies.functions):
        return None
    return Program(
        id=composition.id,
        title=composition.title,
        text=text_of(composition.subject, composition),
        digest=composition.digest,
        options=tuple(_option(s) for s in composition.options.values()),
        players=company.players,
        sides=sides_of(tables, company.players),
        deck=settled(company.deck),
        enums=tuple(tables.enums.items()),
        records=tuple(tables.records.values()),
        zones=settled(tuple(tables.zone_list)),
        variables=settled(tuple(tables.variable_list)),
        marks=tuple(tables.mark_list),
        logs=settled(logs),
        stages=(),
        functions=settled(tuple(functions)),
        procedures=(),
        permissions=(),
        questions=(),
        code=(ir.Finish(),),
        entry=0,
        returns=(),
        ending=tables.variables["ending"],
        endings=(("none", ""),),
        possible=settled(company.possible),
        results=(),
        resumes=(),
        locals=tuple(tables.locals),
        checkpoints=0,
        kept=(),
    )


def _declare(tables: Tables, bodies: Bodies) -> None:
    """Declare everything that has a name."""
    check_taken(tables)
    expressions = bodies.expressions
    tables.design = design_of(tables)
    tables.card_names = card_names(tables.design)
    for fact in tables.design.facts:
        if fact.words:
            tables.enums[fact.type.name] = fact.words
    declare_switches(tables)
    declarations.declare_names(tables)
    declarations.declare_records(tables, expressions)
    declare_classes(tables, expressions)
    declarations.declare_zones(tables, expressions)
    declarations.declare_variables(tables, expressions)
    declare_leaders(tables)
    declare_logs(expressions)
    declarations.declare_headings(tables)
    words = declarations.enumeration(tables, "ending", (declarations.UNDECIDED, *tables.endings))
    ending = ir.Variable("ending", words, (), ir.EVERYBODY, None, "how it ended", None)
    tables.variables["ending"] = tables.new_variable(ending)
    declarations.declare_marks(tables, expressions)
    _lifetimes(tables)
    check_headings(tables)
    check_declared(tables)
    bodies.prepare()
    declarations.start_values(tables, expressions)


def _lifetimes(tables: Tables) -> None:
    """Report sections that refer to missing stages."""
    nodes = [node_at(m.value, "each") for section in ("state", "logs") for m in members(tables, section)]
    nodes += [node_at(m.value, "never-empty") for m in members(tables, "zones")]
    nodes += [m.value for m in members(tables, "seats")]
    nodes += [m.value for m in members(tables, "deck") if m.name == "each"]
    for node in nodes:
        if isinstance(node, Scalar) and node.value not in tables.stages:
            known = list(tables.stages)
            tables.unknown("unknown-name", f"unknown stage `{node.value}`", node.value, node.span, known)


@frozen
class Draft:
    """All routines, with their hooks."""

    routines: dict[str, Routine]
    questions: dict[int, t.Asking]
    main: str
    stages: tuple[ir.Stage, ...]
    company: Company
    logs: tuple[ir.Log, ...]
    lines: tuple[ir.Line, ...]
    nodes: CostNodes

    def assemble(self, tables: Tables) -> Code:
        numbers = {stage.name: i for i, stage in enumerate(self.stages)}
        ending = tables.variables["ending"]
        costs = Costs(tables, self.nodes, max(self.company.players, default=0))
        return Assembler(self.routines, tables.locals, ending, numbers, self.questions, costs).assemble(self.main)


@frozen
class Woven:
    """The routines with their hooks, unchecked."""

    routines: dict[str, Routine]
    main: str
    effects: Effects
    logs: tuple[ir.Log, ...]
    lines: tuple[ir.Line, ...]


def _woven(tables: Tables, bodies: Bodies) -> Woven | None:
    for name in tables.functions:
        bodies.result(name)
    logs, lines = logs_in_words(bodies.expressions), lines_of(bodies.expressions)
    declare_sorting(bodies.expressions)
    bodies.lower_permissions()
    routines: dict[str, Routine] = {}
    for procedure in tables.procedures.values():
        routines[procedure.name] = bodies.routine(procedure, "procedures")
    for stage in tables.stages.values():
        routines[stage.name] = bodies.routine(stage, "stages")
    hooks = Hooks(bodies)
    hooks.read()
    _prompts(tables, bodies, routines, hooks)
    main = _main(tables)
    if main is None or has_errors(tables.problems):
        return None
    check_depth(tables, routines)
    if has_errors(tables.problems):
        return None
    effects = Effects(routines, bodies.functions, bodies.permissions, bodies.asked, tables.guise)
    hooks.weave(routines, effects)
    bodies.statements.questions.policy.finish()  # it can name the actions of hooks
    check_flow(tables, bodies, routines, main)
    return Woven(routines, main, effects, logs, lines)


def _lower(tables: Tables, bodies: Bodies) -> tuple[Draft, Presence] | None:
    """Return all routines, checked, and what is known to be present in them."""
    woven = _woven(tables, bodies)
    if woven is None:
        return None
    routines, effects = woven.routines, woven.effects
    check_attempts(tables, routines, effects)
    sound = not has_errors(tables.problems)
    company = company_of(tables, bodies)
    if sound:
        check_cost(tables, bodies, routines, max(company.players, default=0))
        check_alike(tables, bodies.asked)
        check_choices_named(tables, bodies.asked)
        check_hooks_run(tables, bodies)
        check_unread(tables)
        check_switched(tables)
        check_braces(tables)
        check_labels(tables)
        check_marks_kept(tables, routines.values())
        check_secrecy(tables, bodies, routines, woven.lines)
        check_sorting(tables, bodies)
        check_said(tables, bodies, (routine.body for routine in routines.values()))
    if has_errors(tables.problems):
        return None
    stages = _entered(tables, routines)
    promises = Promises(tables, routines, woven.main, stages)
    presence = Presence(tables, bodies, routines, Reasoning(tables, effects, company), stages, promises)
    presence.match(woven.main)
    _settle(bodies, routines)
    if has_errors(tables.problems):
        return None
    nodes = cost_nodes(bodies, routines)
    return Draft(routines, bodies.asked, woven.main, stages, company, woven.logs, woven.lines, nodes), presence


def _entered(tables: Tables, routines: dict[str, Routine]) -> tuple[ir.Stage, ...]:
    """Return all stages; each begins by resetting its variables."""
    stages = stages_of(tables, routines)
    for number, stage in enumerate(stages):
        routine = routines[stage.name]
        entered = t.block([t.Plain(ir.EnterStage(number)), routine.body])
        routines[stage.name] = replace(routine, body=entered)
    return stages


def _settle(bodies: Bodies, routines: dict[str, Routine]) -> None:
    """Remove the marks of needed values."""
    for name, routine in routines.items():
        body, tail = settled(routine.body), settled(routine.tail)
        if body is not routine.body or tail is not routine.tail:
            routines[name] = replace(routine, body=body, tail=tail)
    bodies.functions[:] = settled(tuple(bodies.functions))
    bodies.permissions[:] = settled(tuple(bodies.permissions))
    for number, asking in bodies.asked.items():
        bodies.asked[number] = settled(asking)


_OUTSIDE = ("results", "possible", "variables", "zones", "deck", "melding", "logs", "lines")


def _outside_routines(program: Program) -> tuple[Any, ...]:
    """The expressions that no routine computes: starting values, the outcome, conditions on the table."""
    return tuple(getattr(program, name) for name in _OUTSIDE)


def _with_needs_settled(program: Program) -> Program:
    """Remove the marks in the parts outside routines."""
    return replace(program, **dict(zip(_OUTSIDE, settled(_outside_routines(program)), strict=True)))


def _prompts(tables: Tables, bodies: Bodies, routines: dict[str, Routine], hooks: Hooks) -> None:
    """Make routines of the questions that are asked. Questions that are only tested need no answers."""
    asked = set()
    bodies_seen = [*(r.body for r in routines.values()), *(h.body for h in hooks.hooks)]
    pending = [name for name in tables.prompts if name in hooks.insteads or name in hooks.asked_instead]
    done: set[str] = set()
    texts = list(bodies_seen)
    while texts or pending:
        while texts:
            for part in t.walk(texts.pop()):
                if isinstance(part, t.Invoke) and part.routine in tables.prompts and part.routine not in asked:
                    asked.add(part.routine)
                    pending.append(part.routine)
        while pending:
            name = pending.pop()
            if name in done:
                continue
            done.add(name)
            prompt = tables.prompts[name]
            asking = bodies.prompt(prompt, must_answer=True)
            where = origin(prompt.member.document, prompt.member.key.span)
            routines[name] = Routine(name, "prompt", prompt.params.locals, asking, where)
            texts.append(asking)
    for name in tables.prompts:
        if name not in done:
            prompt = tables.prompts[name]
            bodies.prompt(prompt, must_answer=False)
            where = origin(prompt.member.document, prompt.member.key.span)
            routines[name] = Routine(name, "prompt", prompt.params.locals, t.NOTHING, where)


def _main(tables: Tables) -> str | None:
    node = tables.composition.single("main")
    if not isinstance(node, Scalar):
        span = tables.composition.subject.id_span
        help_ = "name the stage that is the whole match, for example `main: match`"
        tables.error("main", "missing `main:` in the frame", span, help=help_)
        return None
    if node.value not in tables.stages:
        known = list(tables.stages)
        tables.unknown("unknown-name", f"unknown stage `{node.value}`", node.value, node.span, known)
        return None
    return node.value


# ---------------------------------------------------------------- the Program


def _program(tables: Tables, bodies: Bodies, draft: Draft, code: Code) -> Program:
    composition = tables.composition
    players, deck = draft.company.players, draft.company.deck
    melds = melding(tables, bodies, deck)
    seen = noticed(tables, code.questions, bodies.permissions, [f for f in bodies.functions if f is not None])
    endings = (("none", ""), *((m.name, _text(text_node(m))) for m in members(tables, "endings")))
    return Program(
        id=composition.id,
        title=composition.title,
        text=text_of(composition.subject, composition),
        digest=composition.digest,
        options=tuple(_option(s) for s in composition.options.values()),
        players=players,
        sides=sides_of(tables, players),
        deck=deck,
        enums=tuple(tables.enums.items()),
        records=tuple(tables.records.values()),
        zones=tuple(tables.zone_list),
        variables=tuple(tables.variable_list),
        marks=tuple(tables.mark_list),
        stages=draft.stages,
        functions=seen.functions,
        procedures=code.procedures,
        permissions=tuple(bodies.permissions),
        questions=bodies.statements.questions.policy.with_preferences(seen.questions),
        code=code.code,
        entry=code.entry,
        returns=code.returns,
        ending=tables.variables["ending"],
        endings=endings,
        possible=draft.company.possible,
        results=_results(tables, bodies),
        resumes=code.resumes,
        rules=tuple(origin(d, d.id_span) for d in composition.documents),
        house_rules=tuple(rule.id for rule in composition.rules),
        digests=tuple(composition.digests.items()),
        locals=tuple(tables.locals),
        checkpoints=code.checkpoints,
        kept=code.kept,
        melding=melds,
        logs=draft.logs,
        lines=draft.lines,
        settled=tuple(dict.fromkeys(tables.settled)),
    )


def _text(node: Scalar | None) -> str:
    return "" if node is None else node.value


def _option(setting: OptionSetting) -> ir.Option:
    rule = setting.document.kind == "rule"
    name = f"{setting.document.id}.{setting.name}" if rule else setting.name
    default, text = setting.spec.get("default"), setting.spec.get("text")
    value = setting.value
    shown = written(value) if isinstance(value, Scalar | Sequence | Mapping) else value_word(value)
    return ir.Option(
        name, shown, "" if default is None else written(default), "" if text is None else written(text),
        origin(setting.document, setting.span),
    )  # fmt: skip


def written(node: Node) -> str:
    """Return a value as its author wrote it."""
    if isinstance(node, Sequence):
        return ", ".join(written(item) for item in node.items)
    return node.value if isinstance(node, Scalar) else ""


# Results with a fixed meaning: what their key is, the types of their values, and how to write them.
_MEANINGS = {
    "winners": (None, ("players", "sides"), "`winners` with a set of players or sides"),
    ir.PLACE: ("player", ("int",), "`place(player)` with a number: the order in which players finish"),
}


def _results(tables: Tables, bodies: Bodies) -> tuple[ir.Result, ...]:
    results = []
    for member in members(tables, "outcome"):
        head = declarations.heading(tables, member.key)
        text = text_node(member)
        tree = None if text is None else parser.parse_expression(text, tables.problems)
        if head is None or tree is None:
            continue
        scope = Scope(member.document)
        per: Literal["player", "side"] | None = None
        key = None
        if head.params:
            name = head.params[0].name
            per = "side" if name == "side" else "player"
            key = tables.new_local(name, types.SIMPLE[per])
            scope.bind(name, Typed(ir.Local(key), types.SIMPLE[per]))
        value = bodies.expressions.lower(tree, scope)
        of, kinds, meaning = _MEANINGS.get(head.name, (per, (value.type.kind,), ""))
        if value.type != ERROR and (per != of or value.type.kind not in kinds):
            wrong = f"expected {meaning}, found `{written(member.key)}` with {types.in_words(value.type)}"
            tables.error("outcome", wrong, member.key.span)
        results.append(ir.Result(head.name, value.type, per, key, value.expr))
    if not any(r.name == "winners" for r in results):
        help_ = "add `winners:` with an expression for the players who win"
        tables.error("outcome", "missing `winners` in `outcome`", tables.composition.subject.id_span, help=help_)
    return tuple(results)
