"""What the house rules of a table did in its finished game: at how many moves each of them mattered, and how."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parlour.api import load
from parlour.base.diagnostics import listing
from parlour.influence.effects import KINDS
from parlour.influence.sampling import in_one_game
from parlour.session.record import GameRecord, steps
from parlour.states.moves import Move
from parlour.web.mix_compiling import game_of
from parlour.web.store import TableRecord


def rules_did(table: TableRecord, record: GameRecord) -> Sequence[str]:
    """Return a line for each rule that was added to the game, and for each that has refused a tap. The first ones
    compare each move with the mix without the rule."""
    game = game_of(table.mix, table.documents)
    own = load(str(game.recipe.subject)).program.house_rules
    added = [rule for rule in game.program.house_rules if rule not in own]
    titles = {document.id: document.title for document in game.composition.documents}
    others = [f"{titles[rule]}: it refused {_taps(n)}." for rule, n in table.refused.items() if rule not in added]
    if not added:
        return ["This game was played without added house rules.", *others]
    decided = []
    for before, after in pairwise(steps(game, record)):
        move = before.state.read(after.move or "")
        assert isinstance(move, Move), "it was made"
        decided.append((list(before.state.cells), move.number))
    influence = in_one_game(game, record.setup.players, added, decided)
    lines = [f"Of {len(decided)} moves, each compared with the game without the rule:"]
    for rule in added:
        if rule in influence.unknown:
            what = f"no comparison; {influence.unknown[rule]}"
        else:
            mattered = influence.rules[rule]
            ways = [f"{words} ({mattered.kinds[kind][0]})" for kind, words in KINDS.items() if mattered.kinds[kind][0]]
            times = "once" if mattered.times == 1 else f"{mattered.times} times"
            what = f"it mattered {times}{', it ' if ways else ''}{listing(ways, 'and', quote='')}"
        taps = f" It refused {_taps(table.refused[rule])}." if rule in table.refused else ""
        lines.append(f"{titles[rule]}: {what}.{taps}")
    return [*lines, *others]


def _taps(number: int) -> str:
    return "a tap" if number == 1 else f"{number} taps"
