"""All lints over one mix."""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.documents.composition import Composition
from parlour.lints.conditions import check_conditions
from parlour.lints.names import Documents, check_names
from parlour.lints.texts import texts
from parlour.program import Program


def lint(composition: Composition, program: Program, others: Documents) -> tuple[Diagnostic, ...]:
    """Return the findings about a mix without errors, sorted by place. `others` returns documents outside the mix that
    can use what the mix declares."""
    read = texts(composition)
    return in_order((*check_conditions(composition, read), *check_names(composition, read, others)))
