"""`parlour compare`: the same numbers whoever plays, and stars only for real differences."""

import csv
import json
import re
from importlib.util import find_spec
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

import parlour
from parlour.base.parallel import workers
from parlour.experiments.answer import answer
from parlour.experiments.arms import Arm, Factor, read_factor
from parlour.experiments.blocks import BlockTask, Columns, Playing, play_block
from parlour.experiments.factors import effects
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.result_page import RuleClash, page
from parlour.experiments.running import Plan
from parlour.experiments.series_of_mixes import Results
from parlour.experiments.several_mixes import Rivals, compared
from scaffold.terminal import run

TWO = ("crazy-eights", "crazy-eights, hand-size=2")
FEW = ("--players", "2", "--games", "300", "--json")


@pytest.fixture(scope="module")
def result() -> str:
    """Two mixes, played in this process."""
    return run("compare", *TWO, *FEW, "--jobs", "1").out


def rows(text: str) -> dict[tuple[str, str], dict[str, object]]:
    return {(row["mix"], row["measure"]): row for row in json.loads(text)["results"]}


def test_a_smaller_hand_makes_a_shorter_game(result: str) -> None:
    found = rows(result)
    shorter = found[TWO[1], "decisions"]
    assert shorter["differs"] is True
    assert shorter["value"] < found[TWO[0], "decisions"]["value"]
    assert shorter["difference"] + shorter["difference_margin"] < 0
    assert found[TWO[1], "minutes"]["value"] == pytest.approx(shorter["value"] * 5 / 60)
    for mix in TWO:
        seats = [found[mix, f"seat {seat}"]["value"] for seat in (1, 2)]
        assert sum(seats) == pytest.approx(1)
        apart = found[mix, "seats"]
        assert apart["value"] == pytest.approx(abs(seats[0] - seats[1]))
        # one seat wins what the other loses, so their distance is twice as uncertain as each of them
        assert apart["margin"] == pytest.approx(2 * found[mix, "seat 1"]["margin"], rel=0.03)


def test_a_run_that_is_stopped_at_once_says_what_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(task: BlockTask) -> Columns:
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.commands.compare.play_block", stop)
    place, record = tmp_path / "p.html", tmp_path / "blocks.jsonl"
    asked = ("compare", *TWO, "--players", "2", "--jobs", "1", "--html", str(place))
    for more, saved in (((), "with `--record FILE`"), (("--record", str(record)), f"{record} has the finished games")):
        stopped = run(*asked, *more)
        assert (stopped.code, stopped.out, place.exists()) == (130, "", False)
        assert "stopped before each mix had 100 games: nothing to report, and no page or table written" in stopped.err
        assert saved in stopped.err


def test_a_stopped_run_continues_with_the_same_result(result: str, tmp_path: Path) -> None:
    record = tmp_path / "blocks.jsonl"
    assert run("compare", *TWO, *FEW, "--jobs", "1", "--record", str(record)).out == result
    lines = record.read_text().splitlines(keepends=True)
    assert len(lines) == 7  # a heading, and three blocks of each mix
    record.write_text("".join(lines[:4]) + lines[4][:40])  # as a killed process leaves it
    assert run("compare", *TWO, *FEW, "--jobs", "1", "--record", str(record)).out == result
    assert run("compare", *TWO, *FEW, "--jobs", "1", "--record", str(record)).out == result


def test_a_mix_is_as_long_and_as_even_as_itself_and_has_two_names() -> None:
    game = parlour.load("crazy-eights")
    with workers(play_block, 1) as players:
        twice = compared(Rivals([Arm("one", game), Arm("other", game)]), Plan(Playing(2, 5), 300), players)
    differences = [row["difference"] for row in twice.data()["results"] if row["difference"] is not None]
    assert (bool(differences), any(differences)) == (True, False)
    assert not any(row["differs"] for row in twice.data()["results"])
    assert twice.report.titles == ["Crazy Eights (`one`)", "Crazy Eights (`other`)"]
    one, other = (f"“{title}”" for title in twice.report.titles)
    words = " ".join(str(twice).split())
    assert f"Games of {other} take as long as those of {one}. The seats of {other} win as often as those" in words
    assert "Nobody can say" not in words


