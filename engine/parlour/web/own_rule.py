"""A rule that somebody writes on a page: what is wrong with it, what its examples say, and the mix with it.

All of this is for a process of `Background`. The text can't make it read a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.api import check
from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.excerpts import excerpt
from parlour.base.printable import capitalised
from parlour.commands.starters import rule_starter
from parlour.documents.composition import Document
from parlour.examples import Mixes, cases_of, run_case
from parlour.library.library import Library
from parlour.library.loading import Texts, load
from parlour.web.mix_link import LinkError, opened
from parlour.web.mix_view import MixView, mix_view
from parlour.web.mix_work import ChangesShown, changes_shown, library

FILE = "my-rule.yaml"
LONGEST = 20_000  # characters


@dataclass(frozen=True)
class RuleFinding:
    """A finding about the text. `line` is its line, or 0 if it is about another ruleset."""

    severity: str
    message: str
    help: str
    line: int
    excerpt: str


@dataclass(frozen=True)
class RuleExample:
    name: str
    failures: tuple[str, ...]
    """Nothing for an example that passes."""


@dataclass(frozen=True)
class OwnRule:
    """A checked rule. `line` is the mix with it; `view` is None if the rule has errors, or if no game has it."""

    title: str
    line: str
    findings: tuple[RuleFinding, ...]
    examples: tuple[RuleExample, ...]
    view: MixView | None = None
    changes: ChangesShown | None = None


def documents_of(form: Mapping[str, str]) -> dict[str, str]:
    """Return the rule that a form has, for `parlour.load`."""
    text = text_in(form)
    return {FILE: text} if text.strip() else {}


def text_in(form: Mapping[str, str]) -> str:
    """Return the text of a rule in a form, with the line ends of files."""
    return form.get("text", "").replace("\r\n", "\n")


def starter(line: str) -> str:
    """Return the beginning of a rule for a mix."""
    frame = opened(line, library()).bench.frames[0]
    return rule_starter("my-rule", FILE, frame, library())[0] or ""


def checked_rule(line: str, text: str) -> OwnRule:
    """Check a rule and run its examples, alone and in a mix."""
    findings = tuple(map(_shown, check(text, FILE, library=library())))
    texts = Texts.of({FILE: text})
    rule, problems = load(texts.paths[0])
    if rule is None or has_errors(problems) or any(finding.severity == "error" for finding in findings):
        return OwnRule("", line, findings, ())
    if rule.kind != "rule":
        told = f"Expected a rule, which begins with `rule:`, found a {rule.kind}."
        return OwnRule(rule.title, line, (RuleFinding("error", told, "", rule.id_span.line, ""),), ())
    known = library().with_texts(texts)
    mixes = Mixes(known)
    results = [run_case(case, mixes) for case in cases_of(rule)]
    examples = tuple(RuleExample(each.name, tuple(d.message for d in each.diagnostics)) for each in results)
    return _in_mix(rule, line, findings, examples, known)


def _in_mix(
    rule: Document,
    line: str,
    findings: tuple[RuleFinding, ...],
    examples: tuple[RuleExample, ...],
    known: Library,
) -> OwnRule:
    mix = f"{line} + {rule.id}"
    try:
        view = mix_view(mix, known)
        changes = changes_shown(opened(mix, known)) if view.players else None
    except LinkError as error:
        told = RuleFinding("error", error.problem.message, error.problem.help, 0, "")
        return OwnRule(rule.title, line, (*findings, told), examples)
    return OwnRule(rule.title, mix, findings, examples, view, changes)


def _shown(finding: Diagnostic) -> RuleFinding:
    span = finding.span
    here = span is not None and span.source.name == FILE
    return RuleFinding(
        finding.severity,
        f"{capitalised(finding.message)}.",
        finding.help or "",
        span.line if span is not None and here else 0,
        "\n".join(excerpt(span)) if span is not None else "",
    )
