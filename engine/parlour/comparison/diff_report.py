"""A comparison of two mixes as text, as data for programs and as a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from parlour.base import html_page
from parlour.base.printable import capitalised, closed
from parlour.comparison.changes import ChangedPart, MixChange
from parlour.comparison.mix_comparison import MixComparison, MixDifference, Ruling, ShownPlay, is_changed
from parlour.documents.prose import text_of
from parlour.game import Game
from parlour.play.move_effects import EffectLine
from parlour.program import Design
from parlour.sheets.assembly import opening_of
from parlour.sheets.drawing import COLOURS, in_colours
from parlour.sheets.text import example_lines
from parlour.terminal.console import WIDEST, broken

MOST_EFFECTS = 4  # lines about what happens after a play
_NOT_SHOWN = "Parlour tried small positions and deals, and none of them shows this."
_OUTSIDE = {
    "before play begins": ("deal", "before"),
    "when a hand or a game ends": ("end", "scoring"),
}
"""When rules of these parts of the rule sheet act."""
HEADINGS = {
    "added": "Added",
    "replaced": "Replaced",
    "rewritten": "Changed",
    "removed": "Removed",
    "option": "Settings",
    "players": "Settings",
}


def heading(comparison: MixComparison) -> str:
    """Return `Cut Throat Spades (cts), compared with Cut Throat (ct)`."""
    one, other = comparison.one, comparison.other
    if one.id == other.id and is_changed(one.composition):
        return f"Two mixes of {other.title} ({other.id}): what the second changes from the first"
    if one.id == other.id:
        return f"{other.title} ({other.id}) with these changes, compared with the game without them"
    return f"{_title(other)}, compared with {_title(one)}"


def _title(game: Game) -> str:
    mix = "A mix of " if is_changed(game.composition) else ""
    return f"{mix}{game.title} ({game.id})"


def about(comparison: MixComparison) -> str:
    """Return the text of the second game, if it is another one, and what a mix changes in it."""
    mix = comparison.other.composition
    if comparison.one.id == comparison.other.id:
        return ""
    changed = opening_of(mix) if is_changed(mix) else None
    return " ".join(filter(None, (text_of(mix.subject, mix), changed)))


def summary(comparison: MixComparison) -> str:
    """Return `4 rules added, 1 removed, 6 settings changed.`"""
    kinds = [change.kind for change in comparison.changes if not change.part.is_game]
    counts = [
        (sum(kind == "added" for kind in kinds), "rule added", "rules added"),
        (sum(kind == "replaced" for kind in kinds), "rule replaced", "rules replaced"),
        (sum(kind == "rewritten" for kind in kinds), "rule changed", "rules changed"),
        (sum(kind == "removed" for kind in kinds), "rule removed", "rules removed"),
        (sum(kind in ("option", "players") for kind in kinds), "setting changed", "settings changed"),
        (len(comparison.changes) - len(kinds), "change in the game itself", "changes in the games themselves"),
    ]
    parts = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    if not parts:
        return "Both have the same rules and settings."
    family = " They belong to different families, so no position can show the difference."
    return f"{', '.join(parts)}.{'' if comparison.same_family else family}"


def sections(comparison: MixComparison) -> Iterator[tuple[str, Sequence[MixChange]]]:
    """Yield the changes by headings: added rules first, settings last."""
    for title in dict.fromkeys(HEADINGS.values()):
        group = [change for change in comparison.changes if HEADINGS[change.kind] == title]
        if group:
            yield title, group


def lacks_example(comparison: MixComparison, difference: MixDifference) -> bool:
    """True if Parlour has looked for an example of a difference and has found none, and the words aren't enough: the
    values of one of many settings, or a rule that changes only the numbers of players."""
    kinds = [change.kind for change in comparison.changes]
    about_players = "players" in kinds and sum(kind not in ("option", "players") for kind in kinds) == 1
    enough = not comparison.few_changes if difference.change.kind == "option" else about_players
    return difference.searched and difference.shown is None and not enough


def unshown(comparison: MixComparison, difference: MixDifference) -> str:
    """Return what to say about a difference without an example to show: when the rule acts, and an example in words."""
    change = difference.change
    game = comparison.one if change.kind == "removed" else comparison.other
    rule = next((document for document in game.composition.documents if document.id == change.name), None)
    parts = [*rule.strings("part"), *(["end"] if rule.node.get("endings") is not None else [])] if rule else []
    when = next((when for when, of in _OUTSIDE.items() if {*of} & {*parts}), None)
    example = f"For example, {difference.words}." if difference.words is not None else _NOT_SHOWN
    return f"This acts {when}. {example}" if when is not None else example


def words(change: MixChange) -> str:
    """Return a change in words: its title and text, or an option with its values."""
    was, now = change.was, change.now
    if change.kind in ("option", "players"):
        assert was is not None, "both mixes have a value"
        assert now is not None, "both mixes have a value"
        by = f" (“{change.by}” sets this)" if change.by is not None else ""
        return f"{capitalised(now.title)}: {was.text} → {now.text}{by}"
    part = change.part
    if change.kind == "replaced" and was is not None:
        before = f" (Before: {was.text})" if was.text else ""
        return f"“{part.title}” replaces “{was.title}”: {part.text}{before}"
    if change.kind == "rewritten" and was is not None:
        before = (
            f" (Before: {was.text})" if was.text != part.text else " (Its text is the same, but it works differently.)"
        )
        return f"{part.title}: {part.text}{before}"
    return f"{part.title}: {part.text}"


def rulings(shown: ShownPlay) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the verdict of each mix about the play, by its name. If both allow it, only the effects that differ."""
    if not (shown.was.allowed and shown.now.allowed):
        return (shown.names[0], _ruling(shown.was)), (shown.names[1], _ruling(shown.now))
    effects = [shown.was.effects, shown.now.effects]
    if not any(effects):
        return (shown.names[0], shown.was.sentence), (shown.names[1], shown.now.sentence)
    short = [_short(ruling) for ruling in (shown.was, shown.now)]
    effects = short if short[0] != short[1] else effects
    alone = [tuple(effect for effect in own if effect not in others) for own, others in (effects, effects[::-1])]
    was, now = (
        closed(capitalised(_some([*_unchanged(own, others), *(own or every[-1:])]) or "nothing else happens"))
        for own, others, every in zip(alone, alone[::-1], effects, strict=True)
    )
    return (shown.names[0], was), (shown.names[1], now)


