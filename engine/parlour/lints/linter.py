"""Runs all lints over one mix, and has the short ones. The others have modules of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import Diagnostic, Related, in_order
from parlour.base.printable import value_word
from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Mapping
from parlour.documents.prose import passages, texts_for_people
from parlour.lang import syntax as s
from parlour.lang.crowding import WHOLE_PACK
from parlour.lints.clauses import check_clauses
from parlour.lints.conditions import check_conditions, check_set_options
from parlour.lints.lost_sentences import check_sentences
from parlour.lints.member_texts import MemberText, texts
from parlour.lints.never_won import check_won
from parlour.lints.numbers import Numbers, TableSettings
from parlour.lints.player_texts import check_described, check_numbers, check_ranks
from parlour.lints.unchanged import check_loops, check_set, check_shuffled
from parlour.lints.unused_names import Documents, check_called, check_names
from parlour.program import EVERYBODY, Program


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


def check_added_cards(composition: Composition) -> Iterator[Diagnostic]:
    """Yield a warning for each new card with a suit in its name, as in the names of the deck's cards."""
    design = read_deck(composition.deck).design
    for member in composition.sections["cards"]:
        words = (member.name[0], member.name[-1], *re.split("[- ]", member.name))
        suit = next((word for suit in design.suits for word in (suit.sign, *suit.words) if word in words), None)
        if suit is not None and design.face_named(member.name) is None:
            message = f"`{member.name}` has no suit: a card that a game or rule adds belongs to no suit"
            help_ = f"choose a name without `{suit}`, or list the card in a `deck:` of your own"
            yield Diagnostic("suit-in-name", message, member.key.span, "warning", help=help_)


CODE = "too-many-cards"
FEWER = "deal fewer cards, or limit `players`"


def check_deals(
    composition: Composition,
    texts: tuple[MemberText, ...],
    own: tuple[MemberText, ...],
    before: Sequence[Diagnostic] = (),
) -> Iterator[Diagnostic]:
    """Yield a warning for each such deal in the `own` texts, with the table of most players at which it happens.

    The compiler has warned of the deals in `before`, which are too large at every table.
    """
    known = {(d.span.source.name, d.span.start) for d in before if d.code == CODE and d.span is not None}
    deals = [
        (text, node)
        for text in own
        for node in s.walk(text.syntax)
        if isinstance(node, s.Deal) and (node.span.source.name, node.span.start) not in known
    ]
    numbers = Numbers(composition, texts)
    for text, deal in deals:
        for table in numbers.tables(deal.count, text.member.document):
            count, pack = numbers.value(deal.count, text.member.document, table), numbers.pack(table)
            if not isinstance(count, int) or pack is None:
                break
            if count * (table.seats if deal.each else 1) > pack and numbers.is_possible(table):
                yield _report(deal, table, count, pack, numbers)
                break


def _report(deal: s.Deal, table: TableSettings, count: int, pack: int, numbers: Numbers) -> Diagnostic:
    changed = {name: value for name, value in table.options.items() if value != numbers.current(name)}
    options = " ".join(f"--set {name}={value_word(value)}" for name, value in changed.items())
    each = f" to each of {table.seats} players" if deal.each else ""
    message = f"{f'with {options}, ' if options else ''}this deals {count} cards{each}, but the pack has only {pack}"
    shown = deal.count.span.text.strip()
    needed = f"players.size * ({shown}) <= pack.size" if deal.each else f"{shown} <= pack.size"
    if isinstance(deal.count, s.Number):
        help_ = FEWER + (WHOLE_PACK if deal.each else "")
    else:
        help_ = f"add `require: {needed}` under `possible`, or change the bounds of the option"
    places = [numbers.settings[name].spec.span for name in changed]
    related = tuple(Related(place, "the bounds of the option") for place in places)
    return Diagnostic(CODE, message, deal.count.span, "warning", related, help_)


SILENT = frozenset({"hook-never", "never-called", "allow-nothing", "always-false"})
"""The codes of findings about parts without effect."""
ADDING = (
    "functions", "procedures", "stages", "zones", "state", "logs", "marks", "types", "records", "facets", "groups",
)  # fmt: skip
"""Sections in which a new member does nothing until something uses it."""
ASIDE = (
    *ADDING, "names", "endings", "options", "possible", "needs", "excludes", "advises", "advises-against", "policy",
    "sheet", "chart", "examples",
)  # fmt: skip


