"""`parlour check`: reports errors, warnings and notes about rulesets; only `--deep` plays them."""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.codes import CODES, NOT_CHECKED
from parlour.base.diagnostics import Diagnostic, containing, diagnostic_data, did_you_mean, has_errors, in_order
from parlour.base.parallel import workers
from parlour.base.printable import printable
from parlour.base.usage import UsageError
from parlour.base.version import own_version
from parlour.checking.clash_notes import CLASH, clash_notes
from parlour.commands.arguments import mix_of, seconds, several
from parlour.documents.composition import Document
from parlour.documents.contents import STDIN, path_of, read_bytes
from parlour.library.library import Library, is_path
from parlour.library.loading import in_place_of, load
from parlour.library.remembered import answer
from parlour.library.subjects import Subject, library_of, subjects
from parlour.library.travelling import WithRulesets
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import recipes_for
from parlour.playouts.player import HIGH, LOW
from parlour.reporting.fixing import correct, difference, save
from parlour.reporting.printed_findings import exit_code, print_findings
from parlour.reporting.suppressions import Sifted, sift
from parlour.terminal.console import Console
from parlour.terminal.files import state_folder
from parlour.terminal.stopping import Stopped

if TYPE_CHECKING:  # slow to import, and only needed to play
    from parlour.trials.findings import DeepFinding
    from parlour.trials.plan import SearchPlan

NEED_DEEP = ("minutes", "games", "players", "seed", "into", "keep_options", "jobs", "cluster")


@dataclass(frozen=True)
class Deep:
    """The findings from playing one document, and the extent of the search in words."""

    findings: tuple[DeepFinding, ...]
    words: str
    stopped: bool


def check_arguments(asked: Namespace) -> None:
    """Raise UsageError for options that make no sense."""
    if not asked.deep:
        for name in NEED_DEEP:
            if getattr(asked, name) not in (None, False):
                raise UsageError(f"`--{name.replace('_', '-')}` needs `--deep`", "add `--deep`, or remove this option")
    if asked.deep and (asked.fix or asked.diff):
        raise UsageError("`--deep` excludes `--fix` and `--diff`", "run `parlour check` twice")
    if asked.minutes is not None:
        if asked.games is not None:
            raise UsageError("`--minutes` and `--games` both limit the search", "remove one of them")
        seconds(asked.minutes)


@dataclass(frozen=True)
class DeepTask:
    """A document to play: its path or id among the rulesets of the command, the mix, and the limits."""

    names: tuple[str | Path, ...]
    document: Document
    reference: str | Path
    mix: Recipe
    plan: SearchPlan
    folder: Path

    def play(self, progress: Callable[[str], object] = lambda words: None) -> Deep | None:
        """Play a game, or a rule in its smallest mix. Return None if nobody can play it by itself."""
        from parlour.trials.findings import search  # slow to import, and only needed here
        from parlour.trials.plan import playable

        document, players = self.document, self.plan.players
        library = library_of(self.names, Library.standard())
        beside = library.beside(document.path) if document.kind == "rule" else library
        mixes = map(playable, recipes_for(document, self.reference, self.mix, beside))
        base = next((mix for mix in mixes if mix is not None), None)
        if base is None:
            return None
        if players is not None and players not in base.players:
            return Deep((), f"{document.id}: not played, because it isn't for {players} players", False)
        result = search(base, self.plan, self.folder, lambda words: progress(f"playing {document.id}: {words}"))
        begun = "stopped after " if result.searched.stopped else "played "
        return Deep(result.findings, f"{document.id}: {begun}{result.searched.words}", result.searched.stopped)


def _deep(
    documents: Sequence[tuple[Document, str | Path]], names: Sequence[str | Path], mix: Recipe, asked: Namespace,
    console: Console,
) -> list[Deep]:  # fmt: skip
    """Play documents, in this process, in several, or on the machines of a cluster. Ctrl-C ends that."""
    from parlour.trials.plan import SECONDS, SearchPlan  # slow to import, and only needed here

    plan = SearchPlan(
        seed=1 if asked.seed is None else asked.seed,
        seconds=SECONDS if asked.minutes is None else seconds(asked.minutes),
        games=asked.games,
        players=asked.players,
        options=not asked.keep_options,
        native=False if asked.no_native else None,
    )
    folder = Path(asked.into) if asked.into is not None else state_folder() / "findings"
    tasks = [DeepTask(tuple(names), document, reference, mix, plan, folder) for document, reference in documents]
    jobs = min(asked.jobs or os.cpu_count() or 1, len(tasks) or 1)
    play = partial(DeepTask.play, progress=console.busy) if jobs == 1 and asked.cluster is None else DeepTask.play
    named = [document.path for document, _ in documents] + [path_of(rule) for rule in mix.with_ if is_path(str(rule))]
    played: list[Deep] = []
    try:
        with workers(WithRulesets(play, library_of(names, Library.standard()), named), jobs, asked.cluster) as those:
            for _, result in those.results(tasks):
                console.busy(f"played {len(played)} of {len(tasks)} rulesets")
                played += [result] if result is not None else []
                if played and played[-1].stopped:
                    break
    except KeyboardInterrupt:
        played.append(Deep((), f"stopped after {len(played)} of {len(tasks)} rulesets", True))
    return played


