"""Finds the sentences of a game's rules that have the words of a question: those of its rule sheet, ranked by BM25."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from parlour.documents.composition import Document, scalars
from parlour.documents.document import node_at
from parlour.game import Game
from parlour.library.spellings import stem, words_in_order
from parlour.program import Design
from parlour.sheets.assembly import sheet_of
from parlour.sheets.model import PARTS, Paragraph
from parlour.views.signs import in_signs

MOST = 3  # sentences that answer a question
REPEATED, LENGTH = 1.2, 0.75  # the usual parameters of BM25
_END = re.compile(r"(?<=[.!?”)]) +(?=[A-Z{“])")
_LITTLE = frozenset({
    "a", "an", "the", "i", "me", "my", "we", "us", "our", "you", "your", "he", "she", "it", "they", "them", "their",
    "his", "her", "this", "that", "these", "those", "there", "is", "are", "am", "was", "were", "be", "been", "do",
    "does", "did", "has", "have", "had", "can", "could", "may", "might", "must", "shall", "should", "will", "would",
    "to", "of", "in", "on", "at", "by", "for", "from", "with", "and", "or", "but", "if", "so", "as", "than", "then",
    "not", "no", "what", "who", "whom", "which", "when", "where", "why", "how", "just", "also", "too",
})  # fmt: skip
NOTE = "Parlour quotes the rules and doesn't judge free questions. Type a move to get a verdict."


@dataclass(frozen=True)
class RuleSentence:
    """A sentence of the rule sheet, the title of its rule or part of the sheet, and its place in a file."""

    title: str
    text: str
    place: str
    names: str = ""
    """Other names of the rule, and of the zones in the sentence."""


def sentences_about(question: str, game: Game) -> list[RuleSentence]:
    """Return the sentences that fit a question best, at most three; none if no sentence has a word of it."""
    sentences, design = [*dict.fromkeys(sentences_of(game))], game.program.deck.design
    counts = [Counter(_terms(f"{each.title} {each.names} {each.text}", design)) for each in sentences]
    usual = sum(map(Counter.total, counts)) / len(counts)
    scores = [0.0] * len(counts)
    for term in {*_terms(question, design)}:
        having = sum(term in count for count in counts)
        rare = log(1 + (len(counts) - having + 0.5) / (having + 0.5))
        for number, count in enumerate(counts):
            long = 1 - LENGTH + LENGTH * count.total() / usual
            scores[number] += rare * count[term] * (REPEATED + 1) / (count[term] + REPEATED * long)
    order = sorted(range(len(counts)), key=lambda number: -scores[number])
    best = [number for number in order[:MOST] if scores[number]]
    titles = list(dict.fromkeys(sentences[number].title for number in best))
    return [sentences[n] for n in sorted(best, key=lambda n: (titles.index(sentences[n].title), n))]


def quoted(sentences: Sequence[RuleSentence], game: Game) -> Iterator[str]:
    """Yield the answer to a question, a line for each sentence; or where to read all rules, if none fits."""
    if not sentences:
        yield f"No sentence of the rules has these words. To read all rules: parlour rules {game.program.id}"
    yield from (f"{quote.title}: {quote.text} [{quote.place}]" for quote in sentences)


def _terms(text: str, design: Design) -> list[str]:
    """Return the stems of the words of a text that say something; `J♥` is two, its rank and its suit."""
    plain = in_signs(text, design)
    suits = [sign for sign in design.signs if not sign.isalnum() for _ in range(plain.count(sign))]
    return [*suits, *(stem(word) for word in words_in_order(plain) if word not in _LITTLE)]


def sentences_of(game: Game) -> Iterator[RuleSentence]:
    """Yield the sentences of the sheet in order, the chart of cards last."""
    documents, sheet = {each.id: each for each in game.composition.documents}, sheet_of(game)
    zone_names = {zone.text: zone.also_called for zone in game.program.zones if zone.text}
    introduction = (sheet.text, f"{sheet.players}.", f"{sheet.cards}.")
    parts = [("", sheet.title, Paragraph(text, game.composition.subject.id)) for text in introduction if text]
    parts += [(part, PARTS[part], each) for part, paragraphs in sheet.parts.items() for each in paragraphs]
    parts += [("settings", PARTS["settings"], each) for each in sheet.settings]
    parts += [("classes", PARTS["chart"], each) for each in sheet.kinds]
    for part, heading, paragraph in parts:
        document, is_rule = documents[paragraph.document], paragraph.title is not None
        place = _place(document, "sheet" if part in sheet.parts and not is_rule else "text", part)
        names = [each.value for each in scalars(document.node.get("also-called")) if is_rule]
        for sentence in _END.split(paragraph.text):
            zones = [name for text, called in zone_names.items() if text in sentence for name in called]
            yield RuleSentence(paragraph.title or heading, sentence, place, " ".join((*names, *zones)))
    for row in sheet.chart:
        yield RuleSentence(" ".join(row.cards), " ".join(each.text for each in row.words), row.place)


def _place(document: Document, section: str, part: str) -> str:
    """Return the place of a part of the sheet, of a section, of the text, or of the whole document."""
    node = document.node.get(section)
    inner = node_at(node, part)
    return (inner or node or document.node.get("text") or document.node).span.place

