"""Syntax nodes to text in one canonical spelling, to show clauses, notations and whole members to people.

Parsing the text gives the same nodes again, up to their places. Comments and the author's line breaks are not
in the tree, and so not in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from parlour.lang import syntax as s
from parlour.lang.syntax import VERBS

# How tightly a place binds; a node of a lower level gets brackets there.
EXPR, EITHER, BOTH, NEGATION, COMPARISON, ADDITIVE, PRODUCT, SIGNED, GUISE, POSTFIX, ATOM = range(11)

_SUMS, _PRODUCTS = dict.fromkeys(("+", "-"), ADDITIVE), dict.fromkeys(("*", "//", "mod", "&"), PRODUCT)
_LEVELS = {"or": EITHER, "and": BOTH} | _SUMS | _PRODUCTS
_STEP = "  "

Lines: TypeAlias = Iterator[str]


def unparse(node: s.Expr) -> str:
    if isinstance(node, s.Given):
        lets = "".join(f"let {let.name} = {_expr(let.value)}\n" for let in node.lets)
        return lets + _expr(node.value)
    return _expr(node)


def unparse_statements(statements: Iterable[s.Stmt]) -> str:
    return "\n".join(_statements(statements))


def unparse_actions(actions: s.Actions) -> str:
    return "\n".join(_actions(actions))


def unparse_template(template: s.Template) -> str:
    return "".join(_part(part) for part in template.parts)


def unparse_heading(heading: s.Heading | s.HookHeading) -> str:
    if isinstance(heading, s.HookHeading):
        return f"{heading.when} {unparse_heading(heading.target)}"
    return heading.name if heading.params is None else f"{heading.name}({unparse_params(heading.params)})"


def unparse_params(params: Iterable[s.Param]) -> str:
    return ", ".join(map(_param, params))


def _param(param: s.Param) -> str:
    if param.numbers is not None:
        return _expr(param.numbers)
    return param.name if param.type is None else f"{param.name}: {unparse_type(param.type)}"


def unparse_type(name: s.TypeName) -> str:
    return f"{name.name} or none" if name.optional else name.name


def _part(part: str | s.Hole | s.Words) -> str:
    if isinstance(part, s.Hole):
        return f"{{{_expr(part.value)}}}"
    if isinstance(part, s.Words):
        return f"{{{_expr(part.test)}: {unparse_template(part.words)}}}"
    return part.replace("{", "{{").replace("}", "}}")


# ---------------------------------------------------------------- expressions


def _expr(node: s.Expr, place: int = EXPR, open: bool = True) -> str:
    """Return the text of a node for a place. The place is open if nothing follows that a quantifier could include."""
    if _level(node) < place or (isinstance(node, s.Quantified | s.Total) and not open):
        return f"({_text(node, True)})"
    return _text(node, open)


def _measure(node: s.Expr, open: bool) -> str:
    """Return the text for a place that takes a sum, or at the end also a quantifier."""
    return _expr(node, NEGATION if isinstance(node, s.Quantified | s.Total) else ADDITIVE, open)


def _collection(node: s.Expr, open: bool) -> str:
    return _range(node) if isinstance(node, s.RangeLit) else _measure(node, open)


def _range(node: s.RangeLit, low: int = ADDITIVE) -> str:
    return f"{_expr(node.low, low, False)}..{_expr(node.high, ADDITIVE, False)}"


def _item(node: s.Expr) -> str:
    return _range(node) if isinstance(node, s.RangeLit) else _expr(node)


def _level(node: s.Expr) -> int:
    match node:
        case s.Choice():
            return EXPR
        case s.Binary():
            return _LEVELS.get(node.op, COMPARISON)
        case s.Not() | s.Quantified() | s.Total():
            return NEGATION
        case s.Is():
            return COMPARISON
        case s.Minus():
            return SIGNED
        case s.As() | s.Seats():
            return GUISE
        case s.Field() | s.Changed():
            return POSTFIX
        case s.RangeLit() | s.Chance():
            raise AssertionError(f"{type(node).__name__} does not stand for itself; whoever holds it writes it")
        case _:
            return ATOM


def _text(node: s.Expr, open: bool) -> str:
    match node:
        case s.Choice():
            head = f"{_expr(node.then, EITHER, False)} if {_expr(node.test, EITHER, False)}"
            return f"{head} else {_expr(node.other, EXPR, open)}"
        case s.Binary():
            return _binary(node, open)
        case s.Not():
            return f"not {_expr(node.value, NEGATION, open)}"
        case s.Is():
            return f"{_expr(node.value, ADDITIVE, False)} {_state(node)}"
        case s.Minus():
            return f"-{_expr(node.value, SIGNED, False)}"
        case s.As():
            return f"{_expr(node.card, POSTFIX, False)} as {_expr(node.face, POSTFIX, False)}"
        case s.Seats():
            return f"seats {node.kind} {_expr(node.player, POSTFIX, False)}"
        case s.Field():
            return f"{_expr(node.of, POSTFIX, False)}.{node.name}"
        case s.Changed():
            return f"{_expr(node.value, POSTFIX, False)} but ({_fields(node.fields)})"
        case s.Quantified():
            return f"{node.kind} {_each(node.each, open)}"
        case s.Total():
            return f"{node.kind} {_measure(node.value, False)} for {_each(node.each, open)}"
        case _:
            return _atom(node)


def _atom(node: s.Expr) -> str:
    match node:
        case s.Name():
            return node.id
        case s.Number():
            return str(node.value)
        case s.Truth():
            return "true" if node.value else "false"
        case s.Nothing():
            return "none"
        case s.RankLit():
            return node.rank
        case s.SuitLit():
            return node.sign
        case s.CardLit():
            return node.name
        case s.WordLit():
            return f'"{node.word}"'
        case s.ListLit():
            return f"[{', '.join(_item(item) for item in node.items)}]"
        case s.Call():
            return f"{node.name}({', '.join(_expr(arg) for arg in node.args)})"
        case s.Make():
            return f"{node.record}({_fields(node.fields)})"
        case s.May():
            return f"may {_atom(node.call)}"
        case s.Possible():
            return f"possible {_atom(node.call)}"
        case _:
            raise AssertionError(f"no text for {type(node).__name__}")


def _binary(node: s.Binary, open: bool) -> str:
    level = _level(node)
    if level == COMPARISON:
        right = (_collection if node.op in ("in", "not in") else _measure)(node.right, open)
        return f"{_expr(node.left, ADDITIVE, False)} {node.op} {right}"
    if level == ADDITIVE and isinstance(node.right, s.Quantified | s.Total):
        right = _measure(node.right, open)
    else:
        right = _expr(node.right, level + 1, open)
    return f"{_expr(node.left, level, False)} {node.op} {right}"


def _state(node: s.Is) -> str:
    if node.what == "cards":
        return "has no cards" if node.negated else "has cards"
    return f"is not {node.what}" if node.negated else f"is {node.what}"


def _fields(fields: Iterable[s.FieldValue]) -> str:
    return ", ".join(f"{field.name}: {_expr(field.value)}" for field in fields)


def _among(node: s.Expr | s.SetsAmong, open: bool) -> str:
    if not isinstance(node, s.SetsAmong):
        return _collection(node, open)
    size = _expr(node.low, ADDITIVE, False)
    if node.high is not node.low:
        size = _range(s.RangeLit(node.span, node.low, node.high))
    limit = "" if node.limit is None else f" at most {_expr(node.limit, ADDITIVE, False)}"
    return f"{size} cards of {_measure(node.of, open and not limit)}{limit}"


def _each(each: s.Each, open: bool = True) -> str:
    domain = _among(each.domain, open and each.where is None and each.by is None)
    where = "" if each.where is None else f" where {_expr(each.where, EITHER, open and each.by is None)}"
    order = "" if each.by is None else f" with {each.order} {_measure(each.by, open)}"
    return f"{each.var} in {domain}{where}{order}"


def _value(node: s.Expr) -> str:
    if not isinstance(node, s.Chance):
        return _expr(node)
    if isinstance(node.of, s.RangeLit):
        return f"random {_range(node.of, POSTFIX)}"
    return f"random {_expr(node.of, NEGATION if isinstance(node.of, s.Quantified | s.Total) else POSTFIX)}"


# ---------------------------------------------------------------- statements


def _statements(statements: Iterable[s.Stmt]) -> Lines:
    for statement in statements:
        yield from _statement(statement)


def _block(head: str, lines: Lines) -> Lines:
    yield f"{head}:"
    for line in lines:
        yield _STEP + line


def _limit(node: s.RepeatUntil | s.While) -> str:
    return "" if node.limit is None else f" limit {_expr(node.limit, ADDITIVE, False)}"


def _statement(node: s.Stmt) -> Lines:
    match node:
        case s.If():
            yield from _if("if", node)
        case s.For():
            yield from _block(f"for {_each(node.each)}", _statements(node.body))
        case s.RepeatTimes():
            yield from _block(f"repeat {_expr(node.times, ADDITIVE, False)} times", _statements(node.body))
        case s.RepeatUntil():
            yield from _block("repeat", _statements(node.body))
            yield f"until {_expr(node.until)}{_limit(node)}"
            yield from _after("repeated", node.repeated)
            yield from _after("otherwise", node.otherwise)
        case s.While():
            head = f"while {_expr(node.test)}{_limit(node)}"
            yield from _block(head, _statements(node.body))
            yield from _after("repeated", node.repeated)
            yield from _after("otherwise", node.otherwise)
        case s.Attempt():
            yield from _block("attempt", _statements(node.body))
            yield f"keep if {_expr(node.keep)}"
            yield from _after("else", node.otherwise)
        case s.AskHere():
            yield from _block(f"ask {_expr(node.player, POSTFIX, False)}", _actions(node.actions))
        case s.AskTogether():
            yield from _block(f"ask together {_each(node.each)}", _actions(node.actions))
        case s.Poll():
            yield from _poll("poll", node)
        case s.AskFirst():
            yield from _poll("ask first", node)
        case _:
            yield _simple(node)


def _poll(word: str, node: s.Poll | s.AskFirst) -> Lines:
    if node.call is None:
        yield from _block(f"{word} {_each(node.each)}", _actions(node.actions))
    elif node.actions.otherwise is None:
        yield f"{word} {_atom(node.call)} for {_each(node.each)}"
    else:
        yield from _block(f"{word} {_atom(node.call)} for {_each(node.each)}", _actions(node.actions))


def _if(word: str, node: s.If) -> Lines:
    yield from _block(f"{word} {_expr(node.test)}", _statements(node.then))
    match node.other:
        case ():
            pass
        case (s.If() as chained,):
            yield from _if("elif", chained)
        case _:
            yield from _block("else", _statements(node.other))


def _after(word: str, block: tuple[s.Stmt, ...] | None) -> Lines:
    """Return the text of an optional part of a loop."""
    if block is not None:
        yield from _block(word, _statements(block))


def _simple(node: s.Stmt) -> str:
    match node:
        case s.Pass():
            return "nothing"
        case s.Stop():
            return "stop"
        case s.Next():
            return "next"
        case s.Proceed():
            return "proceed"
        case s.Reverse():
            return "reverse direction"
        case s.Switch():
            return f"switch {node.state} {_expr(node.rules, ADDITIVE)}"
        case s.Let():
            return f"let {node.name} = {_value(node.value)}"
        case s.Assign():
            return f"{_target(node.target)} {node.op} {_value(node.value)}"
        case s.Do():
            return _atom(node.call)
        case s.Ask():
            return f"ask {_atom(node.call)}"
        case s.PlayStage():
            args = f"({', '.join(_expr(arg) for arg in node.args)})" if node.args else ""
            return f"play {node.name}{args}"
        case s.End():
            return f"end {node.stage}" + _optional(" as ", node.ending)
        case s.ResumeHere():
            mover = "" if node.mover is None else f" with {_expr(node.mover, POSTFIX, False)}"
            return "resume here" + mover + _optional(" as ", node.name)
        case s.Say():
            to = "" if node.to is None else f"to {_expr(node.to, ADDITIVE)} "
            return f'say {to}"{unparse_template(node.line)}"'
        case s.Log():
            logged = _fields(node.value) if isinstance(node.value, tuple) else _expr(node.value)
            return f"log {node.name}({logged})"
        case s.Leave():
            return f"{_subject(node.player)} leaves {node.stage}"
        case s.CountsAs():
            return f"{_subject(node.card)} counts as {_expr(node.face)}"
        case _:
            return _about_cards(node)


def _about_cards(node: s.Stmt) -> str:
    match node:
        case s.Move():
            place = _optional(" at ", node.end)
            if node.place is not None:
                place = f" at {_expr(node.place, ADDITIVE, False)}"
            face = _optional(" face ", node.face)
            start = "" if node.start is None else f" from {_expr(node.start, ADDITIVE, False)}"
            return f"move {_expr(node.cards)}{start} to {_expr(node.to, POSTFIX, False)}{place}{face}"
        case s.Deal():
            count, source = _expr(node.count, ADDITIVE, False), _expr(node.source, POSTFIX, False)
            each = "each " if node.each else ""
            start = "" if node.start is None else f" from {_expr(node.start, ADDITIVE, False)}"
            to = _expr(node.to, POSTFIX, False)
            if node.each and to.partition(".")[0] == "from":
                to = f"({to})"  # after `each`, a bare `from` would begin the player to start with
            return f"deal {count} from {source} to {each}{to}{start}"
        case s.Shuffle():
            into = "" if node.into is None else f" into {_expr(node.into, POSTFIX, False)}"
            return f"shuffle {_expr(node.cards)}{into}"
        case s.Turn():
            return f"turn {'up' if node.up else 'down'} {_expr(node.cards)}"
        case s.Show():
            return f"show {_expr(node.cards)} to {'everybody' if node.to is None else _expr(node.to)}"
        case _:
            raise AssertionError(f"no text for {type(node).__name__}")


def _subject(node: s.Expr) -> str:
    """Return the beginning of a statement without a verb. A variable with the name of a verb needs brackets."""
    return f"({node.id})" if isinstance(node, s.Name) and node.id in VERBS else _target(node)


def _target(node: s.Expr) -> str:
    if isinstance(node, s.Field):
        return f"{_target(node.of)}.{node.name}"
    return _expr(node) if isinstance(node, s.Name | s.Call) else f"({_expr(node)})"


def _optional(before: str, word: str | None) -> str:
    return "" if word is None else before + word


# ---------------------------------------------------------------- actions


def _actions(actions: s.Actions) -> Lines:
    if actions.wording is not None:
        yield f'{"instead " * actions.wording.instead}"{unparse_template(actions.wording.line)}"'
    for item in actions.items:
        if isinstance(item, s.Include):
            yield f"include {_atom(item.call)}" + _where(item.where)
        elif item.body is None:
            yield _head(item)
        else:
            yield from _block(_head(item), _statements(item.body))
    if actions.otherwise is not None:
        yield from _block("else", _statements(actions.otherwise))


def _head(action: s.Action) -> str:
    notation = "" if action.notation is None else f' "{unparse_template(action.notation)}"'
    test = "" if action.test is None else f" if {_expr(action.test, EITHER)}"
    slots = f" for {', '.join(_slot(slot) for slot in action.slots)}" if action.slots else ""
    does = "" if action.does is None else f" does {_atom(action.does)}"
    wrong = "" if action.wrong is None else f" else {_atom(action.wrong)}"
    blind = f" blind{wrong}" if action.blind else ""
    last = " only if nothing else" if action.last else ""
    quiet = " quiet" if action.quiet else ""
    instead = "instead " if action.instead else ""
    return f"{instead}{action.id}{notation}{test}{slots}{_where(action.where)}{does}{blind}{last}{quiet}"


def _where(test: s.Expr | None) -> str:
    return "" if test is None else f" where {_expr(test, EITHER)}"


def _slot(slot: s.Slot) -> str:
    return f"{slot.var} in {_form(slot)}"


def _form(slot: s.Slot) -> str:
    domain = _measure(slot.domain, False) if slot.form != "each" else _collection(slot.domain, False)
    if slot.form == "each":
        return domain
    if slot.form != "sets":
        return f"{slot.form} of {domain}"
    assert slot.low is not None
    assert slot.high is not None
    if slot.low == slot.high:
        return f"{_expr(slot.low, ADDITIVE, False)} cards of {domain}"
    return f"{_range(s.RangeLit(slot.span, slot.low, slot.high))} cards of {domain}"
