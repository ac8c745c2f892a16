"""Compares two mixes: each change with its effect at the table, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import takewhile

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import capitalised
from parlour.comparison.changes import MixChange, changes
from parlour.comparison.deals import DealWitness, deal_witness, question_witness
from parlour.comparison.diff_search import OwnPlays, PlayWitness, SidePair, chosen_ranks, with_rank
from parlour.comparison.find import Beginning, from_examples
from parlour.comparison.looks import MixSide, for_players
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, scalars
from parlour.examples.finding import Case
from parlour.examples.position import GAP, Position
from parlour.game import Game
from parlour.play.effect_causes import mix_without
from parlour.play.labels import Labels
from parlour.play.verdict_sentence import possible_moves, sentence
from parlour.sheets.model import Worked
from parlour.sheets.worked import example_in_words, worked
from parlour.states.why import UNEXPLAINED, ClauseReason
from parlour.table.faults import RulesetFault
from parlour.table.layout import Instance, Layout
from parlour.table.texts import written, written_keys, zone_name

MOST_THOROUGH = 3  # changes for which more positions are tried
MOST_EXAMPLES = 12  # of a rule whose positions are tried, the shortest ones; three times as many for few changes
MOST_DOCUMENTS = 120  # of other mixes, such as one of the two without a change: a big one takes half a second
MOST_FOR_SETTINGS = 60  # of such mixes, before one for a setting: its values say much


@dataclass(frozen=True)
class Ruling:
    """The verdict of one mix about a play: a sentence, and the effects. `is_free`: no clause has a say."""

    allowed: bool
    sentence: str
    effects: tuple[str, ...]
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
    """False if this change isn't tried in mixes of its own, because there are many others."""


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
            self._differences[change] = _difference(change, self, self._affords_mixes_for(change))
        return self._differences[change]

    def _affords_mixes_for(self, change: MixChange) -> bool:
        """True if there is time to compile mixes for a change, and then for each rule that replaces another one: those
        have nothing else to show what they change."""
        searched = sum(difference.searched for difference in self._differences.values())
        others = self.changes if change.kind != "replaced" else ()
        waiting = sum(c.kind == "replaced" and c not in self._differences for c in others)
        most = MOST_FOR_SETTINGS if change.kind == "option" else MOST_DOCUMENTS
        return (searched + waiting + 1) * len(self.other.composition.documents) <= most

    @property
    def few_changes(self) -> bool:
        return len(self.changes) <= MOST_THOROUGH

    @cached_property
    def sides(self) -> tuple[MixSide, MixSide]:
        return MixSide.of(self.one), MixSide.of(self.other)


def compared(one: Game, other: Game) -> MixComparison:
    same = bool(_frames(one.composition) & _frames(other.composition))
    return MixComparison(one, other, changes(one, other), same)


def _difference(change: MixChange, comparison: MixComparison, further: bool) -> MixDifference:
    """Return a change with a position of both mixes, or else, if `further`, of mixes with and without the change."""
    of_frames = change.part.is_game and change.kind == "replaced"
    if not comparison.same_family or of_frames or change.kind == "players" or change.by is not None:
        return MixDifference(change, None, searched=False)
    one, other = comparison.sides
    most = MOST_EXAMPLES * (3 if comparison.few_changes else 1)
    beginnings = list(_beginnings(change, one, other, most))
    shown = upheaval = None
    with suppress(RulesetFault):  # in a mix that `check` would refuse
        shown, upheaval = _decided_alone(change, comparison, beginnings)
    further = further and shown is None
    if further:
        with suppress(RulesetFault):
            shown = _with_and_without(change, comparison, beginnings, most)
    shown = shown or upheaval
    if (shown is not None and not shown.slight) or change.kind not in ("added", "removed", "replaced"):
        return MixDifference(change, shown, searched=further)
    game = comparison.one if change.kind == "removed" else comparison.other
    examples = tuple(_untitled(each, game) for each in worked(game, 1, frozenset([change.name])))
    shown = shown if not examples else None
    named = example_in_words(game, change.name) if further and shown is None and not examples else None
    return MixDifference(change, shown, examples, named, further)


def _untitled(example: Worked, game: Game) -> Worked:
    """Return an example without the title of its rule, which the difference names."""
    titles = [f"{d.title}: " for d in game.composition.documents if d.id == example.document]
    name = next((example.name.removeprefix(title) for title in titles if example.name.startswith(title)), None)
    return example if name is None else replace(example, name=f"For example, {name}")


