"""Formatting: one style, the same meaning, and no damaged file. docs/fmt.md describes the style."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.base.diagnostics import RulesetError
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.documents.yaml_text import read_text
from parlour.formatting.formatter import formatted
from parlour.mixing.compiler import compile_ruleset
from parlour.mutation.in_step import same

FAMILIES = Path(__file__).parent.parent.parent / "rulesets"
RULESETS = sorted(FAMILIES.rglob("*.yaml"))

RULE = "rule: r\ntitle: R\nfor: eights\ntext: A rule.\n"
CASES = {
    "signs": ("functions:\n  f(p,n): max( n+1,2 )*3 -  n\n", "functions:\n  f(p, n): max(n + 1, 2) * 3 - n\n"),
    "a minus before a value": ("functions:\n  f(n): '- n - - 1'\n", "functions:\n  f(n): '-n - -1'\n"),
    "after words": (
        "functions:\n  f(n): not(n > 1)and n in[1,2]\n",
        "functions:\n  f(n): not (n > 1) and n in [1, 2]\n",
    ),
    "fields and ranges": (
        "functions:\n  f(p): hand( p ) . size > 1 .. 3\n",
        "functions:\n  f(p): hand(p).size > 1..3\n",
    ),
    "records": (
        "powers:\n  10: {lies as: 'Face ( rank:10,brings:clear )'}\n",
        "powers:\n  10: {lies as: 'Face(rank: 10, brings: clear)'}\n",
    ),
    "steps": (
        "procedures:\n  f(p): |\n      if open(p):\n         draw(p,1)\n      else:\n         move   c to box\n",
        "procedures:\n  f(p): |\n    if open(p):\n      draw(p, 1)\n    else:\n      move c to box\n",
    ),
    "steps of a power": (
        "powers:\n  K:\n    then: |\n      if open(p):\n           draw(p,1)\n",
        "powers:\n  K:\n    then: |\n      if open(p):\n        draw(p, 1)\n",
    ),
    "a line that goes on": (
        "prompts:\n  f(p): |\n    play for c in hand(p)\n         where c.rank==8\n",
        "prompts:\n  f(p): |\n    play for c in hand(p)\n         where c.rank == 8\n",
    ),
    "actions keep their notation": (
        'prompts:\n  f(p): |\n    say-it   "say   it!":nothing\n',
        'prompts:\n  f(p): |\n    say-it "say   it!": nothing\n',
    ),
    "flow": ("options:\n  n: { type:  int, in: 1 .. 5 ,default: 2 , text: cards }\n",
             "options:\n  n: {type: int, in: 1 .. 5, default: 2, text: cards}\n"),
    "lists": ("needs: [ a,b ,  c ]\n", "needs: [a, b, c]\n"),
    "indentation": (
        "options:\n    n:\n        type: int\n        default: 2\nneeds:\n- a\n- b\n",
        "options:\n  n:\n    type: int\n    default: 2\nneeds:\n  - a\n  - b\n",
    ),
    "comments move with what follows": (
        "options:\n    # of cards\n    n:   {type: int} # how many\n\n\n\n# the end\n",
        "options:\n  # of cards\n  n: {type: int} # how many\n\n# the end\n",
    ),
    "comments in steps": (
        "procedures:\n  f(p): |\n     draw(p,1)   # one\n     # two\n     draw(p,2)\n",
        "procedures:\n  f(p): |\n    draw(p, 1)   # one\n    # two\n    draw(p, 2)\n",
    ),
    "ends of lines": ("needs: [a]   \r\n\r\n", "needs: [a]\n"),
    "quotes stay": ("functions:\n  f(): \"max(1,2)\"\n  g(): 'max(1,2)'\n",
                    "functions:\n  f(): \"max(1, 2)\"\n  g(): 'max(1, 2)'\n"),
    "examples keep their layout": (
        "examples:\n  - name: one\n    given: {hand 1: 2♠  3♠, to move: 1}\n    then:\n      pile: 4♠\n",
        "examples:\n  - name: one\n    given: {hand 1: 2♠  3♠, to move: 1}\n    then:\n      pile: 4♠\n",
    ),
    "prose keeps its lines": ("credits: >-\n  one\n  two\n", "credits: >-\n  one\n  two\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_text_is_put_into_the_style(case: str) -> None:
    before, after = CASES[case]
    assert formatted(Source("r.yaml", RULE + before)) == RULE + after


def test_wide_prose_is_filled() -> None:
    words = " ".join(["word"] * 40)
    text = formatted(Source("r.yaml", RULE.replace("A rule.", words)))
    assert "text: >-\n  word" in text
    assert max(map(len, text.splitlines())) <= 120
    assert " ".join(text.split("text: >-")[1].split()) == words


@pytest.mark.parametrize("family", sorted(path for path in FAMILIES.iterdir() if path.is_dir()), ids=lambda p: p.name)
def test_the_shipped_rulesets_are_formatted(family: Path) -> None:
    for path in sorted(family.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert formatted(Source(path.name, text)) == text, path


def disturbed(text: str, chance: Random) -> str:
    """Return a carelessly written copy: wider margins, blanks around signs, blank lines."""
    factor = chance.choice((1, 2, 3))
    lines = []
    for line in text.splitlines():
        width = len(line) - len(line.lstrip(" "))
        rest = re.sub(r", (?=[a-z0-9(])", lambda _: chance.choice((", ", ",  ")), line[width:])
        if rest.startswith("- "):  # the text after a dash has the indentation of the lines below
            rest = "-" + " " * (2 * factor - 1) + rest[2:]
        lines.append(" " * (width * factor) + rest + chance.choice(("", "", " ")))
        if line.startswith(("options:", "examples:", "may:")) or not line:
            lines += [""] * chance.choice((0, 1))
    return chance.choice(("\n", "\r\n")).join(lines) + chance.choice(("", "\n", "\n\n"))


def without_blanks(text: str) -> list[str]:
    """Return the lines before the examples that aren't empty, with their indentation and single blanks."""
    lines = text.partition("\nexamples:")[0].splitlines()
    return [re.sub(r"(?<=\S) +", " ", line).rstrip() for line in lines if line.strip()]


