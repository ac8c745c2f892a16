"""Any rule can be added to any game of its family, with any of its options, or the refusal says why.

A family is everything on one frame. Games that extend another game have its rules and more, and are left out.
"""

from contextlib import suppress
from random import Random

import pytest

import laws
from parlour.base.diagnostics import has_errors, render_text
from parlour.documents.composition import Composition, OptionSetting, scalars
from parlour.documents.document import Mapping
from parlour.game import Game, TableError, load
from parlour.mixing.compiler import Compiled, Options
from parlour.mixing.compose import compose
from parlour.mixing.needs import needed_by
from parlour.states.machine import Machine
from parlour.states.table_sizes import dealable
from parlour.table.texts import zone_name
from scaffold.mixes import LIBRARY, composed, families, fits, games_on_frames, mixed, rules, said, to_add, used, values

SETTINGS = {"most-hands": 2, "turns": 200, "jokers": 1}  # short matches, and a Joker for rules about it

UNDEALT = {
    ("ct", "partners"),  # four players would have all cards and leave none to draw
    ("two-handed-hearts", "last-card-is-trump"),  # it needs a deal of the whole pack
    ("euchre", "last-card-is-trump"),
    ("auction-pitch", "last-card-is-trump"),
}
UNDEALT_ALONE = {("whist", "benny")}  # 53 cards don't deal out to four players; other rules change the deal
# Rules whose cards the deck of a game doesn't have.
UNFIT = {
    "bartok": {"winner-collects": "type"},  # which cards are wild changes in play, and so would their worth
    "four-colours-game": {
        "ace-reverses": "type", "four-starts-a-melee": "type", "go-again": "type", "jack-skips": "type",
        "joker-stands-for-any-card": "type", "losers-count": "type", "queen-draws-four": "type",
        "vote-on-rules": "type",
    },
    "french-tarot": {"benny": "type"},
}  # fmt: skip
TOLD = {
    "compose-used-already", "compose-group-replaced", "compose-advises", "option-without-rule", "joker-without-rule",
}  # fmt: skip


GAMES = games_on_frames()
RULES = rules()
FAMILIES = families(sorted(GAMES, key=lambda game: len(used(game))))  # those with the fewest rules first


def with_needs(game: str, rule: str) -> list[str]:
    """Return the rule and what it needs in this game; of a group, the first rule."""
    taken = {group for other in used(game) for group in said(other, "group")}
    return [*needed_by([RULES[rule]], LIBRARY, lambda group, rules: rules[0], used(game), taken), rule]


def settings(game: str) -> Options:
    """Return those of the settings above that the game can have."""
    known = {name for _, name in composed(game).options}
    return {name: value for name, value in SETTINGS.items() if name in known}


def dealt(compiled: Compiled) -> Machine | None:
    """Return the smallest number of players that can play it, if any."""
    assert compiled.composition is not None
    assert compiled.program is not None
    game = Game(compiled)
    for players in game.players:
        with suppress(TableError):
            return game.machine(players)
    return None


# ---------------------------------------------------------------- one rule more


def refusals(game: str, *added: str) -> set[str]:
    """Return the errors that follow from what the documents declare. A rule replaces another of its group."""
    places = {group for rule in added for group in said(rule, "group")}
    mix = [*added, *(other for other in used(game) if other not in added and places.isdisjoint(said(other, "group")))]
    there = {*mix, *(f"one of {group}" for other in mix for group in said(other, "group"))}
    codes = {"compose-needs" for other in mix for need in said(other, "needs") if need not in there}
    codes |= {"compose-excludes" for other in mix for odd in said(other, "excludes") if odd in there}
    codes |= {UNFIT[game][other] for other in mix if other in UNFIT.get(game, {})}
    ours = [d.node for d in composed(game).documents if d.kind == "game" and d.node.get("players") is not None]
    for wanted in (RULES[rule].node for rule in added):
        if ours and wanted.get("players") is not None and not numbers(ours[-1]) & numbers(wanted):
            codes.add("players")  # a rule only leaves out some of those whom the game is for
    return codes


def numbers(node: Mapping) -> set[int]:
    """`players: 2..4`, or a list of such."""
    found: set[int] = set()
    for item in scalars(node.get("players")):
        low, _, high = item.value.partition("..")
        found.update(range(int(low), int(high or low) + 1))
    return found


MORE = [(game, rule) for game in GAMES for rule in to_add(game)]
NOBODY = UNDEALT | UNDEALT_ALONE
PLAYED = {
    (game, rule)
    for rule, game in {
        rule: game
        for family in FAMILIES.values()
        for game in reversed(family)
        for rule in to_add(game)
        if not refusals(game, rule) and (game, rule) not in NOBODY
    }.items()
}


TRIED = [pair for number, pair in enumerate(MORE) if number % 3 == 0 or pair in PLAYED or refusals(*pair)]


@pytest.mark.one_in(128)
@pytest.mark.parametrize(("game", "rule"), TRIED)
def test_a_rule_can_be_added_or_the_reason_is_reported(game: str, rule: str) -> None:
    """Each rule is played in one game, and some of the other pairs are compiled. The tests below play it beside
    others, `tests/bench/pairs.py` everywhere."""
    compiled = mixed(game, rule, options=settings(game))
    refused = refusals(game, rule)
    if refused:
        assert {finding.code for finding in compiled.findings if finding.severity == "error"} == refused
        assert all(finding.message and finding.span for finding in compiled.findings)
    else:
        assert {finding.code for finding in compiled.findings} <= TOLD
        assert compiled.program is not None
        assert bool(dealable(compiled.program)) == ((game, rule) not in NOBODY)
        if (game, rule) in PLAYED:
            machine = dealt(compiled)
            assert machine is not None
            assert laws.play(machine, 1, Random(1), looks=20).ending


