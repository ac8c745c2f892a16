"""Compares two mixes: each change with its effect at the table, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import takewhile
from pathlib import Path

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import capitalised
from parlour.comparison.changes import ChangedPart, MixChange, changes
from parlour.comparison.compared_mixes import ComparedMix, for_players
from parlour.comparison.diff_search import PlayWitness, SidePair, chosen_ranks, deal_witness, with_rank
from parlour.comparison.find import Beginning, from_examples
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, scalars
from parlour.examples.finding import Case
from parlour.examples.position import GAP, Position
from parlour.game import Game
from parlour.play.labels import Labels
from parlour.play.move_effects import EffectLine, mix_without
from parlour.play.verdict_words import possible_moves, sentence
from parlour.sheets.model import Worked
from parlour.sheets.worked import example_in_words, worked
from parlour.states.why import UNEXPLAINED, ClauseReason
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout
from parlour.table.texts import written, written_keys, zone_name

Sides = tuple[ComparedMix, ComparedMix]
FEW = 3  # changes for which more positions are tried
MOST_EXAMPLES = 12  # of a rule whose positions are tried, the shortest ones; three times as many for few changes


@dataclass(frozen=True)
class Ruling:
    """The verdict of one mix about a play: a sentence, and the effects. `is_free`: no clause has a say."""

    allowed: bool
    sentence: str
    effects: tuple[EffectLine, ...]
    is_free: bool = False
    clauses: tuple[ClauseReason, ...] = ()
    """Those that apply."""
    question: str = ""
    """The question that the play answers."""


_NO_SUCH_PLAY = Ruling(False, "No such play.", ())


@dataclass(frozen=True)
class ShownPlay:
    """A position in words, the play in question, and the verdicts of both mixes."""

    names: tuple[str, str]
    """The names of the two mixes: their ids, or `without it` and `with it`."""
    position: str
    moves: tuple[str, ...]
    play: str
    was: Ruling
    now: Ruling
    slight: bool = False
    """An example of the rule itself says more."""
    seat: int | None = None
    """The seat that makes the play, if another one is to move in the position."""


@dataclass(frozen=True)
class MixDifference:
    change: MixChange
    shown: ShownPlay | None
    examples: tuple[Worked, ...] = ()
    """An example of the rule itself, if no position shows the difference."""
    words: str | None = None
    """The name of an example of the rule, if none can be shown as a position."""
    searched: bool = True
    """False if no two mixes differ only in this change."""


@dataclass(frozen=True)
class MixComparison:
    """Two mixes and the changes from one to the other. Those of different families have no positions in common.

    Looks for the position that shows a change only when a caller asks for it: a report prints the words meanwhile.
    """

    one: Game
    other: Game
    changes: tuple[MixChange, ...]
    same_family: bool
    _differences: dict[MixChange, MixDifference] = field(default_factory=dict, repr=False, compare=False)

    def difference(self, change: MixChange) -> MixDifference:
        """Return a change with the smallest position found that shows it."""
        if change not in self._differences:
            self._differences[change] = _difference(change, self)
        return self._differences[change]

    @property
    def few_changes(self) -> bool:
        return len(self.changes) <= FEW

    @cached_property
    def sides(self) -> Sides:
        return ComparedMix(self.one), ComparedMix(self.other)


def compared(one: Game, other: Game) -> MixComparison:
    """Compare two mixes. They are of one family if their games extend the same frame."""
    frames = [[frame.id for frame in mix.composition.frames[:1]] for mix in (one, other)]
    return MixComparison(one, other, changes(one, other), frames[0] == frames[1] != [])


def _difference(change: MixChange, comparison: MixComparison) -> MixDifference:
    """Return a change with a position of two mixes that differ only in it, or with an example of its rule."""
    of_frames = change.part.is_game and change.kind == "replaced"
    if not comparison.same_family or of_frames or change.kind == "players" or change.by is not None:
        return MixDifference(change, None, searched=False)
    sides, shown = _sides(change, comparison), None
    if sides is not None:
        with suppress(RulesetFault):  # in a mix that `check` would refuse
            shown = _shown(change, comparison, sides)
    elif change.kind == "option" and sum(c.kind == "option" for c in comparison.changes) == 1:
        shown = _dealt(_names_of(comparison.one, comparison.other), comparison.sides)
    if (shown is not None and not shown.slight) or change.kind not in ("added", "removed", "replaced"):
        return MixDifference(change, shown, searched=sides is not None)
    game = comparison.one if change.kind == "removed" else comparison.other
    examples = tuple(_untitled(each, game) for each in worked(game, 1, frozenset([change.name])))
    named = example_in_words(game, change.name) if shown is None and not examples else None
    return MixDifference(change, shown if not examples else None, examples, named)


def _untitled(example: Worked, game: Game) -> Worked:
    """Return an example without the title of its rule, which the difference names."""
    titles = [f"{d.title}: " for d in game.composition.documents if d.id == example.document]
    name = next((example.name.removeprefix(title) for title in titles if example.name.startswith(title)), None)
    return example if name is None else replace(example, name=f"For example, {name}")


def _shown(change: MixChange, comparison: MixComparison, sides: Sides) -> ShownPlay | None:
    """Return a position in which these mixes differ, or a new game. If there are few changes, look also in other
    examples of the game for an option that no example sets."""
    beginnings = list(_beginnings(change, comparison, sides))
    if not beginnings and comparison.few_changes and change.kind == "option":
        beginnings = list(from_examples(sides[1], sides[1].game.composition.subject, whole=True))
    rules = frozenset(change.ids if change.kind in ("added", "removed") else ())
    witness = SidePair(*sides, rules).witness(beginnings, partial(_holds_in, comparison.sides, sides))
    dealt = _dealt(_names(change, comparison, sides), sides) if witness is None or witness.upheaval else None
    if dealt is not None or witness is None:
        return dealt  # says more than a play after which cards are dealt
    return _shown_play(witness, change, comparison, sides)


def _dealt(names: tuple[str, str], sides: Sides) -> ShownPlay | None:
    """Return a new game that begins differently."""
    deal = deal_witness(*sides)
    if deal is None:
        return None
    was, now = (Ruling(True, words, (), True) for words in (deal.was, deal.now))
    return ShownPlay(names, deal.position, (), "", was, now, deal.slight)


def _sides(change: MixChange, comparison: MixComparison) -> Sides | None:
    """Return two mixes that differ only in the change: one of them is one of both mixes. None if nobody can play that.
    """
    one, other = comparison.sides
    if len(comparison.changes) == 1:
        return one, other
    was, now = _reference(change.was, one), _reference(change.now, other)
    recipes: list[Callable[[], Sides]] = []
    if change.kind == "added":
        recipes = [lambda: (ComparedMix(mix_without(other.game, change.name)), other)]
    elif change.kind == "removed":
        recipes = [lambda: (one, ComparedMix(mix_without(one.game, change.name)))]
    elif change.kind == "option" and change.was is not None:
        before = {change.name: change.was.value}
        recipes = [lambda: (ComparedMix(other.game.for_trials().set_to(before)), other)]
    elif was is not None and now is not None:
        recipes = [
            lambda: (ComparedMix(other.game.for_trials().exchanged(change.name, was)), other),
            lambda: (one, ComparedMix(one.game.for_trials().exchanged(change.ids[-1], now))),
        ]
    for make in recipes:
        with suppress(RulesetError, ValueError):
            sides = make()
            if all(side.game.players for side in sides):
                return sides
    return None


def _reference(part: ChangedPart | None, side: ComparedMix) -> Path | None:
    """Return the file of a rule."""
    return next((r.path for r in side.game.composition.rules if part is not None and r.id == part.id), None)


def _names(change: MixChange, comparison: MixComparison, sides: Sides) -> tuple[str, str]:
    """Return names for two mixes that differ only in the change: those of the compared ones, or `ct without it`."""
    one, other = _names_of(comparison.one, comparison.other)
    before, after = (side.game.program.digest for side in sides)
    if before == comparison.one.program.digest and after == comparison.other.program.digest:
        return one, other
    if sides[0] is comparison.sides[0]:
        return one, f"{one} {'without it' if change.kind == 'removed' else 'with the new rule'}"
    was = {"added": "without it", "option": "with the old setting"}.get(change.kind, "with the old rule")
    return f"{other} {was}", other


def _names_of(one: Game, other: Game) -> tuple[str, str]:
    if one.id != other.id:
        names = [f"the changed {mix.id}" if is_changed(mix.composition) else mix.id for mix in (one, other)]
        return names[0], names[1]
    return ("the first mix", "the second mix") if is_changed(one.composition) else (one.id, "the changed mix")


def is_changed(composition: Composition) -> bool:
    """True if the command line adds rules to a game, removes some, or sets options."""
    used = {use.rule.id for use in composition.uses}
    games = composition.games
    left_out = {item.value for game in games for item in scalars(game.node.get("without"))}
    own = {item.value for game in games for item in scalars(game.node.get("uses"))}
    return (
        any(use.by is None for use in composition.uses)
        or any(setting.set_by == "command line" for setting in composition.options.values())
        or not own - left_out <= used
    )


def _beginnings(change: MixChange, comparison: MixComparison, sides: Sides) -> Iterator[Beginning]:
    """Yield the positions of the examples that might show a change: those of its rules, or those that set its option.

    Those for more players are made smaller where one of the two mixes is for fewer.
    """
    ours, theirs = ({*side.players} for side in sides)
    counts = sorted(ours & theirs or theirs)
    for beginning in _of_examples(change, comparison):
        position = beginning.position
        fewer = [players for players in counts if players <= position.players]
        if position.players in counts or not fewer or position.mover >= fewer[-1]:
            yield beginning
        else:
            yield _for_fewer(beginning, fewer[-1])


def _for_fewer(beginning: Beginning, players: int) -> Beginning:
    """Return a position without some players, and the moves up to the first one of theirs."""
    moves = tuple(takewhile(lambda move: int(move.partition(":")[0]) <= players, beginning.moves))
    judged = beginning.judged if len(moves) == len(beginning.moves) else ()
    return replace(beginning, position=for_players(beginning.position, players), moves=moves, judged=judged)


def _of_examples(change: MixChange, comparison: MixComparison) -> Iterator[Beginning]:
    one, other = comparison.sides
    most = MOST_EXAMPLES * (3 if comparison.few_changes else 1)
    ids, seen = {*change.ids, change.name.partition(".")[0]}, set[str]()
    documents = (*other.game.composition.documents, *one.game.composition.documents)
    of_game = any(document.id in change.ids and document.kind == "game" for document in documents)
    for document in documents:
        if document.id in seen:
            continue
        seen.add(document.id)
        if document.id in ids and document.kind == "rule":
            beginnings = _short(document, (other, one), most)
            yield from beginnings
            side = one if change.kind == "removed" else other
            yield from _with_ranks(beginnings, chosen_ranks(document, side.game.composition), side)
        elif change.kind == "option":
            yield from _short(document, (other, one), most, partial(_sets, change.name))
        elif of_game:
            beginnings = _short(document, (other, one), most)
            yield from beginnings
            yield from _with_ranks(beginnings[:2], other.game.program.deck.design.rank_names, other)


def _with_ranks(beginnings: Sequence[Beginning], ranks: Iterable[str], side: ComparedMix) -> Iterator[Beginning]:
    for rank in ranks:
        for each in beginnings:
            if each.position.players in side.players:
                swapped = with_rank(each, rank, side.layout(each.position.players))
                yield from [] if swapped is None else [swapped]


def _short(
    document: Document, sides: Sequence[ComparedMix], most: int, wanted: Callable[[Case], bool] = lambda _: True
) -> Sequence[Beginning]:
    """Return the positions of the best examples to show, as one of these mixes or both lay them out."""
    of_sides = [from_examples(side, document, wanted, shortest=most, whole=True) for side in sides]
    return list(dict.fromkeys(beginning for some in of_sides for beginning in some))


def _sets(option: str, case: Case) -> bool:
    return not {option, option.rpartition(".")[2]}.isdisjoint(doc.keys_in(case.node.get("set")))


# ---------------------------------------------------------------- in words


def _shown_play(witness: PlayWitness, change: MixChange, comparison: MixComparison, sides: Sides) -> ShownPlay:
    """Return a position in words, with the verdicts of two mixes. Where one of the compared mixes has the same verdict
    as the mix without the change, use its name."""
    was, now = (_ruling(side, witness) for side in sides)
    names = [*_names(change, comparison, sides)]
    for number, name in enumerate(_names_of(comparison.one, comparison.other)):
        if _holds_in(comparison.sides[number : number + 1], sides[number : number + 1], witness):
            names[number] = name
    side = next(side for side in sides[::-1] if _has_play(side, witness))
    layout = side.layout(witness.position.players)
    moves = side.without_waits(witness.position, witness.moves)
    other_seat = witness.seat if witness.play and witness.seat != witness.position.mover + 1 else None
    words = position_in_words(witness.position, layout)
    return ShownPlay((names[0], names[1]), words, moves, witness.play, was, now, seat=other_seat)


def _holds_in(whole: Sequence[ComparedMix], sides: Sequence[ComparedMix], witness: PlayWitness) -> bool:
    """True if each of the compared mixes has the same verdict as its counterpart of two mixes that differ only in one
    change."""
    for mix, side in zip(whole, sides, strict=True):
        ruling = _ruling(side, witness)
        if mix.reach(witness.position, witness.moves) is None:
            if ruling != _NO_SUCH_PLAY or mix.could_mean(witness.play):
                return False
        elif _ruling(mix, witness) != ruling:
            return False
    return True


def _has_play(side: ComparedMix, witness: PlayWitness) -> bool:
    scene = side.reach(witness.position, witness.moves)
    return scene is not None and (not witness.play or witness.play in scene.moves)


def _ruling(side: ComparedMix, witness: PlayWitness) -> Ruling:
    scene, play = side.reach(witness.position, witness.moves), witness.play
    if scene is None or (witness.kind == "new" and play not in scene.moves):
        return _NO_SUCH_PLAY
    state = scene.state
    if not play:
        return Ruling(True, capitalised(state.question.summary), ())
    why = scene.why(play)
    if why.verdict == "unknown":
        return _NO_SUCH_PLAY
    verdict = sentence(why, side.game.program.house_rules)
    legal, question = state.question.legal, state.table.machine.asked(list(state.cells))
    resort = not legal or question.arm_of(legal[0].number).last  # no reason against anything
    if any(other.kind == "last-resort" or (other.message in UNEXPLAINED and not resort) for other in why.others):
        verdict = f"No. Seat {state.question.seat} can {possible_moves(state)}, so this isn't allowed."
    clauses = tuple(clause for clause in why.clauses if clause.applies)
    if why.verdict != "allowed":
        return Ruling(False, verdict, (), False, clauses)
    return Ruling(True, verdict, scene.effects(play), not clauses, clauses, scene.asked_in_words[1] or "")


def position_in_words(position: Position, layout: Layout) -> str:
    """Return `discard pile 8♦, seat 1's hand 10♣ K♣; seat 1 to move`, with the values of the variables that the mix
    has. Piles of the table come first; columns also show the empty places between cards: `5♠ empty Q♠`."""
    labels, zones = Labels(layout, None), {zone_name(layout, i.number): i for i in layout.instances}
    declared, parts = layout.program.zones, []
    there = [(zones[name], cards) for name, cards in position.zones]
    for i, cards in sorted(there, key=lambda each: (declared[each[0].zone].owner is not None, each[0].number)):
        owner = declared[i.zone].owner
        holder = "" if owner is None else f"{(labels.side if owner == 'side' else labels.seat)(i.owner + 1)}'s "
        name = labels.numbered(i) if owner is not None else labels.zone(zone_name(layout, i.number))
        last = max((place for place, card in enumerate(cards) if card != GAP), default=-1)
        names = ("empty" if card == GAP else layout.pack.name(card) for card in cards[: last + 1])
        parts.append(f"{holder}{name} {' '.join(names)}")
    for name, keys, value in position.values:
        variable = labels.variables.get(name)
        if variable is not None:
            of = " ".join(written_keys(layout, variable.keys, keys))
            parts.append(labels.sentence(variable, of, written(layout, variable.type, value)))
    return f"{', '.join(parts) or 'no cards'}; seat {position.mover + 1} to move"
