"""Reads the declarations of a composition into the tables: deck, words, records, classes, zones, variables, marks,
headings. Doesn't read the expressions and steps of members."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.base.diagnostics import Related, did_you_mean
from parlour.documents.composition import Member, scalars
from parlour.documents.document import Mapping, Node, Scalar, Sequence, entries_in, node_at, scalar_at, typed
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.expressions import Expressions
from parlour.lang.literals import check_range
from parlour.lang.parameters import check_params, replacing_params
from parlour.lang.symbols import ERROR, Declared, Scope, Tables, Typed, heading_params, named_type, origin
from parlour.program import NO_INT, Const, Expr, Record, RecordField, Type

UNDECIDED = "undecided"
KEYS = ("player", "side", "rank", "suit")  # the kinds of things that zones and variables can have for keys


def members(tables: Tables, section: str) -> tuple[Member, ...]:
    return tables.composition.sections.get(section, ())


def field(member: Member, key: str) -> Scalar | None:
    """Return a scalar under a member, such as its `text` or `type`."""
    return scalar_at(member.value, key)


def text(member: Member, key: str = "text") -> str:
    node = field(member, key)
    return node.value if node is not None else ""


def truth(member: Member, key: str) -> bool:
    node = field(member, key)
    return node is not None and typed(node) is True


def heading(tables: Tables, key: Scalar) -> s.Heading | None:
    return parser.parse_heading(key, tables.problems)


def type_at(tables: Tables, node: Node | None, owner: str) -> Type:
    """Return the type at a node: a name, or a list of words (an enumeration of its own)."""
    if isinstance(node, Sequence):
        return enumeration(tables, owner, tuple(item.value for item in node.items if isinstance(item, Scalar)))
    name = parser.parse_type(node, tables.problems) if isinstance(node, Scalar) else None
    return ERROR if name is None else named_type(tables, name)


def enumeration(tables: Tables, name: str, words: tuple[str, ...]) -> Type:
    tables.enums[name] = words
    return Type("enum", name)


# ---------------------------------------------------------------- what there is before any expression


def declare_names(tables: Tables) -> None:
    """Declare the things that other declarations refer to: enumerations, record types, parameter types."""
    for member in members(tables, "types"):
        node = member.value.get("is") if isinstance(member.value, Mapping) else member.value
        type_at(tables, node, member.name)
        words = tables.enums.get(member.name)
        if words is not None:
            all_words = Typed(Const((1 << len(words)) - 1), Type("values", member.name))
            tables.word_lists[member.name] = all_words
    for member in members(tables, "records"):
        tables.records[member.name] = Record(member.name, ())
    for member in members(tables, "names"):
        if not isinstance(member.value, Scalar):
            continue
        name = parser.parse_type(member.value, tables.problems)
        if name is not None:
            type_ = named_type(tables, name)
            for word in member.key.value.replace(",", " ").split():
                tables.param_types[word] = type_
    for number, member in enumerate(members(tables, "endings"), start=1):
        if member.name == UNDECIDED:
            message = f"`{UNDECIDED}` is reserved: it is the value of `ending` before any stage ends"
            tables.error("name-twice", message, member.key.span, help="choose another name")
        tables.endings[member.name] = number
    tables.enums["ending"] = ("none", *tables.endings)


def declare_records(tables: Tables, expressions: Expressions) -> None:
    for member in members(tables, "records"):
        fields: list[RecordField] = []
        shift = 0
        for entry in entries_in(member.value):
            node = entry.value.get("type") if isinstance(entry.value, Mapping) else entry.value
            type_ = type_at(tables, node, f"{member.name}.{entry.key.value}")
            if type_ == ERROR:
                continue
            if types.is_set(type_) or type_.kind == "record":
                _too_much(tables, type_, entry.key if node is None else node)
            width, bias = _packed(tables, type_)
            default_node = node_at(entry.value, "default")
            default = type_.default
            if isinstance(default_node, Scalar):
                default = constant(tables, expressions, default_node, member, type_)
            fields.append(RecordField(entry.key.value, type_, shift, width, bias, default))
            shift += width
        tables.records[member.name] = Record(member.name, tuple(fields))


def _too_much(tables: Tables, type_: Type, node: Node) -> None:
    """Report a field that doesn't fit: the fields are packed into one number, which can't hold a set of any size."""
    help = "write the fields of that record here instead" if type_.kind == "record" else "keep the set in a variable"
    message = f"expected a single value for a field of a record, found {types.in_words(type_)}"
    tables.error("type", message, node.span, help=help)


_WIDTHS = {"bool": 1, "rank": 4, "suit": 3, "colour": 1, "player": 14, "side": 14, "card": 16, "zone": 16}
"""Bits for any value of a type; at least this number for ranks and suits that the deck declares."""


def _packed(tables: Tables, type_: Type) -> tuple[int, int]:
    """Return the bits that hold any value of the type, and the number added so that no value is negative."""
    if type_.kind == "int":
        return 32, -NO_INT
    if type_.kind == "enum":
        width = max(1, (len(tables.enums[type_.name]) + 1).bit_length())
    else:
        design = tables.design
        declared = {"rank": design.ranks, "suit": design.suits, "colour": design.colours}.get(type_.kind, ())
        width = max(_WIDTHS.get(type_.kind, 0), len(declared).bit_length())
    return width + type_.optional, int(type_.optional)


def constant(tables: Tables, expressions: Expressions, node: Scalar, member: Member, type_: Type) -> int:
    tree = parser.parse_expression(node, tables.problems)
    if tree is None:
        return 0
    value = expressions.lower(tree, Scope(member.document), type_)
    if not isinstance(value.expr, Const):
        if value.type != ERROR:
            tables.error("constant", "expected a constant", node.span)
        return 0
    return value.expr.value


# ---------------------------------------------------------------- zones, variables, marks


def declare_zones(tables: Tables, expressions: Expressions) -> None:
    tables.zone_list.append(
        ir.Zone("box", (), True, None, ir.NOBODY, ir.NOBODY, False, "cards that are not in play", None)
    )
    tables.zones["box"] = 0
    for member in members(tables, "zones"):
        head = heading(tables, member.key)
        if head is None or not isinstance(member.value, Mapping):
            continue
        keys = tuple(_key(tables, expressions, param, head.name, member) for param in head.params or ())
        columns = _expression(tables, expressions, field(member, "columns"), member, types.INT)
        room, node = _expression(tables, expressions, field(member, "room"), member, types.INT), field(member, "room")
        if node is not None and not truth(member, "ordered"):
            message = f"`{head.name}` has no order, so it needs no `room`"
            tables.error("zone", message, node.span, help="remove it, or add `ordered: true`")
        seen, counted = _audience_words(member, "seen"), _audience_words(member, "counted") or ["everybody"]
        zone = ir.Zone(
            name=head.name,
            keys=keys,
            ordered=truth(member, "ordered"),
            columns=columns,
            seen=ir.together(seen),
            counted=ir.together(counted),
            turns=truth(member, "turns"),
            text=text(member),
            origin=origin(member.document, member.key.span),
            also_called=tuple(scalar.value.strip() for scalar in scalars(member.value.get("also-called"))),
            room=room,
            shows="last-batch" if "last-batch" in seen else "top" if "top" in seen else None,
        )
        if zone.owner is None:
            _needs_owner(tables, member, zone.seen, "seen")
            _needs_owner(tables, member, zone.counted, "counted")
        tables.zones[head.name] = len(tables.zone_list)
        tables.zone_list.append(zone)


def _audience_words(member: Member, key: str) -> list[str]:
    """Return the words for an audience: one, or a list of them."""
    return [scalar.value for scalar in scalars(node_at(member.value, key))]


def _needs_owner(tables: Tables, member: Member, audience: ir.Audience, key: str) -> None:
    """Report an audience that depends on an owner, if there is none."""
    if audience.by_owner:
        words = _audience_words(member, key)
        said = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
        message = f"`{member.name}` has no owner, so `{key}: {said}` doesn't say who that is"
        help = f"write `{key}: everybody` or `{key}: nobody`, or give it an owner: `{member.name}(player)`"
        tables.error("zone", message, member.key.span, help=help)


def _expression(
    tables: Tables, expressions: Expressions, node: Scalar | None, member: Member, want: Type
) -> Expr | None:
    if node is None:
        return None
    tree = parser.parse_expression(node, tables.problems)
    return None if tree is None else expressions.lower(tree, Scope(member.document), want).expr


def declare_variables(tables: Tables, expressions: Expressions) -> None:
    for member in members(tables, "state"):
        head = heading(tables, member.key)
        if head is None or not isinstance(member.value, Mapping):
            continue
        keys = tuple(_key(tables, expressions, param, head.name, member) for param in head.params or ())
        type_ = type_at(tables, member.value.get("type"), head.name)
        seen = ir.together(_audience_words(member, "seen"))
        if not any(key.kind in ("player", "side") for key in keys):
            _needs_owner(tables, member, seen, "seen")
        variable = ir.Variable(
            head.name,
            type_,
            keys,
            seen,
            None,
            text(member),
            origin(member.document, member.key.span),
        )
        if head.name not in tables.zones:
            tables.variables[head.name] = tables.new_variable(variable)


def _key(tables: Tables, expressions: Expressions, param: s.Param, owner: str, member: Member) -> ir.Key:
    """Return a key of a zone or variable: a kind of thing, a word of a list, or a number of a range."""
    if param.numbers is not None:
        return _range_key(tables, expressions, param.numbers, owner, member)
    if param.type is None and param.name in KEYS:
        return ir.Key(types.SIMPLE[param.name])
    if param.type is None and param.name in tables.word_lists:
        return ir.Key(Type("enum", param.name))
    known = [*KEYS, *tables.word_lists]
    wanted = f"{', '.join(f'`{kind}`' for kind in KEYS)}, a list of `types` or a range"
    message = f"`{owner}`: expected {wanted}, found `{param.span.text}`"
    help_ = did_you_mean(param.name, known) or f"write a range as in `{owner}(1..7)`"
    tables.error("unknown-type", message, param.span, help=help_)
    return ir.Key(types.PLAYER)


def _range_key(tables: Tables, expressions: Expressions, node: s.RangeLit, owner: str, member: Member) -> ir.Key:
    scope = Scope(member.document)
    low, high = (expressions.lower(end, scope, types.INT).expr for end in (node.low, node.high))
    if not isinstance(low, Const):
        message = f"`{owner}`: expected a constant as the first number of a range, found `{node.low.span.text}`"
        tables.error("constant", message, node.low.span)
        return ir.Key(types.INT, 0, Const(0))
    check_range(expressions, node, low, high)
    return ir.Key(types.INT, low.value, high)


def start_values(tables: Tables, expressions: Expressions) -> None:
    """Set the first value of each variable. A variable that is never none starts with a value that always exists."""
    for member in members(tables, "state"):
        number = tables.variables.get(member.name)
        node = field(member, "starts")
        if number is None:
            continue
        variable = tables.variable_list[number]
        starts = _expression(tables, expressions, node, member, variable.type)
        tables.variable_list[number] = replace(variable, starts=starts)


def declare_marks(tables: Tables, expressions: Expressions) -> None:
    for member in members(tables, "marks"):
        if not isinstance(member.value, Mapping):
            continue
        type_ = type_at(tables, member.value.get("type"), member.name)
        guise = _is_guise(tables, member, type_)
        default_node = field(member, "default")
        default = type_.default
        if default_node is not None:
            default = constant(tables, expressions, default_node, member, type_)
        elif type_.kind == "record":
            default = sum((f.default + f.bias) << f.shift for f in tables.records[type_.name].fields)
        inside = tuple(_zone_numbers(tables, member))
        seen = ir.together(words) if (words := _audience_words(member, "seen")) else None
        if guise and seen is not None:
            message = f"`{member.name}` has `guise: true`, so players see it with the card"
            tables.error("guise", message, member.key.span, help="remove `seen`")
        if seen is not None and all(tables.zone_list[zone].owner is None for zone in inside):
            _needs_owner(tables, member, seen, "seen")
        tables.marks[member.name] = len(tables.mark_list)
        tables.mark_list.append(
            ir.Mark(
                member.name,
                type_,
                inside,
                default,
                guise,
                text(member),
                origin(member.document, member.key.span),
                seen,
            )
        )


def _is_guise(tables: Tables, member: Member, type_: Type) -> bool:
    """True if the mark says what a card counts as. Reports a second such mark, and one that doesn't hold a card."""
    if not truth(member, "guise"):
        return False
    if type_.kind != "card" or not type_.optional:
        message = f"a mark with `guise: true` contains a card or none, not {types.in_words(type_)}"
        tables.error("guise", message, member.key.span, help="write `type: card or none`")
        return False
    if tables.guise is not None:
        message = f"`{tables.mark_list[tables.guise].name}` and `{member.name}` both have `guise: true`"
        tables.error("guise", message, member.key.span, help="remove `guise: true` from one of them")
    return tables.guise is None


