"""Generated source for people to read, with the purpose and the place of each function, and the meaning of each cell of
the state.
"""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.control import asked_questions
from parlour.analysis.premises import Premises
from parlour.base.source import short_path
from parlour.base.walking import parts
from parlour.lowering.table_code import TableCode
from parlour.python.functions import names_in
from parlour.python.printer import function
from parlour.table.cards import members
from parlour.table.faults import origin_near
from parlour.table.layout import DIRECTION, PLAYING, QUESTION, RANDOM, STACKED, Layout, layout_of
from parlour.table.texts import zone_keys


def code_of(program: p.Program, players: int) -> str:
    """Return the Python that plays a Program for this number of players."""
    return listing(TableCode(Premises(layout_of(program, players))))


def listing(code: TableCode) -> str:
    """Return the whole listing."""
    layout, program = code.unit.layout, code.unit.program
    whole = code.whole()
    places = _Places(code)
    functions = [_with_heading(code, places, of) for of in whole]
    text = "\n\n\n".join(["\n".join(_constants(code, places, whole)), *functions]) + "\n"
    rows = [
        f"# {program.title} for {layout.players} players, as Python plays it.",
        "#",
        f"# A game is a list of {layout.size} numbers, `s`:",
        *(f"# {line}".rstrip() for line in _cells(layout)),
        "#",
        *(f"# {line}" for line in _numbers(layout)),
        "#",
        *(f"# {line}" for line in _NAMES.splitlines()),
        *_aligned(names_in(compile(text, "<listing>", "exec"))),
        "#",
        "# Lines of the ruleset by the numbers that the code uses in runtime errors:",
        *(f"#   {n}: {places.named(n)}" for n in sorted(set(_called(whole))) if code.origins[n] is not None),
    ]
    return "\n".join(rows) + "\n\n" + text


class _Places:
    """Writes lines of the ruleset as places."""

    def __init__(self, code: TableCode) -> None:
        self.origins = code.origins
        self.titles = {rule.path: rule.title for rule in code.unit.program.rules}

    def named(self, number: int) -> str:
        return self.of(self.origins[number])

    def of(self, origin: p.Origin | None) -> str:
        if origin is None:
            return "no particular place"
        title = origin.title or self.titles.get(origin.path)
        return (f"{title} — " if title else "") + f"{short_path(origin.path)}:{origin.line}"

    def comment(self, note: t.Note) -> str:
        if note.line is None:
            return note.words
        return f"{note.words}{' — ' if note.words else ''}{self.named(note.line.number)}"


def _with_heading(code: TableCode, places: _Places, of: t.Function) -> str:
    """A function with a comment that says what it is."""
    scans = {name: key for key, name in code.unit.scans.items()}
    words, origin = _about(code.unit.program, of.name, scans)
    text = function(of, places.comment)
    if not words and origin is None:
        return text
    place = "" if origin is None else f"{' — ' if words else ''}{places.of(origin)}"
    return f"# {words}{place}\n{text}"


def _constants(code: TableCode, places: _Places, whole: Iterable[t.Function]) -> Iterator[str]:
    """The tables, each with its meaning if it represents a function or a set."""
    for name, text in tables(code, whole).items():
        words, origin = _about(code.unit.program, name.lower(), {}) if name[0] in "FM" else ("", None)
        if origin is not None:
            where = places.of(origin)
            yield f"# the value of {words} for all arguments — {where}"
        if code.unit.contents.get(name):
            yield f"# in it: {', or '.join(code.unit.contents[name])}"
        yield f"{name} = {text}"


def tables(code: TableCode, functions: Iterable[t.Function]) -> dict[str, str]:
    """The constants of the source: tables, and where functions cache their results."""
    constants = {name: f"({', '.join(map(str, values))})" for name, values in code.unit.tables.items()}
    return constants | {f"KNOWN_{function.name}": "{}" for function in functions if function.known}


def _called(node: object) -> Iterator[int]:
    """Return the numbers of ruleset lines that the code itself uses, not just its comments."""
    if isinstance(node, t.Line):
        yield node.number
    elif not isinstance(node, t.Note):
        for part in parts(node):
            yield from _called(part)


def _about(program: p.Program, name: str, scans: Mapping[str, object]) -> tuple[str, p.Origin | None]:
    """The purpose of the function of this name, and where it comes from."""
    key = scans.get(name)
    if isinstance(key, tuple):
        return f"a loop: {key[0].kind}", key[-1]
    kind, _, rest = name.partition("_")
    number = rest.partition("_")[0]
    if not number.isdecimal():
        return "", None
    n = int(number)
    if kind in _QUESTIONS:
        question = program.questions[n]
        asked = f"question {n}" + (f", {question.name}" if question.name else "")
        return f"{asked}: {_QUESTIONS[kind]}", question.origin
    if kind == "b":
        return f"code from {n} on", origin_near(program, n)
    if kind == "enter":
        return f"stage {program.stages[n].name} begins", program.stages[n].origin
    if kind == "f":
        return f"function {program.functions[n].name}", program.functions[n].origin
    if kind == "do":
        return f"procedure {program.procedures[n].name}", program.procedures[n].origin
    permission = program.permissions[n]
    clause = f", clause {permission.clauses[int(name.split('_')[2])].id}" if kind == "passes" else ""
    return f"permission {permission.name}{clause}", permission.origin


