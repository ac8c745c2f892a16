"""`parlour explain` lists all codes. `scenes/files.yaml` has the pages of codes."""

import json

from parlour.base.codes import CODES
from scaffold.terminal import run


def test_all_codes_are_listed() -> None:
    printed = run("explain")
    assert printed.code == 0
    assert all(f"  {code.name} " in printed.out and code.meaning in printed.out for code in CODES.values())


def test_codes_as_data() -> None:
    every = json.loads(run("explain", "--json").out)
    assert [item["code"] for item in every] == list(CODES)
    assert every[0].keys() == {"code", "severity", "meaning"}
