"""`parlour explain`: codes, their pages, and codes that don't exist."""

import json

from parlour.base.codes import CODES
from scaffold.terminal import run


def test_a_code_is_explained_with_examples() -> None:
    printed = run("explain", "unknown-name")
    assert printed.code == 0
    head, _, rest = printed.out.partition("\n")
    assert head == f"unknown-name (error): {CODES['unknown-name'].meaning}"
    assert "\nWrong:\n\n    rule: twos-draw\n" in rest
    assert "\nRight:\n\n    rule: twos-draw\n" in rest
    assert "```" not in rest
    assert "](" not in rest
    assert max(map(len, rest.splitlines())) <= 80


def test_a_code_can_be_copied_with_its_brackets_and_several_can_be_given() -> None:
    both = run("explain", "[none]", "type").out
    assert both == f"{run('explain', 'none').out}\n{run('explain', 'type').out}"


def test_all_codes_are_listed() -> None:
    printed = run("explain")
    assert printed.code == 0
    assert all(f"  {code.name} " in printed.out and code.meaning in printed.out for code in CODES.values())


def test_a_misspelt_code_gets_a_suggestion() -> None:
    printed = run("explain", "unknwon-name")
    assert (printed.code, printed.out) == (2, "")
    assert "unknown code `unknwon-name`" in printed.err
    assert "did you mean `unknown-name`?" in printed.err
    assert "`parlour explain` lists all codes; for a rule, `parlour list xyzzy`" in run("explain", "xyzzy").err


def test_codes_as_data() -> None:
    every = json.loads(run("explain", "--json").out)
    assert [item["code"] for item in every] == list(CODES)
    assert every[0].keys() == {"code", "severity", "meaning"}
    (one,) = json.loads(run("explain", "hook-order", "--json").out)
    assert (one["code"], one["severity"]) == ("hook-order", "error")
    assert one["page"].startswith("# hook-order: ")