EXCLUDED = [(game, rule) for game, rule in MORE if refusals(game, rule) == {"compose-excludes"}]


@pytest.mark.parametrize(("game", "rule"), EXCLUDED)
def test_a_rule_can_be_added_without_those_that_it_excludes(game: str, rule: str) -> None:
    without = {other for other in used(game) if other in said(rule, "excludes") or rule in said(other, "excludes")}
    compiled = mixed(game, rule, without=sorted(without), options=settings(game))
    assert {finding.code for finding in compiled.findings} <= TOLD
    machine = dealt(compiled)
    assert machine is not None
    assert laws.play(machine, 1, Random(1), looks=20).ending


# ---------------------------------------------------------------- options


def home(rule: str) -> tuple[list[str], Composition]:
    """Return a game in which the rule can be played, with the rule and what it needs."""
    for game in (game for family in FAMILIES.values() for game in family if fits(game, rule)):
        compiled = mixed(game, *with_needs(game, rule))
        if compiled.composition is not None and not has_errors(compiled.findings):
            return [game, *with_needs(game, rule)], compiled.composition
    raise AssertionError(f"{rule} can't be added to any game")


def every_value_is_accepted(mix: list[str], settings: dict[str, OptionSetting]) -> None:
    """Return the first values of all options, then the second ones, and so on."""
    choices = {name: values(setting) for name, setting in settings.items()}
    for number in range(max(map(len, choices.values()), default=0)):
        options = {name: known[number % len(known)] for name, known in choices.items()}
        compiled = mixed(*mix, options=options)
        assert not has_errors(compiled.findings), f"{options}\n{render_text(compiled.findings)}"
        assert compiled.program is not None


@pytest.mark.one_in(64)
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_clean_with_every_value_of_every_option(rule: str) -> None:
    mix, composition = home(rule)
    assert [finding for finding in mixed(*mix).findings if finding.severity != "note"] == []
    own = {f"{rule}.{name}": setting for (id, name), setting in composition.options.items() if id == rule}
    every_value_is_accepted(mix, own)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("game", [games[0] for games in FAMILIES.values()])
def test_every_value_of_every_option_of_a_family_can_be_set(game: str) -> None:
    settings = composed(game).options.values()
    every_value_is_accepted([game], {s.name: s for s in settings if s.document.kind != "rule"})


# ---------------------------------------------------------------- many rules more


def big_mix(game: str, rules: list[str]) -> list[str]:
    """Return as many of these rules as fit together, always with the first."""
    kept: list[str] = []
    for rule in rules:
        more = [*kept, *(new for new in with_needs(game, rule) if new not in kept)]
        if rule not in kept and not has_errors(compose(LIBRARY, game, more)[1]):
            kept = more
    return kept


def replaces_a_need(game: str, rule: str) -> bool:
    """True if the rule, with all that it needs, replaces a rule that others in the game need."""
    return refusals(game, *with_needs(game, rule)) == {"compose-needs"}


def can_be_added(game: str) -> list[str]:
    """Return the rules that fit the game alone or beside others."""
    fitting = [rule for rule in RULES if fits(game, rule) and (game, rule) not in UNDEALT]
    unfit = UNFIT.get(game, {})
    fitting = [rule for rule in fitting if rule not in unfit and "players" not in refusals(game, rule)]
    return [rule for rule in fitting if not replaces_a_need(game, rule)]


MANY = {"doubting", "colour-match"}  # so many moves, or mixes, that it takes long
MANY_MOVES = {"cheat"}  # any set of cards can be claimed, so checking all laws at each move takes many minutes


@pytest.mark.one_in(24)
@pytest.mark.parametrize("family", [pytest.param(f, marks=[pytest.mark.long] if f in MANY else []) for f in FAMILIES])
def test_many_rules_can_be_added_at_once(family: str) -> None:
    """Make mixes as big as possible, until each rule that fits the family has been in one."""
    games = FAMILIES[family]
    waiting = {rule for game in games for rule in can_be_added(game)}
    for game in games:
        while mix := big_mix(game, sorted(can_be_added(game), key=lambda rule: rule not in waiting)):
            if waiting.isdisjoint(mix):
                break
            waiting -= set(mix)
            compiled = mixed(game, *mix, options=settings(game))
            assert not has_errors(compiled.findings), render_text(compiled.findings)
            machine = dealt(compiled)
            assert machine is not None
            assert laws.play(machine, 1, Random(1), looks=400 if game in MANY_MOVES else 5).ending
    assert not waiting


@pytest.mark.proves("trevor.risk.draw-play-cycle")
def test_a_game_of_nothing_but_draws_ends_like_a_blocked_one() -> None:
    state = load("trevor-cut-throat", options={"turns": 500}).start(seed=1)
    while not state.over:
        legal = state.question.legal
        state = state.apply(next((move for move in legal if move.text == "draw"), legal[0]))
    assert state.outcome.ending == "turn-limit"
    layout = state.table.machine.layout
    sizes = {
        name: len(layout.contents(list(state.cells), instance))
        for instance in layout.instances
        if (name := zone_name(layout, instance.number)).startswith("hand")
    }
    assert sizes["hand 1"] != sizes["hand 2"]
    assert state.outcome.winners == ((1,) if sizes["hand 1"] < sizes["hand 2"] else (2,))


def test_what_the_rules_are_called() -> None:
    """Each rule has a text for players, and says what each option decides."""
    for rule, document in RULES.items():
        assert document.text.rstrip("}").endswith((".", "!")), rule
        assert not document.title[0].islower(), rule
