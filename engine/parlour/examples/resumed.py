"""Finds the place where play continues from the position of an example, and the seat whose turn it is."""

from __future__ import annotations

from parlour import program as p
from parlour.base.diagnostics import did_you_mean, listing
from parlour.examples.given import GivenTable
from parlour.examples.terms import Terms
from parlour.examples.words import MalformedError, Word
from parlour.program import Program


def resume_of(program: Program, names: Terms, said: GivenTable) -> p.Resume:
    """Return the place that a position names with `to move:`, or the only one."""
    if not program.resumes:
        message = f"{program.title} can't start from a position: it has no `resume here`"
        raise MalformedError(message, said.node.span)
    resume = _place(program, said, _label(said.to_move))
    if resume.mover is not None and not said.to_move:
        raise MalformedError("missing `to move:`", said.node.span, "add `to move: 1`")
    if said.to_move:
        names.seat(said.to_move[0])
    return resume


def _label(to_move: list[Word]) -> Word | None:
    label = to_move[2] if len(to_move) == 3 and to_move[1].text == "at" else None
    if len(to_move) > 1 and label is None:
        help = "write `to move: 1`, or `to move: 1 at <place>`"
        raise MalformedError("expected the seat whose turn it is", to_move[0].span.to(to_move[-1].span), help)
    return label


def _place(program: Program, said: GivenTable, label: Word | None) -> p.Resume:
    named = [resume for resume in program.resumes if resume.name is not None]
    if label is not None:
        for resume in named:
            if resume.name == label.text:
                return resume
        known = [str(resume.name) for resume in named]
        near = did_you_mean(label.text, known) or (f"places: {listing(known)}" if known else None)
        raise MalformedError(f"unknown place `{label.text}`", label.span, near)
    plain = [resume for resume in program.resumes if resume.name is None] or named
    if len(plain) > 1:
        help = f"write `to move: 1 at {plain[0].name}`"
        raise MalformedError("missing the place where play continues", said.node.span, help)
    return plain[0]