def _short(ruling: Ruling) -> tuple[EffectLine, ...]:
    """Return the effects of a play. The question of the next player counts only if it is another one than before the
    play. After the end of a hand chance decides who that is."""
    *before, last = ruling.effects or (None,)
    if last is None or last.kind != "next":
        return ruling.effects
    if any(effect.kind == "over" for effect in before):
        return tuple(before)
    same = not last.question or last.question.partition("?")[0] == ruling.question.partition("?")[0]
    text = last.text.removesuffix(f": {last.question}") if same else f"{last.about} must answer: {last.question}"
    return (*before, EffectLine("next", text))


def _unchanged(own: Sequence[EffectLine], others: Sequence[EffectLine]) -> list[EffectLine]:
    """Return `score: no change` for the values that change only in the other mix."""
    changed = [{effect.about for effect in effects if effect.kind == "score"} for effects in (own, others)]
    return [EffectLine("event", f"{name}: no change") for name in sorted(changed[1] - changed[0])]


def _ruling(ruling: Ruling) -> str:
    then = _some(_short(ruling))
    return closed(f"Yes. {capitalised(then)}") if then and ruling.is_free else ruling.sentence


def _some(effects: Sequence[EffectLine]) -> str:
    """Return a few effects: numbers before movements of cards, and the last one, which says who is next."""
    by_worth = sorted(range(len(effects) - 1), key=lambda n: effects[n].kind not in ("score", "number"))
    places = sorted([*by_worth[: MOST_EFFECTS - 1], *range(len(effects))[-1:]])
    texts = [effects[n].text for n in places]
    return "; ".join([*texts[:-1], *(["…"] if len(places) < len(effects) else []), *texts[-1:]])


def position(shown: ShownPlay) -> str:
    """Return the position, the moves up to the play, and the play."""
    before = f", after {' and '.join(f'`{move}`' for move in shown.moves)}" if shown.moves else ""
    who = f"; seat {shown.seat}" if shown.seat is not None else ""
    return f"{capitalised(shown.position)}{before}{who}" + (f": `{shown.play}`?" if shown.play else "")


