"""Laws of documents: places are kept, and any text has an answer, the same from both parsers."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.base.source import Source
from parlour.documents.yaml_text import read_text
from scaffold.documents import RULE, both_parsers, check_anything, check_places, value_of

WORDS = st.permutations("abcdefghij♠\U0001f0a1\U0001f0b1é").map("".join)


@st.composite
def double_quoted(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A document, and how each character of its scalar is written."""
    forms = {}
    for char in draw(WORDS):
        escapes = [f"\\U{ord(char):08X}"]
        escapes += [f"\\u{ord(char):04x}"] if ord(char) < 0x10000 else []
        escapes += [f"\\x{ord(char):02x}"] if ord(char) < 0x100 else []
        forms[char] = draw(st.sampled_from([char, char, *escapes]))
    between = st.sampled_from(["", " ", "\\n", "\\\n  ", "\\\r\n", "\n ", "\n\n\n", " \r\n\t", "\\ ", '\\"'])
    return 'k: "' + "".join(form + draw(between) for form in forms.values()) + '"\n', forms


@given(double_quoted())
@settings(max_examples=25, deadline=None)
def test_escapes_and_folds_keep_their_places(case: tuple[str, dict[str, str]]) -> None:
    text, forms = case
    scalar = value_of(text)
    for char, form in forms.items():
        offset = scalar.value.index(char)
        place = scalar.at(offset, offset + 1)
        assert place.text == form
        assert text.count(form) > 1 or place.start == text.index(form)


@st.composite
def over_lines(draw: st.DrawFn) -> tuple[str, str]:
    """A document whose scalar is broken into lines, and the characters to look for."""
    word = draw(WORDS)
    style = draw(st.sampled_from(["", "'", '"', "|", "|-", ">+", "|2", ">2-", ">", "> # 0"]))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    block = style[:1] in ("|", ">")
    breaks = [ending + "  ", ending * 2 + "  ", ending * 3 + "  ", " "]
    breaks += [ending + "     ", ending + "      " + ending + "  "] if block else [" " + ending + "   "]
    text = "".join(char + draw(st.sampled_from(["", "", *breaks])) for char in word[:-1]) + word[-1]
    if block:
        return f"m:\n- x\nk: {style}{ending}  {text}{draw(st.sampled_from(['', ending, ending * 3]))}", word
    return f"m: [x]\nk: {style}{text}{style}{ending}", word


@both_parsers
@given(case=over_lines())
@settings(max_examples=40, deadline=None)
def test_lines_keep_their_places(case: tuple[str, str], libyaml: bool) -> None:
    text, word = case
    scalar = value_of(text, libyaml)
    start = text.index("k:")
    for char in word:
        offset = scalar.value.index(char)
        assert scalar.at(offset, offset + 1).start == text.index(char, start)
    check_places(scalar)


PIECES = [
    *"ab0é'\"|>:-,()[]{}#&?~@%\t\r\n \x07\0\x85\u2028\ufeff\ud800\U0001f0a1",
    *("cd", "'x'", "''", "|2-", ">+", "|-", "*x", "!t", "<<", "---", "...", "!%ED%A0%80", "%YAML 1.1\n"),
    *('\\"', "\\n", "\\\n", "\\u2660", "\\ud800", "\\UFFFFFFFF", "\r\n", "\n\n", "  ", ": ", ": ", " # c\n"),
    *("\n- ", "\n  k: ", "\nk: |\n  ", "\nk: >\n    ", "x: 'a\n b'\n"),
]
BEGINNINGS = ["", "", "k: |\n  ", "k: >\n  ", "k: 'a", 'k: "a', "k: a", "k: |2\n   ", "k: {a: b", "k: [(a"]


@st.composite
def scraps(draw: st.DrawFn) -> str:
    beginning = draw(st.sampled_from(BEGINNINGS))
    return beginning + "".join(draw(st.lists(st.sampled_from(PIECES), max_size=15)))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A document with pieces cut out, doubled, exchanged or put in."""
    random = Random(draw(st.integers(0, 2**32)))
    text = RULE
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted(random.choices(range(len(text) + 1), k=2))
        b = min(b, a + random.choice([0, 1, 1, 3, 20]))
        text = text[:a] + random.choice(["", text[a:b] * 2, random.choice(PIECES)]) + text[b:]
    return text


@both_parsers
@given(text=st.one_of(scraps(), damaged(), st.text(), st.text(alphabet=st.characters(codec=None))))
@settings(max_examples=100, deadline=None)
def test_anything_at_all_has_an_answer(text: str, libyaml: bool) -> None:
    check_anything(text, libyaml)


@given(text=damaged())
@settings(max_examples=100, deadline=None)
def test_both_parsers_give_the_same_nodes(text: str) -> None:
    fast, slow = (read_text(Source("f", text), libyaml=libyaml) for libyaml in (True, False))
    if not fast[1] and not slow[1]:
        assert fast == slow
