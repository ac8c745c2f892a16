"""Makes the sheet of a mix from the texts of its documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.base.source import is_shipped
from parlour.decks.deck_reader import read_deck
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, OptionSetting, scalars
from parlour.documents.document import Mapping, Scalar
from parlour.documents.prose import (
    SHEET_SECTIONS,
    is_in_own_part,
    options_by_name,
    passages,
    setting_in_words,
    text_of,
    words_of,
)
from parlour.documents.sheet_sentences import applies, owners, sheet_paragraphs, sheet_sentences
from parlour.game import Game
from parlour.program import Design
from parlour.sheets.chart import chart, kinds, paragraph_of
from parlour.sheets.equipment import cards_in_words, players_in_words
from parlour.sheets.model import PARTS, Paragraph, Sheet, Worked

_IN_DECK = re.compile(r"options\.([\w.-]+)")
TOLD = ("aim", "need", "deal", "before", "turn", "rules", "added", "switched", "end", "scoring")
"""The parts with paragraphs."""


def sheet_of(game: Game, examples: tuple[Worked, ...] = (), all_options: bool = False) -> Sheet:
    """Return the sheet of a mix with these worked examples. It lists options that were changed, or all."""
    composition = game.composition
    return Sheet(
        id=composition.id,
        title=composition.title,
        text=_introduction(composition),
        credits=_credits(composition.subject),
        players=players_in_words(game.players),
        cards=cards_in_words(game),
        parts=parts_of(composition),
        chart=chart(game),
        kinds=kinds(game),
        settings=tuple(_settings(composition, all_options)),
        examples=examples,
        design=game.program.deck.design,
        opening=opening_of(composition),
    )


def _introduction(composition: Composition) -> str:
    """Return the text of the game, or of the nearest game that it extends and that has one."""
    return next((text for game in reversed(composition.games) if (text := text_of(game, composition))), "")


def opening_of(composition: Composition) -> str | None:
    """Return what a mix changes: rules added and left out, and the options that somebody set."""
    speakers = _speakers(composition)
    added = [use.rule.title for use in composition.uses if use.by in speakers and not use.switchable]
    left_out = [use.rule.title for use in composition.left_out if use.by in speakers]
    shown = frozenset(_reported(composition, shown=True))  # the sheet lists the others
    settings = [s for s in options_by_name(composition).values() if s.full_name in shown and _is_set_by(s, speakers)]
    words = [setting_in_words(setting) for setting in settings]
    sentences = [
        f"With the house {_rules(added)}." if added else "",
        f"Without the {_rules(left_out)}." if left_out else "",
        f"Set for this mix: {'; '.join(words)}." if words else "",
    ]
    return " ".join(filter(None, sentences)) or None


def _speakers(composition: Composition) -> tuple[Document | None, ...]:
    """Return who changes a game of Parlour: the command line (None), and games in files of the players."""
    own = [game for game in composition.games if not is_shipped(str(game.path))]
    return (None, *own) if len(own) < len(composition.games) else (None,)


def _is_set_by(setting: OptionSetting, speakers: Sequence[Document | None]) -> bool:
    return (None if setting.set_by == "command line" else setting.set_by) in speakers


def _rules(titles: Sequence[str]) -> str:
    return f"rule{'' if len(titles) == 1 else 's'} {listing(titles, 'and', quote='')}"


def parts_of(composition: Composition) -> dict[str, tuple[Paragraph, ...]]:
    """Return the paragraphs of all parts that have any."""
    return {part: paragraphs for part in TOLD if (paragraphs := tuple(_part(part, composition)))}


def _credits(document: Document) -> str:
    return "; ".join(" ".join(s.value.split()).rstrip(".") for s in scalars(document.node.get("credits")))


def rules_in_words(game: Game) -> list[tuple[str, str]]:
    """Return the parts of the sheet without its rules, the rules, the cards line by line, and the options that are set,
    each with a title."""
    composition = game.composition
    sheet = sheet_of(game)
    rules = [(sheet.title, f"{sheet.text} {sheet.players}. {sheet.cards}.".strip())]
    for name, paragraphs in sheet.parts.items():
        untitled = " ".join(p.text for p in paragraphs if p.title is None)
        rules += [(PARTS[name], untitled)] if untitled else []
        rules += [(p.title, p.text) for p in paragraphs if p.title is not None]
    cards = [f"{' '.join(row.cards)}: {' '.join(p.text for p in row.words)}" for row in sheet.chart]
    cards += [p.text for p in sheet.kinds]
    rules += [(PARTS["chart"], "\n".join(cards))] if cards else []
    settings = [setting_in_words(s) for s in options_by_name(composition).values() if s.set_by != "default"]
    return [*rules, ("Set for this game", "; ".join(settings) + ".")] if settings else rules


def rules_as_taught(composition: Composition) -> list[Document]:
    """Return the rules in the order in which games list them, those of the command line last."""
    places = {d.id: number for number, d in enumerate(composition.documents)}
    last = len(places)
    uses = sorted(composition.uses, key=lambda use: (places[use.by.id] if use.by else last, use.span.start))
    return [use.rule for use in uses]


def part_of(rule: Document) -> str:
    """Return the part of the sheet that has the text of a rule."""
    part = rule.node.get("part")
    return part.value if isinstance(part, Scalar) else "rules"


def _part(part: str, composition: Composition) -> Iterator[Paragraph]:
    """Yield the paragraphs of a part: those of frames and games, then those of rules, then whole rules."""
    for member in composition.sections["sheet"]:
        if member.name == part and composition.holds_at_start(member.document):
            for words in _written_paragraphs(member, composition):
                paragraph = paragraph_of(member, words, composition)
                if paragraph is not None:
                    yield paragraph
    if part == "turn":
        yield from _plain_frames(composition)
    if part == "switched":
        yield from _at_the_start(composition)
    speakers = _speakers(composition)
    added = {use.rule.id for use in composition.uses if use.by in speakers}
    for rule in rules_as_taught(composition):
        own = "added" if rule.id in added and part_of(rule) == "rules" else part_of(rule)
        if (own if composition.holds_at_start(rule) else "switched") == part:
            paragraph = _of_rule(rule, composition)
            if paragraph.text or not rule.text:
                yield paragraph


def _written_paragraphs(member: Member, composition: Composition) -> Iterator[str]:
    """Yield the paragraphs of a part of the sheet, without the sentences that follow the text of a rule.

    A blank line of a text begins a new paragraph. Except in a block with `|`, YAML has already joined the other lines.
    """
    for paragraph in sheet_paragraphs(member.value):
        sentences = [text.value for key, text in paragraph if key is not None and applies(key, member, composition)]
        yield " ".join(sentences if not is_in_own_part(member) else ())
        for text in (text for key, text in paragraph if key is None):
            yield from re.split(r"\n\s*\n" if text.style == "|" else r"\n", text.value)


def _at_the_start(composition: Composition) -> Iterator[Paragraph]:
    """Yield sentences about the rules that play switches: those that are on from the start, and the others."""
    switched = [rule for rule in rules_as_taught(composition) if rule.id in composition.switchable]
    on = [rule.title for rule in switched if composition.holds_at_start(rule)]
    if on:
        are = "is" if len(on) == 1 else "are"
        yield Paragraph(f"{listing(on, 'and', quote='')} {are} on at the start.", composition.id)
    if len(on) < len(switched):
        which = "rule below is" if len(switched) == len(on) + 1 else "rules below are"
        yield Paragraph(f"The {which} off at the start.", composition.id)


def _plain_frames(composition: Composition) -> Iterator[Paragraph]:
    """Yield the text of the last frame, if neither it nor a game that extends it says anything for the sheet."""
    frame = composition.frame
    silent = not any(isinstance(d.node.get("sheet"), Mapping) for d in (frame, *composition.games))
    if silent and frame is not composition.subject and frame.text:
        yield Paragraph(text_of(frame, composition), frame.id)


def _of_rule(rule: Document, composition: Composition) -> Paragraph:
    because = [p.because for p in passages(words_of(rule, composition), rule, composition)]
    reasons = tuple(dict.fromkeys(reason for each in because for reason in each))
    return Paragraph(text_of(rule, composition), rule.id, reasons, title_of(rule, composition))


def _settings(composition: Composition, every: bool) -> Iterator[Paragraph]:
    """Yield the options that differ from their defaults, or all, unless some words of the sheet report them."""
    reported = reported_options(composition)
    for setting in options_by_name(composition).values():
        changed = setting.set_by != "default" and not _is_default(setting)
        if (changed or every) and setting.full_name not in reported:
            yield in_force(setting)


def in_force(setting: OptionSetting) -> Paragraph:
    """Return an option and its value in words. An option of a rule has the title of the rule."""
    words = setting_in_words(setting)
    title = setting.document.title if setting.document.kind == "rule" else None
    return Paragraph(f"{words[0].upper()}{words[1:]}.", setting.document.id, (), title)


def _is_default(setting: OptionSetting) -> bool:
    default = setting.spec.get("default")
    return isinstance(default, Scalar) and default.value == str(setting.data).lower()


def reported_options(composition: Composition) -> frozenset[str]:
    """Return the full names of the options that words on the sheet report."""
    return frozenset(_reported(composition))


def _reported(composition: Composition, shown: bool = False) -> Iterator[str]:
    """Yield options that words report. `shown`: without those that mean nothing in this mix, so no words show them."""
    for document in (*rules_as_taught(composition), composition.subject):
        yield from _options_of(document.text, document, composition, shown)
    for member in composition.sections["deck"]:  # `cards_in_words` reports these
        yield from _IN_DECK.findall(member.value.value) if isinstance(member.value, Scalar) else ()
    for section in SHEET_SECTIONS:
        for member in composition.sections[section]:
            sentences = list(sheet_sentences(member.value))
            others = {name for key, _ in sentences for name, replaced in owners(key) if replaced and not shown}
            for key, text in sentences:  # words of a `replaced` member make options in those that they replace idle
                if applies(key, member, composition, others):
                    yield from _options_of(text.value, member.document, composition, shown)


def _options_of(text: str, document: Document, composition: Composition, shown: bool) -> Iterator[str]:
    for passage in passages(text, document, composition):
        yield from passage.options if passage.words or not shown else ()


def title_of(rule: Document, composition: Composition) -> str:
    """Return the title of a rule as it reads in this mix."""
    title = rule.title
    for setting in composition.options.values():
        if setting.document is not rule or setting.type.kind not in ("rank", "ranks"):
            continue
        usual, now = _usual(setting), setting.data
        ranks = [str(rank) for rank in now] if isinstance(now, list) else [str(now)]
        if len(usual) == 1 and ranks != usual and now:
            title = _with_ranks(title, usual[0], ranks, read_deck(composition.deck).design)
    return title


def _usual(setting: OptionSetting) -> list[str]:
    return [item.value for item in scalars(setting.spec.get("default"))]


def _with_ranks(title: str, usual: str, ranks: list[str], design: Design) -> str:
    """Return a title with words for other ranks in place of those for the usual one."""
    forms = _forms(usual, design)

    def other(match: re.Match[str]) -> str:
        form = [form.casefold() for form in forms].index(match[0].casefold())
        words = listing([_forms(rank, design)[form] for rank in ranks], "and", quote="")
        return f"{words[0].upper()}{words[1:]}" if match[0][0].isupper() else words

    return re.sub(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", other, title, flags=re.IGNORECASE)


def _forms(rank: str, design: Design) -> tuple[str, ...]:
    """Return the words for cards of a rank: `jacks`, `jack`, `Js`."""
    number = design.rank_named(rank)
    word, plural = design.ranks[number].words if number is not None else (rank, f"{rank}s")
    return plural, word, f"{rank}s"


_REPLACEABLE = ("stages", "procedures", "prompts", "functions")
MOST_NAMED = 4


def undescribed(composition: Composition) -> tuple[str, ...]:
    """Return a sentence for each game that replaces parts of its family, or adds clauses, without a `sheet`."""
    games = [game for game in composition.games if not isinstance(game.node.get("sheet"), Mapping)]
    return tuple(_sentence(game, names) for game in games if (names := [*dict.fromkeys(_changed(game))]))


def _changed(game: Document) -> Iterator[str]:
    for section in _REPLACEABLE:
        for entry in doc.entries_in(game.node.get(section)):
            if doc.node_at(entry.value, "instead") is not None:
                yield entry.key.value.partition("(")[0]
    for action in doc.entries_in(game.node.get("may")):
        yield from (clause.key.value for clause in doc.entries_in(action.value))


def _sentence(game: Document, names: list[str]) -> str:
    shown = listing(names[:MOST_NAMED], "and")
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return (
        f"the words of the family might be wrong here: `{game.id}` changes {shown}{more}, and has no `sheet:` that "
        "describes this"
    )
