"""The tables of the grammar that come with Parlour: they are those of the grammar, or Parlour doesn't use them."""

import io
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from parlour.lang import grammar

MADE_WITH = "1.3.1"
pytestmark = pytest.mark.skipif(
    lark.__version__ != MADE_WITH, reason=f"the tables were made with lark {MADE_WITH}, so Parlour makes its own"
)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.grammar.cache_clear()
    yield
    grammar.grammar.cache_clear()


@pytest.fixture(scope="module")
def fresh() -> lark.Lark:
    """Return the parser with new tables, which take half a second."""
    return grammar.make()


@pytest.fixture
def made(fresh: lark.Lark, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each time that lark would make the tables."""
    notes = list[str]()

    def noted() -> lark.Lark:
        notes.append(lark.__version__)
        return fresh

    monkeypatch.setattr(grammar, "make", noted)
    return notes


def test_the_tables_are_those_of_the_grammar(fresh: lark.Lark) -> None:
    """If this fails, run `python tests/grammar_tables.py`."""
    shipped = grammar._shipped()
    assert shipped is not None, "grammar.tables is from another grammar or version of lark"
    loaded, again = (lark.Lark.load(io.BytesIO(tables)) for tables in (shipped, grammar._tables(fresh)))
    assert _numbered(loaded) == _numbered(again)
    assert [(t.name, t.pattern) for t in loaded.terminals] == [(t.name, t.pattern) for t in again.terminals]
    assert loaded.rules == again.rules


def _numbered(parser: lark.Lark) -> list[object]:
    """Return the states in the order in which they are reached; lark numbers them differently each time."""
    table = parser.parser.parser._parse_table
    numbers: dict[int, int] = {}
    reached = [table.start_states[start] for start in sorted(table.start_states)]
    rows: list[object] = [[numbers.setdefault(state, len(numbers)) for state in reached]]
    for state in reached:
        row = []
        for symbol, (action, target) in sorted(table.states[state].items()):
            if isinstance(target, int):
                if target not in numbers:
                    numbers[target] = len(numbers)
                    reached.append(target)
                target = numbers[target]
            row.append((symbol, str(action), target))
        rows.append(row)
    return [*rows, {start: numbers[state] for start, state in table.end_states.items()}]


def test_lark_makes_no_tables(made: list[str]) -> None:
    grammar.grammar()
    assert made == []


def test_tables_of_another_version_of_lark_are_not_used(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", "9.9")
    grammar.grammar()
    grammar.grammar.cache_clear()
    grammar.grammar()
    assert made == ["9.9"]  # the second time they are in the user's cache


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    text = grammar._text()
    monkeypatch.setattr(grammar, "_text", lambda: text.replace('"reverse" "direction"', '"reverse" "direction" "now"'))
    parser = grammar.grammar().parse_interactive(start="statements_text")
    for terminal in ("REVERSE", "DIRECTION"):
        parser.feed_token(lark.Token(terminal, ""))
    assert parser.accepts() == {"NOW"}


@pytest.mark.parametrize("content", [b"", b"short", "half", "changed"])
def test_a_damaged_file_is_not_used(
    content: bytes | str, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = grammar.FILE.read_bytes()
    if isinstance(content, str):
        content = whole[: len(whole) // 2] if content == "half" else whole[:-1] + bytes([whole[-1] ^ 1])
    file = tmp_path / "grammar.tables"
    file.write_bytes(content)
    monkeypatch.setattr(grammar, "FILE", file)
    assert grammar.grammar().terminals
    assert len(made) == 1


def test_no_file_is_as_good_as_a_damaged_one(made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "FILE", tmp_path / "none")
    assert grammar.grammar().terminals
    assert len(made) == 1
