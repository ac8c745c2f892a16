"""Whether there are the mixes that examples ask for: their games, rules and options.

Nothing is played here. What an example says of a position and of moves shows when it is run.
"""

from __future__ import annotations

from parlour.composition import Document
from parlour.diagnostics import Diagnostic, in_order
from parlour.examples.finding import Case, cases_of
from parlour.examples.mixing import Mixes, unplayable
from parlour.examples.words import MalformedError


def check_mixes(document: Document, mixes: Mixes) -> tuple[Diagnostic, ...]:
    """What stands in the way of mixing what the examples of a document are played in."""
    return in_order(finding for case in cases_of(document) for finding in _of(case, mixes))


def _of(case: Case, mixes: Mixes) -> tuple[Diagnostic, ...]:
    if case.node.get("refused") is not None:
        return ()  # that there is no such mix may be what the example shows
    try:
        return unplayable(case, mixes.composed(mixes.mix(case)))
    except MalformedError as error:
        return (error.diagnostic,)
