"""The tables of `strength.py` from its record. In 99 of 100 cases, the intervals of a row are right at all looks."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from textwrap import fill

from figures_page import table, write_section
from parlour.playouts import margins

HEADING = "Measured strength"
COMMAND = "python tests/bench/strength.py --seconds 0.05 --record strength.jsonl"
LOOKS = (8, 16, 32, 64, 128)  # deals of a row after which it can be decided; the last look may come at any number
Z = NormalDist().inv_cdf(1 - 0.005 / (len(LOOKS) + 1))  # so many standard errors contain 99 %, at all looks together
WIDTH = 100
MANY = 8  # rows that need a summary
FEW = 4  # deals; with fewer there is no interval
PARTS = 10**9  # of one, since margins count whole numbers

Line = Mapping[str, object]

GROUPS = {
    "policy": ("Against the policy", "The others follow the policy of the ruleset."),
    "first": ("Against the first move of the list", "The others make the first legal move of the list."),
    "gin": (
        "Against a simple gin player",
        "It melds, knocks as soon as it can and discards its worst card: the simple "
        "player of the EAAI challenge, written from its description alone.",
    ),
    "hearts": ("Against greedy players of Hearts", "Three players avoid points trick by trick."),
    "ismcts": (
        "Against OpenSpiel's search",
        "The same rules in both programs, in step; the times for a move are below. The search is OpenSpiel's ISMCTS, "
        "in C++, with its own sampler of hidden cards. It crashes in Hearts while cards are passed, so deals of Hearts "
        "have no pass.",
    ),
    "rule": (
        "With house rules",
        "One rule added to the game of its examples; the others follow the policy. A rule that this game has by "
        "default is part of the game's own row.",
    ),
}


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its 99 % margin, which is NaN for few values."""
    whole, n = [round(value * PARTS) for value in values], len(values)
    if n < FEW:
        return sum(values) / n, math.nan
    margin = deviations(n - 1) / margins.Z * margins.of_mean(whole) / PARTS
    return sum(values) / n, margin or Z * Z / (n + Z * Z)  # of Wilson's interval, if all values are the same


def deviations(freedom: int) -> float:
    """Return the quantile of Student's t that belongs to `Z`, by the expansion of Cornish and Fisher."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def by_row(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the lines of each row, with the budget that it had last."""
    budgets = {line["row"]: line["budget"] for line in lines}
    rows: dict[str, list[Line]] = {}
    for line in lines:
        if line["budget"] == budgets[line["row"]]:
            rows.setdefault(str(line["row"]), []).append(line)
    return rows


def numbers(lines: Sequence[Line], key: str) -> list[float]:
    return [float(str(line[key])) for line in lines if key in line]


def gains(lines: Sequence[Line]) -> list[float]:
    return [a - b for a, b in zip(numbers(lines, "share"), numbers(lines, "even"), strict=True)]


def row(name: str, lines: Sequence[Line]) -> list[object]:
    played = [line for line in lines if "share" in line]
    if not played:
        return [name, 0, 0, "", "", str(next((line.get("missing", "failed") for line in lines), ""))]
    gain, margin = mean(gains(played))
    even, games = numbers(played, "even")[0], int(sum(numbers(played, "games")))
    won = f"{100 * (even + gain):.0f} % of {100 * even:.0f} %"
    return [name, len(played), games, won, shown(100 * gain, 100 * margin), verdict(lines)]


def verdict(lines: Sequence[Line]) -> str:
    played = [line for line in lines if "share" in line]
    if not played:
        return "failed"
    gain, margin = mean(gains(played))
    return "?" if math.isnan(margin) else "better" if gain > margin else "worse" if gain < -margin else "open"


def shown(value: float, margin: float, places: int = 0) -> str:
    text = f"{value:+.{places}f}".replace("-", "−")
    return text if math.isnan(margin) else f"{text} ± {margin:.{places}f}"


