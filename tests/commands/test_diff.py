"""`parlour diff`: the changes from one mix to another, in words and in small positions. The expected results come from
the texts of the rules and from the source documents."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.comparison import mix_comparison
from parlour.comparison.diff_report import heading, lines
from parlour.game import load
from parlour.mixing.recipes import Recipe
from parlour.play.move_effects import mix_without
from scaffold.compared import differences, example
from scaffold.files import write
from scaffold.terminal import run

GOLDEN = Path(__file__).parent / "golden"


def test_spades_are_taught_to_players_of_cut_throat() -> None:
    """A person checked this against the source: each new rule has the smallest position that shows it. Two players have
    eight bottoms and five cards each, one has drawn and one card is turned up: of 52 cards, 24 are left."""
    assert run("diff", "ct", "cts").out == (GOLDEN / "diff-ct-cts.txt").read_text(encoding="utf-8")


def test_a_difference_at_the_deal_is_shown_by_a_new_game() -> None:
    """Of 52 cards, two hands of five and the starter leave 41, two hands of seven 37."""
    found = differences("crazy-eights", "--set", "hand-size=7")["hand-size"]["example"]
    assert isinstance(found, dict)
    assert (found["position"], found["play"]) == ("a new game for 2 players", None)
    assert [answer["sentence"] for answer in found["answers"]] == [
        "Each hand: 5 cards, draw pile: 41 cards.", "Each hand: 7 cards, draw pile: 37 cards.",
    ]  # fmt: skip


def test_a_starter_is_compared_in_a_deal_that_turns_one_up() -> None:
    found = differences("crazy-eights", "--without", "starter-eight-buried")["starter-eight-buried"]["example"]
    assert isinstance(found, dict)
    was, now = (answer["sentence"] for answer in found["answers"])
    assert was.startswith("Discard pile: ")
    assert "8" not in was
    assert now.startswith("Discard pile: 8")


def test_a_difference_in_scoring_is_shown_by_the_last_play() -> None:
    """The ace and the two count 1 and 2 for the winner, but 15 and 2 against their player."""
    out = run("diff", "crazy-eights", "--with", "losers-count").out
    assert "      crazy-eights:    Score: seat 1 has 3 (+3), seat 2 has 0.\n" in out
    assert "      the changed mix: Score: seat 1 has 0, seat 2 has 17 (+17).\n" in out
    # 25 or 20 points for gin; the ten points are the queen's
    out = run("diff", "gin-rummy", "--set", "gin.bonus=20").out
    assert "      gin-rummy:       Score: seat 1 has 35 (+35), seat 2 has 0.\n" in out
    assert "      the changed mix: Score: seat 1 has 30 (+30), seat 2 has 0.\n" in out


def test_a_rule_that_no_game_can_do_without_is_shown_in_exchange_for_the_other() -> None:
    """A game needs some way of drawing, so the old one takes the place of the new one: then a drawn card doesn't end
    the turn."""
    out = run("diff", "crazy-eights", "--with", "draw-one").out
    told = out.partition("  “Draw one card instead of playing” replaces “Draw until you can play”: ")[2]
    assert "`draw`?\n      crazy-eights:    Seat 1 plays again.\n      the changed mix: Seat 2 is next.\n" in told


def test_a_last_resort_says_what_else_is_possible() -> None:
    """Instead of passing, the seat can draw, because the discard pile is shuffled."""
    out = run("diff", "crazy-eights", "--with", "reshuffle").out
    assert "the changed mix: No. Seat 1 can `draw`, so this isn't allowed.\n" in out


def test_an_added_rule_is_shown_in_a_game_for_more_players() -> None:
    """The jack takes ten off the score, and the two hearts count one each."""
    out = run("diff", "hearts", "--with", "jack-of-diamonds").out
    assert "hearts:          Score: seat 1 has 2 (+2), seat 2 has 0, seat 3 has 0.\n" in out
    assert "the changed mix: Score: seat 1 has -8 (-8), seat 2 has 0, seat 3 has 0.\n" in out


def test_what_no_small_position_shows_is_said() -> None:
    """In Crazy Eights only an eight as the starter could take effect, and the dealer buries it."""
    told = " ".join(run("diff", "crazy-eights", "--with", "starter-acts").out.split())
    assert told.endswith(" Parlour tried small positions and deals, and none of them shows this.")


def test_a_rule_that_no_position_shows_has_an_example_of_its_own(tmp_path: Path) -> None:
    page = tmp_path / "changes.html"
    out = run("diff", "chicago-bridge", "--with", "goulash", "--html", str(page)).out
    name = "the dealer deals the same cards again in packets, without shuffling"
    assert f" For example, {name}. dealer seat 4 " in " ".join(out.split())
    assert "none of them shows this" not in out
    assert '<pre class="example">  For example, the dealer deals the same' in page.read_text(encoding="utf-8")


def test_what_an_added_rule_sets_needs_no_example() -> None:
    found = differences("sh", "--with", "joker-forced-pickup")
    assert found["jokers"]["example"] is None
    assert (
        "  Jokers in each pack: 0 → 1 (“Joker pickup” sets this)"
        in run("diff", "sh", "--with", "joker-forced-pickup").out.splitlines()
    )
    play, ((_, without), (_, with_it)) = example("joker-forced-pickup", "sh", "--with", "joker-forced-pickup")
    assert play == "play Jk", "without the rule Jokers stay in the pack"
    assert "pickup" not in without
    assert "brings a pickup" in with_it


def test_cut_throat_refuses_what_shithead_allows() -> None:
    """In Cut Throat 6s want face cards, Jacks power cards, and 10s can't go on 8s any more."""
    for rule, refusal in {
        "sixes-want-faces": "can't go on 6 (“Faces on a 6”)",
        "jacks-want-power": "can't go on J (“Power on a Jack”)",
        "eights-want-less.ten-on-eight": "10 can't go on 8 (“Lower on an 8”)",
    }.items():
        _, ((in_sh, _), (in_ct, told)) = example(rule, "sh", "ct")
        assert (in_sh, in_ct) == (True, False), rule
        assert refusal in told


