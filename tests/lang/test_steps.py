"""Steps whose results are worked out by hand, in the files below `steps/`: all executions end with the same value of
`variable`, or with the same runtime error.

Each file has the cases, then the sections of a frame. With `form` or `forms`, the cases are put in place of `{}`. With
`shared`, they run a second time with ordered zones that share a space in the state.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scaffold.yaml_files import strings_in
from three_ways import DECK, Cases, sharing

FOLDER = Path(__file__).parent / "steps"
Ends = dict[str, int | str]


def expected(value: str) -> int | str:
    return int(value) if value.removeprefix("-").isdigit() else value


def tables() -> Iterator[tuple[str, str, int, str, Ends, str]]:
    """Yield each table: its name, its variable, the number of players, the deck, the ends of its steps, and the
    sections."""
    for path in sorted(FOLDER.iterdir()):
        head, sections = path.read_text(encoding="utf-8").split("\n---\n")
        table = strings_in(head)
        deck = f"deck: {table['deck']}\n" if "deck" in table else DECK
        about = table["variable"], int(table.get("players", 2)), deck
        for form, end in table.get("forms", {table.get("form", "{}"): ""}).items():
            cases = table["cases"] if not end else dict.fromkeys(table["cases"], end)
            ends = {form.replace("{}", steps): expected(value) for steps, value in cases.items()}
            yield path.stem, *about, ends, sections
            if "shared" in table:
                yield f"{path.stem}, shared", *about, ends, sharing(sections)


TABLES = list(tables())


@pytest.mark.parametrize(
    ("variable", "players", "deck", "ends", "sections"), [of for _, *of in TABLES], ids=[name for name, *_ in TABLES]
)
def test_all_executions_end_as_worked_out(
    tmp_path: Path, variable: str, players: int, deck: str, ends: Ends, sections: str
) -> None:
    cases = Cases(tmp_path, {steps: steps for steps in ends}, sections, players, deck)
    assert {steps: cases.value(steps, variable) for steps in ends} == ends
    cases.play_natively(2 * len(ends))
