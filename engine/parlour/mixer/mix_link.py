"""A mix as a link has it, in one line: reads it, with every part that doesn't fit, and applies what a form changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

from parlour.base.diagnostics import Diagnostic, RulesetError, nearest
from parlour.base.printable import capitalised
from parlour.documents.option_types import meant_value
from parlour.library.library import Library, is_path
from parlour.mixer.bench import MixBench
from parlour.mixer.game_file import by_ids
from parlour.mixing.mix_line import MixLine, MixPart, read_line, write_line
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import family, mixes_for

LONGEST = 4_000  # characters of a mix in a link
SOLVABLE = ("compose-needs", "compose-excludes", "compose-group-taken", "compose-clash", "compose-replaced-twice")
"""Errors of rules that don't go together: the page says how to solve them."""

TO_TYPE = ("compose-wrong-frame", "library-wrong-kind")
"""Errors whose help is a command for the terminal."""


@dataclass(frozen=True)
class RemedyLink:
    """A remedy as an imperative, and the mix after it, in one line."""

    words: str
    mix: str


@dataclass(frozen=True)
class ShownProblem:
    """What is wrong with a mix, or worth knowing about it, and other mixes to open. A `part` of a link that doesn't fit
    is shown between those around it."""

    message: str
    help: str = ""
    remedies: tuple[RemedyLink, ...] = ()
    before: str = ""
    part: str = ""
    after: str = ""


