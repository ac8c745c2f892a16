"""Chooses the documents of a mix: the chain of frames and games, and the rules in use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Mapping as Map
from dataclasses import dataclass, field, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, did_you_mean, has_errors, listing, respelling
from parlour.base.source import Source, Span, short_path
from parlour.documents.composition import Document, Kind, Use, scalars
from parlour.documents.document import entries_in, scalar_at
from parlour.documents.prose import rules_mentioned
from parlour.library.library import Library, is_path
from parlour.library.loading import load
from parlour.library.spellings import spoken_words
from parlour.mixing.mix_line import with_signs
from parlour.mixing.needs import needs, ordered, reason_for

_REPLACED = "compose-group-replaced"
_OF_A_TABLE = ("zones", "stages", "prompts")  # in a game, no rule can rely on them
_SAID = "declared here"
_MOST_NAMED = 4
_SMALL_WORDS = frozenset(("a", "an", "and", "at", "in", "is", "of", "on", "or", "the", "to", "with", "you", "your"))


@dataclass(frozen=True, eq=False)
class Layer:
    """A game of the chain, or the command line (no game), and the rules in use up to there."""

    game: Document | None
    uses: tuple[Use, ...]


@dataclass(frozen=True, eq=False)
class Selection:
    frames: tuple[Document, ...]
    games: tuple[Document, ...]
    layers: tuple[Layer, ...]
    switchable: Map[str, bool]
    """The rules that play switches on and off, by id: true if they are on at the start."""
    listed: Map[str, Span]
    """The places that list them."""
    listed_by: Map[str, frozenset[str]]
    """The ids of the games and rules that list them."""

    @property
    def uses(self) -> tuple[Use, ...]:
        return self.layers[-1].uses

    @property
    def documents(self) -> tuple[Document, ...]:
        return (*self.frames, *self.games, *(use.rule for use in self.uses))


def given(option: str, text: str, whole: str | None = None) -> Span:
    """Return a place for a request outside of files: `--with RULE`."""
    whole = whole if whole is not None else text
    source = Source(f"--{option} {whole}", whole, outside=True)
    return Span(source, len(whole) - len(text), len(whole))


def select(
    library: Library, subject: str | Path, with_: Sequence[str | Path], without: Sequence[str]
) -> tuple[Selection | None, tuple[Diagnostic, ...]]:
    """Return the documents of a mix, with the errors in their choice."""
    selector = _Selector(library)
    selection = selector.select(subject, with_, without)
    if has_errors(selector.findings):
        selection = None
    return selection, tuple(selector.findings)


@dataclass
class _Selector:
    library: Library
    findings: list[Diagnostic] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    replaced: dict[str, str] = field(default_factory=dict)
    """The rules that another rule of their group replaces, each with the id of that rule."""
    switchables: dict[Document, tuple[tuple[Document, Span], ...]] = field(default_factory=dict)
    """The rules that documents list under `switchable`."""
    homes: dict[Path, Library] = field(default_factory=dict)
    """The library in which each document looks for others: a file given by its path looks in its own folder first."""
    frames: tuple[str, ...] = ()
    """The frames of the mix, for which its rules must be."""

    def report(self, code: str, message: str, span: Span | None, *related: Related, help: str | None = None) -> None:
        self.findings.append(Diagnostic(code, message, span, related=related, help=help))

    def note(self, code: str, message: str, span: Span | None, *related: Related) -> None:
        self.findings.append(Diagnostic(code, message, span, "note", related))

    def find(
        self, reference: str | Path, kinds: Sequence[Kind], at: Span | None, speaker: Document | None = None
    ) -> Document | None:
        library = self.homes[speaker.path] if speaker is not None else self.library
        beside = speaker.path.parent if speaker is not None else None
        document, problems = library.find(reference, kinds, at, beside, lambda rule: _fits(rule, self.frames))
        self.findings.extend(problems)
        if document is None or has_errors(problems):
            return None
        by_path = isinstance(reference, Path) or is_path(reference)
        home = library.beside(document.path) if by_path else library.home(document.path)
        self.homes.setdefault(document.path, home)
        return document

    def select(self, subject: str | Path, with_: Sequence[str | Path], without: Sequence[str]) -> Selection | None:
        top = self.find(subject, ("game", "frame"), None)
        if top is None:
            self.findings += self.spoken(str(subject))
            return None
        self.library = self.homes[top.path]
        chain = self.chain(top)
        if chain is None:
            return None
        frames = tuple(d for d in chain if d.kind == "frame")
        games = tuple(d for d in chain if d.kind == "game")
        self.frames = tuple(frame.id for frame in frames)
        layers = [Layer(None, ())]
        for number, game in enumerate(games, 1):
            layers.append(Layer(game, self.used_by(games[:number], layers[-1].uses)))
        layers.append(Layer(None, self.asked_for(games, layers[-1].uses, with_, without)))
        selection = self.selection(frames, games, layers[1:])
        if not has_errors(self.findings):
            self.one_id_each(selection)
            for use in selection.uses:
                self.belongs(use, selection)
                self.needs(use, selection)
                self.excludes(use, selection)
                self.advises(use.rule, use.span, selection)
            for document in (*selection.frames, *selection.games):
                self.advises(document, None, selection)
            for document in selection.documents:
                self.acquaintances(document, selection)
                self.texts(document)
        return selection

    def spoken(self, subject: str) -> Iterator[Diagnostic]:
        """Take back the finding about an unknown game, and yield it with the line of a mix: `sh + bounce` for `sh plus
        bounce`."""
        game, line = with_signs(subject)
        if line is not None and self.library.find(game, ("game", "frame"))[0] is not None:
            yield replace(self.findings.pop(), help=f"write `{line}`")

    def selection(
        self, frames: tuple[Document, ...], games: tuple[Document, ...], layers: Sequence[Layer]
    ) -> Selection:
        uses = layers[-1].uses
        everything = (*games, *(use.rule for use in uses))
        lists = [(rule.id, span, document.id) for document in everything for rule, span in self.listed(document)]
        listed = {id: span for id, span, _ in lists}
        listed_by = {id: frozenset(by for rule, _, by in lists if rule == id) for id in listed}
        switchable = {use.rule.id: not use.switchable for use in uses if use.rule.id in listed}
        return Selection(frames, games, tuple(layers), switchable, listed, listed_by)

    # The chain of frames and games

    def chain(self, top: Document) -> list[Document] | None:
        """Return the chain of documents, from the root to `top`."""
        chain = [top]
        while (extends := scalar_at(chain[0].node, "extends")) is not None:
            kinds: tuple[Kind, ...] = ("game", "frame") if chain[0].kind == "game" else ("frame",)
            parent = self.find(extends.value, kinds, extends.span, chain[0])
            if parent is None:
                return None
            again = next((i for i, document in enumerate(chain) if _same(parent, document)), None)
            if again is not None:
                self.cycle(extends.span, chain[again::-1])
                return None
            chain.insert(0, parent)
        return chain

    def cycle(self, span: Span, documents: Sequence[Document]) -> None:
        """Report documents that extend each other in a circle."""
        around = " extends ".join(f"`{d.id}`" for d in (*documents, documents[0]))
        others = [scalar_at(document.node, "extends") for document in documents[:-1]]
        related = [Related(s.span, "through this") for s in others if s is not None]
        self.report("compose-cycle", f"a ruleset can't extend itself: {around}", span, *related)

    # The rules in use

    def used_by(self, games: Sequence[Document], inherited: tuple[Use, ...]) -> tuple[Use, ...]:
        game = games[-1]
        items = scalars(game.node.get("uses"))
        rules = [(self.find(item.value, ("rule",), item.span, game), item.span) for item in items]
        added = [Use(rule, game, span) for rule, span in rules if rule is not None]
        removed = [(item.value, item.span) for item in scalars(game.node.get("without"))]
        return self.changed(games, inherited, added, removed, game)

    def asked_for(
        self,
        games: Sequence[Document],
        inherited: tuple[Use, ...],
        with_: Sequence[str | Path],
        without: Sequence[str],
    ) -> tuple[Use, ...]:
        spans = [(reference, given("with", str(reference))) for reference in with_]
        rules = [(self.find(reference, ("rule",), span), span) for reference, span in spans]
        added = [Use(rule, None, span) for rule, span in rules if rule is not None]
        return self.changed(games, inherited, added, [(text, given("without", text)) for text in without], None)

    def changed(
        self,
        games: Sequence[Document],
        inherited: tuple[Use, ...],
        added: Sequence[Use],
        removed: Sequence[tuple[str, Span]],
        speaker: Document | None,
    ) -> tuple[Use, ...]:
        """Return the rules in use after a game, or the command line (None), removes some and adds others.

        A rule that an added one lists under `switchable` can be removed too.
        """
        uses = list(inherited)
        coming = {rule.id for use in added for rule, _ in self.listed(use.rule)}
        left_out = {self.leave_out(uses, reference, span, speaker, coming) for reference, span in removed}
        for use in added:
            self.take_in(uses, use)
        for rule, span in self.listed(speaker) if speaker is not None else ():
            self.take_in(uses, Use(rule, speaker, span, speaker))
        for use in uses:  # and the rules that these bring
            for rule, span in self.listed(use.rule) if use not in inherited else ():
                if rule.id not in left_out:
                    self.take_in(uses, Use(rule, use.by, span, use.rule))
        return self.still_listed(games, uses)

    def still_listed(self, games: Sequence[Document], uses: Sequence[Use]) -> tuple[Use, ...]:
        """Remove the rules that only play could switch on, and that nobody lists any more."""
        listed = {rule.id for document in (*games, *(u.rule for u in uses)) for rule, _ in self.listed(document)}
        return ordered(use for use in uses if not use.switchable or use.rule.id in listed)

    def listed(self, document: Document) -> tuple[tuple[Document, Span], ...]:
        if document not in self.switchables:
            items = scalars(document.node.get("switchable"))
            rules = ((self.find(item.value, ("rule",), item.span, document), item.span) for item in items)
            self.switchables[document] = tuple((rule, span) for rule, span in rules if rule is not None)
        return self.switchables[document]

    def leave_out(
        self, uses: list[Use], reference: str, span: Span, speaker: Document | None, coming: Collection[str]
    ) -> str | None:
        """Remove a rule, and return its id. It is in use, or is `coming` with an added rule."""
        id = reference
        if is_path(reference):
            document = self.find(reference, ("rule",), span, speaker)
            if document is None:
                return None
            id = document.id
        elif id not in [use.rule.id for use in uses]:
            there = {use.rule.id for use in uses}
            document, _ = self.library.find(reference, ("rule",), span, fits=lambda rule: rule.id in there)
            id = document.id if document is not None else id  # it was another name of the rule
        rest = [use for use in uses if use.rule.id != id]
        self.left_out.add(id)
        if len(rest) == len(uses) and id not in coming:
            known = [use.rule.id for use in uses]
            message = f"can't remove `{id}`: this mix doesn't use it"
            self.report("compose-without-unused", message, span, help=did_you_mean(id, known) or _these(known))
        uses[:] = rest
        return id

    def take_in(self, uses: list[Use], use: Use) -> None:
        """Add a rule. It replaces a rule of its group that somebody else chose earlier."""
        by = use.by.title if use.by else ""
        for number, other in enumerate(uses):
            if other.rule.id != use.rule.id:
                continue
            if other.switchable and _same(use.rule, other.rule):
                uses[number] = use  # a rule that somebody also uses is on at the start
            elif not use.switchable or not _same(use.rule, other.rule):
                self.named_again(other, use)
            return
        group = scalar_at(use.rule.node, "group")
        for other in list(uses) if group else ():
            other_group = scalar_at(other.rule.node, "group")
            if other_group is None or group is None or other_group.value != group.value:
                continue
            group_name = group.value
            there = Related(other.span, f"`{other.rule.id}` comes from here")
            if use.switchable:
                message = f"`{use.rule.id}` and `{other.rule.id}` can't be in one mix, even if play switches them"
                help = f"both belong to the group `{group_name}`: remove one of them"
                self.report("compose-group-taken", message, use.span, there, help=help)
                return
            if other.by is use.by:
                message = (
                    f"`{use.rule.id}` and `{other.rule.id}` exclude each other: both belong to the group `{group_name}`"
                )
                self.findings = [d for d in self.findings if (d.code, d.span) != (_REPLACED, other.span)]
                self.report("compose-group-taken", message, use.span, there, help="use only one of them")
                return
            message = f"`{use.rule.id}` replaces `{other.rule.id}` in the group `{group_name}`" + (
                f" of {by}" if by else ""
            )
            self.note(_REPLACED, message, use.span, there)
            uses.remove(other)
            self.replaced[other.rule.id] = use.rule.id
        uses.append(use)

    def named_again(self, other: Use, use: Use) -> None:
        """Report a rule that is already in use, or another file with the same id, which would be ignored."""
        id, there = use.rule.id, Related(other.span, "the first one")
        if _same(use.rule, other.rule):
            message = "appears twice" if other.by is use.by else "is already in use"
            self.note("compose-used-already", f"`{id}` {message}", use.span, there)
            return
        files = f"{short_path(other.rule.source.name)} and {short_path(use.rule.source.name)}"
        help = f"remove one of them, or change its id: {files}"
        self.report("compose-used-twice", f"two rules in this mix have the id `{id}`", use.span, there, help=help)

    # which rules fit together

    def one_id_each(self, selection: Selection) -> None:
        seen: dict[str, Document] = {}
        for document in selection.documents:
            other = seen.setdefault(document.id, document)
            if other is not document:
                message = f"a {document.kind} and a {other.kind} of this mix have the same id `{document.id}`"
                there = Related(other.id_span, f"the {other.kind}")
                self.report("compose-same-id", message, document.id_span, there)

    def belongs(self, use: Use, selection: Selection) -> None:
        frames = [frame.id for frame in selection.frames]
        wanted = scalars(use.rule.node.get("for"))
        by = use.listed_by
        if _fits(use.rule, frames) or (by is not None and by.kind == "rule" and not _fits(by, frames)):
            return  # removing the rule that lists it removes it too
        games = {game.id: game for game in selection.games}
        named = next((item for item in wanted if item.value in games), None)
        if named is not None and frames:
            message = f"`for`: expected a frame, found the game `{named.value}`"
            help = f"write `for: {frames[-1]}`"
            if any(games[named.value].node.get(section) is not None for section in _OF_A_TABLE):
                help += f"; to change what only the game has, make the game a frame (`frame: {named.value}`)"
            self.report("compose-wrong-frame", message, named.span, help=help)
            return
        unknown = [d for item in wanted for d in self.library.find(item.value, ("frame",), item.span)[1]]
        if has_errors(unknown):
            self.findings += unknown
            return
        message = f"`{use.rule.id}` doesn't fit this game: it is for {listing([i.value for i in wanted])}"
        there = [Related(item.span, _SAID) for item in wanted]
        are = "frame of this game is" if len(frames) == 1 else "frames of this game are"
        help = f"the {are} {listing(frames[::-1], 'and')}" if frames else "this game has no frame"
        help = self.instead(use) if frames and use.span.source.outside else help
        self.report("compose-wrong-frame", message, use.span, *there, help=help)

    def instead(self, use: Use) -> str:
        """Return a help text for somebody who typed the name of a rule for other games."""
        like = self.like(use.rule)
        if like is not None:
            return f"for this game there is `{like.id}` ({like.title})"
        words = spoken_words(use.span.text) - _SMALL_WORDS
        near = [x for x in self.library.listed("rule") if words and words <= spoken_words(f"{x.id} {x.title}")]
        fitting = [x.id for x in near if (other := load(x.path)[0]) is not None and _fits(other, self.frames)]
        if fitting:
            return f"for this game there {'is' if len(fitting) == 1 else 'are'} {listing(fitting[:_MOST_NAMED], 'and')}"
        return f"`parlour list {self.frames[-1]}` shows the rules for this game"

    def like(self, rule: Document) -> Document | None:
        """Return a rule for this game whose name has the most words of another one, at least two."""
        words = spoken_words(rule.title) - _SMALL_WORDS
        shared = {x: words & spoken_words(f"{x.id} {x.title}") for x in self.library.listed("rule") if x.id != rule.id}
        near = sorted((x for x, common in shared.items() if len(common) > 1), key=lambda x: -len(shared[x]))
        documents = (load(x.path)[0] for x in near)
        return next((document for document in documents if document is not None and _fits(document, self.frames)), None)

    def needs(self, use: Use, selection: Selection) -> None:
        ids = {other.rule.id for other in selection.uses}
        groups = {g.value for other in selection.uses if (g := scalar_at(other.rule.node, "group"))}
        if not _fits(use.rule, [frame.id for frame in selection.frames]):
            return  # what it needs can't be there
        for item in scalars(use.rule.node.get("needs")):
            there = Related(item.span, _SAID)
            words = item.value.split()
            if words[:2] == ["one", "of"]:
                group = " ".join(words[2:])
                if group not in groups:
                    holders = [rule.id for rule in self.library.listed("rule") if rule.group == group]
                    message = f"`{use.rule.id}` needs a rule of the group `{group}`"
                    help = f"add {listing(holders)}" if holders else f"no rule has `group: {group}`"
                    self.report("compose-needs", message, use.span, there, help=help)
            elif item.value not in ids:
                why, help = self.lacking(item.value, use.rule.id, ids)
                message = f"`{use.rule.id}` needs `{item.value}`, {why}"
                if item.value in self.library.ids("rule"):
                    self.report("compose-needs", message, use.span, there, help=help)
                else:
                    self.report("compose-needs", message, item.span, help=help)

    def lacking(self, rule: str, needed_by: str, there: set[str]) -> tuple[str, str]:
        """Return why a rule isn't in the mix, and what helps. `there` are the rules of the mix."""
        other = self.replaced.get(rule)
        if other in there:
            return f"which `{other}` replaces: they belong to one group", f"leave out `{needed_by}` or `{other}`"
        if rule in self.left_out:
            return "which is not in this mix", f"keep `{rule}`, or leave out `{needed_by}` too"
        known = rule in self.library.ids("rule")
        return "which is not in this mix" if known else "and no rule has this id", self.add(rule)

    def excludes(self, use: Use, selection: Selection) -> None:
        for item in scalars(use.rule.node.get("excludes")):
            for other in selection.uses:
                if other.rule.id == item.value:
                    there = Related(other.span, f"`{other.rule.id}` comes from here")
                    rules = [each.rule for each in selection.uses]
                    message, help = _together(use.rule, other.rule, rules)
                    reason = Related(item.span, _SAID)
                    if needs(use.rule, item.value, rules):
                        self.report("compose-excludes", message, item.span, help=help)
                    else:
                        self.report("compose-excludes", message, use.span, there, reason, help=help)

    def advises(self, document: Document, at: Span | None, selection: Selection) -> None:
        """Note the advice of a rule in use, or of a frame or game (without a place), that the mix doesn't follow."""
        uses = {use.rule.id: use for use in selection.uses}
        speaker = f"`{document.id}`" if document.kind == "rule" else "this game"
        for key, word, there in (("advises", "with", False), ("advises-against", "without", True)):
            for item in scalars(document.node.get(key)):
                if (item.value in uses) is there and self.library.knows(item.value, document):
                    reason = reason_for(document, item.value)
                    message = f"{speaker} is better {word} `{item.value}`" + (f": {reason}" if reason else "")
                    self.note("compose-advises", message, at or uses[item.value].span, Related(item.span, _SAID))

    def acquaintances(self, rule: Document, selection: Selection) -> None:
        """Report rules that a rule mentions and that don't exist. They don't have to be in the mix."""
        there = {use.rule.id for use in selection.uses}
        reasons = [entry.key for entry in entries_in(rule.node.get("because"))]
        for items in (*(scalars(rule.node.get(key)) for key in ("excludes", "advises", "advises-against")), reasons):
            for item in items:
                if item.value not in there and not self.library.knows(item.value, rule):
                    help = did_you_mean(item.value, self.library.ids("rule"))
                    message = f"no rule `{item.value}`, which `{rule.id}` mentions"
                    fixes = respelling(item.value, self.library.ids("rule"), item.span)
                    unknown = Diagnostic("library-unknown", message, item.span, "warning", help=help, fixes=fixes)
                    self.findings.append(unknown)

    def texts(self, document: Document) -> None:
        """Report rules that don't exist, although conditions in the texts of a document mention them."""
        for text, condition in rules_mentioned(document):
            rule = condition.rule or ""
            if not self.library.knows(rule, document):
                message, help = (
                    f"no rule `{rule}`, which this text mentions",
                    did_you_mean(rule, self.library.ids("rule")),
                )
                at = text.at(condition.start, condition.end)
                self.findings.append(Diagnostic("library-unknown", message, at, "warning", help=help))

    def add(self, id: str) -> str:
        known = self.library.ids("rule")
        return f"add `{id}`" if id in known else (did_you_mean(id, known) or "`parlour list` shows the rules")


def _fits(rule: Document, frames: Sequence[str]) -> bool:
    """True if a rule is for one of these frames."""
    return not {*frames}.isdisjoint(rule.strings("for"))


def _together(rule: Document, other: Document, rules: Sequence[Document]) -> tuple[str, str]:
    """Report two rules that exclude each other, and what to do."""
    for one, two in ((other, rule), (rule, other)):
        if needs(one, two.id, rules):
            message = f"`{one.id}` doesn't work in any mix: it needs `{two.id}`, and `{rule.id}` excludes `{other.id}`"
            return message, f"change `needs:` of `{one.id}`, or `excludes:` of `{rule.id}`"
    needing = [each.id for each in rules if each not in (rule, other) and needs(each, other.id, rules)]
    also = f"; {listing(needing, 'and')} {'needs' if len(needing) == 1 else 'need'} `{other.id}`" if needing else ""
    return f"`{rule.id}` excludes `{other.id}`", f"remove one of them{also}"


def _same(one: Document, other: Document) -> bool:
    return one is other or (one.kind, one.id, one.source.name) == (other.kind, other.id, other.source.name)


def _these(known: Sequence[str]) -> str:
    return f"the rules in use are {listing(known, 'and')}" if known else "no rules are in use"
