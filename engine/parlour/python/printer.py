"""Prints table code as Python.

Knows the language and the names of the runtime, and no Program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour import tablecode as t
from parlour.base.walking import walk

# Routines that don't get the state: they depend on their arguments alone.
STATELESS = frozenset({
    "beside", "best_meld", "better_way", "bounded", "builtin_below", "builtin_deadwood", "builtin_is_meld",
    "divisible", "drawn", "few_enough", "filled_up", "first_subset", "guised",
    "has", "in_melds", "key", "least_loose", "lowest_face", "lowest_numbers", "melded_with",
    "members_of_sides", "next_after", "next_alike", "next_group", "next_meld", "next_run", "next_run_within",
    "next_subset", "next_with_wilds", "no_card", "nth_bit", "nth_subset", "open_search",
    "out_of_rounds", "product", "put_field", "quotient", "ranks_held", "remainder", "scaled", "search", "several",
    "showing_face", "showing_rank", "showing_suit", "sorted_cards", "sure", "taken_cards",
    "taken_wilds",
})  # fmt: skip

# How tightly an expression binds, from what needs parentheses almost everywhere to what never does.
_TERNARY, _OR, _AND, _NOT, _COMPARED, _UNION, _XOR, _BOTH, _SHIFTED, _SUM, _PRODUCT, _UNARY, _WHOLE = range(13)

_OPERATORS = {
    "|": _UNION, "^": _XOR, "&": _BOTH, "<<": _SHIFTED, ">>": _SHIFTED, "+": _SUM, "-": _SUM, "*": _PRODUCT,
    "//": _PRODUCT, "%": _PRODUCT,
}  # fmt: skip
# Divisions that native code does in another way.
_DIVISIONS: dict[str, t.Operator] = {"quick_mod": "%", "without_digit": "//", "last_digit": "%"}
_AUGMENTED = {"|", "^", "&", "+", "-", "*", "//"}

Lines = list[str]
Comment = Callable[[t.Note], str | None]


def uncommented(note: t.Note) -> None:
    """Write no comments, for source that is only run."""


def function(e: t.Function, comment: Comment = uncommented) -> str:
    """The definition of a function; comments are written as `comment` says."""
    given = ", ".join(e.params if e.name in STATELESS else ("s", *e.params))
    body = _Printer(comment).block(e.body)
    if e.known:
        body = _remembered(e, body)
    return "\n".join([f"def {e.name}({given}):", *_indented(body)])


def _remembered(e: t.Function, body: Lines) -> Lines:
    """The body of a function that caches its results."""
    known, key = f"KNOWN_{e.name}", e.params[0] if len(e.params) == 1 else f"({', '.join(e.params)})"
    *before, last = body
    result = last.removeprefix("return ")
    return [
        f"known = {known}.get({key})",
        "if known is None:",
        f"    if len({known}) >= {e.known}:",
        f"        {known}.clear()",
        *_indented(before),
        f"    known = {known}[{key}] = {result}",
        "return known",
    ]


def expression(e: t.Expr) -> str:
    return _expression(e)[0]


def _within(e: t.Expr, level: int) -> str:
    """Print an expression inside another one, in parentheses where it binds less tightly."""
    text, own = _expression(e)
    return text if own >= level else f"({text})"


def _expression(e: t.Expr) -> tuple[str, int]:
    """Return the Python of an expression, and how tightly it binds."""
    match e:
        case t.Const(value):
            return str(value), _WHOLE if value >= 0 else _UNARY
        case t.Reg(name) | t.Named(name):
            return name, _WHOLE
        case t.Op():
            return _operation(e)
        case t.Load(at):
            return f"s[{expression(at)}]", _WHOLE
        case t.Call():
            return _called(e)
        case t.Truth(value):
            return str(value), _WHOLE
        case t.Absent():
            return "None", _WHOLE
        case t.Message(text):
            return repr(text), _WHOLE
        case t.Line(number):
            return str(number), _WHOLE
        case t.Bind(reg, value):
            return f"({reg} := {_within(value, _TERNARY)})", _WHOLE
        case t.Entry(table, index):
            return f"{table}[{expression(index)}]", _WHOLE
        case t.Unary("size" | "length" as op, of):
            whole = f"({expression(of)})" if isinstance(of, t.Const) else _within(of, _WHOLE)
            return f"{whole}.bit_{'count' if op == 'size' else 'length'}()", _WHOLE
        case t.Unary(op, of):
            return f"{op}{_within(of, _UNARY)}", _UNARY
        case t.Lowest(of):
            return f"({of.name} & -{of.name}).bit_length() - 1", _SUM
        case t.Failed():
            return "False", _WHOLE
        case t.Not(of):
            return f"not {_within(of, _NOT)}", _NOT
        case t.And((t.Op() as first, t.Op() as second)) if _is_chain(first, second):
            return f"{_operation(first)[0]} {second.op} {_within(second.right, _UNION)}", _COMPARED
        case t.And(items):
            return " and ".join(_within(item, _AND + 1) for item in items), _AND
        case t.Or(items):
            return " or ".join(_within(item, _OR + 1) for item in items), _OR
        case t.Select(test, then, other):
            return f"{_within(then, _OR)} if {_within(test, _OR)} else {_within(other, _TERNARY)}", _TERNARY
        case t.In(value, of):
            among = str(of) if isinstance(of, tuple) else _within(of, _UNION)
            return f"{_within(value, _UNION)} in {among}", _COMPARED
        case t.Length(name):
            return f"len({name})", _WHOLE
    raise AssertionError(f"no Python text for {type(e).__name__}")


def _operation(e: t.Op) -> tuple[str, int]:
    if e.op in ("min", "max"):
        return f"{e.op}({expression(e.left)}, {expression(e.right)})", _WHOLE
    if e.op in t.COMPARISONS:
        return f"{_within(e.left, _UNION)} {e.op} {_within(e.right, _UNION)}", _COMPARED
    level = _OPERATORS[e.op]
    return f"{_within(e.left, level)} {e.op} {_within(e.right, level + 1)}", level


def _is_chain(first: t.Op, second: t.Op) -> bool:
    """True for two comparisons of the same register, the second of which needs no name for it."""
    if {first.op, second.op} - t.COMPARISONS or not isinstance(second.left, t.Reg):
        return False
    return first.right == second.left or (isinstance(first.right, t.Bind) and first.right.reg == second.left.name)


def _called(e: t.Call) -> tuple[str, int]:
    if e.function in _DIVISIONS:
        one, other = e.args
        return _operation(t.Op(_DIVISIONS[e.function], one, other))
    given = [] if e.function in STATELESS else ["s"]
    return f"{e.function}({', '.join([*given, *map(expression, e.args)])})", _WHOLE


def domain(e: t.Domain) -> str:
    """The iterable of a `for`."""
    match e:
        case t.Span(t.Const(0), stop):
            return f"range({expression(stop)})"
        case t.Span(low, stop):
            return f"range({expression(low)}, {expression(stop)})"
        case t.Members(of):
            return f"members({expression(of)})"
        case t.Cards(of):
            return f"in_order(s, {expression(of)})"
        case t.Seats(playing, direction, start, after, ordered):
            seats = f"seats_from({_listed([playing, direction, start])}, {after})"
            return f"sorted({seats})" if ordered else seats
        case t.Lying(at, None):
            return f"in_row(s, {expression(at)})"
        case t.Lying(at, columns):
            return f"in_columns(s, {expression(at)}, {columns})"
        case t.Ranks(of, least):
            return f"ranks_with({_listed([of, least])})"
        case t.Groups(of, low, high, line) | t.Alike(of, low, high, line):
            name = "groups" if isinstance(e, t.Groups) else "alike"
            return f"{name}({expression(of)}, {low}, {high}, {line.number})"
        case t.Melds(of):
            return f"melds({expression(of)})"
        case t.Runs(of, width, least, most, line):
            return f"runs({expression(of)}, {width}, {least}, {most}, {line.number})"
        case t.Subsets(of, low, high, least, most, line, few):
            name = "few_sets" if few else "sets"
            return f"{name}({_listed([of, low, high])}, {least}, {most}, {line.number})"
        case t.Guises(of, faces):
            return f"guises(s, {expression(of)}, {faces})"
        case t.Places(zone):
            return f"places(s, {expression(zone)})"
        case t.Distinct(of, used, sets):
            return f"distinct(s, {domain(of)}, {expression(used)}, {sets})"


def _listed(items: Iterable[t.Expr]) -> str:
    return ", ".join(map(expression, items))


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class _Printer:
    def __init__(self, comment: Comment) -> None:
        self.comment = comment

    def block(self, block: t.Block) -> Lines:
        lines: Lines = []
        for k, statement in enumerate(block):
            if _is_line(statement) and any(map(_is_line, block[k + 1 : k + 2])):  # of code that has moved down
                continue
            lines += self.statement(statement)
            if isinstance(statement, t.Fail):  # the rest is for code that continues
                break
        return lines or ["pass"]

    def inside(self, block: t.Block) -> Lines:
        lines = self.block(block)
        return _indented(lines if any(not line.startswith("#") for line in lines) else [*lines, "pass"])

    def statement(self, e: t.Stmt) -> Lines:
        match e:
            case t.Let(reg, value):
                return [_assigned(reg, t.Reg(reg), value)]
            case t.Store((at,), value):
                return [_assigned(f"s[{expression(at)}]", t.Load(at), value)]
            case t.Store(cells, value):
                return ["".join(f"s[{expression(at)}] = " for at in cells) + expression(value)]
            case t.Do(call):
                return [expression(call)]
            case t.If(test, then, other):
                lines = [f"if {expression(test)}:", *self.inside(then)]
                return [*lines, *self._otherwise(other)] if other else lines
            case t.While(test) if copied := _copied(e):
                return [f"if {expression(test)}:", *_indented(copied)]
            case t.While(test, body, otherwise):
                return [f"while {expression(test)}:", *self.inside(body), *self._unless_left(otherwise)]
            case t.ForBits():
                return self._bits(e)
            case t.For():
                return self._for(e)
            case t.Note():
                text = self.comment(e)
                return [] if text is None else [f"# {text}"]
            case t.Counted(body, instead):
                return ["try:", *self.inside(body), "except Many:", f"    return {expression(instead)}"]
        return _leaving(e) or _listing(e)

    def _otherwise(self, other: t.Block) -> Lines:
        if len(other) == 1 and isinstance(other[0], t.If):
            first, *rest = self.statement(other[0])
            return [f"el{first}", *rest]
        return ["else:", *self.inside(other)]

    def _bits(self, e: t.ForBits) -> Lines:
        rest, bit = e.rest, e.lowest
        taken = [f"{bit} = {rest} & -{rest}", f"{rest} ^= {bit}", f"{e.reg} = {bit}.bit_length() - 1"]
        return [f"{rest} = {expression(e.of)}", f"while {rest}:", *_indented([*taken, *self.block(e.body)])]

    def _for(self, e: t.For) -> Lines:
        over = domain(e.of)
        if e.spent is not None:
            over = f"spent(s, {over}, {e.spent.number})"
        return [f"for {', '.join(e.regs)} in {over}:", *self.inside(e.body), *self._unless_left(e.otherwise)]

    def _unless_left(self, otherwise: t.Block) -> Lines:
        return ["else:", *self.inside(otherwise)] if otherwise else []


def _is_line(e: t.Stmt) -> bool:
    return isinstance(e, t.Note) and not e.words


def _copied(e: t.While) -> Lines:
    """Print a loop that fills cells from those of a table or from the next ones as a slice; nothing for other loops."""
    match e:
        case t.While(t.Op("<", t.Reg(k), stop), (t.Store((to,), source), t.Let(reg, after)), ()):
            at, end = t.Reg(k), expression(stop)
            if (to, reg, after) != (at, k, t.Op("+", at, t.Const(1))):
                return []
            match source:
                case t.Entry(table, index) if index == at:
                    return [f"s[{k}:{end}] = {table}[{k}:{end}]", f"{k} = {end}"]
                case t.Load(index) if index == after:
                    return [f"s[{k}:{end}] = s[{k} + 1:{end} + 1]", f"{k} = {end}"]
    return []


def _assigned(target: str, own: t.Expr, value: t.Expr) -> str:
    if isinstance(value, t.Op) and value.op in _AUGMENTED and value.left == own and not _calls(own):
        return f"{target} {value.op}= {expression(value.right)}"
    return f"{target} = {expression(value)}"


def _calls(e: t.Expr) -> bool:
    """True if computing an address can fail, so that Python must compute the value first."""
    return any(isinstance(node, t.Call) for node in walk(e))


def _leaving(e: t.Stmt) -> Lines:
    """Print statements that leave a loop or a function."""
    match e:
        case t.Break():
            return ["break"]
        case t.Return(None):
            return ["return None"]
        case t.Return(value) if value is not None:
            return [f"return {expression(value)}"]
        case t.Fail(message, at):
            return [f"fail({_worded(message)}, {expression(at)})"]
        case t.Abandon():
            return ["abandon()"]
        case t.Continue():
            return [f"return {_continued(e)}"]
    return []


def _worded(message: tuple[t.Expr, ...]) -> str:
    """Print a message: a constant, a value that holds one, or its texts and values in turn."""
    if len(message) == 1:
        return expression(message[0])
    parts = [_escaped(part.text) if isinstance(part, t.Message) else f"{{{expression(part)}}}" for part in message]
    return f'f"{"".join(parts)}"'


def _escaped(text: str) -> str:
    """A string inside of double quotes, where braces enclose a value."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")


def _continued(e: t.Continue) -> str:
    if e.called:
        return f"b_{e.label}({', '.join(['s', *map(expression, e.args)])})"
    return f"({', '.join([str(e.label), *map(expression, e.args)])}{'' if e.args else ','})"


def _listing(e: t.Stmt) -> Lines:
    """Print statements about lists of moves."""
    match e:
        case t.Begin(name):
            return [f"{name} = []"]
        case t.Append(name, move):
            return [f"{name}.append({expression(move)})"]
        case t.Narrow(name, first, move, test):
            obeying = f"obeying = [{move} for {move} in {name}[{first}:] if {expression(test)}]"
            return [obeying, "if obeying:", f"    {name}[{first}:] = obeying"]
    raise AssertionError(f"no Python text for {type(e).__name__}")
