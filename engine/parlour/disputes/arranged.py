"""Arranges the table of an argument: who holds what, in which part of the game, so that the move is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.disputes.argued_cards import argued_cards
from parlour.disputes.plain import PlainTable, Plan, attempt, plan, spare
from parlour.disputes.readings import Reading, answers, in_full, may_answer, rank_in_plural, read
from parlour.disputes.spoken_cards import NamedCard, UnclearError, of_rank
from parlour.disputes.spoken_zones import Zones
from parlour.disputes.supposed import supposed
from parlour.examples.layable import Interpreted
from parlour.game import Game
from parlour.states.state import State
from parlour.states.why import OtherReason, Why
from parlour.table.cards import Pack
from parlour.table.events import Moved
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, Layout
from parlour.table.texts import written, zone_name


def prepared(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, before: Sequence[str]
) -> PlainTable:
    """Return the table in the part of the game to which the first move belongs. If moves come before the disputed one,
    its pile has a card on which the first can go, if somebody described a hand but no pile."""
    first = [*before, move][0]
    table = at_its_place(mix, players, table, first)
    pile = Zones.of(game.program).pile
    if not before or pile is None or table.top is not None or table.under is not None or pile.name in table.given:
        return table
    reached = attempt(mix, players, plan(table, mix, players, first, ()), first)
    if reached is not None and reached[1].why.verdict == "allowed":
        return table
    cards = dict(supposed(game, mix, players, first, table).zones).get(pile.name, ())
    return replace(table, top=" ".join(card.text for card in cards)) if cards else table


def arranged(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str | None, before: Sequence[str], bare: bool
) -> Plan:
    """Return the table for a move. `bare`: somebody named only the move, and no cards of the table."""
    if move is None or before:
        return plan(table, mix, players, move, before)
    found = _for_move(game, mix, players, table, move, bare)
    found = _with_all_of_rank(game, mix, players, table, move, bare, found) or found
    found = held_by_answerer(mix, players, table, found, move)
    return with_a_choice(mix, players, found, move)


def _for_move(game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, bare: bool) -> Plan:
    if bare:
        return supposed(game, mix, players, move, table)
    table = on_the_pile_that_decides(mix, players, table, move)
    planned = plan(table, mix, players, move, ())
    planned = out_of_turn(mix, players, table, planned, move)
    planned = with_drawn(game, mix, players, planned, move)
    return one_move_earlier(mix, players, planned, move)


def _with_all_of_rank(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, bare: bool, found: Plan
) -> Plan | None:
    """Return the table where the player holds all cards of a rank in the plural, as in `gambit 4s`, if these make the
    move legal and one card doesn't."""
    pack = mix.table(players).machine.layout.pack
    rank = rank_in_plural(move, pack)
    if rank is None or table.hand_of_mover(game.program) is not None:
        return None
    reached = attempt(mix, players, found, move)
    if reached is not None and reached[1].why.verdict == "allowed":
        return None
    try:
        fuller = _for_move(game, mix, players, table, in_full(move, of_rank(rank, pack), pack), bare)
    except UnclearError:  # some of these cards are elsewhere
        return None
    reached = attempt(mix, players, fuller, move)
    return fuller if reached is not None and reached[1].why.verdict == "allowed" else None


