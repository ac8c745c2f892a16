"""Compares two rules: finds their clashes, each with a witness, and effects that one has only together with the
other."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.comparison.advice import switches
from parlour.comparison.clash_search import PairSigns, Searcher, is_lost, shrunk
from parlour.comparison.compared_mixes import ComparedMix
from parlour.comparison.detection import Sign
from parlour.comparison.find import Beginning, Templates, UsualPlaces, from_examples, usual_places_of
from parlour.comparison.pair_results import KINDS, Clash, PairResult, Status
from parlour.comparison.quartets import (
    LONE,
    Quartet,
    Scene,
    Unneeding,
    Unrelated,
    follow,
    frame_options,
    mixture,
)
from parlour.documents.composition import Document
from parlour.examples import Mixes, run_case
from parlour.examples.example_text import differences, flow, in_brackets, listed, of_changes, of_values, quoted
from parlour.examples.example_text import example as example_text
from parlour.examples.finding import case_of
from parlour.library.library import Library
from parlour.mixing.compiler import NO_OPTIONS
from parlour.mixing.compose import compose
from parlour.mixing.families import all_rules, apart
from parlour.mixing.needs import all_needs, groups_of, needed_by, needs
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import family, first_holder, mixes_for

Problems = tuple[Diagnostic, ...]


POSITIONS = 4  # random positions for two rules
WHILE_ON = ("dead", "undone", "overridden")  # kinds that say nothing about a rule before the other one switches it on


@dataclass
class Comparer:
    """Compares pairs of rules of one family or game. Computes everything that pairs share only once."""

    library: Library
    subject: Document
    unrelated: Library = field(init=False)
    rules: dict[str, Document] = field(init=False)
    subjects: frozenset[str] = field(init=False)
    """The frames and games of the family."""
    _made: dict[object, tuple[ComparedMix | None, Problems]] = field(default_factory=dict)
    _owned: dict[str, ComparedMix | None] = field(default_factory=dict)
    _usual: dict[int, UsualPlaces] = field(default_factory=dict)
    _examples: dict[tuple[str, int], tuple[Beginning, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.unrelated = Unrelated(self.library.folders)
        self.rules = {rule.id: rule for rule in all_rules(self.library)}
        self.subjects = frozenset(document.id for document in family(self.library, self.subject.id))

    def compare(self, first: str, second: str) -> PairResult:
        one, two = self._rule(first), self._rule(second)
        if one is None or two is None:
            return PairResult((first, second), "no-mix")
        pair = first, second
        needing = next((n for n, rule in enumerate((one, two)) if pair[1 - n] in all_needs(rule, self.rules)), None)
        if needing is not None:  # directly or through other rules
            return PairResult(pair, "needed", depends=self._proven(pair, needing))
        if apart(self._with_group(one), self._with_group(two), self.rules):
            return PairResult(pair, "group")
        return self._compared((one, two))

    def _compared(self, rules: tuple[Document, Document]) -> PairResult:
        pair = rules[0].id, rules[1].id
        proven = [rule.id for rule in rules if self._own(rule) is not None]
        problems: Problems = ()
        for base in self._bases(rules):
            quartet = self._quartet(pair, base, {(id,) for id in proven} | {pair})
            if isinstance(quartet, Quartet):
                break
            problems = problems or quartet
        else:
            return self._incompatible(rules, [d for d in problems if d.severity == "error"])
        examples = [self._beginnings(quartet.lone[n], rule) for n, rule in enumerate(rules)]
        if not any(examples):
            return PairResult(pair, "no-positions")
        layout = quartet.both.layout()
        templates = Templates.of(layout, examples, quartet.own_ranks)
        usual = self._usual_in(quartet, 0), self._usual_in(quartet, 1)
        # it depends only on the two rules, so every process has the same
        seed = int.from_bytes(hashlib.sha256(" ".join(pair).encode()).digest()[:4], "big")
        evidence = Searcher(quartet, usual).search(templates, POSITIONS, seed)
        errors = quartet.disproved() if evidence.failing else ()
        if errors:
            return PairResult(pair, "compared", (_no_game(pair, errors[0]),))
        switching = any(switches(*some) for some in (rules, rules[::-1]))
        telling = [sign for sign in _signs(evidence) if sign.kind not in WHILE_ON or not switching]
        dead = {sign.rules for sign in telling if sign.kind == "dead"}
        telling = [sign for sign in telling if sign.kind != "overridden" or sign.rules not in dead]
        clashes = tuple(clash for sign in telling if (clash := self._clash(quartet, sign)) is not None)
        depends = tuple(pair[rule] for rule in evidence.depending())
        for mix in quartet.mixes:
            mix.forget()
        changing = () if evidence.scenes else quartet.changing_the_table()
        status: Status = "compared" if evidence.scenes else "other-table" if changing else "no-positions"
        return PairResult(pair, status, clashes, depends, evidence.scenes, str(quartet.base.subject), changing)

    def _rule(self, id: str) -> Document | None:
        return self.unrelated.find(id, ("rule",))[0]

    def _mixture(self, base: Recipe, more: Sequence[str], proved: bool = True) -> tuple[ComparedMix | None, Problems]:
        """Compile a mix with more rules, those that several pairs need only once."""
        recipe = replace(base.plus(*more), proved=proved, library=self.unrelated)
        if len(more) > 1:
            return mixture(recipe)  # of one pair
        key = recipe.subject, recipe.with_, recipe.without, tuple(sorted(recipe.options.items()))
        made = self._made.get((key, True)) or self._made.get((key, proved))  # proofs change nothing else
        if made is None:
            made = self._made[key, proved] = mixture(recipe)
        return made

    def _quartet(self, rules: tuple[str, str], base: Recipe, unproved: Collection[Sequence[str]]) -> Quartet | Problems:
        """Return the mixes on a base, or why one of them is impossible. Mixes with `unproved` rules have no proofs."""
        base = replace(base, library=self.unrelated)
        composition, _ = base.plus(*rules).composed()
        if composition is None:
            return self._mixture(base, rules)[1]
        shared = replace(base, options={**frame_options(composition, rules), **base.options})
        mixes: list[ComparedMix] = []
        for more in ((), rules[:1], rules[1:], rules):
            mix, problems = self._mixture(shared, more, more not in unproved)
            if mix is None:
                return problems
            mixes.append(mix)
            mix.common = mixes[0]
        return Quartet(rules, shared, mixes[0], (mixes[1], mixes[2]), mixes[3])

    def _bases(self, rules: tuple[Document, Document]) -> Iterator[Recipe]:
        """Yield the smallest tables of the family for two rules, with the groups that decide what else they need. For a
        game, only the game itself."""
        one, two = map(self._with_group, rules)
        ids = one.id, two.id
        if self.subject.kind == "game":
            yield self._game_without((one, two))
            return
        named = (*ids, one.path, two.path)
        for small in mixes_for(one, self.library, one.id, (two,)):
            if small.document.id not in self.subjects:
                continue  # a rule for several families
            with_ = tuple(x for x in small.with_ if x not in named and not self._needs_one(x, ids))
            used = small.document.strings("uses")
            without = tuple(id for id in used if id in ids or self._of_one_group(id, (one, two)))
            yield Recipe(small.document.id, with_, without, NO_OPTIONS, None)

    def _game_without(self, rules: Sequence[Document]) -> Recipe:
        """Return the game without two rules, without those whose place the two take, and without those that need one of
        the two."""
        ids = [rule.id for rule in rules]
        composition, _ = compose(self.library, self.subject.id)
        used = [use.rule for use in composition.uses] if composition else []
        away = [u.id for u in used if u.id in ids or self._of_one_group(u.id, rules)]
        leave = [u.id for u in used if u.id in away or any(needs(u, id, used) for id in ids)]
        return Recipe(self.subject.id, (), tuple(leave), NO_OPTIONS, None)

    def _of_one_group(self, id: str, rules: Sequence[Document]) -> bool:
        """True if a rule belongs to a group of one of these rules, which takes its place in a mix."""
        used, _ = self.library.find(id, ("rule",))
        return used is not None and any(groups_of(used) & groups_of(rule) for rule in rules)

    def _needs_one(self, reference: str | Path, ids: Sequence[str]) -> bool:
        """True if a rule needs one of these rules, so a mix without them can't have it."""
        rule, _ = self.library.find(reference, ("rule",))
        return rule is not None and any(needs(rule, id, ()) for id in ids)

    def _with_group(self, rule: Document) -> Document:
        """A rule of the mixes with the group that they leave out."""
        return self.rules.get(rule.id, rule)

    def _proven(self, pair: tuple[str, str], needing: int) -> tuple[str, ...]:
        """The rule that states its need, if nobody can play it without the other one."""
        rule, needed = self._rule(pair[needing]), self._rule(pair[1 - needing])
        if rule is None or needed is None:
            return ()
        about = needed if self.subject.kind == "game" else rule  # a game without it and what needs it, or a bare frame
        for base in self._bases((about, about)):
            with_ = tuple(id for id in base.with_ if id not in pair)
            without = tuple(id for id in base.without if id != rule.id)
            library = Unneeding(self.library.folders)
            mix, _ = mixture(replace(base, with_=(*with_, rule.id), without=without, library=library))
            return () if mix is not None else (rule.id,)
        return ()

    def _incompatible(self, rules: tuple[Document, Document], errors: list[Diagnostic]) -> PairResult:
        """Two rules without a common game. That is a clash if each of them has one by itself."""
        pair = rules[0].id, rules[1].id
        together = next(self._bases(rules), None)
        if together is not None and self._mixture(together, pair)[0] is not None:
            lacking = [n for n in (0, 1) if self._mixture(together, (pair[1 - n],))[0] is None]
            return PairResult(pair, "no-game", hindering=tuple(pair[n] for n in lacking))
        idle = tuple(rule.id for rule in rules if self._own(rule) is None)
        if idle:
            return PairResult(pair, "no-mix", hindering=idle)
        clash = Clash("incompatible", pair, "no number of players can play both")
        return PairResult(pair, "compared", (_no_game(pair, errors[0]) if errors else clash,))

    def _own(self, rule: Document) -> ComparedMix | None:
        """The mix of a rule on its own smallest base, if it works there."""
        if rule.id not in self._owned:
            base = next(self._bases((rule, rule)), None)
            self._owned[rule.id] = None if base is None else self._mixture(base, (rule.id,))[0]
        return self._owned[rule.id]

    def _beginnings(self, mix: ComparedMix, rule: Document) -> tuple[Beginning, ...]:
        key = rule.id, mix.pack.used
        if key not in self._examples:
            self._examples[key] = tuple(from_examples(mix, rule, partly=True))
        return self._examples[key]

    def _usual_in(self, quartet: Quartet, number: int) -> UsualPlaces:
        """The usual places in the mix with one of the rules. In the same game, those of the rule's own mix: many pairs
        share them."""
        mix = quartet.lone[number]
        rule = self._rule(quartet.rules[number])
        own = None if rule is None else self._own(rule)
        if own is None or any(use.rule.id == quartet.rules[1 - number] for use in own.composition.uses):
            return self._usual_of(mix)
        same_game = own.composition.subject.id == mix.composition.subject.id
        return self._usual_of(own if same_game and own.pack.design == mix.pack.design else mix)

    def _usual_of(self, mix: ComparedMix) -> UsualPlaces:
        if id(mix) not in self._usual:
            self._usual[id(mix)] = usual_places_of(mix)
        return self._usual[id(mix)]

    def _clash(self, quartet: Quartet, sign: Sign) -> Clash | None:
        """A sign with its witness; None if the witness doesn't pass as an example."""
        sign = shrunk(quartet, sign)
        rules = quartet.rules[sign.rules[0]], quartet.rules[sign.rules[1]]
        message = _message(quartet, sign)
        text = _example(quartet, sign, message, self.library)
        case = case_of(text, quartet.both.composition.subject)
        if case is None or not run_case(case, Mixes(self.library)).passed:
            return None
        return Clash(sign.kind, rules, message, sign.plays, sign.clauses, text)