@pytest.mark.parametrize("seed", range(5))
def test_a_careless_copy_means_the_same(seed: int, tmp_path: Path) -> None:
    """Formatted, it is the original up to blanks inside lines, blank lines and examples; it also compiles to
    the same Program."""
    chance = Random(seed)
    path = chance.choice([path for path in RULESETS if "game: " in path.read_text(encoding="utf-8")[:200]])
    text = path.read_text(encoding="utf-8")
    careless = disturbed(text, chance)
    once = formatted(Source(path.name, careless))
    assert without_blanks(once) == without_blanks(text)
    assert formatted(Source(path.name, once)) == once
    copy = tmp_path / path.name
    copy.write_text(once, encoding="utf-8")
    program, original = compile_ruleset(copy).program, compile_ruleset(path).program
    assert program is not None
    assert original is not None
    assert same(program, original)


def nodes(node: Node) -> Iterator[Node]:
    yield node
    children = node.items if isinstance(node, doc.Sequence) else ()
    for child in children or ([e.value for e in node.entries] if isinstance(node, doc.Mapping) else ()):
        yield from nodes(child)


def test_texts_with_meaningful_blanks_stay() -> None:
    text = RULE + 'credits: "two  \\\n  lines"\nexamples:\n  - name: "a   b"\n'
    node, _ = read_text(Source("r.yaml", formatted(Source("r.yaml", text))))
    assert node is not None
    assert {"two  lines", "a   b"} <= {each.value for each in nodes(node) if isinstance(each, doc.Scalar)}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_blanks_inside_texts_stay_and_others_go(end: str) -> None:
    lines = ["rule: r ", "title: R", "", "", "for: eights", "credits: |", "  one  ", "", "", "  two", "needs: [a]  "]
    expected = ["rule: r", "title: R", "", "for: eights", "credits: |", "  one  ", "", "", "  two", "needs: [a]", ""]
    assert formatted(Source("r.yaml", end.join(lines))) == "\n".join(expected)


def test_invalid_yaml_is_refused() -> None:
    with pytest.raises(RulesetError):
        formatted(Source("r.yaml", "rule: [r\n"))


def test_code_that_the_lexer_refuses_stays_as_it_is() -> None:
    text = RULE + "functions:\n  f(): 1+%$2\n"
    assert formatted(Source("r.yaml", text)) == text