class LinkError(Exception):
    """A link without any game."""

    def __init__(self, problem: ShownProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def line_in(text: str) -> str:
    """Return the mix that somebody names: by its line, or by the address of its page."""
    address = urlsplit(text.strip())
    mixes = parse_qs(address.query).get("mix", []) if address.scheme in ("http", "https") else []
    return (mixes[0] if mixes else text).strip()


@dataclass(frozen=True)
class OpenedMix:
    """The parts of a link that fit, and the others."""

    bench: MixBench
    draft: Recipe
    misfits: tuple[ShownProblem, ...] = ()

    @property
    def line(self) -> str:
        return self.bench.line(self.draft)


def opened(text: str, library: Library) -> OpenedMix:
    """Read a link. Raises LinkError if it names no game."""
    if len(text) > LONGEST:
        help = f"A mix in a link has at most {LONGEST:,} characters."
        raise LinkError(ShownProblem("This link is too long.", help, part=f"{text[:60]}…"))
    try:
        line = read_line(text)
    except RulesetError as error:
        raise LinkError(_misfit(error.diagnostics[0], text)) from None
    files = [part for part in (line.subject, *line.with_) if is_path(part)]
    if files:
        help = "A link can name only games and rules that this server lists."
        raise LinkError(ShownProblem("A link can't name a file.", help, part=files[0]))
    subject = str(by_ids(Recipe(line.subject), library).subject)
    try:
        bench = MixBench(subject, library)
    except RulesetError as error:
        raise LinkError(_no_game(error.diagnostics[0], line, library)) from None
    return _fitting(line, bench)


def _no_game(error: Diagnostic, line: MixLine, library: Library) -> ShownProblem:
    """Return the error with the game to name instead."""
    name = line.subject
    frame, rule = (library.find(name, (kind,))[0] for kind in ("frame", "rule"))
    text = line.at.source.text
    if frame is not None:
        games = [document for document in family(library, frame.id) if document.kind == "game"]
        remedies = [RemedyLink(f"Open {game.title}", f"{game.id}{text[line.at.end :]}") for game in games]
        return _misfit(line.placed([error])[0], text, "Choose one of its games:", tuple(remedies))
    if rule is not None:
        whole = [mix for mix in mixes_for(rule, library, rule.id) if mix.document.kind == "game"]
        mixes = [(mix.document, write_line(mix.document.id, map(str, mix.with_))) for mix in whole[:1]]
        remedies = [RemedyLink(f"Open {game.title}", mix) for game, mix in mixes]
        return _misfit(line.placed([error])[0], text, "Add it to a game:", tuple(remedies))
    near = nearest(name, library.ids("game"))
    known = (RemedyLink(f"Open {near}", f"{near}{text[line.at.end :]}"),) if near is not None else ()
    return _misfit(line.placed([error])[0], text, "", known)


def _misfit(error: Diagnostic, text: str, help: str = "", remedies: tuple[RemedyLink, ...] = ()) -> ShownProblem:
    start, end = (error.span.start, error.span.end) if error.span is not None else (0, len(text))
    if not help and error.help is not None and error.code not in TO_TYPE:
        help = capitalised(error.help)
    return ShownProblem(f"{capitalised(error.message)}.", help, remedies, text[:start], text[start:end], text[end:])


def _fitting(line: MixLine, bench: MixBench) -> OpenedMix:
    """Take the parts away that don't fit, as long as there are some."""
    parts, misfits = [*line.parts], list[ShownProblem]()
    while True:
        draft = _draft(line, parts, bench)
        _, findings = bench.composed(draft)
        wrong = [d for d in line.placed(findings) if d.severity == "error" and d.code not in SOLVABLE]
        misfit = next(((d, part) for d in wrong for part in parts if _is_in(d, part)), None)
        if misfit is None:
            short = bench.without_repeats(draft)
            return OpenedMix(bench, _with_values(short, short.options.items(), bench), tuple(misfits))
        error, part = misfit
        parts.remove(part)
        remedies = _remedies(error, part, _draft(line, parts, bench), bench)
        misfits.append(_misfit(error, line.at.source.text, "", remedies))


def _is_in(error: Diagnostic, part: MixPart) -> bool:
    span = error.span
    return span is not None and span.source is part.span.source and part.span.start <= span.start < part.span.end


def _draft(line: MixLine, parts: Iterable[MixPart], bench: MixBench) -> Recipe:
    """Return the draft with these parts of a line."""
    line = replace(line, parts=tuple(parts))
    mix = by_ids(Recipe(bench.subject, line.with_, line.without, line.options, bench.library), bench.library)
    names = map(str, mix.with_)
    return replace(mix, with_=tuple(rule.id if (rule := bench.rule(name)) is not None else name for name in names))


def _remedies(error: Diagnostic, part: MixPart, rest: Recipe, bench: MixBench) -> tuple[RemedyLink, ...]:
    """Return the mix with the nearest name, and the mix without the part."""
    near = nearest(part.name, bench.options(rest) if part.option == "set" else bench.library.ids("rule"))
    mix = bench.line(rest)
    remedies = [RemedyLink(f"Leave {part.name} out", mix)]
    if near is not None and error.help is not None and f"`{near}`" in error.help:
        value = f"={part.text.partition('=')[2]}" if part.option == "set" else ""
        sign = "," if part.option == "set" else f" {part.sign}"
        remedies.insert(0, RemedyLink(f"Write {near}", f"{mix}{sign} {near}{value}"))
    return tuple(remedies)


def _with_values(draft: Recipe, values: Iterable[tuple[str, object]], bench: MixBench) -> Recipe:
    """Return the draft with values of options as a file has them, by the full names of the options."""
    named = bench.options(draft)
    for name, value in values:
        full = name if name in named else next((full for full, s in named.items() if s.name == name), None)
        if full is not None:
            draft = bench.with_value(full, meant_value(named[full].type, str(value)), draft.without_value(name))
    return draft


# ---------------------------------------------------------------- forms

RULE, OPTION = "rule.", "set."
"""Begin the names of fields: the tick of a rule, and the value of an option."""


def changed(before: str, ticked: Iterable[str], values: Mapping[str, str], library: Library) -> str:
    """Return the mix after somebody has changed the ticks or the options on the page of a mix."""
    mix = opened(before, library)
    bench, draft = mix.bench, mix.draft
    there, wanted = bench.rules(draft), {*ticked}
    for id in [id for id in there if id not in wanted]:
        draft = bench.without_rule(id, draft)
    for id in sorted(wanted - there.keys()):
        draft = bench.with_rule(id, draft)
    filled = ((name, value.strip()) for name, value in values.items() if value.strip())
    return bench.line(_with_values(draft, filled, bench))