def test_programs_get_the_clauses_that_decide() -> None:
    answers = differences("sh", "ct")["sixes-want-faces"]["example"]["answers"]  # type: ignore[index]
    assert [clause["id"] for clause in answers[0]["clauses"]] == []
    (clause,) = answers[1]["clauses"]
    assert (clause["id"], clause["stands"]) == ("sixes-want-faces.demand", True)
    assert "shithead/rules/sixes-want-faces.yaml:" in clause["at"]


def test_a_two_is_for_another_player() -> None:
    """In Shithead a 2 is a free play for its player, in Cut Throat for the next one."""
    difference = differences("sh", "ct")["twos-for-the-next"]
    assert (difference["kind"], difference["was"]["title"]) == ("replaced", "2 and go again")  # type: ignore[index]
    play, ((_, shithead), (_, cut_throat)) = example("twos-for-the-next", "sh", "ct")
    assert play.startswith("play 2")
    assert "plays again" in shithead
    assert "plays again" not in cut_throat


def test_a_play_of_both_mixes_is_no_play_that_a_rule_adds() -> None:
    """Everybody can pass in Euchre. The rule is about the eighth turn to bid, when the dealer could pass again."""
    play, ((in_euchre, _), (stuck, told)) = example("stick-the-dealer", "euchre", "euchre + stick-the-dealer")
    assert (play, in_euchre, stuck) == ("pass", True, False)
    assert "`call ♣`" in told


def test_an_example_has_the_ranks_that_the_mix_chooses() -> None:
    """No example of the rule has a jack that goes again, and one is about a mix in which only aces do."""
    jacks = "crazy-eights", "crazy-eights + go-again, go-again.ranks=J"
    play, ((_, without), (_, with_it)) = example("go-again", *jacks)
    assert play.startswith("play J")
    assert "seat 2 is next" in without
    assert "seat 1 plays again" in with_it