Findings = tuple[Diagnostic, ...]
DEEP = "deep-"  # the beginning of codes that only `--deep` reports


def run(asked: Namespace, console: Console) -> int:
    check_arguments(asked)
    codes = selection_of(asked.select, asked.ignore)
    with _named_input(asked) as names:
        checked = _checked(asked, names, codes, console)
        if asked.fix or asked.diff:
            checked = _corrected(asked, names, checked, codes, console)
    sifted = _sifted(checked, codes)
    findings = in_order(replace(d, severity="error") if asked.strict else d for d in sifted.reported)
    if not asked.diff:
        _report(asked.format, findings, sifted, checked, console)
    for line in (*checked.not_compared, *(search.words for search in checked.played)):
        (console.say if asked.format == "text" else console.tell)(line)
    if any(search.stopped for search in checked.played):
        raise Stopped
    return max(exit_code(sifted.reported), 1 if has_errors(findings) else 0)


def _sifted(checked: Checked, codes: frozenset[str]) -> Sifted:
    """Return the findings that are selected and that no comment ignores."""
    chosen = [d for d in checked.findings if d.severity == "error" or d.code in codes]
    looked_for = {code for code in codes - NOT_CHECKED if checked.played or not code.startswith(DEEP)}
    sifted = sift(chosen, [document.source for document in checked.documents], looked_for)
    return replace(sifted, reported=tuple(d for d in sifted.reported if d.severity == "error" or d.code in codes))


def _corrected(
    asked: Namespace, names: Sequence[str | Path], checked: Checked, codes: frozenset[str], console: Console
) -> Checked:
    """Apply fixes: show them with `--diff`, write them with `--fix`. Return the remaining findings."""
    after = checked

    def again(texts: Mapping[str, str]) -> Findings:
        nonlocal after
        with in_place_of({Path(name): text.encode("utf-8") for name, text in texts.items()}):
            after = _checked(asked, names, codes, console)
        return _sifted(after, codes).reported

    changes, _ = correct(_sifted(checked, codes).reported, again)
    number = _count(sum(one.count for one in changes), "finding")
    if asked.diff:
        for one in changes:
            console.say_lines(difference(one))
        console.tell(f"--fix would correct {number}" if changes else "nothing to fix")
        return checked
    for one in changes:
        save(one)
        console.tell(f"corrected {_count(one.count, 'finding')} in {printable(one.source.name)}")
    return after


@dataclass(frozen=True)
class Checked:
    """The readable rulesets, all findings about the subjects, the games that `--deep` played, the number of positions
    among the files, and lines about pairs of rules that weren't compared."""

    documents: tuple[Document, ...]
    findings: Findings
    played: tuple[Deep, ...]
    passed_over: int = 0
    not_compared: tuple[str, ...] = ()


@contextmanager
def _named_input(asked: Namespace) -> Iterator[tuple[str | Path, ...]]:
    """Yield the subjects to check, with standard input under its `--stdin-name`."""
    names: tuple[str | Path, ...] = tuple(asked.subjects)
    if STDIN in names and (asked.fix or asked.diff):
        raise UsageError("`--fix` and `--diff` need files, not standard input")
    if asked.stdin_name is None:
        yield names
        return
    if STDIN not in names:
        raise UsageError("`--stdin-name` needs `-` among the rulesets")
    path = Path(asked.stdin_name)
    with in_place_of({path: read_bytes(path_of(STDIN), asked.stdin_name)}):
        yield tuple(path if name == STDIN else name for name in names)


def _checked(asked: Namespace, names: Sequence[str | Path], codes: frozenset[str], console: Console) -> Checked:
    library = library_of(names, Library.standard())
    mix = mix_of(asked)
    documents: list[Document] = []
    sound: list[tuple[Document, str | Path]] = []
    not_compared: list[str] = []
    passed_over = 0
    everything = tuple(subjects(names, library))
    findings: list[Diagnostic] = [] if names else list(library.problems)
    games = tuple(s.document.path for s in everything if names and s.document and s.document.kind == "game")
    for subject in everything:
        document = subject.document
        findings += subject.problems
        passed_over += document is None and not subject.problems
        if document is None or has_errors(subject.problems):
            findings += _in_sound_parts(subject, library, mix)
            continue
        documents.append(document)
        console.busy(f"checking {document.id or document.source.name}")
        own = findings_of(document, subject.reference, library, mix, bool(names), asked.strict, games)
        findings += own
        if document.kind != "deck" and not has_errors(own) and CLASH in codes:  # comparing takes seconds
            clashes = clash_notes(document, subject.reference, library, mix)
            findings += clashes.notes
            not_compared += [clashes.not_compared] if clashes.not_compared else []
        if not has_errors(own) and (names or document.kind == "game"):
            sound.append((document, subject.reference))
    played = _deep(sound, names, mix, asked, console) if asked.deep else []
    findings += [finding.written() for search in played for finding in search.findings]
    findings += _twice(library, everything, findings) if names else ()
    if asked.mix_line is not None:
        findings = [*asked.mix_line.placed(findings)]
    return Checked(tuple(documents), in_order(findings), tuple(played), passed_over, tuple(not_compared))