def _no_game(pair: tuple[str, str], error: Diagnostic) -> Clash:
    """Two rules whose mix has this error."""
    return Clash("incompatible", pair, error.message, remedy=error.help or "")


def _signs(evidence: PairSigns) -> list[Sign]:
    """Return the smallest sign of each kind and order."""
    order = list(KINDS)
    smallest = (signs[0] for signs in evidence.signs.values())
    return sorted(smallest, key=lambda sign: (order.index(sign.kind), sign.rules))


def _message(quartet: Quartet, sign: Sign) -> str:
    titles = {d.id: d.title for d in quartet.both.composition.documents}
    loser, winner = (titles[quartet.rules[rule]] for rule in sign.rules)
    play = f"`{sign.plays[0]}`"
    match sign.kind:
        case "refused":
            return f"{loser} allows {play}, and {winner} forbids it"
        case "two-uses":
            return f"a player can play the same cards as {play} ({loser}) or `{sign.plays[1]}` ({winner})"
        case "undone":
            return f"after {play}, {loser} and {winner} undo each other"
        case "overridden":
            return f"after {play}, {winner} takes effect and {loser} doesn't"
        case "both-ask":
            return f"after {play}, {loser} and {winner} both ask; {loser} asks first"
        case "dead":
            without = f"without {winner}, it would change the effect of {play} here"
            return f"{loser} never acts together with {winner}; {without}"
        case _:
            return f"{loser} and {winner} can't be in the same game"


