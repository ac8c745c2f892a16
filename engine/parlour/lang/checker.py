"""Turns a composition into a Program: the stages of checking, in order.

`check` returns the Program, or the findings that prevent it. It reads all members even if declarations have errors: a
name with a bad declaration counts as known, and its uses aren't reported. Only the checks of whole routines (hooks,
loops, work) need members without errors.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.frozen import frozen
from parlour.base.printable import value_word
from parlour.documents.composition import Composition, OptionSetting, text_node
from parlour.documents.document import Mapping, Node, Scalar, Sequence, node_at, string_at
from parlour.documents.prose import text_of
from parlour.lang import declarations, parser, types
from parlour.lang import tree as t
from parlour.lang.attempts import check_attempts
from parlour.lang.bodies import Bodies
from parlour.lang.card_values import check_sorting, declare_sorting, melding
from parlour.lang.classes import declare_classes
from parlour.lang.company import Company, company_of, sides_of
from parlour.lang.cost import CostNodes, Costs, check_cost, cost_nodes
from parlour.lang.crowding import check_crowding
from parlour.lang.declarations import declare_leaders, members
from parlour.lang.document_checks import check_braces, check_taken, check_unread, reported
from parlour.lang.effects import Effects
from parlour.lang.firing import noticed
from parlour.lang.flow import Assembler, Code
from parlour.lang.followed_cards import check_marks_kept, check_said
from parlour.lang.game_deck import design_of
from parlour.lang.handling import check_orders
from parlour.lang.hiding import check_declared, check_headings
from parlour.lang.hooks import Hooks
from parlour.lang.linearity import Routine, run_by
from parlour.lang.needed_values import settled
from parlour.lang.never_empty import Promises
from parlour.lang.notations import check_notations
from parlour.lang.presence import Presence
from parlour.lang.proof import check_depth, check_flow, check_resumes
from parlour.lang.ranges import check_ranges
from parlour.lang.reasoning import Reasoning
from parlour.lang.secrecy import check_secrecy
from parlour.lang.shown_words import check_labels, declare_logs, lines_of, logs_in_words
from parlour.lang.switches import check_switched, declare_switches
from parlour.lang.symbols import ERROR, Scope, Tables, Typed, origin
from parlour.lang.unreached_hooks import check_hooks_run
from parlour.lang.vocabulary import card_names
from parlour.program import Program


def check(composition: Composition) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """Return the Program of a composition and all findings. The Program is None if one of them is an error."""
    tables = Tables(composition)
    bodies = Bodies(tables)
    _declare(tables, bodies)
    lowered = _lower(tables, bodies)
    if lowered is None or has_errors(tables.problems):
        return None, reported(tables)
    draft, presence = lowered
    code = draft.assemble(tables)
    check_resumes(tables, code)
    program = _program(tables, bodies, draft, code)
    presence.alone(_outside_routines(program))
    program = _with_needs_settled(program)
    routines = draft.woven.routines.values()
    check_crowding(tables, routines, draft.questions.values(), program, draft.company)
    check_orders(tables, routines, program)
    check_ranges(tables, program, draft.company)
    if has_errors(tables.problems):
        return None, reported(tables)
    return program, reported(tables)


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
    stages = _entered(tables, woven.routines, woven.main)
    draft = Draft(woven, bodies.asked, stages, company, cost_nodes(bodies, woven.routines))
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
    return _with_needs_settled(_table_program(tables, company, logs, settled(tuple(functions))))


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
class Woven:
    """The routines with their hooks, unchecked."""

    routines: dict[str, Routine]
    main: str
    effects: Effects
    logs: tuple[ir.Log, ...]
    lines: tuple[ir.Line, ...]


@frozen
class Draft:
    """All routines, with their hooks and what stages reset."""

    woven: Woven
    questions: dict[int, t.Asking]
    stages: tuple[ir.Stage, ...]
    company: Company
    nodes: CostNodes

    def assemble(self, tables: Tables) -> Code:
        numbers = {stage.name: i for i, stage in enumerate(self.stages)}
        ending, routines = tables.variables["ending"], self.woven.routines
        costs = Costs(tables, self.nodes, max(self.company.players, default=0))
        return Assembler(routines, tables.locals, ending, numbers, self.questions, costs).assemble(self.woven.main)


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
        check_notations(tables, bodies.asked)
        check_hooks_run(tables, bodies, woven.main)
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
    stages = _entered(tables, routines, woven.main)
    promises = Promises(tables, routines, woven.main, stages)
    presence = Presence(tables, bodies, routines, Reasoning(tables, effects, company), stages, promises)
    presence.match(woven.main)
    _settle(bodies, routines)
    if has_errors(tables.problems):
        return None
    return Draft(woven, bodies.asked, stages, company, cost_nodes(bodies, routines)), presence


def _entered(tables: Tables, routines: dict[str, Routine], main: str) -> tuple[ir.Stage, ...]:
    """Return all stages; each begins by resetting its own variables and those of the stages inside it."""
    own = _resets(tables, main)
    ends = {(m.section, m.name): m.value.value for name in ("seats", "deck") for m in members(tables, name)
            if isinstance(m.value, Scalar)}  # fmt: skip
    stages: list[ir.Stage] = []
    for name in tables.stages:
        routine, within = routines[name], run_by(routines, name)
        inside = [other for other in tables.stages if other in within]
        words = tuple(sorted(tables.worded_ends.get(name, ())))
        resets = sorted(number for other in inside for number in own[other])
        resets += [tables.variables["ending"]] if words else []
        out, direction = (name == main or ends.get(("seats", key)) in inside for key in ("out", "direction"))
        deals = name in (main, ends.get(("deck", "each")))
        entered = t.block([t.Plain(ir.EnterStage(len(stages))), routine.body])
        routines[name] = replace(routine, body=entered)
        stages.append(ir.Stage(name, tuple(resets), out, direction, deals, routine.origin, words))
    return tuple(stages)


def _resets(tables: Tables, main: str) -> dict[str, list[int]]:
    """Return the variables that each stage itself resets."""
    own: dict[str, list[int]] = {name: [] for name in tables.stages}
    for member in members(tables, "state"):
        starts = isinstance(member.value, Mapping) and member.value.get("starts") is not None
        stage = string_at(member.value, "each") or (main if starts else "")
        if stage and member.name in tables.variables:
            own[stage].append(tables.variables[member.name])
    if ir.IN_FORCE in tables.variables:
        own[main].append(tables.variables[ir.IN_FORCE])
    for name, log in tables.logs.items():
        stage = string_at(log.member.value, "each")
        if stage:
            own[stage] += [tables.variables[name], log.length]
    return own


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

    def add(name: str, must_answer: bool) -> t.Tree:
        prompt = tables.prompts[name]
        asking = bodies.prompt(prompt, must_answer)
        where = origin(prompt.member.document, prompt.member.key.span)
        body = asking if must_answer else t.NOTHING
        routines[name] = Routine(name, "prompt", prompt.params.locals, body, where)
        return asking

    asked, done = set[str](), set[str]()
    pending = [name for name in tables.prompts if name in hooks.insteads or name in hooks.asked_instead]
    texts = [*(r.body for r in routines.values()), *(h.body for h in hooks.hooks)]
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
            texts.append(add(name, must_answer=True))
    for name in tables.prompts:
        if name not in done:
            add(name, must_answer=False)


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


def _table_program(
    tables: Tables, company: Company, logs: tuple[ir.Log, ...], functions: tuple[ir.Function, ...]
) -> Program:
    """Return a Program that knows who can play and what is on a table, and ends at once."""
    composition = tables.composition
    return Program(
        id=composition.id,
        title=composition.title,
        text=text_of(composition.subject, composition),
        digest=composition.digest,
        options=tuple(_option(s) for s in composition.options.values()),
        players=company.players,
        sides=sides_of(tables, company.players),
        deck=company.deck,
        enums=tuple(tables.enums.items()),
        records=tuple(tables.records.values()),
        zones=tuple(tables.zone_list),
        variables=tuple(tables.variable_list),
        marks=tuple(tables.mark_list),
        logs=logs,
        stages=(),
        functions=functions,
        procedures=(),
        permissions=(),
        questions=(),
        code=(ir.Finish(),),
        entry=0,
        returns=(),
        ending=tables.variables["ending"],
        endings=(("none", ""),),
        possible=company.possible,
        results=(),
        resumes=(),
        locals=tuple(tables.locals),
        checkpoints=0,
        kept=(),
    )


def _program(tables: Tables, bodies: Bodies, draft: Draft, code: Code) -> Program:
    composition, woven = tables.composition, draft.woven
    melds, results = melding(tables, bodies, draft.company.deck), _results(tables, bodies)
    seen = noticed(tables, code.questions, bodies.permissions, [f for f in bodies.functions if f is not None])
    named = ((member.name, text_node(member)) for member in members(tables, "endings"))
    return replace(
        _table_program(tables, draft.company, woven.logs, seen.functions),
        stages=draft.stages,
        procedures=code.procedures,
        permissions=tuple(bodies.permissions),
        questions=bodies.statements.questions.policy.with_preferences(seen.questions),
        code=code.code,
        entry=code.entry,
        returns=code.returns,
        endings=(("none", ""), *((name, "" if text is None else text.value) for name, text in named)),
        results=results,
        resumes=code.resumes,
        rules=tuple(origin(d, d.id_span) for d in composition.documents),
        house_rules=tuple(rule.id for rule in composition.rules),
        digests=tuple(composition.digests.items()),
        checkpoints=code.checkpoints,
        kept=code.kept,
        melding=melds,
        lines=woven.lines,
        settled=tuple(dict.fromkeys(tables.settled)),
    )


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