_QUESTIONS = {
    "legal": "the legal answers",
    "offers": "true if there is a legal answer",
    "some": "true if there is a legal answer",
    "seat": "the asked seat",
    "step": "the steps after an answer",
}


_NAMES = """\
The names in this code; `n` is a number from the engine:
  legal_n, step_n, seat_n, offers_n, some_n   question n
  b_n        the code from place n on, up to a question; it returns the place to continue from
  enter_n    the beginning of a stage
  do_n       a procedure
  f_n        a function, and F_n its values for all arguments
  may_n      a permission, MAY_n likewise, and passes_n_k one clause of it
  scan_n     a loop over cards, players or others
  IN_n       whether a number is in a set: 1 if n, as a binary number, has a 1 at that place
  KNOWN_…    the results of the function of that name so far
  vn, tn     a name of the ruleset (`let`, a parameter), and a temporary value"""


def _numbers(layout: Layout) -> Iterator[str]:
    """The meanings of numbers: cards, words, moves."""
    program, pack = layout.program, layout.pack
    yield "Everything else is a number too, counted from 0; -1 is none. In a set, bit i says whether it contains i."
    yield from _listed("Cards", [(c, pack.name(c)) for c in members(pack.used)])
    yield from _listed("Ranks", enumerate(pack.rank_names))
    yield from _listed("Suits", enumerate(pack.design.signs))
    yield from _listed("Colours", enumerate(pack.design.colour_names))
    for variable in program.variables:
        if variable.type.kind == "enum":
            yield from _listed(f"`{variable.name}`", enumerate(dict(program.enums)[variable.type.name]))
    yield "A move is an action of the question, plus the number of actions times the choice:"
    for number in asked_questions(program):
        question = program.questions[number]
        name = f"Question {number}" + (f", {question.name}" if question.name else "")
        yield from _listed(name, enumerate(arm.id for arm in question.arms))


