"""docs/figures.md: the examples of the shipped rulesets exercise all of them, and notice nearly every change."""

from collections.abc import Iterator
from pathlib import Path

from parlour.library.library import Library
from parlour.mutation.mutants import STATUSES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "figures.md"
COLUMNS = ("", "covered", "mutants", "not tried", *STATUSES, "share killed")


def rows(heading: str) -> Iterator[dict[str, str]]:
    """The lines of the table below a heading, by the names of its columns."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    head, _, *lines = [line for line in section.splitlines() if line.startswith("|")]
    assert tuple(cells(head)) == COLUMNS
    for line in lines:
        yield dict(zip(COLUMNS, cells(line), strict=True))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]


def test_the_page_lists_shipped_rulesets_once() -> None:
    """New rulesets get their lines when somebody runs the script again."""
    names = [row[""] for row in rows("Rulesets")]
    assert len(set(names)) == len(names) > 100
    assert set(names) <= set(Library.standard().ids("frame", "game", "rule"))


def test_examples_exercise_everything_and_kill_nine_mutants_in_ten() -> None:
    for row in rows("Rulesets"):
        assert row["covered"] == "100 %", row
        killed, survived = int(row["killed"]), int(row["survived"])
        assert killed >= 9 * survived, row


def test_the_page_about_validating_has_the_same_sums() -> None:
    *_, every = rows("Families")
    words = " ".join((PAGE.parent / "validating.md").read_text(encoding="utf-8").split())
    kills = f"They kill {int(every['killed']):,} mutants of {int(every['mutants']):,}, and {every['survived']} survive."
    assert kills in words
    assert f"no difference for {every['not told apart']} mutants" in words
    assert f"`check` refuses {every['refused']}." in words


def test_the_sums_are_those_of_the_rulesets() -> None:
    *families, every = rows("Families")
    for column in ("mutants", *STATUSES):
        total = sum(int(row[column]) for row in rows("Rulesets"))
        assert total == int(every[column]) == sum(int(row[column]) for row in families), column