def _zone_numbers(tables: Tables, member: Member) -> list[int]:
    node = node_at(member.value, "inside")
    numbers = []
    for item in scalars(node):
        if item.value in tables.zones:
            numbers.append(tables.zones[item.value])
        else:
            message = f"unknown zone `{item.value}`"
            tables.unknown("unknown-name", message, item.value, item.span, list(tables.zones))
    return numbers


# ---------------------------------------------------------------- headings of what has a text of its own


def declare_headings(tables: Tables) -> None:
    """Declare functions, procedures, stages, prompts and permissions with their parameters."""
    groups = (
        ("functions", tables.functions),
        ("procedures", tables.procedures),
        ("stages", tables.stages),
        ("prompts", tables.prompts),
        ("may", tables.permissions),
    )
    for section, table in groups:
        for member in members(tables, section):
            head = heading(tables, member.key)
            if head is None:
                continue
            known = table.get(head.name)
            if known is None:
                params = (
                    replacing_params(tables, member, head) if member.over else heading_params(tables, head, head.name)
                )
                table[head.name] = Declared(head.name, params, member)
            else:
                check_params(tables, head.name, known.params, head, member.key.span, known.member.key.span)
    _misplays(tables)


def _misplays(tables: Tables) -> None:
    """Read the `misplay` steps of each permission; each can have them only once."""
    first: dict[str, Member] = {}
    for member in members(tables, "misplay"):
        name = member.name
        if name not in tables.permissions:
            message = f"unknown permission `{name}`"
            if name in tables.procedures:
                help = f"no clause forbids `{name}`, so no `{name}` is a misplay: add a clause under `may:`"
                tables.error("unknown-name", message, member.key.span, help=help)
            else:
                tables.unknown("unknown-name", message, name, member.key.span, list(tables.permissions))
        elif name in first:
            related = (Related(first[name].key.span, f"the other one, in `{first[name].document.id}`"),)
            message = f"two `misplay` entries for `{name}`"
            tables.error("clash", message, member.key.span, help="remove one of them", related=related)
        first.setdefault(name, member)