def _listed(what: str, items: Iterable[tuple[int, str]]) -> list[str]:
    text = f"{what}: {', '.join(f'{number}={name}' for number, name in items)}"
    return textwrap.wrap(text, 110, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _aligned(names: Container[str]) -> Iterator[str]:
    """The names that have a meaning here, with their meanings."""
    for name, meaning in MEANINGS.items():
        if name in names:
            yield f"#   {name:<16} {meaning}"


def _kept(name: str) -> str:
    """The description of a local that outlives a question: it belongs to the code that waits for the answer."""
    routine, _, own = name.rpartition(".")
    if own == "back":
        return f"the place to continue from after `{routine}`"
    what = f"`{own}` of `{routine}`" if routine else f"`{own}`"
    return f"{what}, stored while a question waits for its answer"


def _cells(layout: Layout) -> Iterator[str]:
    """The meaning of each cell."""
    program = layout.program
    rows: list[tuple[int, int, str]] = [
        (QUESTION, 1, "the current question; -1 before the game, -2 after it"),
        (RANDOM, 1, "state of the random number generator"),
        (PLAYING, 1, "the players still in, a bit for each seat"),
        (DIRECTION, 1, "direction of play, 1 or -1"),
        (STACKED, 1, "a pack in a given order"),
    ]
    for variable, array in zip(program.variables, layout.variables, strict=True):
        keys = f" for each {' and '.join(key.in_words for key in variable.keys)}" if variable.keys else ""
        meaning = f": {variable.text}" if variable.text not in ("", variable.name) else ""
        rows.append((array.at, array.size, f"{variable.name}{keys}{meaning}"))
    rows += [(cell, 1, _kept(program.locals[local][0])) for local, cell in layout.kept.items()]
    for i in layout.instances:
        zone = program.zones[i.zone]
        owners = zip(zone.keys, zone_keys(layout, i), strict=True)
        name = " of ".join((zone.name, *(f"{key.in_words} {k}" for key, k in owners)))
        form = {"set": "a set", "row": "the number of cards, then the cards from bottom to top", "columns": "columns"}[
            i.form
        ]
        rows.append((i.at, layout.width(i), f"zone {i.number}, {name}: {form}"))
        rows += [
            (cell, 1, f"{name}: {what}")
            for cell, what in ((i.turned, "face up"), (i.batch, "the last cards added"))
            if cell
        ]
    rows.append((layout.where, layout.pack.size, "the zone of each card"))
    for at, mark in zip(layout.marks, program.marks, strict=True):
        rows.append((at, layout.pack.size, f"{mark.name} of each card" + (f": {mark.text}" if mark.text else "")))
    rows += [(part.start, part.stop - part.start, "an earlier position to compare with") for part in layout.checkpoints]
    shown = [(f"s[{at}]" if size == 1 else f"s[{at}:{at + size}]", text) for at, size, text in sorted(rows)]
    width = max(len(cell) for cell, _ in shown)
    for cell, text in shown:
        yield f"  {cell:<{width}}  {text}"


# The meanings of names that generated source uses but doesn't define: tables, and functions of `runtime`.
MEANINGS = {
    # tables, looked up by a card, a rank …; their last entry is for none
    "RANK": "the rank of a card",
    "SUIT": "the suit of a card",
    "COLOUR": "the colour of a card",
    "COLOUR_OF_SUIT": "the colour of a suit",
    "FACE": "the face of a card, as a number",
    "BARE": "a card without its guise",
    "BIT": "the set with one card",
    "PIPS": "the pips of a rank",
    "OF_RANK": "the cards of a rank",
    "UNDER_RANK": "the cards of all lower ranks",
    "OF_SUIT": "the cards of a suit",
    "OF_FACE": "the cards that show a face",
    "LIKE_RANK": "the cards of the same rank as a card",
    "LIKE_SUIT": "the cards of the same suit as a card",
    "LIKE_FACE": "the cards with the same face as a card",
    "NEXT": "the player next to a player",
    "PREVIOUS": "the player before a player",
    "SIDE_OF": "the side of a player",
    "SIDE_MEMBERS": "the players of a side",
    # runtime errors: the last argument is the line of the ruleset
    "sure": "a value that must not be none",
    "key": "a value that must be a key of a variable or a zone",
    "bounded": "a runtime error: the number is too large",
    "product": "a product that must not be too large",
    "quotient": "a division by a number that must not be 0",
    "remainder": "the remainder of a division by a number that must not be 0",
    "put_field": "a copy of a record with one field changed",
    "no_card": "a runtime error: expected a card to move, found none",
    "out_of_rounds": "a runtime error: the loop has reached its limit",
    "spend": "counts rounds, so that no loop runs forever",
    "spent": "the members of a loop; it counts the rounds",
    "Many": "too many sets to list: they are counted",
    "few_sets": "the sets of cards to choose from; too many are counted instead",
    # looking
    "in_order": "the cards of a set in order; identical cards are in the order of their places",
    "first_card": "the first card of a set in that order",
    "members": "the members of a set, one after the other",
    "has": "true if a set has a member",
    "beside": "the cards of each rank with another card in a set",
    "showing_rank": "the cards of given ranks",
    "showing_suit": "the cards of given suits",
    "showing_face": "the cards that show given faces",
    "guised": "a card that counts as a face",
    "builtin_below": "the numbers below a number, as a set",
    "builtin_is_meld": "true if these cards are a meld",
    "builtin_deadwood": "the deadwood of given cards",
    "builtin_melded": "the cards in the best melds",
    "builtin_meld_of": "the best meld with a card",
    "builtin_lay_off": "the best cards to lay off on melds",
    "members_of_sides": "the players of given sides",
    "next_after": "the next player still in",
    "seats_from": "the players still in, in the order of play",
    "row_cards": "the set of the cards in an ordered zone",
    "column_cards": "the set of the cards in a zone with columns",
    "column_count": "the number of columns with a card",
    "in_row": "the places and cards of an ordered zone",
    "in_columns": "the places and cards of a zone with columns",
    "zone_cards": "the set of the cards in a zone",
    "zone_size": "the number of cards in a zone",
    "zone_end": "the top card of a zone, or the bottom one",
    "zone_place": "the card at a place of a zone",
    "row_place": "the card at a place of an ordered zone",
    "column_place": "the card in a column of a zone",
    "place_of": "the place of a card in its zone",
    "face_up": "true if a card is face up",
    # choices
    "groups": "the possible sets of cards of one rank",
    "meld_in_order": "the meld, of identical cards with the first in that order",
    "melds": "the melds among some cards",
    "runs": "the runs among some cards",
    "ranks_with": "the ranks with enough cards",
    "alike": "the possible sets of cards of one rank",
    "sets": "the possible sets of cards",
    "once": "cards, but only one of several indistinguishable ones",
    "distinct": "choices, but only one of several indistinguishable ones",
    "guises": "cards as themselves and as each card they can count as",
    "places": "the places of a zone",
    # doing
    "pick_number": "a random number",
    "pick_member": "a random member of a set",
    "pick_card": "a random card of a set in that order",
    "watch": "true if this position has occurred before",
    "gather": "all cards go back to the box",
    "put_card": "moves a card to a zone",
    "packed_zone": "moves all cards of a zone into the shuffle",
    "packed_set": "moves cards into the shuffle",
    "put_run": "moves a card of a zone and all cards above it",
    "put_zone": "moves all cards of a zone to another",
    "put_card_anyhow": "moves a card to any place of a zone, and can turn it over",
    "put_set_anyhow": "moves a set of cards to any place of a zone, and can turn them over",
    "put_zone_anyhow": "moves all cards of a zone to any place of another, and can turn them over",
    "take": "takes a card from its zone",
    "turn": "turns cards over",
    "deal_to": "deals cards from one zone to another",
    "deal_round": "deals to everybody in turn",
    "shuffle": "shuffles a zone",
    "opened": "the answers to a question that everybody answers at once",
}
