"""The mixes near a game, which `tune` tries: other values of its options, and the rules of its family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour.documents.composition import OptionType
from parlour.documents.prose import label_of
from parlour.experiments.aims import read_aims
from parlour.experiments.arms import OFF, ON, Factor, SweepError, read_factor
from parlour.experiments.blocks import Playing
from parlour.experiments.measures import DERIVED
from parlour.experiments.several_mixes import Rivals
from parlour.experiments.tuning import MOST, SURE, Tuning
from parlour.game import Game
from parlour.mixing.families import rules_of

OF_ALL_GAMES = {"decisions", "skill", *(of.id for of in DERIVED)}  # measures that need no look at a game on its way


def tuning_of(
    game: Game, aims: Sequence[str], tries: Sequence[str], playing: Playing, players: int | None, games: int | None,
    level: int | None, pace: float,
) -> Tuning:  # fmt: skip
    """Return a search for the mix that comes nearest to these aims, or raise SweepError. Looks at games on their way
    only if an aim needs that."""
    plan = Rivals.of({game.id: game}).plan(playing, players, games, level, SURE)
    read = read_aims(aims, plan.playing.players)
    asked = {aim.measure.id for aim in read}
    watched = plan.playing.watched if asked - OF_ALL_GAMES else 0
    sure = plan.games
    plan = replace(plan, games=min(sure, MOST), playing=replace(plan.playing, watched=watched, skill="skill" in asked))
    factors = [read_factor(text, game) for text in tries] or list(factors_of(game))
    if not factors:
        raise SweepError(f"no rule or option changes {game.title}", "write one, or name another game")
    return Tuning(game, factors, read, plan, pace, sure)


def factors_of(game: Game) -> Iterator[Factor]:
    """Yield the options of a game with other values near, and the rules of its family."""
    for setting in game.composition.options.values():
        if setting.full_name in game.options:
            values = tuple(_values(setting.type, game.options[setting.full_name]))
            if len(values) > 1:
                yield Factor(setting.full_name, values, False, label_of(setting))
    frame = next(document for document in reversed(game.composition.documents) if document.kind == "frame")
    for rule in rules_of(frame, game.recipe.home):
        yield Factor(rule.id, (OFF, ON), True, rule.title)


def _values(type_: OptionType, value: str) -> Iterator[str]:
    yield from type_.choices
    if type_.kind == "int" and value.lstrip("-").isdecimal():
        low, high = type_.low if type_.low is not None else 0, type_.high if type_.high is not None else 1000
        n = int(value)
        near = {n // 2, n * 3 // 4, n - 1, n, n + 1, n * 3 // 2, 2 * n}
        yield from map(str, sorted(m for m in near if low <= m <= high))