def _twice(library: Library, checked: Sequence[Subject], findings: Sequence[Diagnostic]) -> Findings:
    """Return the findings about ids that several files of a family have, if one is checked and no mix reports them."""
    sources = {subject.document.source for subject in checked if subject.document is not None}
    known = {d.message for d in findings}
    repeated = (d for d in library.repeated_ids() if d.span is not None and d.span.source in sources)
    return tuple(d for d in repeated if d.message not in known)


def _report(format: str, findings: Findings, sifted: Sifted, checked: Checked, console: Console) -> None:
    match format:
        case "json":
            console.say_json([diagnostic_data(d) for d in findings])
        case "sarif":
            from parlour.reporting.formats import log  # slow to import, and rarely needed

            console.say_json(log(findings, sifted.ignored, own_version()))
        case "github":
            from parlour.reporting.formats import workflow_commands

            console.say_lines(workflow_commands(findings))
        case _:
            print_findings(findings, console)
            console.say(_summary(checked, findings, len(sifted.ignored)))


def findings_of(
    document: Document,
    reference: str | Path,
    library: Library,
    mix: Recipe,
    named: bool,
    strict: bool,
    games: Sequence[Path] = (),
) -> Findings:
    """Return the findings about a document and its examples, from the cache if they are there.

    Checks a rule `named` on the command line in other games too; with `strict`, tries options at their limits. `games`
    are checked as well.
    """
    others = games if document.kind == "rule" else ()

    def work() -> Findings:
        from parlour.checking.document_check import DocumentCheck  # slow to import, and not needed for cached findings

        load(document.path)  # the answer depends on this file, even if nothing else reads it
        return DocumentCheck(document, reference, library, mix, named, strict, others).findings()

    wanted = (mix.with_, mix.without, tuple(mix.options.items()), named, strict)
    question = (reference, str(document.path), *wanted, *map(str, others))
    return answer("check", question, library, work).value


def _in_sound_parts(subject: Subject, library: Library, mix: Recipe) -> Findings:
    """Return the errors in the sound parts of a file whose structure has errors."""
    path = next((d.span.source.name for d in subject.problems if d.code.startswith("schema-") and d.span), None)
    if path is None:
        return ()
    from parlour.checking.sound_parts import sound_findings  # slow to import, and rarely needed

    def check() -> Findings:
        document, problems = load(Path(path))
        if document is None or has_errors(problems) or document.kind == "examples":
            return ()
        return findings_of(document, document.path, library, mix, named=False, strict=False)

    return sound_findings(Path(path), check)


def _summary(checked: Checked, findings: Sequence[Diagnostic], ignored: int) -> str:
    kinds = Counter(document.kind for document in checked.documents)
    counts = {kind: kinds[kind] for kind in ("game", "frame", "rule", "deck", "examples")}
    words = [_count(n, kind) for kind, n in counts.items() if n]
    of_what = f"checked {', '.join(words)}" if words else "nothing to check"
    if checked.passed_over:
        of_what += f", passed over {_count(checked.passed_over, 'position')}"
    severities = Counter(d.severity for d in findings)
    counted = ", ".join(_count(n, severity) for severity in ("error", "warning", "note") if (n := severities[severity]))
    aside = f" ({_count(ignored, 'finding')} ignored)" if ignored else ""
    return f"{of_what}: {counted or 'all is well'}{aside}" if words or counted else of_what


def _count(n: int, word: str) -> str:
    if word == "examples":
        return "1 file of examples" if n == 1 else f"{n} files of examples"
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def selection_of(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """Return the codes of warnings and notes to report, by these words: codes, their beginnings (`hook` for
    `hook-order`), or patterns (`*-never`). Each can contain several codes, separated by commas."""
    codes = frozenset(code for word in several(select) for code in _meant(word)) if select else frozenset(CODES)
    for word in several(ignore):
        meant = _meant(word)
        if all(CODES[code].severity == "error" for code in meant):
            raise UsageError(f"`--ignore {word}`: you can't ignore errors", "you can ignore only warnings and notes")
        codes -= meant
    return codes


def _meant(word: str) -> frozenset[str]:
    codes = frozenset(code for code in CODES if fnmatchcase(code, word) or code.startswith(f"{word}-"))
    if not codes:
        help = did_you_mean(word, CODES) or containing(word, CODES) or "`parlour explain` lists all codes"
        raise UsageError(f"unknown code `{word}`", help)
    return codes


VALUES = {"low": LOW, "high": HIGH}
