"""The whole source of a Program for one table, and what is needed to run it."""

from __future__ import annotations

from dataclasses import dataclass

from parlour import program as p
from parlour.generated.blocks import Blocks
from parlour.generated.counting import Counting
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming
from parlour.generated.questions import Questions
from parlour.generated.statements import Statements
from parlour.machine.closures import Making


@dataclass(frozen=True)
class Source:
    """`blocks` are the places of the code that have functions; `cells` where the locals of choices stand; `scratch`
    is the number of cells behind the state, not counting the one for the steps; the first of them are the counters.

    Source that counts also has `chosen_n_k(s)`, which notes that action k of question n was chosen, where that makes a
    rule fire, and `outcome(s)`, which lists the results.
    """

    text: str
    origins: tuple[p.Origin | None, ...]
    blocks: frozenset[int]
    cells: dict[int, int]
    scratch: int

    @classmethod
    def of(cls, making: Making, counting: bool = False) -> Source:
        naming = Naming(making, counting=counting)
        expressions = Expressions(naming)
        statements = Statements(naming, expressions)
        questions = Questions(naming, expressions)
        blocks = Blocks(naming, expressions, statements)
        program = making.program
        blocks.want(program.entry)
        for resume in program.resumes:
            blocks.want(resume.entry)
        for number, question in enumerate(program.questions):
            if question.sealed_next is not None:
                blocks.want(question.sealed_next)
            for arm in question.arms:
                for target in (arm.target, arm.misplay):
                    if target is not None and target >= 0:
                        blocks.want(target)
            naming.function(f"legal_{number}", lambda n=number: questions.legal(n))  # type: ignore[misc]  # each its own
        blocks.write()
        if counting:
            Counting(naming, expressions).write()
        asked = {n for n in range(len(program.questions)) if any(f"offers_{n}(" in t for t in naming.written.values())}
        done: set[int] = set()
        while asked - done:
            for number in sorted(asked - done):
                naming.function(f"offers_{number}", lambda n=number: questions.offers(n))  # type: ignore[misc]  # as above
                done.add(number)
            asked = {
                n for n in range(len(program.questions)) if any(f"offers_{n}(" in t for t in naming.written.values())
            }
        cells = {slot.local: naming.cell(slot.local) for q in program.questions for a in q.arms for slot in a.slots}
        tables = "\n".join(f"{name} = {table}" for name, table in naming.tables.items())
        text = "\n\n\n".join([tables, *naming.written.values()]) + "\n"
        origins = tuple(naming.origins)
        return cls(text, origins, frozenset(blocks.known), cells, naming.counters + len(naming.scratch))