def reported(*mixes: dict[str, list[float]], names: str = "abcdef", pace: float = 5) -> ExperimentReport:
    """Return the report on mixes of Crazy Eights with these results of a hundred games each."""
    game = parlour.load("crazy-eights")
    results = Results([Arm(name, game) for name in names[: len(mixes)]], 1)
    for at, columns in enumerate(mixes):
        results.add(at, columns)
    return ExperimentReport("mixes", results, Plan(Playing(1, 5), 100), pace)


def lengths(at: float, spread: int = 1) -> list[float]:
    """Return a hundred numbers of decisions from a number on."""
    return [at + spread * (n % 7) for n in range(100)]


def test_a_sweep_shows_effects_as_text_table_and_page(tmp_path: Path) -> None:
    swept = ("compare", "crazy-eights", "--sweep", "hand-size=2,8", "--sweep", "jack-skips", "--players", "2")
    files = ("--csv", str(tmp_path / "t.csv"), "--html", str(tmp_path / "p.html"))
    printed = run(*swept, "--games", "200", "--jobs", "1", *files)
    assert printed.code == 0
    lines = printed.out.splitlines()
    mixes = ["hand-size=2", "hand-size=2, jack-skips", "hand-size=8", "hand-size=8, jack-skips"]
    games = "Crazy Eights", "Crazy Eights + Jacks skip"
    titles = [f"{game}; cards dealt to each player: {size}" for size in (2, 8) for game in games]
    assert [line[5:] for line in lines if line[2:5] in ("A  ", "B  ", "C  ", "D  ")] == titles
    effect, *_ = [line for line in lines if line.startswith("    “cards dealt to each player: 8, not 2”  ")]
    assert "+" in effect
    assert effect.endswith("*")
    table = list(csv.DictReader((tmp_path / "t.csv").open(encoding="utf-8")))
    assert {row["mix"] for row in table} == set(mixes)
    shown = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert shown.startswith("<!doctype html>")
    assert "<svg" in shown or "parlour[plots]" in shown


def test_mixes_rules_and_endings_have_their_names_in_words() -> None:
    mixes = ("crazy-eights", "crazy-eights + queen-draws-four - starter-eight-buried, hand-size=3")
    made = parlour.compare(*mixes, players=2, games=100)
    other = "Crazy Eights + Queens draw four − No eight as the starter; cards dealt to each player: 3"
    lines = str(made).splitlines()
    assert f"A Crazy Eights B {other}" in " ".join(str(made).split())
    rows = [re.split(r"  +", line)[1] for line in lines if re.search(r"  +\d", line)]
    assert {"“Queens draw four” came up", "ended: somebody has reached the target"} <= {*rows}
    assert not [row for row in rows if "-" in row]
    assert "differs from “Crazy Eights” by" in str(made)
    assert [mix["title"] for mix in made.data()["mixes"]] == ["Crazy Eights", other]


def test_the_answer_claims_only_what_has_a_sign() -> None:
    """100 games leave the length open, and 300 decide it."""
    few = str(parlour.compare(*TWO, players=2, games=100))
    short = "“Crazy Eights; cards dealt to each player: 2”"
    few = " ".join(few.split())
    assert f"No difference is certain. Nobody can say yet whether games of {short} are longer or shorter" in few
    (games,) = re.findall(r"those of “Crazy Eights”; about ([\d,]+) games of each would decide it, .*whether the", few)
    assert 100 < int(games.replace(",", "")) <= 1000
    many = parlour.compare(*TWO, players=2, games=300)
    rows_ = rows(json.dumps(many.data()))
    minutes = [rows_[mix, "minutes"]["value"] for mix in TWO]
    assert rows_[TWO[1], "minutes"]["differs"]
    answered = f"Games of {short} take {minutes[1]:.1f} minutes where those of “Crazy Eights” take {minutes[0]:.1f}."
    assert answered in " ".join(str(many).split())


def test_the_answer_of_a_sweep_has_the_effects_with_a_star() -> None:
    made = parlour.compare("crazy-eights", sweep=("hand-size=2,8", "jack-skips"), players=2, games=200)
    sure = {e.title for e in made.report.effects if e.differs and len(e.factors) == 1 and e.measure.id == "decisions"}
    (sentence,) = re.findall(r"\nDecisions in a game: ([^\n]*)\.\n", str(made))
    assert {*re.findall("“[^”]*”", sentence)} == sure