def elo(lines: Sequence[Line]) -> str:
    """Return the Elo number where random players have 1000, and its lower bound."""
    games = int(sum(numbers(lines, "games")))
    won = sum(a * b for a, b in zip(numbers(lines, "share"), numbers(lines, "games"), strict=True))
    share, z2 = won / games, Z * Z
    middle = (share + z2 / games / 2) / (1 + z2 / games)  # of Wilson's interval
    spread = math.sqrt(z2 * (share * (1 - share) + z2 / games / 4) / games) / (1 + z2 / games)
    least = middle - spread
    bound = f"at least {1000 + 400 * math.log10(least / (1 - least)):.0f} at 99 %"
    if share == 1:
        return f"{bound}: the bot won all {games:,} games"
    return f"{1000 + 400 * math.log10(share / (1 - share)):.0f}, {bound}, from {games:,} games"


def text(lines: Sequence[Line]) -> str:
    """Return the section of the page."""
    parts = _parts(by_row(lines))
    return "\n\n".join(part if part.startswith("|") else fill(part, WIDTH, break_on_hyphens=False) for part in parts)


def _parts(rows: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    yield (
        f"`{COMMAND}` measures this. Its record continues where it stopped, so the tables grow. Most rows had their "
        "first look only: a row with few deals says little, so look at its interval."
    )
    heads = ["game", "deals", "games", "wins, of an even share", "gain in points of 100", "at 99 %"]
    for group, (title, words) in GROUPS.items():
        own = {name.partition(":")[2]: of for name, of in rows.items() if name.startswith(f"{group}:")}
        if own:
            yield f"### {title}"
            yield f"{words} {_budget(own.values())}"
            yield table(heads, [row(name.replace("+", " + "), of) for name, of in sorted(own.items())])
            yield from _summary(list(own.values()))
            yield from _points(own)
    if "durak:durak" in rows:
        yield "### Durak, where random players have 1000"
        yield f"Elo {elo(rows['durak:durak'])}. {_budget([rows['durak:durak']])}"
    yield from _seeing(rows)
    faults = [f"{name}: {line['fault']}" for name, of in rows.items() for line in of if "fault" in line]
    yield f"Games that failed: {len(faults)}." + "".join(f" {fault}." for fault in faults)


def _budget(rows: Iterable[Sequence[Line]]) -> str:
    return f"A bot had {' or '.join(sorted({str(line['budget']) for of in rows for line in of}))} for a move."


def _summary(rows: Sequence[Sequence[Line]]) -> Iterator[str]:
    if len(rows) < MANY:
        return
    verdicts = [verdict(of) for of in rows]
    ahead = sum(sum(gains(of)) > 0 for of in rows)
    words = ("better", "open", "worse", "?", "failed")
    counts = ", ".join(f"{verdicts.count(word)} {word}" for word in words if word in verdicts)
    gain, margin = mean([100 * mean(gains(of))[0] for of in rows if gains(of)])
    yield (
        f"Of {len(rows)} rows: {counts}. In {ahead}, bots won more than an even share. "
        f"Over all of them, the mean gain is {shown(gain, margin)}."
    )


def _points(rows: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    for name, of in rows.items():
        points = numbers(of, "points")
        if points:
            yield f"In {name}, a bot was {shown(*mean(points), 1)} points a hand better than the mean of the others."
        ours, theirs = (1000 * sum(numbers(of, key)) / len(of) for key in ("ours", "theirs"))
        if ours:
            yield f"A move took {ours:.0f} ms of a processor for the bot, and {theirs:.0f} ms for the search."


def _seeing(rows: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    """Compare with bots that see all cards, on the deals that both played."""
    compared = []
    for name, of in sorted(rows.items()):
        against, _, mix = name.partition(":")
        blind = {line["deal"]: line for line in rows.get(f"policy:{mix}", ()) if "share" in line}
        seeing = {line["deal"]: line for line in of if "share" in line}
        both = [deal for deal in seeing if deal in blind]
        if against == "sees" and both:
            one, other = gains([blind[deal] for deal in both]), gains([seeing[deal] for deal in both])
            part = f"{100 * sum(one) / sum(other):.0f} %" if sum(other) > 0 else "–"
            cells = (shown(*(100 * number for number in mean(values))) for values in (one, other))
            compared.append([mix, len(both), *cells, part])
    if compared:
        yield "### Beside a bot that sees all cards"
        yield (
            "The same bot, on the same deals, with the true cards instead of worlds. Its gain shows how much skill and "
            "knowledge can bring at most to a bot that thinks like this."
        )
        yield table(["game", "deals", "gain", "gain if it sees all", "share"], compared)


def write(page: Path, section: str) -> None:
    write_section(page, HEADING, section)