def _frames(composition: Composition) -> set[str]:
    """Return the frame that the games of a mix extend, without the frames on which it builds."""
    frames = [document.id for document in composition.documents if document.kind == "frame"]
    return set(frames[-1:])


def _decided_alone(
    change: MixChange, comparison: MixComparison, beginnings: Sequence[Beginning]
) -> tuple[ShownPlay | None, ShownPlay | None]:
    """Return a position in which only the rules of a change decide. This needs no other mix. The second one is for
    want of a better one: its play leads to another deal or to the end."""
    one, other = comparison.sides
    rules = frozenset(change.ids) or _rule_of_option(change, comparison.changes)
    if not rules:
        return None, None
    changed, names = one if change.kind == "removed" else other, _names(comparison.one, comparison.other)
    lacking = other if changed is one else one
    own_plays = OwnPlays(changed, lacking, rules) if change.kind in ("added", "removed") else None
    named = own_plays.named(beginnings) if own_plays is not None else None
    if named is not None:
        return _shown_play(named, one, other, names, changed), None
    strangers = _changed_documents(comparison) - rules
    pair = SidePair(one, other, None, changed, rules=rules, alone=True, strangers=strangers)
    witness = pair.witness(beginnings)
    if witness is not None and not witness.upheaval:
        return _shown_play(witness, one, other, names), None
    own = own_plays.witness(beginnings) if own_plays is not None else None
    if own is not None and not own.upheaval:
        return _shown_play(own, one, other, names, changed), None
    deal = question_witness(one, other, rules)
    if deal is not None:
        return _shown_deal(names, deal), None
    return None, _shown_play(witness, one, other, names) if witness is not None else None


def _rule_of_option(change: MixChange, changes: Sequence[MixChange]) -> frozenset[str]:
    """Return the rule whose only change is the value of this option."""
    id, dot, _ = change.name.partition(".")
    others = [c for c in changes if c is not change and (id in c.ids or c.name.startswith(f"{id}."))]
    return frozenset([id] if dot and not others else [])


def _changed_documents(comparison: MixComparison) -> frozenset[str]:
    """Return the documents that only one of the mixes has, or that aren't the same in both."""
    was, now = ({d.id for d in game.composition.documents} for game in (comparison.one, comparison.other))
    changed = {id for change in comparison.changes for id in (*change.ids, change.name.partition(".")[0])}
    return frozenset((was ^ now) | changed)


def _with_and_without(
    change: MixChange, comparison: MixComparison, beginnings: Sequence[Beginning], most: int
) -> ShownPlay | None:
    """Return a position that shows a change, by mixes that differ only in the change. If no play shows it, a new game
    might. If there are few changes, look also in other examples of the game for an option that no example sets."""
    one, other = comparison.sides
    if not beginnings and comparison.few_changes and change.kind == "option":
        beginnings = list(from_examples(other.tables, other.game.composition.subject, whole=True))
    names = _names(comparison.one, comparison.other)
    reverted = _reverted(change, one, other)
    changed = one if change.kind == "removed" else other
    sole = reverted is None and len(comparison.changes) == 1  # whatever differs comes from it
    witness = SidePair(one, other, reverted, changed, sole, frozenset(change.ids)).witness(beginnings)
    shown = _shown_play(witness, one, other, names) if witness is not None else None
    if witness is not None and not witness.upheaval:
        return shown
    sides = _sides(change, one, other, reverted)
    if sides is None and change.kind == "option" and sum(c.kind == "option" for c in comparison.changes) == 1:
        return _dealt(names, one, other)
    if sides is None:
        return shown
    same = {side.game.program.digest for side in sides} == {side.game.program.digest for side in (one, other)}
    own_names = names if same else _own_names(change, names, sides[0] is one)
    if witness is None:
        more = _beginnings(change, *sides, most)  # for other numbers of players
        witness = SidePair(*sides, None, sides[1], own=True).witness([*more, *beginnings])
        shown = _shown_play(witness, *sides, own_names) if witness is not None else None
    if witness is not None and not witness.upheaval:
        return shown
    return _dealt(own_names, *sides) or shown  # a deal says more than a play after which cards are dealt


