"""A rule that somebody writes on a page: what is wrong with it, what its examples say, and the mix with it.

All of this is for a process of `Background`. The text can't make it read a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from parlour.api import check
from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.examples import CaseResult, Mixes, cases_of, run_case
from parlour.library.library import Library
from parlour.library.loading import Texts, load
from parlour.mixer import starters
from parlour.mixer.mix_link import LinkError, ShownProblem, opened
from parlour.web.mix_view import MixView, mix_view
from parlour.web.mix_work import ChangesShown, changes_shown, library

FILE = "my-rule.yaml"
LONGEST = 20_000  # characters
MODELS = 60  # rules to copy from


@dataclass(frozen=True)
class OwnRule:
    """A checked rule. `line` is the mix with it; `view` is None if the rule has errors, or if no game has it."""

    line: str
    findings: tuple[Diagnostic, ...]
    examples: tuple[CaseResult, ...] = ()
    problem: ShownProblem | None = None
    view: MixView | None = None
    changes: ChangesShown | None = None


def documents_of(form: Mapping[str, str]) -> dict[str, str]:
    """Return the rule that a form has, for `parlour.load`."""
    text = text_in(form)
    return {FILE: text} if text.strip() else {}


def text_in(form: Mapping[str, str]) -> str:
    """Return the text of a rule in a form, with the line ends of files."""
    return form.get("text", "").replace("\r\n", "\n")


def starter(line: str, known: Library) -> str:
    """Return the beginning of a rule for a mix."""
    return starters.starter("rule", "my-rule", FILE, opened(line, known).bench.frames[0], known)


def models(line: str, known: Library) -> Sequence[tuple[str, str]]:
    """Return the titles and texts of rules for the game of a mix, from its nearest frames, the shortest first."""
    frames = opened(line, known).bench.frames
    near = (rule for frame in frames for rule in known.rules_for([frame]))
    texts = {rule.title: rule.path.read_text(encoding="utf-8") for rule in islice(near, MODELS)}
    return sorted(texts.items(), key=lambda model: len(model[1]))


def checked_rule(line: str, text: str) -> OwnRule:
    """Check a rule and run its examples, alone and in a mix."""
    findings = check(text, FILE, library=library())
    texts = Texts.of({FILE: text})
    rule, problems = load(texts.paths[0])
    if rule is None or has_errors((*problems, *findings)):
        return OwnRule(line, findings)
    if rule.kind != "rule":
        message = f"Expected a rule, which begins with `rule:`, found a {rule.kind}."
        return OwnRule(line, (), problem=ShownProblem(message))
    known = library().with_texts(texts)
    mixes, mix = Mixes(known), f"{line} + {rule.id}"
    examples = tuple(run_case(case, mixes) for case in cases_of(rule))
    try:
        view = mix_view(mix, known)
        changes = changes_shown(opened(mix, known)) if view.players else None
    except LinkError as error:
        return OwnRule(line, findings, examples, error.problem)
    return OwnRule(mix, findings, examples, None, view, changes)