def held_by_answerer(mix: Interpreted, players: int, table: PlainTable, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the next player holds the cards of the move, if the first player would have to
    use them up before it.

    The first player then has other cards, first of the same ranks. The plan stays the same if somebody described both
    hands, or if there is no such table.
    """
    pack = mix.table(players).machine.layout.pack
    argued = argued_cards(mix.program, pack, move).hand
    hand, is_said = Zones.of(mix.program).hand, table.next_hand is not None or "to move" in table.given
    if is_said or not argued or hand is None or not _is_used_up(mix, players, planned, move):
        return planned
    held = table.hand if table.hand is not None else " ".join(card.text for card in argued)
    for own in _other_hands(argued, pack):
        try:
            other = plan(replace(table, hand=" ".join(own), next_hand=held), mix, players, move, ())
        except ValueError:  # a zone that somebody described
            return planned
        reached = attempt(mix, players, other, move)
        if reached is not None and reached[1].why.verdict == "allowed" and len(reached[1].passed) == 1:
            first, second = (name for name, _ in other.zones if name.startswith(f"{hand.name} "))
            guessed = (first,) if table.hand is not None else (first, second)
            return replace(other, notes=planned.notes, guessed=guessed, is_earlier=True)
    return planned


def _is_used_up(mix: Interpreted, players: int, planned: Plan, move: str) -> bool:
    """True if another player answers, after moves that took a card of the move from the first player."""
    reached = attempt(mix, players, planned, move)
    if reached is None:
        return False
    start, reading = reached
    return reading.is_costly and reading.state.question.seat != start.question.seat


def _other_hands(argued: tuple[NamedCard, ...], pack: Pack) -> Iterator[list[str]]:
    more = [card.text for card in spare(argued, pack)]
    taken = {card.text for card in argued}
    fellows = [name for card in argued[:1] for name in of_rank(card.rank, pack) if name not in taken]
    if fellows:
        yield [fellows[0], *more]
    yield more


def with_drawn(game: Game, mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the player has drawn, if the described hand has as many cards as then.

    In a rummy game, for example, a player who can discard holds one card more than a player who must draw.
    """
    zone = Zones.of(game.program).hand
    hand = f"{zone.name} {planned.given['to move'].split()[0]}" if zone is not None else ""
    described = dict(planned.zones).get(hand)
    if described is None or hand in planned.guessed:
        return planned
    reached = attempt(mix, players, planned, move)
    if reached is None or not reached[1].passed:
        return planned
    before, after = reached[0], reached[1].state
    if _size(after, hand) <= len(described) or len(described) != _size_in_a_new_game(mix, players, hand, move):
        return planned
    drawn = replace(planned, given={**planned.given, **_changed(before, after)})
    direct = attempt(mix, players, drawn, move)
    if direct is None or direct[1].passed or not answers(direct[1].why):
        return planned
    return drawn


def _size_in_a_new_game(mix: Interpreted, players: int, hand: str, move: str) -> int:
    """Return how many cards the hand has in a new game when its player can first make such a move."""
    state = mix.table(players).start(1)
    mover = hand.split()[-1]
    return _size(read(state, move).state, f"{hand.removesuffix(mover)}{state.question.seat}")


def _size(state: State, zone: str) -> int:
    layout, cells = state.table.machine.layout, list(state.cells)
    return sum(len(layout.contents(cells, i)) for i in layout.instances if zone_name(layout, i.number) == zone)


def _changed(before: State, after: State) -> dict[str, str]:
    """Return the variables of the whole table that differ, as an example of a ruleset gives them."""
    layout = before.table.machine.layout
    pairs = ((v, layout.variables[n].at) for n, v in enumerate(layout.program.variables) if not v.keys)
    return {v.name: written(layout, v.type, after.cells[at]) for v, at in pairs if before.cells[at] != after.cells[at]}


def with_a_choice(mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan with another card in the hand that is made of the cards of the move, if the player would have no
    choice with these alone."""
    if not planned.guessed or not _gives_way(mix, players, planned, move):
        return planned
    pack = mix.table(players).machine.layout.pack
    for card in _of_other_suits(planned, pack):
        zones = ((zone, (*cards, card) if zone in planned.guessed else cards) for zone, cards in planned.zones)
        fuller = replace(planned, zones=tuple(zones))
        if not _gives_way(mix, players, fuller, move):
            return fuller
    return planned


def _gives_way(mix: Interpreted, players: int, planned: Plan, move: str) -> bool:
    reached = attempt(mix, players, planned, move)
    return reached is not None and any(clause.gave_way for clause in reached[1].why.clauses)


def _of_other_suits(planned: Plan, pack: Pack) -> Iterator[NamedCard]:
    """Yield the middle card of each suit that the table and the hand lack."""
    design = pack.design
    faces = [design.face_named(card.text) for _, cards in planned.zones for card in cards]
    suits = {p.NONE, *(design.suit_of(face) for face in faces if face is not None)}
    for suit in range(len(design.suits)):
        own = [face for face, cards in enumerate(pack.of_face) if cards and design.suit_of(face) == suit]
        if suit not in suits and own:
            face = own[len(own) // 2]
            yield NamedCard(pack.face_name(face), pack.rank_names[design.rank_of(face)], False)


def on_the_pile_that_decides(mix: Interpreted, players: int, table: PlainTable, move: str) -> PlainTable:
    """Return the table with its card on the first pile where another card can change the answer. If there is none, the
    card is on the pile that gets cards by the move."""
    zones, pack = Zones.of(mix.program), mix.table(players).machine.layout.pack
    if table.top is None or not zones.others or zones.pile is None:
        return table
    tops = (table.top, *reversed([rank for rank in pack.rank_names[: pack.design.ordered] if of_rank(rank, pack)]))
    for zone in (zones.pile, *zones.others):
        left = {"allowed", "forbidden"}
        for top in tops:
            left.discard(_verdict(mix, players, replace(table, top=top, pile=zone.name), move))
            if not left:
                return replace(table, pile=zone.name)
    return replace(table, pile=_receiving(mix, players, table, move))


def _receiving(mix: Interpreted, players: int, table: PlainTable, move: str) -> str | None:
    """Return the pile that gets cards by a move, where players can make it; None if there is no such pile."""
    zones = Zones.of(mix.program)
    reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    if reached is None or reached[1].why.verdict != "allowed":
        return None
    try:
        _, events = reached[1].state.apply_recorded(reached[1].why.text)
    except RulesetFault:
        return None
    piles = {zone.name for zone in (zones.pile, *zones.others) if zone is not None}
    layout = reached[1].state.table.machine.layout
    names = (zone_name(layout, event.target) for event in events if isinstance(event, Moved))
    return next((name for name in names if name in piles), None)


def _verdict(mix: Interpreted, players: int, table: PlainTable, move: str) -> str:
    try:
        reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    except UnclearError:
        return ""
    return reached[1].why.verdict if reached is not None else ""


def one_move_earlier(mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan for a position from which the described one comes up at the question that the move answers.

    For example, players can slap a pile only after somebody has turned over its top card. The player to move has this
    card first. The plan stays the same if the question comes up in it, or if no such position exists.
    """
    layout = mix.table(players).machine.layout
    table = {zone_name(layout, i.number) for i in layout.instances if _is_open(layout.program.zones[i.zone])}
    given = planned.ways(layout.pack)[0].given
    described = {zone: given[zone] for zone, cards in planned.zones if zone in table and cards}
    if not described or _comes_up(mix, players, planned, move, described) is not False:
        return planned
    for zone in described:
        for candidate in _earlier(planned, layout, zone):
            if _comes_up(mix, players, candidate, move, described):
                return candidate
    return planned


def _is_open(zone: p.Zone) -> bool:
    return zone.owner is None and zone.public


def _comes_up(mix: Interpreted, players: int, candidate: Plan, move: str, described: Mapping[str, str]) -> bool | None:
    """Return whether the described zones have their cards at the question; None if no question has such a move."""
    layout = mix.table(players).machine.layout
    found = attempt(mix, players, candidate, move)
    if found is None:
        return False
    reading = found[1]
    if not answers(reading.why):
        return None
    cells = list(reading.state.cells)
    return all(
        Counter(described[name].split()) == Counter(map(layout.pack.name, layout.contents(cells, i)))
        for i in layout.instances
        if (name := zone_name(layout, i.number)) in described
    )


def _earlier(planned: Plan, layout: Layout, zone: str) -> Iterator[Plan]:
    """Yield plans in which the player to move has the last card of a zone, on top of their own zone."""
    seat = planned.given["to move"].split()[0]
    parts = dict(planned.zones)
    *others, last = parts[zone]
    for i in layout.instances:
        own = zone_name(layout, i.number)
        if layout.program.zones[i.zone].owner == "player" and i.owner + 1 == int(seat):
            zones = {**parts, zone: tuple(others), own: (*parts.get(own, ()), last)}
            note = f"this question comes only after a move, so seat {seat} first has {last.text} in `{own}`"
            yield replace(planned, zones=tuple(zones.items()), notes=(*planned.notes, note), top=None, is_earlier=True)


MOST_DEALS = 8  # new games in which the move is tried
MOST_MOVES = 20  # of a new game before the question

_FACTS = ("suit", "rank", "player")


def at_its_place(mix: Interpreted, players: int, table: PlainTable, move: str) -> PlainTable:
    """Return the table in the part of a game that asks for the move, with what everybody sees there in a new game.

    The table stays the same if the usual question is the one that the move answers, or if no part asks for it.
    """
    names = [resume.name for resume in mix.program.resumes if resume.name is not None]
    if not names or " at " in table.given.get("to move", "") or _nearby_verdict(mix, players, table, move) is not None:
        return table
    found: PlainTable | None = None
    for asked in _new_games(mix, players, move):
        for name in names:
            candidate = _as_in(asked, table, name)
            verdict = _nearby_verdict(mix, players, candidate, move)
            if verdict == "allowed":
                return candidate
            found = candidate if found is None and verdict is not None else found
    return found or table


def _nearby_verdict(mix: Interpreted, players: int, table: PlainTable, move: str) -> str | None:
    """Return the verdict about a move; None if no question near the position has such a move, or if only moves that
    change the position lead there."""
    try:
        reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    except ValueError:
        return None
    if reached is None or reached[1].is_costly or not answers(reached[1].why):
        return None
    return reached[1].why.verdict


def _new_games(mix: Interpreted, players: int, move: str) -> Iterator[State]:
    """Yield positions in which new games first ask for such a move."""
    for seed in range(1, MOST_DEALS + 1):
        try:
            state = mix.table(players).start(seed)
            for _ in range(MOST_MOVES):
                if state.over or may_answer(state, move):
                    break
                state = state.apply(state.question.legal[0])
        except (RulesetError, RulesetFault):
            return
        if state.over or not may_answer(state, move):
            return
        yield state


def _as_in(asked: State, table: PlainTable, place: str) -> PlainTable:
    """Return a table with what everybody sees in a position, from the seat of the player who moves."""
    facts = dict(_facts(asked))
    seat, players = asked.question.seat, asked.players
    said = table.given.get("to move")
    mover = int(said) if said is not None and said.isdecimal() else 1
    if said is None:
        known = (table.given[v.name] for v in facts if v.type.kind == "player" and v.name in table.given)
        held = next((int(text) for text in known if text.isdecimal()), None)
        there = next((value for v, value in facts.items() if v.type.kind == "player" and v.name in table.given), 0)
        mover = mover if held is None else (held - there - 1 + seat - 1) % players + 1
    layout = asked.table.machine.layout
    given: dict[str, str] = dict(_open_zones(asked))
    for variable, value in facts.items():
        own = (value + mover - seat) % players if variable.type.kind == "player" else value
        given[variable.name] = written(layout, variable.type, own)
    return replace(table, given={**given, **table.given, "to move": f"{mover} at {place}"})


def _facts(asked: State) -> Iterator[tuple[p.Variable, int]]:
    """Yield the suits, ranks and players that everybody knows in a position."""
    layout = asked.table.machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        is_known = variable.seen == p.EVERYBODY and not variable.keys and variable.type.kind in _FACTS
        if is_known and asked.cells[array.at] != p.NONE:
            yield variable, asked.cells[array.at]


def _open_zones(asked: State) -> Mapping[str, str]:
    """Return the cards that lie open on the table in a position, by zone."""
    layout, cells = asked.table.machine.layout, list(asked.cells)
    there = [(i, layout.contents(cells, i)) for i in layout.instances if _is_open(layout.program.zones[i.zone])]
    return {zone_name(layout, i.number): " ".join(map(layout.pack.name, cards)) for i, cards in there if cards}


def only_next(reading: Reading, mover: int) -> Reading:
    """Return a reading of a move that only the player after `mover` shall make."""
    asked, layout = reading.state.question.seat, reading.state.table.machine.layout
    step = 1 if reading.state.cells[DIRECTION] == 1 else -1
    if reading.state.over or asked == (mover - 1 + step) % layout.players + 1:
        return reading
    turn = OtherReason("not-a-choice", f"it's seat {asked}'s turn", None)
    return replace(reading, why=Why("impossible", reading.why.text, (), (turn,), False))


def out_of_turn(mix: Interpreted, players: int, table: PlainTable, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the next player can make the move at once, out of turn.

    The plan stays the same if somebody described the hands, or if there is no such table.
    """
    pack = mix.table(players).machine.layout.pack
    argued = argued_cards(mix.program, pack, move).hand
    is_said = table.hand is not None or table.next_hand is not None or "to move" in table.given
    if is_said or not argued or Zones.of(mix.program).hand is None:
        return planned
    reached = attempt(mix, players, planned, move)
    if reached is None:
        return planned
    early = any(other.kind == "not-asked" for other in reached[1].why.others)
    if not early and not reached[1].passed:
        return planned
    own, next_hand = (" ".join(card.text for card in cards) for cards in (spare(argued, pack), argued))
    try:
        other = plan(replace(table, hand=own, next_hand=next_hand), mix, players, move, ())
    except ValueError:  # a zone that somebody described
        return planned
    reached = attempt(mix, players, other, move)
    if reached is None or reached[1].passed or reached[1].why.verdict not in ("allowed", "forbidden"):
        return planned
    said = {name for name, _ in planned.zones if name not in planned.guessed}
    return replace(other, notes=planned.notes, guessed=tuple(name for name, _ in other.zones if name not in said))