def test_a_position_has_the_cards_to_draw() -> None:
    """Without a draw pile, the discard pile would be shuffled first, which the rule isn't about."""
    play, (_, (_, told)) = example("queen-draws-four", "crazy-eights", "trevor-cut-throat")
    assert play.startswith("play Q")
    assert "draw pile → hand 2: " in told
    assert "shuffled" not in told


def test_jacks_skip_and_aces_reverse() -> None:
    """The next player is passed over; or the player before is next."""
    changed = "crazy-eights", "--with", "jack-skips,ace-reverses"
    for rule, begins in {"jack-skips": "play J", "ace-reverses": "play A"}.items():
        play, ((_, before), (_, after)) = example(rule, *changed)
        assert play.startswith(begins)
        assert "seat 2 is next" in before
        assert "seat 2 is next" not in after


def test_each_difference_is_due_to_its_own_change() -> None:
    """Trevor's twos also let their player go again: the example for the draw compares mixes that agree in that."""
    play, ((_, without), (_, with_it)) = example("two-draws-two", "crazy-eights", "trevor-cut-throat")
    assert play.startswith("play 2")
    assert "seat 1 plays again" in without
    assert "→ hand 2" in with_it


def test_changes_of_one_game_are_compared_with_the_game_by_itself() -> None:
    out = run("diff", "sh", "--with", "three-reverses", "--set", "jokers=2").out
    assert out.startswith(
        "Shithead (sh) with these changes, compared with the game without them\n  1 rule added, 1 setting"
    )
    assert re.search(r"`play 3.*`\?\n      sh: +Seat 3 is next\.\n      the changed mix: Seat 1 is next\.\n", out)


def test_games_of_different_families_are_compared_in_words() -> None:
    data = json.loads(run("diff", "sh", "crazy-eights", "--json").out)
    assert not data["same_family"]
    assert all(d["example"] is None for d in data["differences"])
    assert "They belong to different families" in " ".join(run("diff", "sh", "crazy-eights").out.split())


def test_a_page_has_the_same_words(tmp_path: Path) -> None:
    page = tmp_path / "changes.html"
    printed = run("diff", "crazy-eights", "--with", "jack-skips", "--html", str(page))
    assert printed.err == f"Wrote {page}.\n"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<h3>Jacks skip</h3><p>After a " in text
    assert "<dt>Crazy Eights</dt><dd>Seat 2 is next.</dd>" in text


@pytest.mark.usefixtures("home")
def test_files_are_compared_too() -> None:
    """A rule with the same id in another file counts as a changed rule."""
    rule = "rule: low\ntitle: Low\nfor: ladder\ntext: {}\nmay:\n  lay(p, c):\n    low: {{forbid: c.rank == {}}}\n"
    write("one/low.yaml", rule.format("No sevens.", "7"))
    write("two/low.yaml", rule.format("No fives.", "5"))
    game = "game: {}\ntitle: {}\nextends: climb\ntext: Ours.\nuses: [./low.yaml]\n"
    write("one/ours.yaml", game.format("ours", "Ours"))
    write("two/theirs.yaml", game.format("theirs", "Theirs"))
    out = run("diff", "./one/ours.yaml", "./two/theirs.yaml").out
    assert "Changed\n  Low: No fives. (Before: No sevens.)\n" in out


def test_nothing_to_compare() -> None:
    assert run("diff", "sh", "sh").out.endswith("\n  Both have the same rules and settings.\n")
    printed = run("diff", "sh")
    assert (printed.code, printed.err) == (
        2,
        "parlour: missing the second game\n  name another game, or add --with, --without or --set\n",
    )
    assert run("diff", "sh", "nope").code == 2


def test_two_mixes_of_one_game_are_the_first_and_the_second() -> None:
    """Neither is the game by itself, so its name would mislead."""
    out = run("diff", "sh + three-reverses", "sh + toss-fives").out
    assert out.startswith("Two mixes of Shithead (sh): what the second changes from the first\n")
    assert "      the first mix:  " in out
    assert "      the second mix: " in out
    whole, less = load("sh"), load("sh - tens-clear")
    assert heading(mix_comparison.compared(less, whole)).startswith("Two mixes of Shithead (sh)")
    assert heading(mix_comparison.compared(whole, less)).startswith(
        "Shithead (sh) with these changes, compared with the"
    )


