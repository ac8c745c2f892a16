"""Random rulesets of the right types, in the language of docs/language.md: the same number writes the same ruleset.

The tables say what can be written: `forms.py` expressions, `forms_of_steps.py` steps and actions, `packs.py` cards, and
`shells.yaml` the documents around them. `Writer` fills them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from textwrap import indent

from oracle import forms_of_steps as of_steps
from oracle.forms import LEAVES, SORTS, expressions
from oracle.packs import PACKS, Pack

FORMS = {guises: expressions(guises) for guises in (False, True)}
SHELLS = Path(__file__).with_name("shells.yaml")
HOLE = re.compile(r"\{([a-z]+\??(?:\|[a-z:,]+)?)\}")

# The variables of the frame: their names and types, by the types of expressions.
VARIABLES = {
    "bool": "flag: bool", "int": "num: int", "card": "kept: card", "player": "who: player", "side": "team: side",
    "rank": "rk: rank", "suit": "su: suit", "colour": "col: colour", "word": "what: duty", "mood": "mood: mood",
    "cards": "cset: cards", "players": "pset: players", "sides": "tset: sides", "ranks": "rset: ranks",
    "suits": "sset: suits", "colours": "colset: colours", "zone": "spot: zone", "note": "memo: Note",
    "card?": "maybe-card: card or none", "player?": "maybe-player: player or none", "side?": "maybe-side: side or none",
    "rank?": "maybe-rank: rank or none", "suit?": "maybe-suit: suit or none",
    "colour?": "maybe-colour: colour or none", "int?": "maybe-int: int or none",
}  # fmt: skip
KEYED = """\
rounds: {type: int, each: game}
points(player): {type: int, each: game, seen: everybody, text: points}
tally(side): {type: int, each: spell, seen: everybody}
of-rank(rank): {type: int, each: game, seen: nobody}
done(player, duty): {type: int, seen: everybody}
held(player, 1..options.bound): {type: int, each: spell, starts: options.bound, seen: opponents}
level(1..3): {type: int, each: game, seen: everybody, starts: 2}
gift(player): {type: card or none, each: game, seen: [owner, partners]}
prize(side, rank): {type: bool, each: game, seen: side}
span(0..players.size + 1): {type: int, each: game, seen: nobody}
"""
SURE = {**dict.fromkeys(SORTS), "int": None}  # the types with a function `sure_…`, with what it has instead of none
SURE.update(card="kept", player="who", side="team", rank="rk", suit="su", colour="col", int="num")
HEAVY = ("cards of", "meld", "deadwood", "lay_off", "loose(", "may ", "possible ")  # as costly as two loops
PERMISSIONS = ("may ", "possible ")
CALLED = ("put(", "lay(", *PERMISSIONS, "alike(", "loose(", "worth(", "lowest(", "extra(")  # by what others call
QUOTED = ('"', "face}")  # what can have quotes, for lines that are in quotes


@dataclass(frozen=True)
class Ruleset:
    """The documents of a random game, by their files. The last one is the game."""

    documents: dict[str, str]
    pack: Pack
    players: int


class Writer:
    """Writes the texts of one ruleset."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(f"written {seed}")
        self.pick = self.chance.choice
        self.pack = PACKS[seed % len(PACKS)]
        sure = tuple(face for face in self.pack.literals["face"] if not face.isalpha())
        self.literals = {**self.pack.literals, "cardface": sure}  # those that can't be the names of ranks
        self.names = 0
        self.forms = FORMS[self.pack.guises]
        self.moves = of_steps.ACTIONS + (of_steps.GUISED_ACTIONS if self.pack.guises else ())

    # ------------------------------------------------------------ expressions

    def expression(
        self, type_: str, depth: int, scope: Mapping[str, str], loops: int = 2, bars: tuple[str, ...] = ()
    ) -> str:
        """Return an expression of a type, with at most so many loops inside each other, and without what is barred."""
        if depth > 0 and self.chance.random() < 0.85:
            forms = self.usable(
                self.forms.get(type_, []), bars if loops > 1 else (*bars, *HEAVY, *((" in ",) if not loops else ()))
            )
            if forms:
                form = self.pick(forms)
                inside = loops - (
                    2 if any(word in form for word in HEAVY) else " for " in f" {form}" or " @x in" in form
                )
                return f"({self.filled(form, depth - 1, scope, inside, bars)})"
        return self.leaf(type_, scope, bars)

    def leaf(self, type_: str, scope: Mapping[str, str], bars: tuple[str, ...] = ()) -> str:
        own = [name for name, kind in scope.items() if kind == type_]
        known = self.literals.get(type_) or LEAVES.get(type_) or LEAVES.get(f"{type_}?") or self.forms[type_]
        choice = self.pick(own if own and self.chance.random() < 0.6 else [*own, *self.usable(known, bars)])
        return self.filled(choice, 0, scope, 0, bars) if "{" in choice else choice

    def usable(self, forms: object, bars: tuple[str, ...] = ()) -> list[str]:
        return [form for form in forms if not any(word in form for word in (*self.pack.without, *bars))]

    def filled(
        self, form: str, depth: int, scope: Mapping[str, str], loops: int = 2, bars: tuple[str, ...] = (),
        known: Mapping[str, str] | None = None,
    ) -> str:  # fmt: skip
        """Return a form with expressions in its holes. `known` are the names that its own names have already got."""
        form, names = self._named(form) if known is None else (form, known)

        def fill(match: re.Match[str]) -> str:
            type_, _, more = match[1].partition("|")
            inner = dict(scope)
            for pair in filter(None, more.split(",")):
                name, _, kind = pair.partition(":")
                inner[names.get(name, name)] = kind
            return self.expression(type_, depth, inner, loops, bars)

        return HOLE.sub(fill, form)

    def _named(self, form: str) -> tuple[str, dict[str, str]]:
        names: dict[str, str] = {}
        for name in sorted(set(re.findall(r"@([a-z]+)", form))):
            self.names += 1
            names[name] = f"{name}{self.names}"
        return re.sub(r"@([a-z]+)", lambda m: names[m[1]], form), names

    # ------------------------------------------------------------ steps

    def steps(self, depth: int, scope: Mapping[str, str], kinds: str, bars: tuple[str, ...] = ()) -> str:
        """Return one to three steps of these kinds (`_kinds`); `depth` limits the blocks inside them."""
        return "\n".join(self.step(depth, scope, kinds, bars) for _ in range(self.pick([1, 2, 2, 3])))

    def step(self, depth: int, scope: Mapping[str, str], kinds: str, bars: tuple[str, ...] = ()) -> str:
        forms = self.usable(_kinds(kinds, self.pack.guises), bars)
        return self.written(
            self.pick([form for form in forms if depth > 0 or "\n" not in form]), depth, scope, kinds, bars
        )

    def written(self, form: str, depth: int, scope: Mapping[str, str], kinds: str, bars: tuple[str, ...] = ()) -> str:
        """Return a form of a step or an action with everything in its holes."""
        named, names = self._named(form)
        inside = "quiet" if form.startswith("attempt") else kinds.replace("leaves", "asks")
        lines: list[str] = []
        for line in named.split("\n"):
            text = line.lstrip()
            space = line[: len(line) - len(text)]
            if text == "{steps}":
                lines.append(indent(self.steps(depth - 1, scope, inside, bars), space))
                continue
            head, single, tail = line.partition("{step}")
            text = self.filled(head, 1, scope, 1, (*bars, *QUOTED) if "«" in line else bars, names)
            lines.append(text + (self.simple(scope, bars) + tail if single else ""))
        return "\n".join(lines).replace("«", "{").replace("»", "}")

    def simple(self, scope: Mapping[str, str], bars: tuple[str, ...] = ()) -> str:
        """Return a step for the same line."""
        forms = self.usable(_kinds("quiet", self.pack.guises), bars)
        return self.written(
            self.pick([f for f in forms if "\n" not in f and not f.startswith(("if ", "for ", "repeat "))]),
            0,
            scope,
            "quiet",
            bars,
        )

    def actions(self, prefix: str, count: int, scope: Mapping[str, str]) -> str:
        forms = [self.turn(self.moves), *(self.pick(self.usable(self.moves)) for _ in range(1, count))]
        return "\n".join(f"{prefix}{n} {self.written(form, 1, scope, 'quiet')}" for n, form in enumerate(forms))

    # ------------------------------------------------------------ each form in its turn

    def turn(self, forms: tuple[str, ...]) -> str:
        """Return the form that this ruleset has in any case, or another one if these cards have no use for it."""
        form = forms[self.seed % len(forms)]
        return form if self.usable([form]) else self.pick(self.usable(forms))

    def measured(self, types: list[str], count: int) -> list[tuple[str, str]]:
        """Return the forms of the expressions that this ruleset measures; all rulesets together go through all."""
        forms = [(type_, form) for type_ in VARIABLES for form in self.forms.get(type_, ())]
        Random("forms").shuffle(forms)
        turns = [forms[(self.seed * count + n) % len(forms)] for n in range(count)]
        return [turn if self.usable(turn) == [*turn] else self._other(types) for turn in turns]

    def _other(self, types: list[str]) -> tuple[str, str]:
        type_ = self.pick([type_ for type_ in types if self.forms.get(type_)])
        return type_, self.pick(self.usable(self.forms[type_]))


