"""Copies of shipped rulesets with typical mistakes of authors: the earliest possible layer finds each of them.

The layers are `parlour check`, `check --strict`, the examples (`parlour test`), and play (`check --deep`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Literal

import pytest

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.base.resources import shipped
from parlour.cli.arguments import Mix
from parlour.commands.checking import findings
from parlour.documents.composition import Document
from parlour.examples import Mixes, cases_of, run_case
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.trials.findings import search
from parlour.trials.mixes import MixCompiler
from parlour.trials.plan import SearchPlan

Layer = Literal["check", "strict", "test", "deep"]
RULESETS = Path(shipped("rulesets"))
NO_MIX = Mix((), (), {})
AFTER = "…"  # removes the text from there to the end of the file


@dataclass(frozen=True)
class Copy:
    """A ruleset in which one text takes the place of another; `shows` is the code, or the example that fails.

    `at` is the text at the place of the finding, and `help` is in its help.
    """

    mistake: str
    file: str
    old: str
    new: str
    layer: Layer
    shows: str
    game: str = ""  # the game to check, if what is broken is a part of it
    at: str = ""
    help: str = ""


COPIES = (
    Copy("a typo in an option", "eights/rules/last-card-call.yaml",
         "draw(p, options.penalty)", "draw(p, options.penalties)", "check", "unknown-option"),
    Copy("a typo in a zone", "eights/rules/reshuffle.yaml",
         "shuffle (pile - pile.top) into stock", "shuffle (pile - pile.top) into stok", "check", "unknown-name"),
    Copy("a typo in what it replaces", "eights/rules/reshuffle.yaml",
         "  can_draw():", "  can_drow():", "check", "compose-replaces-nothing"),
    Copy("a comma without quotes", "eights/rules/queen-draws-four.yaml",
         '"draw(next(p), 4)"', "draw(next(p), 4)", "check", "yaml-comma-in-flow-text"),
    Copy("`=` for `==`", "eights/rules/eight-is-wild.yaml",
         "if: options.lasts == next-player-only", "if: options.lasts = next-player-only", "check", "syntax-assignment"),
    Copy("a suit for a rank", "tricks/rules/bowers.yaml",
         "c.rank == J", "c.rank == ♠", "check", "type"),
    Copy("a forgotten `despite`", "eights/rules/eight-is-wild.yaml",
         "      despite: [able]\n", "", "check", "clause"),
    Copy("the wrong clause under `despite`", "eights/rules/eight-is-wild.yaml",
         "despite: [able]", "despite: [called]", "check", "unknown-name"),
    Copy("no test for an empty pile", "eights/frame.yaml",
         "      if stock has cards:\n        move stock.top to hand(p)\n      else:\n        missed(p)\n",
         "      move stock.top to hand(p)\n", "check", "none", "eights/crazy-eights.yaml"),
    Copy("a question that can have no answer", "eights/frame.yaml",
         "    pass only if nothing else\n", "", "check", "no-answer"),
    Copy("a forgotten order of two hooks", "rummy/rules/box-bonuses.yaml",
         "    later-than: [rounds]\n", "", "check", "hook-order"),
    Copy("a hook on a question that is only included", "eights/rules/last-card-call.yaml",
         "  before act(p): |", "  before plays(p): |", "check", "hook-never"),
    Copy("a forgotten hook", "tricks/rules/breaking-hearts.yaml",
         "when:\n  after play(p, c): {if: suit_of(c) == ♥ or options.queen and c == Q♠, do: broken = true}\n",
         "", "check", "never-set", at="broken"),
    Copy("a loop without its last step", "eights/rules/deal-in-packets.yaml",
         "        left = left - packet\n", "", "check", "endless-loop"),
    Copy("a forgotten shuffle", "eights/frame.yaml",
         "    shuffle box into stock\n", "    move box to stock\n", "check", "unshuffled"),
    Copy("`let` where a variable should change", "common/rounds.yaml",
         "  pass_the_deal(): dealer = next(dealer)", "  pass_the_deal(): let dealer = next(dealer)",
         "check", "hidden-name"),
    Copy("the wrong variable in a condition", "eights/rules/eight-is-wild.yaml",
         "caller is some and p != caller", "called is some and p != dealer", "check", "unused"),
    Copy("a bound of the wrong size", "eights/frame.yaml",
         "if players.size == 2 and options", "if players.size == 1 and options", "check", "always-false"),
    Copy("a deal that no condition limits", "eights/frame.yaml",
         "players.size * hand_size() + 1 + options.least-stock <= pack.size", "options.least-stock < 20",
         "check", "too-many-cards"),
    Copy("a number in the text instead of the option", "eights/rules/last-card-call.yaml",
         "draw {options.penalty} at once", "draw two cards at once", "check", "text-constant"),
    Copy("the wrong rank", "eights/rules/queen-draws-four.yaml",
         "  Q: {then", "  K: {then", "check", "text-rank"),
    Copy("an exception for other cards", "eights/frame.yaml",
         "  decline(p): {able: {forbid: true, says: you hold a card you can play}}\n",
         "    ace: {forbid: c.rank == A, says: no aces}\n    king: {allow: c.rank == K, despite: [ace]}\n",
         "check", "allow-nothing"),
    Copy("an offer that reveals the draw pile", "eights/rules/draw-until-you-can.yaml",
         "draw if can_draw():", "draw if can_draw() and any c in stock where c.rank == 8:", "strict", "tells-hidden"),
    Copy("a rule without examples", "eights/rules/reshuffle.yaml",
         "examples:", AFTER, "strict", "rule-without-examples"),
    Copy("the player instead of the next one", "eights/rules/queen-draws-four.yaml",
         "draw(next(p), 4)", "draw(p, 4)", "test", "the next player draws four"),
    Copy("a minus for a plus", "eights/rules/winner-collects.yaml",
         "gain(side(p)) += share", "gain(side(p)) -= share", "test", "the losers pay"),
    Copy("the wrong event", "eights/rules/winner-collects.yaml", "  after hand:", "  before hand:", "test",
         "the losers pay"),
    Copy("a comparison that is off by one", "eights/rules/draw-until-you-can.yaml",
         "drawn >= 1", "drawn > 1", "test", "one card a turn"),
    Copy("cards to the wrong zone", "eights/frame.yaml",
         "        move stock.top to hand(p)\n", "        move stock.top to pile\n", "test",
         "a player who can't play draws",
         "eights/crazy-eights.yaml"),
    Copy("hands that everybody sees", "eights/frame.yaml",
         "hand(player): {seen: owner", "hand(player): {seen: everybody", "test", "cards are dealt singly",
         "eights/crazy-eights.yaml"),
    Copy("a group that doesn't exist under `despite`", "slaps/rules/sandwich.yaml",
         "despite: [pattern]", "despite: [patterns]", "check", "unknown-name"),
    Copy("an action where a question is asked", "cribbage/rules/muggins.yaml",
         "ask claims(p)", "ask claim(p)", "check", "unknown-name"),
    Copy("points in the text that an option changes", "tricks/rules/honours.yaml",
         "{options.four} points", "100 points", "check", "text-constant"),
    Copy("a dummy without cards who is asked", "tricks/rules/dummy.yaml",
         "    else: nothing\n", "", "check", "no-answer"),
    Copy("a pack that nobody shuffles", "slaps/frame.yaml",
         "shuffle box into dealt", "move box to dealt", "check", "unshuffled", "slaps/egyptian-ratscrew.yaml"),
    Copy("cards for a player who may not exist", "fishing/frame.yaml",
         "if taker is some: move open", "move open", "check", "none", "fishing/scopa.yaml"),
    Copy("a menu that shows whether somebody lied", "doubting/frame.yaml",
         "doubt: settle(q)", "doubt if not is_honest(up): settle(q)", "strict", "tells-hidden", "doubting/cheat.yaml"),
    Copy("a limit that isn't computed again", "durak/rules/transfer.yaml",
         "    room = most_attacks(defender) - open.size\n", "", "test", "the next player has to beat both cards"),
    Copy("hands that go back to their owners", "colours/rules/zero-rotates.yaml",
         "to hand(next(q))", "to hand(q)", "test", "a zero passes all hands to the left"),
    Copy("an offer to oneself", "colours/rules/seven-swaps.yaml",
         "in playing where q != p: swap", "in playing: swap", "test", "two players swap their hands"),
    Copy("an effect before the cards are on the table", "climbing/rules/eights-clear.yaml",
         "after play(p, cs)", "before play(p, cs)", "test", "the player of an eight leads again"),
    Copy("a forgotten exception", "fishing/rules/sweeps.yaml",
         "open is empty and not played_out()", "open is empty", "test", "the last card of the hand makes no scopa"),
    Copy("one bag too many", "tricks/rules/bags.yaml",
         "if bags(s) >= options.many", "if bags(s) > options.many", "test", "the tenth bag costs a hundred points"),
    Copy("a count that begins again with each hand", "tricks/rules/bags.yaml",
         "each: game", "each: hand", "test", "the tenth bag costs a hundred points"),
    Copy("points for the wrong side", "tarot/rules/petit-au-bout.yaml",
         "bonus -= options.points", "bonus += options.points", "test", "an opponent of the declarer scores"),
    Copy("a switch that can't be switched back", "climbing/rules/revolution.yaml",
         "reversed = not reversed", "reversed = true", "test", "after a second four of a kind"),
    Copy("a change that outlasts its hand", "climbing/rules/revolution.yaml",
         "reversed: {type: bool, each: hand", "reversed: {type: bool, each: match", "test",
         "the next hand begins with the usual order"),
    Copy("cards counted from the wrong place", "slaps/rules/sandwich.yaml",
         "rank_below(2)", "rank_below(1)", "test", "a nine between two sevens is worth a slap"),
    Copy("claimed cards that lie open", "doubting/frame.yaml",
         "played(player): {seen: owner", "played(player): {seen: everybody", "test",
         "nobody doubts, and the next player claims twos", "doubting/cheat.yaml"),
    Copy("the two sides of a choice exchanged", "durak/frame.yaml",
         "next(defender) if taking else defender", "defender if taking else next(defender)", "test",
         "after a defence the cards leave the game and the defender attacks", "durak/durak.yaml"),
    Copy("`=` for `+=`", "poker/frame.yaml",
         "paid(p) += part", "paid(p) = part", "test", "players can raise a bet", "poker/five-card-draw.yaml"),
    Copy("suits instead of colours", "patience/frame.yaml",
         "c.colour != d.colour", "c.suit != d.suit", "test", "a card goes on one that is one higher",
         "patience/klondike.yaml"),
    Copy("cards to the wrong end of a pile", "slaps/frame.yaml",
         "to pile at bottom", "to pile", "test", "a wrong slap costs a card", "slaps/egyptian-ratscrew.yaml"),
    Copy("a limit that play can reach", "common/rounds.yaml", "limit 100000\n", "limit 2\n", "deep", "deep-endless",
         "eights/crazy-eights.yaml"),
    Copy("a replaced function with a parameter too many", "eights/rules/reshuffle.yaml",
         "  can_draw():", "  can_draw(p):", "check", "arity", at="can_draw(p)", help="write `can_draw()`"),
    Copy("a replaced function with another parameter", "doubting/rules/next-player-doubts.yaml",
         "doubters(p)", "doubters(c)", "check", "type", at="c", help="write `doubters(p)`"),
    Copy("a family that doesn't exist", "eights/rules/jack-skips.yaml",
         "for: eights", "for: eight", "check", "library-unknown", at="eight", help="did you mean `eights`?"),
    Copy("a default that the bounds exclude", "eights/rules/last-card-call.yaml",
         "in: 1..5, default: 2", "in: 3..5, default: 2", "check", "option-value", at="2"),
    Copy("a value that the option doesn't have", "eights/rules/last-card-call.yaml",
         "options.late == before-anybody-acts and not", "options.late == before-anyone-acts and not", "check",
         "unknown-name", at="before-anyone-acts", help="did you mean `before-anybody-acts`?"),
    Copy("a value without a meaning", "eights/rules/last-card-call.yaml",
         ", never: not at all}}", "}}", "check", "option-value", at="values", help="add `never: …`"),
    Copy("a hand compared with a number", "eights/rules/last-card-call.yaml",
         "      if hand(p).size == 1:\n        catchers(p) = []", "      if hand(p) == 1:\n        catchers(p) = []",
         "check", "type", at="1", help="`hand(p).size == 1`"),
    Copy("a card where a player belongs", "eights/rules/queen-draws-four.yaml",
         "draw(next(p), 4)", "draw(next(c), 4)", "check", "type", at="c"),
    Copy("a forgotten number of cards", "eights/rules/queen-draws-four.yaml",
         "draw(next(p), 4)", "draw(next(p))", "check", "arity", at="draw(next(p))"),
    Copy("a facet with the name of a key", "eights/rules/queen-draws-four.yaml",
         "Q: {then:", "Q: {after:", "check", "unknown-name", at="after",
         help="the facets are `play`, `follow`, `then`"),
    Copy("a typo in a need", "tricks/rules/bags.yaml",
         "needs: [sides-make-bids]", "needs: [side-makes-bids]", "check", "compose-needs", at="side-makes-bids",
         help="did you mean `sides-make-bids`?"),
    Copy("a rule that excludes what it needs", "tricks/rules/bags.yaml",
         "needs: [sides-make-bids]", "needs: [sides-make-bids]\nexcludes: [sides-make-bids]", "check",
         "compose-excludes", at="sides-make-bids", help="change `needs:` of `bags`"),
    Copy("a hook without a time", "tricks/rules/bags.yaml",
         "  after tally(): |", "  tally(): |", "check", "schema-value", at="tally()"),
    Copy("a colon left out", "tricks/rules/bags.yaml",
         "if bags(s) >= options.many:", "if bags(s) >= options.many", "check", "syntax-colon"),
    Copy("`then` for a colon", "tricks/rules/bags.yaml",
         "if bags(s) >= options.many:", "if bags(s) >= options.many then", "check", "syntax-word", at="then"),
    Copy("`null` for `none`", "eights/rules/eight-is-wild.yaml",
         "before put(p, c): called = none", "before put(p, c): called = null", "check", "unknown-name", at="null",
         help="write `none`"),
    Copy("a variable that is none without its type saying so", "eights/rules/eight-is-wild.yaml",
         "called: {type: suit or none,", "called: {type: suit,", "check", "type", at="none",
         help="has the type `suit or none`"),
    Copy("a question without the player to answer it", "durak/frame.yaml",
         "ask lead(attacker)", "ask lead()", "check", "arity", "durak/durak.yaml", at="lead()"),
    Copy("a card that two players hold", "eights/rules/jack-skips.yaml",
         "hand 1: J♠ J♣ 9♣ 9♦, hand 2: 5♠ K♦", "hand 1: J♠ J♣ 9♣ 9♦, hand 2: 5♠ 9♦", "check", "example-malformed",
         at="9♦"),
    Copy("a clause that forbids the last way out", "eights/rules/winner-collects.yaml",
         "examples:\n", "may:\n  pass(p):\n    few: {forbid: hand(p).size < 3, says: too few cards}\nexamples:\n",
         "check", "no-answer", at="few: {forbid: hand(p).size < 3, says: too few cards}",
         help="always allow `pass`"),
    Copy("two loops in one expression", "tarot/rules/slam.yaml",
         "for p in players where is_attacker(p)", "for s in sides for p in players", "check", "syntax", at="for",
         help="put another total in brackets"),
    Copy("a range in the brackets of a list", "climbing/president.yaml",
         "players: 4..7", "players: [4..7]", "check", "schema-type", at="4..7", help="write `4..7` without brackets"),
    Copy("bags that nobody sees", "tricks/rules/bags.yaml",
         "seen: everybody, text: bags", "text: bags", "test", "the tenth bag costs a hundred points"),
    Copy("an effect on each player instead of each side", "tricks/rules/bags.yaml",
         "    for s in sides:", "    for s in players:", "test", "the tenth bag costs a hundred points"),
    Copy("a poll of everybody that never ends", "durak/frame.yaml",
         "    until settled\n", "    until false\n", "test",
         "the player after the dealer deals next", "durak/durak.yaml"),
)  # fmt: skip


def copied(copy: Copy, folder: Path) -> tuple[Path, Library]:
    """Write the broken copy, and return what to check. A copy of a rule hides the shipped one, and a copy of a part is
    among copies of all others."""
    text = (RULESETS / copy.file).read_text(encoding="utf-8")
    assert text.count(copy.old) == 1, f"{copy.file} has changed: {copy.old}"
    broken = text[: text.index(copy.old)] if copy.new == AFTER else text.replace(copy.old, copy.new)
    if copy.game:
        copytree(RULESETS, folder, dirs_exist_ok=True)
        (folder / copy.file).write_text(broken, encoding="utf-8")
        return folder / copy.game, Library([folder])
    path = folder / Path(copy.file).name
    path.write_text(broken, encoding="utf-8")
    return path, Library([folder, shipped("rulesets")])


def shown(copy: Copy, found: list[Diagnostic]) -> bool:
    """True if a finding has the expected code, place and help."""
    return any(
        d.code == copy.shows
        and (not copy.at or (d.span is not None and d.span.text == copy.at))
        and copy.help in (d.help or "")
        for d in found
    )


def reported(path: Path, library: Library, strict: bool) -> list[Diagnostic]:
    """Return the findings that make `parlour check` fail."""
    document, problems = load(path)
    found: list[Diagnostic] = list(problems)
    if document is not None and not problems:
        found += findings(document, path, library, NO_MIX, named=False, strict=strict)
    return [d for d in in_order(found) if strict or d.severity != "note"]


def first_failure(document: Document, library: Library) -> str | None:
    """Return the name of the first failing example."""
    mixes = Mixes(library)
    return next((case.name for case in cases_of(document) if not run_case(case, mixes).passed), None)


def found_by_play(path: Path, library: Library, folder: Path) -> set[str]:
    """Return the codes that a short search by play reports."""
    mixes = MixCompiler(library)
    mix = mixes.compiled(path, NO_MIX)
    assert mix is not None
    plan = SearchPlan(games=5, players=2, options=False, native=False)
    return {finding.code for finding in search(mixes, mix, plan, folder).findings}


@pytest.mark.one_in(24)
@pytest.mark.parametrize("copy", COPIES, ids=lambda copy: copy.mistake)
def test_a_broken_copy_is_found_by_the_earliest_layer_that_can(copy: Copy, tmp_path: Path) -> None:
    path, library = copied(copy, tmp_path)
    checked = reported(path, library, strict=False)
    if copy.layer == "check":
        assert shown(copy, checked)
        return
    assert checked == []
    strictly = reported(path, library, strict=True)
    if copy.layer == "strict":
        assert shown(copy, strictly)
        return
    assert strictly == []
    document, _ = load(path)
    assert document is not None
    failed = first_failure(document, library)
    assert (failed is not None) == (copy.layer == "test")
    if copy.layer == "test":
        assert copy.shows in (failed or "")
    else:
        assert copy.shows in found_by_play(path, library, tmp_path / "found")


def test_the_layers_each_find_something() -> None:
    assert {copy.layer for copy in COPIES} == {"check", "strict", "test", "deep"}
    assert len(COPIES) >= 20