def declare_leaders(tables: Tables) -> None:
    """Give each zone with `led-by` the number of its variable."""
    for member in members(tables, "zones"):
        node = node_at(member.value, "led-by")
        head = heading(tables, member.key) if isinstance(node, Scalar) else None
        if isinstance(node, Scalar) and head is not None and _is_leader(tables, member, node):
            number = tables.zones[head.name]
            tables.zone_list[number] = replace(tables.zone_list[number], led_by=tables.variables[node.value])


def _is_leader(tables: Tables, member: Member, node: Scalar) -> bool:
    """Report a zone without an order, and everything but a single variable of type player."""
    if not truth(member, "ordered"):
        message = f"`{member.name}` has no order, so nobody leads to it"
        tables.error("zone", message, node.span, help="remove `led-by`, or add `ordered: true`")
        return False
    if node.value not in tables.variables:
        message, known = f"unknown variable `{node.value}`", list(tables.variables)
        tables.unknown("unknown-name", message, node.value, node.span, known)
        return False
    variable = tables.variable_list[tables.variables[node.value]]
    if variable.type != types.PLAYER or variable.keys:
        what = "has keys" if variable.keys else f"is {types.in_words(variable.type)}"
        message = f"`led-by` expects a variable of type player, without keys; `{node.value}` {what}"
        help = "declare one under `state`: `leader: {type: player}`, and write `led-by: leader`"
        tables.error("zone", message, node.span, help=help)
        return False
    return True
