"""Checks that a given position can continue at each `resume here`: names are unique, and no value is missing.

The steps before `resume here` don't run for a given position. So the steps after it can't use a name from a `let` or
the round of a loop.
"""

from __future__ import annotations

from parlour.base.diagnostics import Related, listing
from parlour.lang import tree as t
from parlour.lang.flow import Code
from parlour.lang.symbols import Tables


def check_resumes(tables: Tables, code: Code) -> None:
    first: dict[str | None, t.ResumeLabel] = {}
    for label, wanted in code.places():
        other = first.setdefault(label.name, label)
        if other.span != label.span:
            there = (Related(other.span, "the other one"),)
            named = f"with the name `{label.name}`" if label.name else "without a name"
            message = f"duplicate `resume here` {named}"
            help_ = "name one of them differently, as in `resume here as bidding`"
            tables.error("resume", message, label.span, help=help_, related=there)
        if wanted:
            names = [tables.locals[local][0] for local in sorted(wanted)]
            ours = [*dict.fromkeys(name.rpartition(".")[2] for name in names if not name.startswith("."))]  # `turn.p`
            if ours:
                message = f"{listing(ours, 'and')} would have no value when a position continues here"
                help_ = "store it in a variable under `state`, or put `resume here` elsewhere"
            else:
                message = "a position can't continue inside this loop: the remaining rounds are unknown"
                help_ = (
                    "put `resume here` before the loop, or use `while` and count the rounds in a variable under `state`"
                )
            tables.error("resume", message, label.span, help=help_)
