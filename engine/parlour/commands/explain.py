"""`parlour explain`: explains findings by their codes."""

from __future__ import annotations

from argparse import Namespace

from parlour.base.codes import CHAPTERS, CODES, FindingCode
from parlour.base.diagnostics import containing, did_you_mean
from parlour.base.usage import UsageError
from parlour.reporting.pages import as_plain_text, body, page
from parlour.terminal.console import Console


def run(asked: Namespace, console: Console) -> int:
    codes = [_code(name) for name in asked.codes]
    if asked.json:
        console.say_json([_data(code, whole=bool(asked.codes)) for code in codes or CODES.values()])
    elif codes:
        for number, code in enumerate(codes):
            if number:
                console.say()
            _explain(code, console)
    else:
        width = max(map(len, CODES))
        for chapter, (_, table) in CHAPTERS.items():
            console.say(chapter, "bold")
            for name, meaning in table.items():
                console.say(f"  {name:<{width}}  {meaning}")
            console.say()
        console.say("`parlour explain CODE` shows examples.")
    return 0


def _code(name: str) -> FindingCode:
    bare = name.strip().strip("[]")  # with the brackets that a finding has around it
    if bare not in CODES:
        lists = f"`parlour explain` lists all codes; for a rule, `parlour list {bare}`"
        help = did_you_mean(bare, CODES) or containing(bare, CODES) or lists
        raise UsageError(f"unknown code `{bare}`", help)
    return CODES[bare]


def _data(code: FindingCode, whole: bool) -> object:
    data: dict[str, object] = {"code": code.name, "severity": code.severity, "meaning": code.meaning}
    return data | {"page": page(code.name)} if whole else data


def _explain(code: FindingCode, console: Console) -> None:
    console.say(f"{code.name} ({code.severity}): {code.meaning}", "bold")
    text = page(code.name)
    if text is not None:
        console.say()
        console.say(as_plain_text(body(text), console.text_width))
