"""The cache of documents only saves time: whatever its folder holds, the answer is that of an empty one."""

import pickle
from pathlib import Path

import pytest

from parlour.base.diagnostics import render_json
from parlour.base.source import Source, Span
from parlour.lang import parse_cache
from parlour.library import loading
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.storage import cache
from parlour.storage.cache_entries import packed, unpacked

WRONG = "rule: r\ntitle: R\nfor: doubting\ntext: x\nwhen:\n  after take(p): settle(q)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "parlour" / "rulesets"


def afresh(subject: str, *with_: str | Path) -> Compiled:
    """As a new process does it, which has only what is in the cache."""
    loading._loaded.clear()
    parse_cache._parsed.clear()
    return compile_ruleset(subject, with_)


def same(one: Compiled, other: Compiled) -> None:
    assert one.program == other.program
    assert repr(one.program) == repr(other.program)
    assert render_json(one.findings) == render_json(other.findings)


def test_findings_are_kept_with_their_places(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(WRONG, encoding="utf-8")
    first, again = afresh("cheat", path), afresh("cheat", path)
    assert first.findings
    same(again, first)
    moved = tmp_path / "elsewhere.yaml"
    path.rename(moved)
    there = afresh("cheat", moved)
    assert [d.span.place.partition(":")[2] for d in there.findings if d.span] == [
        d.span.place.partition(":")[2] for d in first.findings if d.span
    ]
    assert all("elsewhere.yaml" in d.span.place for d in there.findings if d.span)


def test_the_source_is_left_out() -> None:
    source, other = Source("a.yaml", "some text"), Source("b.yaml", "some text")
    data = packed((Span(source, 0, 4), source), [source])
    assert b"some text" not in data
    assert unpacked(data, [other]) == (Span(other, 0, 4), other)


def test_only_classes_of_the_engine_are_built() -> None:
    with pytest.raises(pickle.UnpicklingError, match="part of the engine"):
        unpacked(packed(Path("x"), []), [])


def test_a_change_of_the_engine_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str | None:
        return cache.version_of.__wrapped__()

    (tmp_path / "lang").mkdir()
    for path, text in (("a.py", "1"), ("lang/grammar.lark", "2"), ("lang/note.txt", "3")):
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    first = version()
    assert first is not None
    (tmp_path / "lang" / "note.txt").write_text("4", encoding="utf-8")
    assert version() == first
    (tmp_path / "lang" / "grammar.lark").write_text("4", encoding="utf-8")
    second = version()
    assert second != first
    (tmp_path / "lang" / "b.py").write_text("", encoding="utf-8")
    assert version() not in (first, second)
