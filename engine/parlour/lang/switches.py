"""Rules that play switches on and off: their names, the variable with those that are on, and the conditions for their
members. `switching` lowers the steps that switch them."""

from __future__ import annotations

from parlour import program as ir
from parlour.documents.composition import Composition, Document, Member, scalars
from parlour.lang.symbols import Tables, Typed
from parlour.program import IN_FORCE, Const, Expr, Type, VarAt, fold

RULE = Type("enum", "rule")  # a rule that can be switched
RULES = Type("values", "rule")
SWITCHABLE = "rules"  # the list of all of them


def declare_switches(tables: Tables) -> None:
    """Declare the switchable rules of a mix, if it has some, and the variable with those that are on."""
    switchable = tables.composition.switchable
    if not switchable:
        return
    tables.enums["rule"] = tuple(switchable)
    tables.word_lists[SWITCHABLE] = Typed(Const((1 << len(switchable)) - 1), RULES)
    starts = Const(sum(1 << number for number, on in enumerate(switchable.values()) if on))
    variable = ir.Variable(IN_FORCE, RULES, (), ir.EVERYBODY, starts, "rules in force", None)
    tables.variables[IN_FORCE] = tables.new_variable(variable)


def in_force(tables: Tables, member: Member, home: Document | None = None) -> Expr:
    """Return the condition under which a member holds: that its rule is on, and the rules that it depends on. A member
    of its own home, the document that declares what it adds to, always holds: only the rule itself can reach it."""
    documents = [member.document] if member.document is not home else []
    ids = {rule for rule in (*(document.id for document in documents), member.only_with) if rule is not None}
    all_ids = _with_needs(tables.composition, ids)
    numbers = [number for number, id in enumerate(tables.composition.switchable) if id in all_ids]
    return fold.conjunction([is_on(tables, Const(number)) for number in numbers])


def is_on(tables: Tables, rule: Expr) -> Expr:
    return fold.op("has", in_force_variable(tables), rule)


def in_force_variable(tables: Tables) -> VarAt:
    return tables.variable(IN_FORCE)


def check_switched(tables: Tables) -> None:
    """Warn about rules that are off at the start and that no step switches on."""
    numbers = {id: number for number, id in enumerate(tables.composition.switchable)}
    for use in tables.composition.uses:
        if use.switchable and not tables.switched_on >> numbers[use.rule.id] & 1:
            message = f"nothing switches on `{use.rule.id}`, so it never holds"
            help_ = "add a step such as `switch on x`, or move the rule to `uses`"
            tables.warn("never-switched", message, use.span, help_)


def _with_needs(composition: Composition, ids: set[str]) -> set[str]:
    """Return these rules and all rules of the mix that they need."""
    if not composition.switchable:
        return set()
    rules = {use.rule.id: use.rule for use in composition.uses}
    groups = {group.value: id for id, rule in rules.items() for group in scalars(rule.node.get("group"))}
    needed, waiting = set[str](), [*ids]
    while waiting:
        id = waiting.pop()
        if id in needed:
            continue
        needed.add(id)
        for item in scalars(rules[id].node.get("needs")) if id in rules else ():
            group = item.value.removeprefix("one of ")
            waiting.append(groups.get(group, group) if group != item.value else item.value)
    return needed