def _sides(
    change: MixChange, one: MixSide, other: MixSide, reverted: MixSide | None
) -> tuple[MixSide, MixSide] | None:
    """Return two mixes that differ only in the change: one of them is one of both mixes. None if nobody can play that.
    """
    if reverted is not None and reverted.game.players:
        return (one, reverted) if change.kind == "removed" else (reverted, other)
    if change.kind == "replaced" and change.was is not None and change.now is not None:
        with suppress(RulesetError, ValueError):
            made = MixSide.of(one.game.for_trials().exchanged(change.was.id, change.now.id))
            return (one, made) if made.game.players else None
    return None


def _dealt(names: tuple[str, str], one: MixSide, other: MixSide) -> ShownPlay | None:
    """Return a new game that begins differently."""
    deal = deal_witness(one, other)
    return _shown_deal(names, deal) if deal is not None else None


def _shown_deal(names: tuple[str, str], deal: DealWitness) -> ShownPlay:
    was, now = (Ruling(True, words, (), True) for words in (deal.was, deal.now))
    return ShownPlay(names, deal.position, (), "", was, now, deal.slight)


def _names(one: Game, other: Game) -> tuple[str, str]:
    if one.id != other.id:
        names = [f"the changed {mix.id}" if is_changed(mix.composition) else mix.id for mix in (one, other)]
        return names[0], names[1]
    return ("the first mix", "the second mix") if is_changed(one.composition) else (one.id, "the changed mix")


def is_changed(composition: Composition) -> bool:
    """True if the command line adds rules to a game, removes some, or sets options."""
    used = {use.rule.id for use in composition.uses}
    games = [document for document in composition.documents if document.kind == "game"]
    left_out = {item.value for game in games for item in scalars(game.node.get("without"))}
    own = {item.value for game in games for item in scalars(game.node.get("uses"))}
    return (
        any(use.by is None for use in composition.uses)
        or any(setting.set_by == "command line" for setting in composition.options.values())
        or not own - left_out <= used
    )


def _own_names(change: MixChange, names: tuple[str, str], of_first: bool) -> tuple[str, str]:
    """Return names for two mixes that differ only in the change. `of_first`: the first mix, and what becomes of it;
    otherwise the second one, and what it was."""
    one, other = names
    if of_first:
        return one, f"{one} {'without it' if change.kind == 'removed' else 'with the new rule'}"
    was = {"added": "without it", "option": "with the old setting"}.get(change.kind, "with the old rule")
    return f"{other} {was}", other


def _beginnings(change: MixChange, one: MixSide, other: MixSide, most: int) -> Iterator[Beginning]:
    """Yield the positions of the examples that might show a change: those of its rules, or those that set its option.

    Those for more players are made smaller where one of the mixes is for fewer.
    """
    counts = sorted({*one.game.program.players} & {*other.game.program.players} or {*other.game.program.players})
    for beginning in _of_examples(change, one, other, most):
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


def _of_examples(change: MixChange, one: MixSide, other: MixSide, most: int) -> Iterator[Beginning]:
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
            yield from _with_chosen_ranks(beginnings, document, one if change.kind == "removed" else other)
        elif change.kind == "option":
            yield from _short(document, (other, one), most, partial(_sets, change.name))
        elif of_game:
            beginnings = _short(document, (other, one), most)
            yield from beginnings
            yield from _with_ranks(beginnings[:2], other.game.program.deck.design.rank_names, other)


def _with_chosen_ranks(beginnings: Sequence[Beginning], rule: Document, side: MixSide) -> Iterator[Beginning]:
    """Yield these positions of a rule's examples with the ranks that a mix chooses for it."""
    yield from _with_ranks(beginnings, chosen_ranks(rule, side.game.composition), side)


def _with_ranks(beginnings: Sequence[Beginning], ranks: Iterable[str], side: MixSide) -> Iterator[Beginning]:
    for rank in ranks:
        for each in beginnings:
            if each.position.players in side.game.program.players:
                swapped = with_rank(each, rank, side.tables.table(each.position.players).machine.layout)
                yield from [] if swapped is None else [swapped]


def _short(
    document: Document, sides: Sequence[MixSide], most: int, wanted: Callable[[Case], bool] = lambda _: True
) -> Sequence[Beginning]:
    """Return the positions of the best examples to show, as one of these mixes or both lay them out."""
    of_sides = [from_examples(side.tables, document, wanted, shortest=most, whole=True) for side in sides]
    return list(dict.fromkeys(beginning for some in of_sides for beginning in some))


