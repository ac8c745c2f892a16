"""The options of `parlour why` that describe a table in plain words."""

from __future__ import annotations

from argparse import Namespace, _ArgumentGroup

import yaml

from parlour.base.diagnostics import RulesetError
from parlour.cli.usage import UsageError
from parlour.disputes.plain import PlainTable
from parlour.disputes.spoken_cards import UnclearError, read_cards
from parlour.examples.layable import Interpreted
from parlour.examples.position import SAID
from parlour.game import Game
from parlour.table.cards import Pack

_AS_IN_EXAMPLES = {"yes": "true", "no": "false", "no cards": "none"}  # what people read at the table
_HOW = 'write zones and variables as under `given:` in an example: --given "hand 2: 5♥ 9♣, direction: counterclockwise"'


def add_plain(group: _ArgumentGroup) -> None:
    group.add_argument("--top", metavar="CARD", help="the card on top of the discard pile or trick; a rank is enough")
    group.add_argument("--under", metavar="CARDS", help="the cards under it, the next one first")
    group.add_argument("--hand", metavar="CARDS", help="the hand of the player to move (default: cards for the moves)")
    group.add_argument("--next", metavar="CARDS", help="the hand of the next player")
    group.add_argument("--given", metavar="ZONE: CARDS", action="append", default=[],
                       help="other zones and variables, as in an example")  # fmt: skip


def plain_table(asked: Namespace) -> PlainTable:
    """Return the table that the options describe. Raise UsageError if they contradict other options."""
    given: dict[str, str] = {}
    for text in asked.given:
        given |= _read_given(text)
    table = PlainTable(asked.top, asked.under, asked.hand, asked.next, given)
    if table.is_said:
        for name in ("position", "save", "deal"):
            if getattr(asked, name) is not None:
                message = f"`--{name}` already sets the whole position"
                raise UsageError(message, "remove it, or remove --top, --under, --hand, --next and --given")
    return table


def in_option(error: RulesetError, table: PlainTable, pack: Pack) -> UsageError | None:
    """Return an error in the words of an option instead of a position file; None for errors of rulesets."""
    found = error.diagnostics[0]
    if found.span is None or found.span.source.name != SAID:
        return None
    line = found.span.source.text.splitlines()[found.span.line - 1]
    name, _, value = line.strip().partition(": ")
    option = f"--given {name}: {table.given[name]}" if name in table.given else f"{name}: {value}"
    if name in table.given and " is not a card" in found.message:
        try:
            read_cards(table.given[name], pack, option)
        except UnclearError as unclear:  # it says which word isn't even a rank
            return UsageError(str(unclear), unclear.help)
    return UsageError(f"`{option}`: {found.message}", found.help)


def players_with(game: Game, face: int) -> str | None:
    """Return a help text with the fewest players whose pack has a card."""
    mix = Interpreted(game.program)
    found = (n for n in game.players if mix.table(n).machine.layout.pack.of_face[face])
    fewest = next(found, None)
    return f"with {fewest} players it is there: `--players {fewest}`" if fewest is not None else None


def _read_given(text: str) -> dict[str, str]:
    try:
        data = yaml.load("{" + text + "}", Loader=yaml.BaseLoader)  # it makes only strings
    except yaml.YAMLError:
        data = None
    given = {
        " ".join(name.split()): _AS_IN_EXAMPLES.get(value.casefold(), value)
        for name, value in (data.items() if isinstance(data, dict) else ())
        if isinstance(value, str) and value
    }
    if not given or len(given) < len(data or ()):
        raise UsageError(f"`--given {text}`: expected zones with their cards", _HOW)
    return given
