"""Each code of a finding has a page whose wrong example gives it and whose right example doesn't."""

import re
from pathlib import Path

import pytest

import doc_pages
import finding_pages
from finding_pages import INDEX, PAGES, parts
from parlour.base.codes import CHAPTERS, CODES
from parlour.base.diagnostics import Diagnostic

ENGINE = PAGES.parent.parent / "engine" / "parlour"
NOT_RUN = {  # others test these
    "library-too-large": "it takes 5,000 files, and the whole library is checked",
    "library-unreadable": "the user who runs the tests may read everything",
}
WRITTEN = sorted(path.stem for path in PAGES.glob("*.md"))
RUN = [code for code in WRITTEN if code not in NOT_RUN]


def text_of(code: str) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own, with nothing in the user's library."""
    for name, value in doc_pages.surroundings(tmp_path).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def test_every_code_has_a_page() -> None:
    assert set(WRITTEN) == set(CODES)


def test_a_page_has_its_parts() -> None:
    for code in WRITTEN:
        text = text_of(code)
        assert text.startswith(f"# {code}: {CODES[code].meaning}\n\n")
        assert len(text.splitlines()) <= 60, code
        wrong, right = parts(text)
        assert {mark[2] for mark in wrong.marks} <= {code}
        assert not right.marks, code


LONG = {  # findings of many games
    "deep-dead-action", "deep-dead-rule", "deep-fault", "deep-leak", "deep-no-winner", "deep-repeats", "survived",
}  # fmt: skip
TRIED = [pytest.param(code, marks=[pytest.mark.long] if code in LONG else []) for code in RUN]


@pytest.mark.one_in(24)
@pytest.mark.parametrize("code", TRIED)
@pytest.mark.usefixtures("alone")
def test_the_wrong_example_gives_the_code(code: str) -> None:
    wrong, _ = parts(text_of(code))
    status, findings = wrong.run(code)
    ours = [f for f in findings if f.code == code]
    assert ours, f"only {findings}"
    assert {(name, line) for name, line, _ in wrong.marks} <= {(f.file, f.line) for f in ours}
    assert [f for f in findings if f.code != code and f.kind == "error"] == []
    assert status != 0 or all(f.kind == "note" for f in ours)


@pytest.mark.one_in(24)
@pytest.mark.parametrize("code", TRIED)
@pytest.mark.usefixtures("alone")
def test_the_right_example_is_clean(code: str) -> None:
    status, findings = parts(text_of(code))[1].run(code)
    assert [f for f in findings if f.code == code or f.kind != "note"] == []
    assert status == 0


def test_links_lead_somewhere() -> None:
    links = {link: code for code in WRITTEN for link in re.findall(r"\]\(([^)]+)\)", text_of(code))}
    for link, code in links.items():
        name, _, anchor = link.partition("#")
        headings = re.findall(r"^#+ (.*)$", (PAGES / name).read_text(encoding="utf-8"), re.MULTILINE)
        assert not anchor or anchor in {_anchor(heading) for heading in headings}, f"{code}: {link}"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_table_of_all_codes_is_complete() -> None:
    """`python tests/finding_pages.py` writes it."""
    page = INDEX.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE)[-len(CHAPTERS) :] == list(CHAPTERS)
    assert finding_pages.index(page) == page


def test_codes_are_in_order_and_said_in_few_words() -> None:
    for _, table in CHAPTERS.values():
        assert list(table) == sorted(table)
    assert sum(len(table) for _, table in CHAPTERS.values()) == len(CODES)
    for code in CODES.values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)
        assert len(code.meaning) <= 80
        assert not code.meaning.endswith(".")


def test_every_code_is_used_in_the_engine() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py") if path.name != "codes.py")
    assert CODES.keys() - set(re.findall(r'"([a-z-]+)"', code)) == set()


def test_an_unknown_code_cannot_be_reported() -> None:
    with pytest.raises(AssertionError, match=r"docs/findings/no-such-code\.md"):
        Diagnostic("no-such-code", "?")
