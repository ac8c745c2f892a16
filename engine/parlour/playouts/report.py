"""The statistics of many games, as data for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from parlour.playouts import heading, margins
from parlour.playouts.played import NUMBERS, SEATS, Influence, Played, of_kind
from parlour.playouts.playout_names import whole
from parlour.playouts.policy import has_policy

PERCENT = (5, 25, 50, 75, 95)


def quantiles(lengths: Sequence[int]) -> dict[str, int]:
    """Return the shortest and the longest length, and the quantiles between them."""
    ordered = sorted(lengths)
    between = {f"{percent} %": ordered[-(-len(ordered) * percent // 100) - 1] for percent in PERCENT}
    return {"least": ordered[0], **between, "most": ordered[-1]}


def data(played: Played) -> dict[str, object]:
    games, options = len(played), heading.options(played)
    return {
        "game": played.program.id,
        "digest": played.program.digest,
        "mix": {"of": played.changes.of, "with": list(played.changes.with_), "without": list(played.changes.without)},
        "rules": list(played.rules),
        "options": options,
        "options_changed": {name: options[name] for name in heading.changed_options(played)},
        "players": played.players,
        "games": games,
        "each_is_a": whole(played.program),
        "seed": played.seed,
        "policy": played.policy,
        "levels": list(played.levels),
        "ruleset_has_policy": has_policy(played.program),
        "from_state": played.from_state,
        "counted_before": heading.already(played),
        "most": played.most,
        "cut_off": played.cut_off,
        "wins": list(played.wins),
        "ended": played.ended,
        "endings": {word: text for word, text in played.program.endings[1:] if word in played.ended},
        "decisions": {"mean": played.length, **quantiles(played.lengths)},
        "means": {name: plain(played.mean(name)) for name in of_kind(played, NUMBERS)},
        "shares": {name: played.shares(name) for name in of_kind(played, SEATS)},
        "margins": {
            "wins": [margins.of_share(round(share * games), games) for share in played.wins],
            "ended": {word: margins.of_share(count, games) for word, count in played.ended.items()},
            "decisions": plain(margins.of_mean(played.lengths)),
            "means": {name: plain(played.margin(name)) for name in of_kind(played, NUMBERS)},
            "shares": {name: played.margins_of_shares(name) for name in of_kind(played, SEATS)},
            "fired": {
                rule: {
                    "times_a_game": plain(margins.of_mean(played.fired_by(rule))),
                    "share_of_games": margins.of_share(fired.games, games),
                }
                for rule, fired in played.firing.items()
            },
        },
        "mattered": mattered(played.influence),
        "fired": {rule: {"times": fired.times, "games": fired.games} for rule, fired in played.firing.items()},
        "never_fire": list(played.silent),
    }


def mattered(influence: Influence | None) -> object:
    if influence is None:
        return None
    return {
        "games": influence.games,
        "decisions": influence.looked_at,
        "one_decision_in": influence.of_each,
        "rules": {
            rule: {
                "times_a_game": sum(influence.times(rule)) / influence.games,
                "margin": plain(margins.of_mean(influence.times(rule))),
                "ways": {kind: sum(influence.times(rule, kind)) / influence.games for kind in found.kinds},
                "compared_without": list(found.beside),
            }
            for rule, found in influence.rules.items()
        },
        "unknown": dict(influence.unknown),
    }


def plain(mean: float | tuple[float, ...]) -> object:
    """Replace NaN by None, since JSON has no NaN."""
    if isinstance(mean, tuple):
        return [plain(each) for each in mean]
    return None if math.isnan(mean) else mean