UNWORDED = """
game: one
title: One question
extends: table
players: 2
deck: {pack: 52, each: game}
options:
  late: {type: bool, default: false, text: the second player begins}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
state:
  up: {type: player, each: game}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    up = the q in players
    if options.late: up = next(up)
    ask up:
      stay: nothing
      leave: nothing
    end game
"""


def test_a_question_without_words_is_described(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(UNWORDED, encoding="utf-8")
    out = run("diff", str(tmp_path / "one.yaml"), "--set", "late=true").out
    assert "It's seat 1's move." in out
    assert "It's seat 2's move." in out


def test_a_rule_that_replaces_one_that_another_rule_needs_is_shown() -> None:
    """Somebody must be able to catch a player who forgets to say "last card": at once, or on their own turn."""
    play, answers = example("catch-in-your-turn", "last-one", "last-one + catch-in-your-turn - catch-at-once")
    assert play == "say nothing"
    assert [("do you catch seat 1" in told) for _, told in answers] == [True, False]


def test_the_words_of_a_change_come_before_the_search_for_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the positions of all changes to read the first one."""
    searched: list[str] = []
    search = mix_comparison._difference
    monkeypatch.setattr(
        mix_comparison,
        "_difference",
        lambda change, *others: (searched.append(change.name), search(change, *others))[1],
    )
    printed = lines(mix_comparison.compared(load("sh"), load("ctg")))
    first = next(line for line in printed if line.startswith("  Faces on a 6: "))
    assert (first, searched) == (first, [])
    next(line for line in printed if line.startswith("    "))
    assert searched == ["sixes-want-faces"]


def test_a_mix_without_a_rule_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that sets options of others is left out, and the options keep their values: that is one request."""
    compiled: list[Recipe] = []
    compile_ = Recipe.compiled
    monkeypatch.setattr(Recipe, "compiled", lambda recipe: (compiled.append(recipe), compile_(recipe))[1])
    game = load("sh", "joker-forced-pickup")
    left = mix_without(game, "joker-forced-pickup")
    assert left.options["jokers"] == game.options["jokers"] == "1"
    assert len(compiled) == 2


def test_a_mix_of_another_game_says_what_it_changes() -> None:
    """Crazy Eights deals five cards too, so the number is no difference between the two."""
    out = run("diff", "crazy-eights", "trevor-cut-throat, hand-size=5").out
    head, _, told = out.partition("\n")
    assert head == "A mix of Cut Throat (Trevor's) (trevor-cut-throat), compared with Crazy Eights (crazy-eights)"
    assert "Set for this mix: cards dealt to each player: 5." in " ".join(told.split())
    assert "the changed trevor-cut-throat:" in told


def test_a_third_game_and_a_rule_in_place_of_a_game() -> None:
    assert run("diff", "sh", "ct", "cts").err.splitlines() == [
        "parlour: `parlour diff`: unexpected argument `cts`",
        "  `cts` is a game: this command takes fewer",
    ]
    assert run("diff", "gin", "gin-rummy").err.splitlines()[-1] == "  help: did you mean `gin-rummy`?"


def test_what_a_game_does_itself_is_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a rule, in members of its own. The examples of the other game and its rules show it."""
    monkeypatch.chdir(tmp_path)
    mine = "game: mine\ntitle: Mine\nextends: whist\ntext: Whist without kings.\nmay:\n  play(p, c):\n"
    mine += '    no-kings: {forbid: c.rank == K, says: "kings stay in the hand"}\n'
    Path("mine.yaml").write_text(mine, encoding="utf-8")
    out = run("diff", "whist", "./mine.yaml").out
    assert "Added\n  Mine: the game itself has `may: play(p, c)`.\n    Seat 1's hand " in out
    assert "\n      whist: Seat 3 is next.\n" in out
    assert "\n  1 change in the game itself.\n" in out
    back = run("diff", "./mine.yaml", "whist").out
    assert "Removed\n  Mine: the game itself has `may: play(p, c)`.\n    Seat 1's hand " in back
    Path("other.yaml").write_text(mine.replace("rank == K", "rank == Q"), encoding="utf-8")
    assert "Changed\n  Mine: the game itself has `may: play(p, c)`." in run("diff", "./mine.yaml", "./other.yaml").out
    Path("same.yaml").write_text("game: same\ntitle: Same\nextends: whist\n", encoding="utf-8")
    assert "Both have the same rules and settings." in run("diff", "whist", "./same.yaml").out


def test_games_on_different_frames_differ_in_the_members_of_the_frames(tmp_path: Path) -> None:
    """The frames are alike, except for the number of cards, a name of a zone, and an option's value."""
    one = UNWORDED.replace("deal 3 from", "deal cards() from") + "functions:\n  cards(): 3\n"
    two = one.replace("cards(): 3", "cards(): 4").replace("stock:", "pile:").replace(" stock", " pile")
    two = two.replace("default: false", "default: true")
    for name, frame in (("one", one), ("two", two)):
        text = frame.replace("game: one", f"frame: {name}-frame").replace("One question", f"Frame {name}")
        (tmp_path / f"{name}-frame.yaml").write_text(text, encoding="utf-8")
        game = f"game: {name}\ntitle: Game {name}\nextends: ./{name}-frame.yaml\n"
        (tmp_path / f"{name}.yaml").write_text(game, encoding="utf-8")
    out = " ".join(run("diff", str(tmp_path / "one.yaml"), str(tmp_path / "two.yaml")).out.split())
    assert "1 setting changed, 1 change in the game itself. They belong to different families" in out
    members = "`zones: pile`, `zones: stock`, `stages: game` and `functions: cards()`"
    assert f"“Frame two” replaces “Frame one”: they differ in {members}." in out
    assert "The second player begins: no → yes" in out
    same = " ".join(run("diff", str(tmp_path / "one.yaml"), str(tmp_path / "one.yaml")).out.split())
    assert same.endswith("Both have the same rules and settings.")


def test_frames_with_much_that_differs_are_compared_in_brief() -> None:
    out = " ".join(run("diff", "sh", "crazy-eights").out.split())
    titles = "“A game of several hands and The eights family” replaces “Shithead and Cut Throat”"
    assert re.search(rf"{titles}: they differ in (`[^`]+`, ){{7}}`[^`]+` and \d+ more\.", out)


GUESSES = """
frame: guesses
title: Guesses
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
state:
  secret: {type: int, each: game}
  score(player): {type: int, each: game, seen: everybody, text: points}
functions:
  may_guess(n): secret < 5
stages:
  game: |
    shuffle box into stock
    resume here
    for p in players: ask act(p)
    champions = players
prompts:
  act(p): |
    guess for n in 1..2 where may_guess(n): score(p) += n
    rest "do nothing" only if nothing else: nothing
"""


def test_a_last_resort_is_no_reason_against_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("guesses.yaml").write_text(GUESSES, encoding="utf-8")
    Path("guessing.yaml").write_text("game: guessing\ntitle: Guessing\nextends: guesses\n", encoding="utf-8")
    rule = "rule: shy\ntitle: Shy\nfor: guesses\ntext: Nobody guesses.\nfunctions:\n"
    rule += "  may_guess(n): {instead: secret > 5}\nexamples:\n  - name: no guess\n    in: guessing\n"
    rule += "    given: {hand 1: 2♣, hand 2: 3♣, to move: 1}\n    then: {may not: {guess 1: not-possible}}\n"
    Path("shy.yaml").write_text(rule, encoding="utf-8")
    out = run("diff", "./guessing.yaml", "--with", "./shy.yaml").out
    assert "`guess 1`?\n      guessing:        Points: seat 1 has 1 (+1)" in out.replace("Yes. ", "")
    assert "      the changed mix: No. That isn't possible now.\n" in out
    assert "do nothing" not in out
    assert "seat 2 has 0; seat 2 is next.\n" in out