@cache
def _kinds(kinds: str, guises: bool) -> tuple[str, ...]:
    """Return the forms of steps: `quiet` in hooks and attempts, `chance` with lots, `calls` with procedures, `asks` in
    all blocks of a stage, `leaves` with the ends of stages."""
    order = ("quiet", "chance", "calls", "asks", "leaves")
    parts = (
        of_steps.QUIET + (of_steps.GUISED if guises else ()), of_steps.RANDOM, of_steps.CALLS, of_steps.ASKS,
        of_steps.ENDS * 3,
    )  # fmt: skip
    return tuple(form for part in parts[: order.index(kinds) + 1] for form in part)


def placed(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with its parts; one alone on a line has the indentation of this line, or none is left of it."""
    lines: list[str] = []
    for line in template.split("\n"):
        alone = re.fullmatch(r"( *)<<(\w+)>>", line)
        if alone:
            lines += [indent(parts[alone[2]].rstrip("\n"), alone[1])] if parts[alone[2]] else []
        else:
            lines.append(re.sub(r"<<(\w+)>>", lambda m: parts[m[1]], line))
    return "\n".join(lines)


def _state(w: Writer, measured: list[tuple[str, str]]) -> str:
    """Return the variables: one of each type, one for each measured expression, and those with keys."""
    lines = []
    types = {kind: text.split(": ") for kind, text in VARIABLES.items() if w.usable([kind])}
    for name, type_ in [*types.values(), *((f"v{n}", types[kind][1]) for n, (kind, _) in enumerate(measured))]:
        each = w.pick(["game", "game", "match", "spell"]) if name[0] != "v" else "game"
        lines.append(f"{name}: {{type: {type_}, each: {each}, seen: everybody}}")
    if w.usable(["suit"]):
        lines.append("of-suit(suit): {type: int, each: game, seen: everybody}")
    return "\n".join(lines) + f"\n{KEYED}"


def _powers(w: Writer) -> str:
    """Return the chart: each facet for one key."""
    facets = [
        f'after: "{w.step(0, CLAUSE, "quiet")}"',
        f"worth: {w.pick('3579')}",
        f"ahead: flag = {w.pick(['true', 'false'])}",
        f"play: {w.pick(['anywhere', 'nowhere'])}",
        f"if: '{w.expression('bool', 1, CARD, 1, PERMISSIONS)}'",
    ]
    if '"' in facets[0][7:-1]:
        facets[0] = "after: num += 1"
    chart = dict(zip(w.chance.sample(w.pack.keys, 4), ([facet] for facet in facets), strict=False))
    w.pick(list(chart.values())).append(facets[4])
    chart.setdefault(w.pick(w.pack.literals["letter"]), []).append(f"of rank: {w.pick('48')}")
    if w.pack.guises:
        for key in w.pick([["Jk"], ["Jk", "3"]]):
            faces = w.pick(["of_rank([2..4])", "[2♣, Jk, 3♥]", "pile", "of_suit(♥) - c", "open - pile.top", "c as A♠"])
            chart.setdefault(key, []).append(f"counts as: '{faces}'")
    return "\n".join(f"{key}: {{{', '.join(values)}}}" for key, values in chart.items())


ALONE = {"p": "player"}
CARD = {"c": "card"}
CLAUSE = {"p": "player", "c": "card"}
MELD = {"p": "player", "cs": "cards"}


def _test(w: Writer, scope: Mapping[str, str], depth: int = 2, bars: tuple[str, ...] = PERMISSIONS) -> str:
    """Return a condition in quotes, for a place in YAML."""
    return f"'{w.expression('bool', depth, scope, 2, bars)}'"


def _table(w: Writer, types: list[str], measured: list[tuple[str, str]]) -> dict[str, str]:
    """Return what the frame declares: its cards, options, zones, variables, classes and powers."""
    pick, some = w.pick, lambda kind: w.pick(w.pack.literals[kind])
    faces = w.chance.sample(w.literals["cardface"], 3)
    parts = {
        "deck": w.pack.deck + (pick(["", "", ", copies: 2"]) if w.pack.guises else ""),
        "sections": w.pack.sections,
        "strict": pick(["true", "false"]),
        "letter": some("letter"),
        "digit": some("digit"),
        "seen": pick(["owner", "side", "[owner, partners]", "everybody"]),
        "seen2": pick(["nobody", "everybody"]),
        "suit_options": "",
        "by_suit": "",
        "dark": "",
        "melding": "",
        "guise": "",
        "never_empty": pick(["", "", ", never-empty: spell"]),
        "state": _state(w, measured),
        "powers": _powers(w),
        "nowhere": pick(["true", "num > 3", "c.tag == 0"]),
        "sure": "\n".join(
            f'"sure_{kind}(x: {kind} or none)": x if x is some else {other}'
            for kind, other in SURE.items()
            if w.usable([kind])
        ),
    }
    if w.pack.guises:
        inside = pick(["[pile, open]", "[pile, open]", "pile", "[hand, row, shelf]", "[open, covered, tops, box]"])
        parts["guise"] = f"guise: {{type: card or none, guise: true, inside: {inside}}}"
    parts |= {f"face{n}": f"'{face}'" for n, face in enumerate(faces, start=1)}
    if "suit" in types:
        parts["melding"] = (
            f"melding: {{sets: 2, runs: {pick('23')}, worth: pips(c.rank), corner: {pick(['true', 'false'])}, "
            f"wild: c.rank == {some('letter')}, most-wild: {pick('12')}, twins: {pick(['true', 'false'])}}}"
        )
        parts["suit_options"] = (
            f"some-suits: {{type: suits, default: [{some('suitliteral')}], text: suits}}\n"
            f"best-suit: {{type: suit, default: {some('suitliteral')}, text: suit}}\n"
            "no-suit: {type: suit or none, default: none, text: no suit}"
        )
        parts["by_suit"] = "by-suit(suit): {seen: everybody}"
        parts["dark"] = f"dark: {{of: suit, starts: [{some('suitliteral')}, {some('suitliteral')}]}}"
    return parts


def _play(w: Writer, types: list[str], measured: list[tuple[str, str]]) -> dict[str, str]:
    """Return what the frame does: its functions, procedures, stages and questions."""
    pick = w.pick
    names = {kind: text.partition(":")[0] for kind, text in VARIABLES.items()}
    calls, cs = CALLED, {"cs": "cards"}
    setup = [
        f"{names[kind]} = {w.leaf(kind, {})}" for kind in ("rank", "suit", "colour") if kind in types and pick([0, 1])
    ]
    steps = w.written(w.turn(_kinds("leaves", w.pack.guises)), 2, ALONE, "leaves"), w.steps(2, ALONE, "leaves")
    wording = w.written('"what about «{int}» and «{shown}», «{players}»«{bool}: or «{sides}»»?"', 1, ALONE, "quiet")
    return {
        "alike": w.expression("bool", 2, {"c": "card", "d": "card"}, 1, calls),
        "loose1": w.expression("int", 1, cs, 1, calls),
        "loose2": w.expression("int", 1, cs, 1, calls),
        "loose3": w.expression("cards", 1, cs, 1, calls),
        "extra": f"'hand(p) & {w.expression('cards', 1, ALONE, 1, calls)}'",
        "landing": pick(["pile", "pile at bottom", "open"]),
        "tidy": w.steps(1, CLAUSE, "quiet"),
        "toss": w.steps(1, ALONE, "chance"),
        "trip": w.steps(1, ALONE, "calls"),
        "measure": "\n".join(f"v{n} = {w.filled(form, 2, ALONE)}" for n, (_, form) in enumerate(measured)),
        "setup": "\n".join(["let top = pile.top", "if top is some: kept = top", "spot = shelf(1)", *setup]),
        "champions": pick(["hand(p).size", "points(p)"]),
        "over": pick(["", "end game as done-with", "end game"]),
        "spell": "\n".join(steps),
        "pick": f"{wording}\n{w.actions('act', 4, ALONE)}",
        "more": _without_itself(w.expression("bool", 1, CLAUSE)),
        "lay_one": w.expression("bool", 1, CLAUSE),
        "both": w.actions("both", 1, ALONE).replace("both0 ", "both ", 1),
        "extra_where": pick(["c in hand(p)", "c.rank != rk", "flag or c.tag == 0"]),
        "extra_actions": w.actions("sup", 1, ALONE),
        "slap": w.expression("bool", 1, ALONE),
        "small": pick("123"),
    }


def _without_itself(test: str) -> str:
    """Return a condition for a choice of the question that `possible` is about; it can't depend on itself."""
    return "flag" if "possible " in test else test


def _conditions(w: Writer) -> dict[str, str]:
    """Return the clauses and hooks of the frame."""
    pick, misplay = w.pick, f"misplay:\n  put(p, c): |\n{indent(w.steps(0, CLAUSE, 'quiet'), '    ')}\n    "
    parts = {
        "put1": _test(w, CLAUSE),
        "put2": _test(w, CLAUSE),
        "put3": _test(w, CLAUSE),
        "both_forbid": _test(w, ALONE),
        "lay": _test(w, MELD),
        "late": _test(w, ALONE),
        "despite": pick(["match", "odd", "odd, other"]),
        "misplay": pick(["", misplay + "nothing", misplay + "proceed"]),
        "moment1": pick(["before", "after"]),
        "moment2": pick(["before", "after"]),
        "proceed1": pick(["", "proceed"]),
        "proceed2": pick(["proceed", "if flag: proceed"]),
    }
    parts |= {f"when{n}": _test(w, CLAUSE if n in (1, 3) else ALONE, 1, ()) for n in range(1, 7)}
    return parts | {f"do{n}": w.steps(1, CLAUSE if n in (1, 4) else ALONE, "quiet") for n in range(1, 7)}


def _others(w: Writer) -> dict[str, str]:

    pick, some = w.pick, lambda kind: w.pick(w.pack.literals[kind])

    return {
        "own_state": "",
        "sw_moment": pick(["after count_up(n)", "after spell(p)", "before more(p)", "after slap(p)"]),
        "sw_test": pick(["own < 3", "flag"]),
        "sw_steps": w.step(0, {}, "quiet"),
        "sw_tidy": w.steps(1, CLAUSE, "quiet"),
        "sw_clause": _test(w, MELD, 1),
        "sw_odd": _test(w, CLAUSE, 1),
        "sw_adds": some("digit"),
        "sw_removes": some("letter"),
        "sw_case": _test(w, CARD, 1, CALLED),
        "sw_union": f"'{w.expression('cards', 1, ALONE, 1, CALLED)}'",
        "sw_lowest": pick(["stock.bottom", "pile.top", "covered.top"]),
        "sw_offer": w.expression("bool", 1, ALONE),
        "sw_powers": f"{some('digit')}: {{play: anywhere}}",
        "sw_with": _test(w, MELD, 1),
        "too_moment": pick(["after spell(p)", "after slap(p)", "before tidy(p, c)"]),
        "too_test": _test(w, {}, 1, ()),
        "too_steps": w.steps(1, {}, "quiet"),
        "too_case": _test(w, CARD, 1, CALLED),
        "too_action": w.written(pick(w.usable(w.moves)), 0, ALONE, "quiet").replace("\n", "\n    "),
        "fixed_lucky": f"'{w.pick(w.literals['cardface'])}'",
        "fixed_moment": pick(["num += 2", "flag = not flag"]),
        "fixed_step": w.simple(ALONE),
        "fixed_when": pick(["before game", "after pick(p)", "after lay(p, cs)"]),
        "fixed_steps": w.step(0, {}, "quiet"),
        "game_seats": pick(["", "players: [2, 4]", "players: 4\nsides: [[1, 2], [3, 4]]"]),
        "seen3": pick(["owner", "others", "opponents"]),
        "seen4": pick(["partners", "side", "others", "opponents", "nobody"]),
        "fixed_cards": "cards:\n  storm: {instead: true, copies: 3, pips: 4}" if w.pack.sections else "",
        "maybe": pick(["2", "5", "none"]),
        "uses": pick(["uses: [sw]", "", "uses: [sw, too]"]),
        "last_stage": f"trip(p): {{instead: {pick(['num -= 1', 'points(p) += 2'])}}}"
        if pick([0, 1])
        else "after-all: nothing",
        "last_prompt": 'extra(p): |\n  instead "what else, {p}?"'
        if pick([0, 1])
        else f"extra(p):\n  instead: |\n    last-action: {w.simple(ALONE)}\n    include more(p)",
        "last_late": _test(w, ALONE, 1),
    }


def _sound(text: str, pack: Pack) -> str:
    """Replace what `check` refuses: a division by 0, and a lot among cards of which a condition might leave none."""
    text = re.sub(r"(//|mod) (\()?0(?(2)\))(?![\d.])", r"\1 2", text)
    return text.replace("kept = random pack", "kept = kept") if "use:" in pack.deck else text


def written(seed: int, expressions: int = 16) -> Ruleset:
    """Return the random ruleset with this number, which measures so many expressions in each spell."""
    w = Writer(seed)
    types = [kind for kind in VARIABLES if w.usable([kind])]
    measured = w.measured(types, expressions)
    parts = _table(w, types, measured) | _play(w, types, measured) | _conditions(w) | _others(w)
    shells = SHELLS.read_text(encoding="utf-8").split("---\n")[1:]
    files = {shell.partition("\n")[0].partition(": ")[2]: shell for shell in shells}
    documents = {f"{name}.yaml": _sound(placed(template, parts), w.pack) for name, template in files.items()}
    if w.pack.document:
        documents = {"deck.yaml": w.pack.document, **documents}
    sizes = {"": (2, 3, 4), "players: [2, 4]": (2, 4)}.get(parts["game_seats"], (4,))
    return Ruleset(documents, w.pack, w.pick(sizes))