def _sets(option: str, case: Case) -> bool:
    node = case.node.get("set")
    names = [entry.key.value for entry in node.entries] if isinstance(node, doc.Mapping) else []
    return bool({option, option.rpartition(".")[2]} & {*names})


def _reverted(change: MixChange, one: MixSide, other: MixSide) -> MixSide | None:
    """Return the mix without only this change and the rules that need it; None if nobody can play it."""
    changed = one if change.kind == "removed" else other
    try:
        if change.kind in ("added", "removed"):
            return MixSide.of(mix_without(changed.game, change.name))
        if change.kind == "replaced" and change.was is not None:
            return MixSide.of(changed.game.for_trials().exchanged(change.name, change.was.id))
        if change.kind == "option" and change.was is not None:
            return MixSide.of(other.game.for_trials().set_to({change.name: change.was.value}))
    except (RulesetError, ValueError):
        pass
    return None


# ---------------------------------------------------------------- in words


def _shown_play(
    witness: PlayWitness, one: MixSide, other: MixSide, names: tuple[str, str], only: MixSide | None = None
) -> ShownPlay | None:
    """Return a position in words. `only` one of the mixes has it, with a play that the other doesn't have. None if the
    words don't show the difference, such as other cards in a hidden hand."""
    was, now = (_NO_SUCH_PLAY if only not in (None, side) else _ruling(side, witness) for side in (one, other))
    if replace(was, clauses=()) == replace(now, clauses=()):
        return None
    side = only or other
    layout = side.tables.table(witness.position.players).machine.layout
    moves = side.without_waits(witness.position, witness.moves)
    other_seat = witness.seat if witness.play and witness.seat != witness.position.mover + 1 else None
    words = position_in_words(witness.position, layout)
    return ShownPlay(names, words, moves, witness.play, was, now, seat=other_seat)


def _ruling(side: MixSide, witness: PlayWitness) -> Ruling:
    scene, play = side.reach(witness.position, witness.moves), witness.play
    assert scene is not None, "a mix with the play has the position"
    state = scene.state
    if not play:
        return Ruling(True, capitalised(state.question.told), ())
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
    return Ruling(True, verdict, scene.effects(play), not clauses, clauses, scene.asked[1] or "")


def position_in_words(position: Position, layout: Layout) -> str:
    """Return `discard pile 8♦, seat 1's hand 10♣ K♣; seat 1 to move`."""
    labels = Labels(layout, None)
    parts = []
    for name, cards in sorted(position.zones, key=lambda zone: _order(layout, zone[0])):
        parts.append(f"{_holder(layout, labels, name)} {_columns(cards, layout)}")
    parts += _values(position, layout, labels)
    return f"{', '.join(parts) or 'no cards'}; seat {position.mover + 1} to move"


def _columns(cards: Sequence[int], layout: Layout) -> str:
    """Return cards with the empty places between them: `5♠ empty Q♠`."""
    last = max((place for place, card in enumerate(cards) if card != GAP), default=-1)
    return " ".join("empty" if card == GAP else layout.pack.name(card) for card in cards[: last + 1])


def _holder(layout: Layout, labels: Labels, name: str) -> str:
    """Return `discard pile` or `seat 1's hand`."""
    i = _instance(layout, name)
    owner = layout.program.zones[i.zone].owner
    if owner is None:
        return labels.zone(name)
    return f"{(labels.side if owner == 'side' else labels.seat)(i.owner + 1)}'s {labels.numbered(i)}"


def _instance(layout: Layout, name: str) -> Instance:
    return next(i for i in layout.instances if zone_name(layout, i.number) == name)


def _order(layout: Layout, name: str) -> tuple[int, int]:
    instance = _instance(layout, name)
    return int(layout.program.zones[instance.zone].owner is not None), instance.number


def _values(position: Position, layout: Layout, labels: Labels) -> Sequence[str]:
    """Return the values of the variables that the mix has, in words."""
    known = [(v, keys, value) for name, keys, value in position.values if (v := labels.variables.get(name)) is not None]
    return [
        labels.told(v, " ".join(written_keys(layout, v.keys, keys)), written(layout, v.type, value))
        for v, keys, value in known
    ]
