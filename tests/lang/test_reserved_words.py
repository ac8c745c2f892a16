"""Words of the language, wherever a ruleset declares a name or a word: the message names the word and what to do."""

from collections.abc import Callable
from pathlib import Path
from textwrap import indent

import pytest

from lang.helpers import problems_of
from parlour.base.diagnostics import Diagnostic
from parlour.lang import parser
from parlour.lang.lexer import RESERVED
from parlour.lang.syntax_errors import SECOND_PARTS
from parlour.mixing.compiler import compile_ruleset
from three_ways import Small

WORDS = sorted(RESERVED)
NAMED: dict[str, tuple[Callable[..., object], str]] = {
    "an action": (parser.parse_actions, "{}: nothing"),
    "an action with a notation": (parser.parse_actions, '{} "say {{n}}": nothing'),
    "an action with choices": (parser.parse_actions, "{} for c in hand(p): nothing"),
    "an action that may not be there": (parser.parse_actions, "pass\n{} if n > 1"),
    "a replaced action": (parser.parse_actions, "instead {}: nothing"),
    "a choice": (parser.parse_actions, "play for {} in hand(p): nothing"),
    "a second choice": (parser.parse_actions, "play for c in hand(p), {} in suits: nothing"),
    "a heading": (parser.parse_heading, "{}"),
    "a heading with parameters": (parser.parse_heading, "{}(p, c)"),
    "a parameter": (parser.parse_heading, "f(p, {})"),
    "a parameter with its type": (parser.parse_heading, "f({}: card)"),
    "a parameter of a hook": (parser.parse_hook_heading, "after draw({})"),
    "a type": (parser.parse_type, "{}"),
    "a let": (parser.parse_statements, "let {} = 3"),
    "a loop": (parser.parse_statements, "for {} in players: nothing"),
    "a place for positions": (parser.parse_statements, "resume here as {}"),
    "an ending": (parser.parse_statements, "end game as {}"),
    "a field": (parser.parse_expression, "c.{} == 3"),
    "an option": (parser.parse_expression, "options.{}"),
    "what a quantifier runs over": (parser.parse_expression, "any {} in players where true"),
    "a field of a record": (parser.parse_expression, "Face({}: 3)"),
}
# Players read the name of an action, unless a text follows it, so the word itself can stand in that text.
OF_AN_ACTION = 'choose another name, followed by the text for players in quotes: `say-{0} "{0}"`'
OF_A_SIZE = "for the number of cards or members, write `.size`"
OF_ANYTHING_ELSE = "choose another name, for example `my-{0}`"


@pytest.mark.parametrize("place", NAMED)
def test_no_name_is_a_word_of_the_language(place: str) -> None:
    parse, text = NAMED[place]
    help = OF_AN_ACTION if place.startswith("an action") else OF_ANYTHING_ELSE
    for word in WORDS:
        if "action" in place and word in SECOND_PARTS:
            continue  # the message names the key above it
        (problem,) = problems_of(parse, text.format(word))
        assert problem.message == f"`{word}` is a keyword and can't be a name", problem
        assert problem.help == (OF_A_SIZE if (place, word) == ("a field", "count") else help.format(word))
        assert problem.span is not None
        assert problem.span.text == word


RULE = """\
rule: words
title: Words of a list
for: eights
text: Words of the language are words of a list.
options:
  mix: {{type: [same, {0}], default: same, text: some of them}}
  other: {{type: [{0}, same], default: "{0}", text: the other way round}}
state:
  mood: {{type: [same, {0}], each: hand}}
may:
  play(p, c):
    x: {{forbid: '{1}', says: no}}
"""
AS_WORDS = (
    "options.mix == {} and c.rank == K", "options.mix != {}", "c.rank == K and (options.mix == {})",
    "(c.rank == K if options.mix == {} else c.rank == Q)", "mood in [same, {}]", "mood in [{}, same] and c.rank == K",
)  # fmt: skip


def findings(path: Path, text: str) -> tuple[Diagnostic, ...]:
    """Without those about options that a case leaves unread."""
    path.write_text(text, encoding="utf-8")
    found = compile_ruleset("crazy-eights", [path]).findings
    return tuple(d for d in found if d.code != "unread")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("test", AS_WORDS)
def test_a_word_of_a_list_is_written_in_quotes(tmp_path: Path, test: str) -> None:
    for word in ("any", "all", "most", "possible", "and", "not", "none", "repeat"):
        assert findings(tmp_path / "rule.yaml", RULE.format(word, test.format(f'"{word}"'))) == ()


@pytest.mark.parametrize("test", AS_WORDS)
def test_without_quotes_the_word_is_to_blame(test: str) -> None:
    for word in sorted(RESERVED - {"true", "false", "none"}):
        (problem,) = problems_of(parser.parse_expression, test.format(word))
        assert problem.message == f"`{word}` is a keyword", problem
        assert problem.help == f'if you mean a word of a list, write it in quotes: `"{word}"`'
        assert problem.span is not None
        assert problem.span.text == word


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("options.mix == none", "found none"),
        ('options.mix == "alll"', "expected `same` or `all`, found `alll`"),
        ('c.rank == "all"', "found a word in quotes"),
        ('"all" == "all"', "unexpected word in quotes: only words of a list of words need quotes"),
    ],
)
def test_what_quotes_do_not_make_right(tmp_path: Path, test: str, message: str) -> None:
    (problem,) = findings(tmp_path / "rule.yaml", RULE.format("all", test))
    assert message in problem.message


def test_words_in_quotes_are_compared_set_and_given(tmp_path: Path) -> None:
    steps = """
        mood = "any"
        if mood == "any": n += 1
        if mood in [same, "no"]: n += 10
        n += 100 if says(mood) else 200
        for w in 1..2: n += 1000 if mood != "no" else 0
    """
    sections = """
        types:
          answer: [same, any, no]
        state:
          mood: {type: answer, starts: '"no"'}
          n: {type: int}
        functions:
          "says(a: answer)": a == "any"
    """
    ended = Small(tmp_path, steps, indent(sections, "")).ends()
    assert isinstance(ended, dict)
    assert ended["n"] == 2101
