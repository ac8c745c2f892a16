"""Writes the changes for somebody who knows another game: sheets with only the differences, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.documents.prose import options_by_name, value_text, with_rules
from parlour.game import Game
from parlour.program import Design
from parlour.sheets.assembly import in_force, reported_options, rules_as_taught, sheet_of
from parlour.sheets.model import Paragraph, Row, Sheet
from parlour.sheets.selectors import order_of
from parlour.sheets.worked import worked

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"])")
_NUMBER = re.compile(r"\d+")
_PAUSE = re.compile(r"[:;](?=\s)")  # a sentence can end there in other sheets
_RULES = ("rules", "added")  # parts with whole rules: one sheet's own rule can be an added one on another
ORDINARY = "An ordinary card."

_OTHERWISE = "Everything that this page doesn't mention stays the same."


def lessons(known: Game, game: Game, load: Callable[[Path], Game], most: int) -> Sheet:
    """Return the changes that a player of one game has to learn for another, in one step for each game between them.

    These are the games that the second one extends, from the first that the player doesn't know.
    """
    familiar = {d.id for d in known.composition.documents}
    between = [load(d.path) for d in game.composition.games[:-1] if d.id not in familiar]
    steps = [lesson(old, new, most) for old, new in pairwise((known, *between, game))]
    if len(steps) == 1:
        return steps[0]
    titles = ", then ".join(step.title for step in steps)
    opening = f"For players who know {_mix_title(known)}: {titles}."
    return replace(_blank(game), opening=opening, tiers=tuple(steps))


def _mix_title(game: Game) -> str:
    """Return the title of the game, with the house rules that somebody added to it."""
    added = [rule.title for rule in game.composition.added]
    return with_rules(game.title, added, ())


def _blank(game: Game) -> Sheet:
    """Return a sheet with a title only."""
    return Sheet(game.id, game.title, "", "", "", "", {}, (), (), (), (), game.program.deck.design)


def lesson(known: Game, game: Game, most: int) -> Sheet:
    """Return the sheet of a mix without the rules that a player of another game knows."""
    old, new = sheet_of(known), sheet_of(game)
    familiar = {d.id for d in known.composition.documents}
    added = tuple(d.id for d in game.composition.documents if d.id not in familiar)
    before = old.parts | {name: tuple(p for n in _RULES for p in old.parts.get(n, ())) for name in _RULES}
    changed = {name: tuple(_news(paragraphs, before.get(name, ()))) for name, paragraphs in new.parts.items()}
    parts = {name: news for name, news in changed.items() if news}
    there = {d.id for d in game.composition.documents}
    gone = [rule for rule in rules_as_taught(known.composition) if rule.id not in there]
    rules = tuple(_without([rule.title for rule in gone], game))
    lasting = [name for name in old.parts if name != "switched"]  # rules switched elsewhere
    sentences = tuple(p for name in lasting for p in _lost(old.parts[name], new.parts.get(name, ())))
    if rules or sentences:
        parts["gone"] = (*sentences, *rules)
    settings = tuple(_changed(known, game))
    chart, kinds = tuple(_new_rows(old.chart, new, game)), tuple(kind for kind in new.kinds if kind not in old.kinds)
    opening = f"For players who know {_mix_title(known)}"
    same_table = (old.players, old.cards) == (new.players, new.cards)
    if same_table and not (parts or chart or kinds or settings or added):
        return replace(_blank(game), opening=f"{opening}: nothing changes.")
    return replace(
        new,
        opening=f"{opening}. {_OTHERWISE}",
        text="" if new.text == old.text else new.text,
        players="" if same_table else new.players,
        cards="" if same_table else new.cards,
        parts=parts,
        chart=chart,
        kinds=kinds,
        settings=settings,
        examples=worked(game, most, added) if added else (),
    )


def _without(titles: Sequence[str], game: Game) -> Iterator[Paragraph]:
    """Yield a paragraph that names the rules that don't apply, if there are any."""
    if titles:
        names = listing([f"“{title}”" for title in titles], "and", quote="")
        heading = "Rules that don't apply" if titles[1:] else "This rule doesn't apply"
        yield Paragraph(f"{heading}: {names}.", game.id)


