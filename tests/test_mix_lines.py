"""Mixes in one line: their meaning, the places of errors, and every command that takes them."""


import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.base.diagnostics import RulesetError
from parlour.mixing.mix_line import is_line, read_line, write_line
from scaffold.terminal import run


@pytest.mark.parametrize(
    ("line", "subject", "with_", "without", "options"),
    [
        ("sh + a", "sh", ["a"], [], {}),
        ("sh+a+b", "sh", ["a", "b"], [], {}),
        ("sh - x-y", "sh", [], ["x-y"], {}),
        ("sh – a + b − c", "sh", ["b"], ["a", "c"], {}),
        ("sh + burn on four - 2 and go again", "sh", ["burn on four"], ["2 and go again"], {}),
        ("  sh + a , n = 2 ", "sh", ["a"], [], {"n": "2"}),
        ("sh, n=-1, m=two words", "sh", [], [], {"n": "-1", "m": "two words"}),
        ("sh, n= - 1", "sh", [], [], {"n": "- 1"}),
        ("sh, ranks=2, J, Q, n=1 + a", "sh", ["a"], [], {"ranks": "2, J, Q", "n": "1"}),
        ("./ours.yaml + ./my rules/a.yaml", "./ours.yaml", ["./my rules/a.yaml"], [], {}),
        ("sh, a.n=1, n=2", "sh", [], [], {"a.n": "1", "n": "2"}),
    ],
)
def test_a_line_means(line: str, subject: str, with_: list[str], without: list[str], options: dict[str, str]) -> None:
    assert is_line(line)
    mix = read_line(line)
    assert (mix.subject, [*mix.with_], [*mix.without], mix.options) == (subject, with_, without, options)


@pytest.mark.parametrize("name", ["sh", "crazy-eights", "./my-game.yaml", "-", "three-reverses"])
def test_a_name_is_no_line(name: str) -> None:
    assert not is_line(name)


@pytest.mark.parametrize(
    ("line", "part", "words"),
    [
        ("+ a", "+", "expected a game"),
        ("n=2", "n=2", "expected a game"),
        ("sh +", "+", "expected a rule after `+`"),
        ("sh + + a", "+", "expected a rule after `+`"),
        ("sh -", "-", "expected a rule after `-`"),
        ("sh,", ",", "expected an option after `,`"),
        ("sh, , n=2", ",", "expected an option after `,`"),
        ("sh, a", "a", "write `+ a`"),
        ("sh, hand size = 6", "hand size = 6", "the name of an option has no spaces: `, hand-size=6`"),
        ("sh + n=2", "n=2", "write `, n=2`"),
        ("sh, n=", "n=", "expected a value"),
        ("sh + a + a", "a", "names the rule `a` twice"),
        ("sh + a - a", "a", "names the rule `a` twice"),
        ("sh, n=1, n=2", "n=2", "sets the option `n` twice"),
    ],
)
def test_an_unreadable_line(line: str, part: str, words: str) -> None:
    with pytest.raises(RulesetError) as raised:
        read_line(line)
    (finding,) = raised.value.diagnostics
    assert finding.code == "mix-line"
    assert finding.span is not None
    assert finding.span.text == part
    assert words in f"{finding.message} {finding.help}"


names = st.lists(st.text("abcdefghij", min_size=1, max_size=5), min_size=1, max_size=2).map("-".join)


@given(
    st.lists(names, min_size=1, max_size=6, unique=True), st.integers(0, 6), st.dictionaries(names, st.integers(-9, 9))
)
def test_a_written_line_is_read_again(rules: list[str], cut: int, options: dict[str, int]) -> None:
    subject, *others = rules
    line = read_line(write_line(subject, others[:cut], others[cut:], options))
    assert (line.subject, [*line.with_], [*line.without]) == (subject, others[:cut], others[cut:])
    assert line.options == {name: str(value) for name, value in options.items()}


@pytest.mark.parametrize(
    ("line", "marked", "words"),
    [
        ("crazy-eight + jack-skips", "crazy-eight", "did you mean `crazy-eights`?"),
        ("crazy-eights + jack-skip", "jack-skip", "did you mean `jack-skips`?"),
        ("crazy-eights + jack-skips draw-one", "jack-skips draw-one", "write `+ jack-skips + draw-one`"),
        ("crazy-eights + jacks skip -reshuffle", "jacks skip -reshuffle", "write `+ jacks skip - reshuffle`"),
        ("crazy-eights - jack-skips", "jack-skips", "`jack-skips`"),
        ("crazy-eights + jack-skips, hand-sise = 6", "hand-sise", "did you mean `hand-size`?"),
        ("crazy-eights + jack-skips, hand-size = six", "six", "found `six`"),
    ],
)
@pytest.mark.parametrize("command", ["play", "check"])
def test_errors_point_into_the_line(command: str, line: str, marked: str, words: str) -> None:
    printed = run(command, line)
    assert printed.code == 2
    text = printed.out + printed.err
    assert words in text
    assert f"    1 | {line}\n      | {' ' * line.index(marked)}{'^' * len(marked)}\n" in text


def test_load_takes_a_line() -> None:
    game = parlour.load("crazy-eights + jack-skips, hand-size=6")
    assert game.options["hand-size"] == "6"
    with pytest.raises(RulesetError, match="jack-skip") as raised:
        parlour.load("crazy-eights + jack-skip")
    (finding,) = raised.value.diagnostics
    assert finding.span is not None
    assert (finding.span.text, finding.span.column) == ("jack-skip", 16)


def test_a_rule_added_by_another_name_can_be_removed() -> None:
    game = parlour.load("sh + bounce + Toss fives").without("three-reverses", "toss-fives")
    assert {use.rule.id for use in game.composition.uses} == {u.rule.id for u in parlour.load("sh").composition.uses}