def check_rules(composition: Composition, program: Program, findings: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield a note for each rule of the mix without effect, unless the `findings` about its parts say it all."""
    for use in composition.uses:
        rule = use.rule
        if _sets(composition, rule) or rule.node.get("players") is not None:
            continue  # its numbers of players and those of the game both count
        acting = [member for member in composition.members if member.document is rule and _acts(member)]
        lost = list(_replaced(composition, rule))
        idle = [member for member in acting if _is_silent(member, program, findings)]
        explained = not lost and not any(_is_without_cards(member, program) for member in idle)
        if (acting or lost) and len(idle) == len(acting) and not explained:
            message = f"`{rule.id}` has no effect in this mix"
            related = (*lost, *(Related(member.key.span, _why(member, program)) for member in idle))
            help_ = f"remove `{rule.id}`, or the documents that replace it" if lost else f"remove `{rule.id}`"
            yield Diagnostic("rule-idle", message, use.span, "note", related, help_)


def _acts(member: Member) -> bool:
    """True if the member has an effect by itself, even if no other member uses it."""
    if member.section in ADDING:
        return bool(member.over) or member.is_case
    return member.section not in ASIDE


def _sets(composition: Composition, rule: Document) -> bool:
    return any(setting.set_by is rule for setting in composition.options.values())


def _replaced(composition: Composition, rule: Document) -> Iterator[Related]:
    """Yield the places where other documents replace members of the rule."""
    for member in composition.members:
        if member.document is not rule and any(old.document is rule for old in member.over):
            yield member.replacement


def _is_silent(member: Member, program: Program, findings: Sequence[Diagnostic]) -> bool:
    """True if all parts of a function, of a hook, of powers or of clauses certainly have no effect."""
    if _is_without_cards(member, program):
        return True
    if member.section not in ("functions", "when", "powers", "may"):
        return False
    dead = [d.span for d in findings if d.code in SILENT and d.span is not None and d.span.source == member.key.source]
    if member.section in ("functions", "when") or not isinstance(member.value, Mapping):
        whole = member.span
        return any(whole.start <= span.start < whole.end for span in dead)
    entries = [entry.span for entry in member.value.entries]
    return all(any(part.start <= span.start < part.end for span in dead) for part in entries)


def _is_without_cards(member: Member, program: Program) -> bool:
    """True for the powers of cards that the pack lacks. Other parts without effect have findings of their own."""
    return member.section == "powers" and not program.deck.can_have(member.key.value)


def _why(member: Member, program: Program) -> str:
    if _is_without_cards(member, program):
        design = program.deck.design
        face = design.face_named(member.key.value) or 0
        return f"there are no {design.ranks[design.rank_of(face)].words[1]} in the pack"
    return "this has no effect"


def check_shown_deals(program: Program, own: tuple[MemberText, ...]) -> Iterator[Diagnostic]:
    """Warn about deals of several hidden cards to a zone whose top card, or last cards, everybody sees."""
    zones = {zone.name: zone for zone in program.zones}
    for text in own:
        for deal in s.walk(text.syntax):
            if not isinstance(deal, s.Deal) or (isinstance(deal.count, s.Number) and deal.count.value == 1):
                continue
            source, to = zones.get(_name(deal.source)), zones.get(_name(deal.to))
            if source is None or to is None or not source.closed or to.shows is None or to.seen == EVERYBODY:
                continue
            message = f"this shows everybody all the cards: each one is on top of `{to.name}` for a moment"
            help_ = f"deal them to a zone that nobody sees, and then move that zone to `{to.name}`"
            yield Diagnostic("shown-deal", message, deal.to.span, "warning", help=help_)


def _name(zone: s.Expr) -> str:
    match zone:
        case s.Name(id=name) | s.Call(name=name):
            return name
        case _:
            return ""


def check_absent(composition: Composition, others: Documents) -> Iterator[Diagnostic]:
    """Yield a note for each text that mentions the title or another name of a rule of this family outside the mix.

    A name shared with a part of the mix means that part. `others` returns the documents outside the mix.
    """
    frames = {frame.id for frame in composition.frames}
    known = "\n".join(name for document in composition.documents for name in names_of(document))
    absent: dict[str, str] = {}
    for document in others():
        if document.kind == "rule" and frames & {*document.strings("for")}:
            absent |= {name: document.id for name in names_of(document) if name not in known}
    if not absent:
        return
    names = re.compile(rf"\b({'|'.join(re.escape(name) for name in sorted(absent, key=len, reverse=True))})\b", re.I)
    for document, text in texts_for_people(composition):
        named = {match[0] for p in passages(text.value, document, composition) for match in names.finditer(p.words)}
        for match in names.finditer(text.value):
            if match[0] in named:
                rule = absent[match[0].casefold()]
                message = f"`{match[0]}` is the name of a rule that isn't in this mix, `{rule}`"
                help_ = f"write `{{with {rule}: …}}` around the words that need the rule"
                yield Diagnostic("text-absent", message, text.at(*match.span()), "note", help=help_)


def names_of(document: Document) -> tuple[str, ...]:
    """Return the title and the other names of a document, in small letters."""
    also = document.strings("also-called")
    return tuple(" ".join(name.split()).casefold() for name in (document.title, *also))
