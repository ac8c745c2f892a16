"""Reads who sits at the table, and with which cards: the numbers of players, the sides, the deck, and `possible`."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.documents.document import Mapping, Node, Scalar, Sequence, items_in, node_at
from parlour.lang import parser, types
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import members
from parlour.lang.game_deck import amounts, number
from parlour.lang.symbols import Scope, Tables, Typed, origin


@frozen
class Company:
    """Facts about the table that are known before the deal."""

    players: tuple[int, ...]
    deck: ir.Deck
    possible: tuple[ir.Requirement, ...]


def company_of(tables: Tables, bodies: Bodies) -> Company:
    return Company(players_of(tables), _deck(tables, bodies), _requirements(tables, bodies))


def players_of(tables: Tables) -> tuple[int, ...]:
    """Return the numbers of players: those of the game, or else of a rule or the frame. The rules of the mix can
    exclude some."""
    stated = members(tables, "players")
    if not stated:
        help_ = "add the numbers of players that can play, for example `players: 2..7`"
        tables.error("players", "missing `players:`", tables.composition.subject.id_span, help=help_)
        return ()
    member = stated[-1]
    numbers = _numbers(tables, member.value)
    rules = [m for m in member.over if m.document.kind == "rule"] if member.document.kind == "game" else []
    for rule in rules if numbers else ():
        left = tuple(n for n in numbers if n in _numbers(tables, rule.value))
        if not left:
            lines = [f"`{m.document.id}` is for {_in_words(m.value)}" for m in (rule, member)]
            there = (Related(member.value.span, "the players of the game"),)
            tables.error(
                "players", f"no number of players fits: {lines[0]}, and {lines[1]}", rule.value.span, related=there
            )
        numbers = left
    return numbers


def _in_words(node: Node) -> str:
    written = node.span.text.strip("[]")
    return f"{written} player{'s' * (written != '1')}"


def _numbers(tables: Tables, node: Node) -> tuple[int, ...]:
    items = items_in(node)
    seats: set[int] = set()
    for item in items:
        if not isinstance(item, Scalar):
            continue
        low, _, high = item.value.partition("..")
        if low.strip().isdigit() and (not high or high.strip().isdigit()):
            seats.update(range(int(low), int(high or low) + 1))
    numbers = tuple(sorted(n for n in seats if 1 <= n <= 20))
    if not numbers or len(numbers) != len(seats):
        tables.error("players", "expected numbers of players from 1 to 20, such as `4` or `2..7`", node.span)
    return numbers


def sides_of(tables: Tables, players: tuple[int, ...]) -> tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]:
    """Return the seats of each side for each number of players. Without partners, each player is a side."""
    node = tables.composition.single("sides")
    if isinstance(node, Mapping):
        given = {int(entry.key.value): entry.value for entry in node.entries if entry.key.value.isdigit()}
        for entry in node.entries:
            if entry.key.value.isdigit() and int(entry.key.value) not in players:
                message = f"`sides` are for {entry.key.value} players, but no table has that many players"
                tables.error("sides", message, entry.key.span, help="remove them, or add this number to `players`")
    else:
        given = {} if node is None else dict.fromkeys(players, node)
    by_players: dict[int, tuple[tuple[int, ...], ...]] = {}
    for n in players:
        sides = given.get(n)
        if not isinstance(sides, Sequence):
            by_players[n] = tuple((seat,) for seat in range(n))
            continue
        by_players[n] = _seats_of(sides)
        if sorted(seat for side in by_players[n] for seat in side) != list(range(n)):
            message = f"with {n} players, `sides` must contain each seat from 1 to {n} exactly once"
            tables.error("sides", message, sides.span)
            break
    return tuple(by_players.items())


def _seats_of(sides: Sequence) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(int(s.value) - 1 for s in side.items if isinstance(s, Scalar) and s.value.isdigit())
        for side in sides.items
        if isinstance(side, Sequence)
    )


def _deck(tables: Tables, bodies: Bodies) -> ir.Deck:
    values: dict[str, Node] = {}
    for member in members(tables, "deck"):
        values[member.name] = member.value
    document = tables.composition.subject
    card = tables.new_local("c", types.CARD)
    use_node = values.get("use")
    use = None
    if isinstance(use_node, Scalar):
        tree = parser.parse_expression(use_node, tables.problems)
        scope = Scope(document)
        scope.bind("c", Typed(ir.Local(card), types.CARD))
        use = None if tree is None else bodies.expressions.condition(tree, scope)
    copies = number(tables, bodies.expressions, "copies", 1)
    return ir.Deck(tables.design, amounts(tables, bodies.expressions), copies, use, card)


def _requirements(tables: Tables, bodies: Bodies) -> tuple[ir.Requirement, ...]:
    requirements = []
    for member in members(tables, "possible"):
        node = member.value
        require, says = node_at(node, "require"), node_at(node, "says")
        if not isinstance(require, Scalar) or not isinstance(says, Scalar):
            continue
        tree = parser.parse_expression(require, tables.problems)
        if tree is None:
            continue
        scope = Scope(member.document)
        test = bodies.expressions.condition(tree, scope)
        text = bodies.statements.questions.template(parser.parse_template(says, tables.problems), scope)
        requirements.append(ir.Requirement(test, text, origin(member.document, require.span)))
    return tuple(requirements)
