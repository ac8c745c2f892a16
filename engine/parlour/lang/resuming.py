"""Whether a given position can go on where `resume here` stands: each place is told apart, and lacks no value.

What stands before it is not done for a given position. So nothing that is kept there only for a while, in a name or in
the round of a loop, may be wanted afterwards.
"""

from __future__ import annotations

from parlour.base.diagnostics import Related, listing
from parlour.lang import tree as t
from parlour.lang.flow import Code
from parlour.lang.symbols import Tables


def check_resumes(tables: Tables, code: Code) -> None:
    first: dict[str | None, t.ResumeLabel] = {}
    for label, wanted in code.places:
        other = first.setdefault(label.name, label)
        if other.span != label.span:
            there = (Related(other.span, "the other one"),)
            said = f"with the name `{label.name}`" if label.name else "without a name"
            message = f"there are two places {said} where a given position continues"
            help_ = "give one of them another name, as in `resume here as bidding`"
            tables.error("resume", message, label.span, help=help_, related=there)
        if wanted:
            names = dict.fromkeys(tables.locals[local][0] for local in sorted(wanted))
            ours = [name for name in names if name not in _OF_LOOPS]
            if ours:
                message = f"{listing(ours, 'and')} would have no value in a position that continues here"
                help_ = "keep it in a variable of `state`, or let the position continue elsewhere"
            else:
                message = "a position can't continue inside this loop: nothing says which rounds are left"
                help_ = "put `resume here` before the loop, or count the rounds in a variable of `state` with `while`"
            tables.error("resume", message, label.span, help=help_)


_OF_LOOPS = ("rest", "last", "round", "seat")