def test_the_answer_of_a_sweep_names_a_pair_of_which_neither_has_a_star() -> None:
    """Each factor makes games as much longer where the other one is off as shorter where it is on."""
    factors = [Factor(name, ("off", "on"), True, name.title()) for name in ("jacks", "queens")]
    levels = [dict(zip(("jacks", "queens"), each, strict=True)) for each in product(("off", "on"), repeat=2)]
    results = Results([Arm(str(each), parlour.load("crazy-eights"), each) for each in levels], 1)
    for at, longer in enumerate((0, 40, 40, 0)):
        results.add(at, {"decisions": [float(100 + longer + n % 7) for n in range(100)]})
    report = ExperimentReport("a sweep", results, Plan(Playing(1, 5), 100), 60, effects(results, factors))
    (sentence,) = answer(report)
    begun = "Decisions in a game, beyond what two change by themselves: “Jacks” with “Queens” −40.0 ± "
    assert sentence.startswith(begun)


def test_the_answer_of_a_sweep_over_one_rule_is_that_of_two_mixes() -> None:
    made = parlour.compare("crazy-eights", sweep=("queen-draws-four",), players=3, games=1500)
    minutes = [rows(json.dumps(made.data()))[mix, "minutes"] for mix in ("none", "queen-draws-four")]
    assert minutes[1]["differs"]
    before, after = (f"{one['value']:.1f}" for one in minutes)
    answered = f"Games of “Crazy Eights + Queens draw four” take {after} minutes where those of “Crazy Eights” take"
    assert f"{answered} {before}." in " ".join(str(made).split())


def test_the_answer_about_many_mixes_names_a_few() -> None:
    """The games of all but the first are longer, each by some moves."""
    sentence, *more = answer(reported(*({"decisions": lengths(100 * (1 + at))} for at in range(6)), pace=60))
    mixes = [f"“Crazy Eights (`{name}`)”" for name in "abcd"]
    assert sentence == (
        f"Games of {mixes[1]} take 203 minutes, those of {mixes[2]} 303 and those of {mixes[3]} 403 "
        f"where those of {mixes[0]} take 103; 2 more mixes differ too."
    )
    assert not more


def test_the_answer_points_to_stars_that_no_sentence_is_about() -> None:
    """The length varies too much to compare, and the score doesn't."""
    scores = ([float(n % 7) + at for n in range(100)] for at in (0, 1))
    columns = ({"decisions": [float(n * (1 + at) % 7) for n in range(100)], "result score": score}
               for at, score in enumerate(scores))  # fmt: skip
    report = reported(*columns)
    assert [of.id for of, (_, other) in report.rows if other is not None and other.differs] == ["result score"]
    assert next(answer(report)) == "What differs by more than chance has a star below."


def test_more_games_are_not_advised_for_next_to_nothing() -> None:
    """Lengths that differ by 5 on average and by 1,000 from game to game need about 10,000 times as many as 100."""
    columns = ({"decisions": [1000 * ((n + at) % 2) + 5.0 * at for n in range(100)]} for at in (0, 1))
    *_, last = answer(reported(*columns))
    assert last.endswith("those of “Crazy Eights (`a`)”; more games hardly help: the difference is small or none.")


def test_another_mix_than_the_first_can_be_the_baseline(result: str) -> None:
    """The differences turn their signs, and everything else stays."""
    turned = run("compare", *TWO, *FEW, "--jobs", "1", "--against", TWO[1])
    before, after = rows(result)[TWO[1], "decisions"], rows(turned.out)[TWO[0], "decisions"]
    assert (after["difference"], after["differs"]) == (-before["difference"], True)
    assert rows(turned.out)[TWO[1], "decisions"]["value"] == before["value"]
    assert run("compare", TWO[0], *FEW, "--jobs", "1", "--against", TWO[1]).out == turned.out
    assert parlour.compare(TWO[0], against=TWO[1], players=2, games=300).data() == json.loads(turned.out)


