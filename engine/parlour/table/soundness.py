"""The values that each cell of a state can hold. Parlour checks a state from outside, such as a save, before play
continues from it. Code trusts that a seat is one of the table and that a card is one of the pack.

Knows the layout and the types; does not check whether play can reach a position.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.program.operators import BOUND
from parlour.table.cells import Cells
from parlour.table.layout import DIRECTION, HEADER, NOWHERE, OVER, PLAYING, QUESTION, STACKED, Layout
from parlour.table.packing import choices_of, members_of

Fits = Callable[[int], bool]


def unsound(layout: Layout, s: Cells) -> str | None:
    """The error of a state whose cards are all in their right places, or None."""
    fits, in_zone = _fits(layout), _between(NOWHERE, (1 << layout.pack.size) - 1)
    for cell, of in fits.items():
        if not of(s[cell]):
            return _told(layout, cell)
    for i in layout.instances:
        if i.form == "row" and (s[i.at] > i.room or any(s[i.at + 1 + s[i.at] : i.at + layout.width(i)])):
            return "a zone has an impossible number of cards"
    if layout.shares and any(layout.shared_space_left(s)):
        return "a zone has an impossible number of cards"
    for log in layout.program.logs:
        entries, count = layout.variables[log.entries], s[layout.variables[log.length].at]
        unused = s[entries.at + max(count, 0) : entries.at + entries.size]
        if not 0 <= count <= entries.size or any(v != entries.zero for v in unused):
            return f"`{log.name}` has an impossible number of entries"
    if any(s[layout.where + c] != NOWHERE for c in range(layout.pack.size) if not layout.pack.used >> c & 1):
        return "a card is in the wrong place"
    filled = layout.program.questions[s[QUESTION]].filled if s[QUESTION] != OVER else ()
    for i in layout.instances:
        if i.zone in filled and not layout.contents(s, i):
            return f"`{layout.program.zones[i.zone].name}` is empty, although it always has a card there"
    position = [cell for part in layout.positions for cell in range(part.start, part.stop)]
    for saved in layout.checkpoints:
        for cell, v in zip(position, s[saved], strict=True):
            if v and not fits.get(cell, in_zone)(v):
                return "the position it remembers is impossible"
    return None


def _told(layout: Layout, cell: int) -> str:
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        if array.at <= cell < array.at + array.size:
            return f"`{variable.name}` has an impossible value"
    if cell in layout.kept.values():
        return "it continues at a place that doesn't exist"
    if cell == PLAYING:
        return "its list of players who are out is impossible"
    if cell == DIRECTION:
        return "its direction of play is impossible"
    return "its table is impossible" if cell < HEADER else "a card has an impossible value"


def _fits(layout: Layout) -> dict[int, Fits]:
    """Return the values that each cell can hold, except cells for the cards of zones."""
    program, size = layout.program, layout.pack.size
    fitting: dict[int, Fits] = {
        # Code can still ask for a player who has left, even for the last one: nothing more is certain then.
        PLAYING: _between(0 if layout.loses_players else layout.everyone, layout.everyone),
        DIRECTION: lambda v: v == 1 or (v == -1 and layout.reverses),
        STACKED: lambda v: _is_pack(v, layout),
    }
    answers = {q.sealed: _answers(layout, q) for q in program.questions if q.sealed is not None}
    for number, (variable, array) in enumerate(zip(program.variables, layout.variables, strict=True)):
        fits = answers.get(number) or of_type(layout, variable.type)
        fitting |= dict.fromkeys(range(array.at, array.at + array.size), fits)
    backs = {instr.back for instr in program.code if isinstance(instr, p.Gosub)}
    for local, cell in layout.kept.items():
        fits = _between(0, len(program.returns)) if local in backs else of_type(layout, program.locals[local][1])
        fitting[cell] = _or_zero(fits)
    for i in layout.instances:
        fitting |= {cell: _between(0, (1 << size) - 1) for cell in (i.turned, i.batch) if cell is not None}
    for number, (mark, at) in enumerate(zip(program.marks, layout.marks, strict=True)):
        fits = _between(p.NONE, layout.pack.faces - 1) if number == layout.guise else of_type(layout, mark.type)
        fitting |= dict.fromkeys(range(at, at + size), fits)
    return fitting


def of_type(layout: Layout, type_: p.Type) -> Fits:
    """The values that a type allows."""
    if type_.kind == "record":
        return _record(layout, type_)
    if type_.kind == "int":
        return _between(-BOUND, BOUND - 1)
    count = layout.pack.values if type_.kind == "card" else members_of(layout, type_.kind, type_.name)
    return _between(p.NONE if type_.optional else 0, (1 << count) - 1 if type_.kind in p.MEMBERS else count - 1)


def _record(layout: Layout, type_: p.Type) -> Fits:
    record = next(r for r in layout.program.records if r.name == type_.name)
    fields = [(field, of_type(layout, field.type)) for field in record.fields]
    width = max((field.shift + field.width for field in record.fields), default=0)

    def fits(v: int) -> bool:
        if type_.optional and v == p.NONE:
            return True
        return 0 <= v < 1 << width and all(fits(f.of(v)) for f, fits in fields)

    return fits


def _answers(layout: Layout, question: p.Question) -> Fits:
    """The numbers that can represent a sealed answer, or none."""
    choices = [choices_of(layout, arm) for arm in question.arms]

    def fits(v: int) -> bool:
        payload, action = divmod((v - 1) // 2, len(choices))
        return v == 0 or 0 <= payload < choices[action]

    return fits


def _is_pack(v: int, layout: Layout) -> bool:
    """True if this is some cards of the pack in some order."""
    if not 0 <= v < (layout.pack.size + 1) ** layout.pack.count:
        return False
    order = 0
    while v:
        v, c = divmod(v, layout.pack.size + 1)
        if not c or order >> c - 1 & 1:
            return False
        order |= 1 << c - 1
    return order & ~layout.pack.used == 0


def _between(low: int, high: int) -> Fits:
    return lambda v: low <= v <= high


def _or_zero(fits: Fits) -> Fits:
    """Return a test that also accepts 0, the value of saved locals that nothing needs."""
    return lambda v: not v or fits(v)