def _news(paragraphs: tuple[Paragraph, ...], before: tuple[Paragraph, ...]) -> Iterator[Paragraph]:
    """Yield the paragraphs with sentences that aren't in the other sheet. Rules with such sentences are repeated as a
    whole."""
    rules = {p.title: {*_SENTENCE.split(p.text)} for p in before if p.title is not None}
    sentences = {sentence for p in before for sentence in _SENTENCE.split(p.text)}
    for paragraph in paragraphs:
        if paragraph.title is not None:
            if not {*_SENTENCE.split(paragraph.text)} <= rules.get(paragraph.title, set()):
                yield paragraph
            continue
        fresh = [sentence for sentence in _SENTENCE.split(paragraph.text) if sentence not in sentences]
        if fresh:
            yield replace(paragraph, text=" ".join(fresh))


def _lost(before: tuple[Paragraph, ...], left: tuple[Paragraph, ...]) -> Iterator[Paragraph]:
    """Yield the sentences of frames and games that no longer apply. One with another number still applies. Yield also
    those of rules that have lost some of their sentences, and gained none."""
    rules = {p.title: {*_SENTENCE.split(p.text)} for p in left if p.title is not None}
    there = {_NUMBER.sub("#", sentence) for p in left for sentence in _SENTENCE.split(p.text)}
    there |= {f"{sentence[:end.start()]}." for sentence in there for end in _PAUSE.finditer(sentence)}
    for paragraph in before:
        sentences = _SENTENCE.split(paragraph.text)
        if paragraph.title is None:
            lost = [_rest(s, there) for s in sentences if _NUMBER.sub("#", s) not in there]
        else:
            now = rules.get(paragraph.title, {*sentences})
            lost = [s for s in sentences if s not in now] if now < {*sentences} else []
        if lost:
            yield replace(paragraph, text=f"“{' '.join(lost)}”")


def _rest(sentence: str, there: Collection[str]) -> str:
    """Return a sentence without the beginning that is still on the sheet as a sentence of its own."""
    beginning = next((s[:-1] for s in there if sentence.startswith(s[:-1]) and sentence[len(s) - 1] in ":,;"), "")
    return f"… {sentence[len(beginning) + 1 :].lstrip()}" if beginning else sentence


def _new_rows(before: tuple[Row, ...], sheet: Sheet, game: Game) -> Iterator[Row]:
    """Yield the rows of cards that have changed, then a row of the cards that do nothing any more. It names ranks;
    single cards only if their rank has a row."""
    rows = sheet.chart
    old = {card: {p.text for p in row.words} for row in before for card in row.cards}
    for row in rows:
        texts = {p.text for p in row.words}
        cards = tuple(card for card in row.cards if old.get(card) != texts)
        if cards:
            yield replace(row, cards=cards)
    there = {card for row in rows for card in row.cards}
    gone = [card for row in before for card in row.cards if card not in there and game.program.deck.can_have(card)]
    ranks = {card: _rank(card, sheet.design) for card in gone}
    ordinary = [card for card, rank in ranks.items() if rank == card or rank not in (*there, *gone)]
    if ordinary:
        yield Row(tuple(sorted(ordinary, key=lambda card: order_of(card, sheet.design))), (Paragraph(ORDINARY, ""),))


def _rank(card: str, design: Design) -> str | None:
    """Return the name of the rank of a single card; None for a suit."""
    face = design.face_named(card)
    return None if face is None else design.rank_names[design.rank_of(face)]


def _changed(known: Game, game: Game) -> Iterator[Paragraph]:
    """Yield the options of both games with different values, unless some words of the sheet report them."""
    before = options_by_name(known.composition)
    reported = reported_options(known.composition) | reported_options(game.composition)
    for name, setting in options_by_name(game.composition).items():
        other = before.get(name)
        default = setting.spec.get("default")
        was = value_text(other) if other is not None else None if default is None else default.span.text
        if setting.full_name in reported or was is None or value_text(setting) == was.strip("[]\"' "):
            continue
        yield in_force(setting)