def lines(comparison: MixComparison, width: int = WIDEST) -> Iterator[str]:
    """Yield the lines of a report, wrapped. The words about a change come before the search for a position that shows
    it."""
    yield heading(comparison)
    for text in (about(comparison), summary(comparison)):
        yield from broken(f"  {text}", 0, width) if text else ()
    for title, group in sections(comparison):
        yield ""
        yield title
        for change in group:
            yield from broken(f"  {words(change)}", 2, width)
            difference = comparison.difference(change)
            if difference.shown is not None:
                yield from _shown(difference.shown, width)
            elif difference.examples:
                yield from (f"  {line}" for line in example_lines(difference.examples, width - 2))
            elif lacks_example(comparison, difference):
                yield from broken(f"    {unshown(comparison, difference)}", 2, width)


def _shown(shown: ShownPlay, width: int) -> Iterator[str]:
    yield from broken(f"    {position(shown)}", 2, width)
    left = max(len(name) for name in shown.names)
    for name, ruling in rulings(shown):
        yield from broken(f"      {name + ':':<{left + 1}} {ruling}", left + 2, width)


# ---------------------------------------------------------------- for programs


def data(comparison: MixComparison) -> dict[str, object]:
    return {
        "from": {"id": comparison.one.id, "title": comparison.one.title},
        "to": {"id": comparison.other.id, "title": comparison.other.title},
        "same_family": comparison.same_family,
        "differences": [
            {
                "kind": d.change.kind,
                "was": _part(d.change.was),
                "now": _part(d.change.now),
                "example": _example(d.shown) if d.shown is not None else None,
                "rule_examples": [list(example_lines((example,))) for example in d.examples],
            }
            for d in map(comparison.difference, comparison.changes)
        ],
    }


def _part(part: ChangedPart | None) -> dict[str, str] | None:
    return {"id": part.id, "title": part.title, "text": part.text} if part is not None else None


def _example(shown: ShownPlay) -> dict[str, object]:
    return {
        "position": shown.position,
        "moves": list(shown.moves),
        "play": shown.play or None,
        "answers": [_answer(*answer) for answer in zip(shown.names, (shown.was, shown.now), strict=True)],
    }


def _answer(name: str, ruling: Ruling) -> dict[str, object]:
    clauses = [{"id": c.id, "stands": c.stands, "at": c.origin.place} for c in ruling.clauses]
    then = [effect.text for effect in ruling.effects]
    return {"in": name, "allowed": ruling.allowed, "sentence": ruling.sentence, "then": then, "clauses": clauses}


_STYLE = COLOURS + """\
body { max-width: 42rem; }
h2 { border-bottom: 1px solid var(--line); }
p { margin: .3rem 0; }
.example { border-left: 3px solid var(--line); margin: .5rem 0 1rem; padding-left: .8rem; }
dl { margin: .3rem 0; }
dt { float: left; margin-right: .5rem; }
dd { margin: 0 0 .2rem; }
@media print { .change { break-inside: avoid; } }
"""
_PLAY = re.compile(r"`([^`]*)`")


def page(comparison: MixComparison) -> str:
    """Return a page, for a phone or for paper."""
    title, texts = escape(heading(comparison)), (about(comparison), summary(comparison))
    body = [f"<h1>{title}</h1>", *(f"<p>{escape(text)}</p>" for text in texts), *html_sections(comparison)]
    return html_page.page(title, body, _STYLE)


def html_sections(comparison: MixComparison) -> Iterator[str]:
    """Yield the changes as HTML, by kinds with headings."""
    for title, group in sections(comparison):
        yield f"<h2>{title}</h2>"
        for difference in map(comparison.difference, group):
            name, _, text = words(difference.change).partition(": ")
            yield f'<div class="change"><h3>{escape(name)}</h3><p>{escape(text)}</p>'
            if difference.shown is not None:
                titles = {mix.id: mix.title for mix in (comparison.one, comparison.other)}
                yield from _html_example(difference.shown, comparison.one.program.deck.design, titles)
            elif difference.examples:
                yield f'<pre class="example">{escape(chr(10).join(example_lines(difference.examples)))}</pre>'
            elif lacks_example(comparison, difference):
                yield f'<p class="example">{escape(unshown(comparison, difference))}</p>'
            yield "</div>"


def _html_example(shown: ShownPlay, design: Design, titles: Mapping[str, str]) -> Iterator[str]:
    yield f'<div class="example"><p>{_text(position(shown), design)}</p><dl>'
    for name, ruling in rulings(shown):
        yield f"<dt>{escape(titles.get(name, capitalised(name)))}</dt><dd>{_text(ruling, design)}</dd>"
    yield "</dl></div>"


def _text(text: str, design: Design) -> str:
    """Return HTML with plays in bold type and cards in the colours of their suits."""
    return _PLAY.sub(r"<b>\1</b>", in_colours(text, design))