# ---------------------------------------------------------------- a clash as an example


def _example(quartet: Quartet, sign: Sign, name: str, library: Library) -> str:
    """Return an item of `examples:` that people can read, paste into a ruleset, and run. `library` knows what the rules
    need.

    A rule can be dead because play with the other one never reaches this kind of position. Then the example shows the
    rule at work without the other one.
    """
    scene, play = [*follow(quartet, sign.position, sign.moves)][-1], sign.plays[0]
    alone = sign.kind == "dead" and not is_lost(scene, sign)
    mix = quartet.lone[sign.rules[0]] if alone else quartet.both
    rules = (quartet.rules[sign.rules[0]],) if alone else quartet.rules
    recipe = quartet.base.plus(*_lacking(mix, library), *rules)
    with_ = tuple(map(str, recipe.with_))
    made = not alone and sign.kind not in ("refused", "two-uses") and play in scene.both.moves
    then = {"may": in_brackets([play])} if alone else dict(_then(scene, sign))
    lines = [
        f"in: {recipe.subject}", *of_changes(with_, [id for id in recipe.without if id not in with_], recipe.options),
        f"players: {sign.position.players}",
        *of_values("given", sign.position.lines(quartet.both.layout(sign.position.players))),
        *listed("moves", [*sign.moves, *([f"{scene.seat + 1}: {play}"] if made else [])]), *flow("then", then),
    ]  # fmt: skip
    return example_text(lines, name) + "\n"


def _lacking(mix: ComparedMix, library: Library) -> tuple[str, ...]:
    """The rules that those of a mix need. The search leaves out rules that need one of the compared ones, and mixes
    without anything of a group."""
    used = [rule for use in mix.composition.uses if (rule := library.find(use.rule.id, ("rule",))[0]) is not None]
    groups = {group for rule in used for group in groups_of(rule)}
    return needed_by(used, library, first_holder, (), groups)


def _then(scene: Scene, sign: Sign) -> Iterator[tuple[str, str]]:
    play = sign.plays[0]
    after = scene.both.next(play)
    if sign.kind == "refused":
        yield "may not", f"{{{quoted(play)}: {sign.clauses[0].rpartition('.')[2]}}}"
    elif sign.kind == "two-uses":
        yield "may", in_brackets(sign.plays)
    elif after is None:
        yield "may not", in_brackets([play])
    elif after.is_over:
        yield "over", "true"
    else:
        yield "to move", str(after.state.question.seat)
        losing = scene.look(LONE[sign.rules[sign.kind == "both-ask"]])  # with the rule that loses, or asks later
        other = losing.next(play) if losing is not None else None
        yield from differences(after.state, other.state).items() if other is not None else ()
