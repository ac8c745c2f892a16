"""Runs all lints over one mix."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.diagnostics import Diagnostic, in_order
from parlour.documents.composition import Composition, Document
from parlour.lints.absent import check_absent
from parlour.lints.added_cards import check_added_cards
from parlour.lints.clauses import check_clauses
from parlour.lints.conditions import check_conditions
from parlour.lints.dealing import check_deals
from parlour.lints.idle_loops import check_loops, check_shuffled
from parlour.lints.idle_options import check_set_options
from parlour.lints.idle_rules import check_rules
from parlour.lints.lost_sentences import check_sentences
from parlour.lints.member_texts import texts
from parlour.lints.never_called import check_called
from parlour.lints.never_set import check_set
from parlour.lints.never_won import check_won
from parlour.lints.player_texts import check_described, check_numbers
from parlour.lints.ranks_in_texts import check_ranks
from parlour.lints.shown_deals import check_shown_deals
from parlour.lints.unused_names import Documents, check_names
from parlour.program import Program


def lint(
    composition: Composition,
    program: Program,
    about: Document,
    others: Documents,
    before: Sequence[Diagnostic] = (),
    strict: bool = False,
) -> tuple[Diagnostic, ...]:
    """Return the findings about a mix without errors, sorted by place; `before` has those of the compiler.

    If it is `about` a rule, only those in the rule count: nobody chose the mix. `others` returns documents outside the
    mix that can use what it declares.
    """
    read = texts(composition)
    own = tuple(text for text in read if text.member.document is about) if about.kind == "rule" else read
    findings = [
        *check_conditions(composition, own),
        *check_clauses(composition, read, others),
        *check_loops(composition, read, own),
        *check_shuffled(read, own),
        *check_names(composition, read, own, others),
        *check_set(composition, read, others),
        *check_deals(composition, read, own, before),
        *check_shown_deals(program, own),
        *check_added_cards(composition),
        *check_numbers(composition, own),
        *(finding for rule in composition.documents for finding in check_ranks(rule, program.deck.design)),
    ]
    if strict:
        findings += [*check_described(about), *check_absent(composition, others), *check_sentences(composition)]
    if about.kind != "rule":
        findings += check_called(composition, program)
        findings += check_won(composition, read)
        findings += check_set_options(composition, program, about, read)
        findings += check_rules(composition, program, [*before, *findings])
    else:
        findings = [d for d in findings if d.span is not None and d.span.source is about.source]
    return in_order(findings)


def lint_despite_errors(
    composition: Composition, about: Document, errors: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Return the findings about a document of a mix with errors that these errors can't cause. Texts with an error are
    left out, and so are names that nothing uses: an error can be a misspelt use."""
    wrong = [d.span for d in errors if d.span is not None and d.span.source is about.source]
    read = texts(composition)
    own = tuple(
        text
        for text in read
        if text.member.document is about
        and not any(text.scalar.span.start <= place.start <= text.scalar.span.end for place in wrong)
    )
    deals: tuple[Diagnostic, ...] = ()
    if all(d.code == "none" for d in errors):  # perhaps a zone is empty because a deal takes too many cards
        faulty = {id(about.source), *(id(d.span.source) for d in errors if d.span is not None)}
        deals = tuple(check_deals(composition, read, tuple(t for t in read if id(t.member.document.source) in faulty)))
    return in_order((*deals, *check_conditions(composition, own), *check_numbers(composition, own)))
