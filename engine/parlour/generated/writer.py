"""Writes the whole source of a Program for one table.

Its modules take longer to import than kept source takes to read, so they are imported when source is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.generated.asking import Asking
from parlour.generated.blocks import Blocks
from parlour.generated.counting import Counting
from parlour.generated.dispatching import dispatching, spending_of
from parlour.generated.inlined import Inlined
from parlour.generated.listing import constants, headed
from parlour.generated.naming import Naming
from parlour.generated.remembering import Remembering
from parlour.generated.source import Source
from parlour.machine.closures import Making


def write(making: Making, counting: bool) -> Source:
    naming = Naming(making, counting=counting)
    expressions = Remembering(naming)
    statements = Inlined(naming, expressions)
    questions = Asking(naming, expressions)
    blocks = Blocks(naming, expressions, statements, questions)
    for number in blocks.asked:
        naming.function(f"legal_{number}", lambda n=number: questions.legal(n))  # type: ignore[misc]  # each its own
        tries = questions.tries(number)
        if tries is not None:
            naming.function(f"tries_{number}", lambda text=tries: text)  # type: ignore[misc]  # as above
    blocks.write()
    if counting:
        Counting(naming, expressions).write()
    done: set[int] = set()
    while wanted := set(_offers(naming)) - done:
        for number in sorted(wanted):
            naming.function(f"offers_{number}", lambda n=number: questions.offers(n))  # type: ignore[misc]  # as above
        done |= wanted
    spending = spending_of(naming.written)
    naming.written.update({} if counting else dispatching(naming.written, blocks.asked, spending))
    text = "\n\n\n".join([constants(naming), *headed(naming)]) + "\n"
    places = {pc: tuple(blocks.lifetimes.at(pc)) for pc in blocks.functions}
    return Source(text, tuple(naming.origins), places, tuple(blocks.asked), spending, naming.counters)


def _offers(naming: Naming) -> Iterator[int]:
    """The questions of which the source asks whether they offer anything."""
    for text in naming.written.values():
        for number in re.findall(r"\boffers_(\d+)\(s", text):
            yield int(number)