def test_a_sweep_can_be_compared_with_the_game_as_it_is() -> None:
    swept = {"sweep": "hand-size=4..6", "players": 2, "games": 100}
    made = parlour.compare("crazy-eights", against="crazy-eights", **swept)
    assert [mix["name"] for mix in made.data()["mixes"]] == ["hand-size=5", "hand-size=4", "hand-size=6"]
    with pytest.raises(ValueError, match="`crazy-eights, hand-size=9` isn't a mix of this sweep; add its values"):
        parlour.compare("crazy-eights", against="crazy-eights, hand-size=9", **swept)


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="it draws the curves")
def test_a_sweep_has_curves_of_measures_with_margins(tmp_path: Path) -> None:
    """Of 200 games, 20 are looked at on their way: too few for a curve that isn't chance."""
    page = tmp_path / "hands.html"
    swept = ("compare", "crazy-eights", "--sweep", "hand-size=2,4,8", "--players", "2", "--games", "200")
    assert run(*swept, "--jobs", "1", "--html", str(page)).code == 0
    titles = re.findall(r"<figure>.*?</figure>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(titles) == 3
    colours = {*re.findall(r"(?:fill|stroke)[:=] ?\"?([^;\"]+)", titles[0])}
    assert colours == {"none", "currentColor", "var(--ink, #2a6f4e)", "var(--pale, #9cc7b0)"}  # dark if the page is
    assert "minutes in a game" in titles[0]
    assert "decisions in a game" in titles[1]
    assert "seats apart, in %" in titles[2]


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="it draws the intervals")
def test_mixes_without_a_sweep_have_pictures_too() -> None:
    rivals = Rivals.of({text: parlour.load(text) for text in TWO})
    with workers(play_block, 1) as players:
        report = compared(rivals, Plan(Playing(2, 1, watched=0), 100), players).report
    shown = page(report, ())
    assert re.findall("<dt>(?:hands|score)<dd>([^<]*)", shown) == ["hands played.\n"]
    assert ("<dt>decisions in a game<dd>" in shown, "`" in shown) == (True, False)
    assert [name in shown for name in ("minutes in a game</text>", "seats apart, in %</text>")] == [True, True]
    assert re.search(r"Crazy Eights; cards[^<]*</text>", shown)


def test_two_rules_on_the_page_lead_to_their_clash() -> None:
    sweep = ("jack-skips", "queen-draws-four")
    rivals = Rivals.of({"crazy-eights": parlour.load("crazy-eights")}, sweep)
    with workers(play_block, 1) as players:
        report = compared(rivals, Plan(Playing(2, 1), 100), players).report
    clash = RuleClash(tuple(rivals.factors), "nobody knows who is skipped", "a jack on a queen")
    shown = page(report, rivals.factors, [clash])
    links = re.findall(r'<td[^>]*title="([^"]*): [^"]*"><a href="#clash0">', shown)
    assert {*links} == {"“Jacks skip” with “Queens draw four”"}
    assert '<h3 id="clash0">Jacks skip and Queens draw four: nobody knows who is skipped</h3>' in shown
    assert "a jack on a queen" in shown


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("jack-skips", "jack-skips"),
        ("hand-size=3,7", ""),
        ("draw-until-you-can.willing=none,any-number", "draw-until-you-can"),
    ],
)
def test_an_option_of_a_rule_leads_to_the_clashes_of_the_rule(text: str, rule: str) -> None:
    assert read_factor(text, parlour.load("crazy-eights")).rule == rule


def test_results_for_programs() -> None:
    found = parlour.compare(*TWO, players=2, games=200)
    assert [len(column) for column in found.columns.values()] == [len(found.columns["mix"])] * 10
    assert set(found.columns["mix"]) == set(TWO)
    assert next(csv.reader(StringIO(str(found))))[0].startswith("2 mixes of Crazy Eights for 2")
    with pytest.raises(ValueError, match="a sweep needs one game"):
        parlour.compare(*TWO, sweep="hand-size=2,3")


