"""Finds rules whose steps change nothing that players notice: only variables and marks of their own that nobody sees.

Such steps run without an effect. The rule can still matter, if one of its clauses or functions reads the variables.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as p
from parlour.documents.composition import Composition
from parlour.lang import parser
from parlour.program.walking import walk


def quiet_rules(composition: Composition, program: p.Program) -> frozenset[str]:
    """Return the rules of a mix with quiet steps. Others need none of them, or the mix without the rule has errors."""
    rules = {use.rule.id for use in composition.uses}
    return frozenset(rules - {*_replacing(composition), *_acting(program), *_shown(program), *_offering(program)})


def _replacing(composition: Composition) -> Iterator[str]:
    """Yield the documents that replace something: then the original doesn't happen."""
    for section, members in composition.sections.items():
        for member in members:
            heading = parser.parse_hook_heading(member.key, []) if section == "when" else None
            if member.over or (heading is not None and heading.when == "instead of"):
                yield member.document.id


def _acting(program: p.Program) -> Iterator[str]:
    """Yield the documents with a step that players can notice."""
    for part in (*program.code, *program.procedures):
        if isinstance(part, p.Gosub | p.Jump) and part.origin is not None:
            yield part.origin.document
        for node in walk(part):
            origin = p.written_at(node) if isinstance(node, p.Stmt) else None
            if origin is not None and isinstance(node, p.Stmt) and not _keeps(program, node, origin.document):
                yield origin.document


def _keeps(program: p.Program, stmt: p.Stmt, document: str) -> bool:
    """True if a step by itself only changes what its document keeps for itself."""
    match stmt:
        case p.Set(p.Local()) | p.IfDo() | p.ForEach() | p.WhileDo() | p.Attempt():
            return True
        case p.Set(p.VarAt(number)):
            variable = program.variables[number]
            return variable.seen == p.NOBODY and variable.origin is not None and variable.origin.document == document
        case p.Set(p.MarkAt(number)):
            mark = program.marks[number]
            return mark.seen == p.NOBODY and not mark.guise and mark.origin.document == document
        case p.Run(number):
            return program.procedures[number].origin.document == document
        case _:
            return False


def _shown(program: p.Program) -> Iterator[str]:
    """Yield the documents whose variables or marks are in lines, logs, wordings, texts of moves or results."""
    texts = [(question.wording, [arm.notation for arm in question.arms]) for question in program.questions]
    for part in (program.lines, program.logs, program.results, texts):
        for node in walk(part):
            if isinstance(node, p.VarAt):
                origin = program.variables[node.var].origin
                yield from () if origin is None else (origin.document,)
            elif isinstance(node, p.MarkAt):
                yield program.marks[node.mark].origin.document


def _offering(program: p.Program) -> Iterator[str]:
    """Yield the documents with questions or actions, or whose clauses allow something."""
    for question in program.questions:
        yield question.origin.document
        for arm in question.arms:
            yield arm.origin.document
            yield from (program.rules[firing.rule].document for firing in arm.fires)