WRONG = {
    "`games` must be at least 1, found 0": {"games": 0}, "`games` must be at least 1, found -3": {"games": -3},
    "`games` must be a whole number, found 2.5": {"games": 2.5}, "`seed` must be at least 0, found -1": {"seed": -1},
    "`jobs` must be at least 1, found 0": {"jobs": 0}, "a level must be from 1 to 5, or 0, found 9": {"level": 9},
    "`pace -1`: expected the seconds for a decision, such as 5": {"pace": -1},
    "`policy` must be `ruleset` or `random`, found 'rules'; did you mean `ruleset`?": {"policy": "rules"},
    "40 players can't play `crazy-eights`; `crazy-eights` is for 2": {"players": 40},
    "0 players can't play `crazy-eights`": {"players": 0},
}  # fmt: skip


@pytest.mark.parametrize("message", WRONG)
def test_numbers_that_make_no_sense_are_refused_in_python(message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        parlour.compare(*TWO, **WRONG[message])


COINS = """\
frame: coin-games
title: Coin games
text: Each player calls heads or tails.
extends: table
players: 2
deck: {pack: 52, each: game}
state:
  heads: {type: int, starts: 0, seen: everybody, text: heads}
stages:
  game: |
    for p in players: ask call(p)
    WINNERS
    end game
prompts:
  call(p): |
    heads: heads += 1
    tails: nothing
"""


def coin(text: str) -> parlour.Game:
    documents = {"coins.yaml": text, "coin.yaml": "game: coin\ntitle: Coin\nextends: coin-games\nmain: match\n"}
    return parlour.load("coin", documents=documents)


TOGETHER = "if heads > 0: champions = players"
RIVALS = "champions = [players.first if heads == 1 else next(players.first)]"


@pytest.mark.parametrize(("winners", "together"), [(TOGETHER, True), (RIVALS, False)])
def test_a_table_of_a_game_that_all_win_together_says_nothing_about_rivals(winners: str, together: bool) -> None:
    rivals = Rivals.of({"coin": coin(COINS.replace("WINNERS", winners))})
    with workers(play_block, 1) as players:
        result = compared(rivals, Plan(Playing(2, 1, "random"), 200), players)
    assert ("counts in parts" in str(result)) == together
    for row in ("the first player wins", "luck of the deal", "open at half time", "decided at half time", "comebacks",
                "leader changes until"):  # fmt: skip
        assert (row in str(result)) != together


FIRST_PAIR = "champions = [players.first, next(next(players.first))]"
SECOND_PAIR = "champions = [next(players.first), next(next(next(players.first)))]"


@pytest.mark.parametrize(("winners", "decided"), [
    (FIRST_PAIR, True), (f"if heads mod 2 == 0: {FIRST_PAIR}\n    else: {SECOND_PAIR}", False),
])  # fmt: skip
def test_partners_win_as_a_side(winners: str, decided: bool) -> None:
    """Each of two partners has half of a win, and yet nobody else can win any more."""
    pairs = COINS.replace("players: 2", "players: 4\nsides: [[1, 3], [2, 4]]").replace("WINNERS", winners)
    columns = parlour.compare(coin(pairs), games=100, policy="random").columns
    values = dict(zip(columns["measure"], columns["value"], strict=True))
    assert values["blowout"] == decided
    if decided:
        assert (values["open"], values["comeback"], values["deal"]) == (0, 0, 1)
    else:
        assert values["open"] > 0.7  # 32 coins are rarely much more often heads than tails


RARE = """\
champions = players
    if heads == 0: end game as no-heads
    if heads > 1: end game as several-heads
    end game as one-head"""


def test_the_shares_of_endings_add_up_although_one_is_rare() -> None:
    """An ending that comes first in a later block has been missing in all games before."""
    often = COINS.replace("players: 2", "players: 6").replace("WINNERS", RARE)
    often += "endings: {no-heads: no heads, one-head: one of the coins, several-heads: two or more}\n"
    ended = [endings(parlour.compare(coin(often), games=games, policy="random", seed=4)) for games in (100, 300)]
    assert ended[1].keys() - ended[0].keys() == {"ended no-heads"}
    assert sum(value for value, _ in ended[1].values()) == pytest.approx(1)
    assert {games for _, games in ended[1].values()} == {300}


def endings(made: ExperimentReport) -> dict[str, tuple[float, int]]:
    rows = zip(*(made.columns[name] for name in ("measure", "value", "games")), strict=True)
    return {measure: (value, games) for measure, value, games in rows if measure.startswith("ended ")}
