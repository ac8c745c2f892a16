"""A ruleset edited at random compiles, or gets findings with places. It never raises an exception."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.base.diagnostics import has_errors, render_json, render_text
from parlour.mixing.compiler import compile_ruleset

ROOT = Path(__file__).parent.parent / "rulesets"
FILES = [p for p in sorted(ROOT.rglob("*.yaml")) if p.read_text(encoding="utf-8").startswith("rule:")]
TEXTS = [path.read_text(encoding="utf-8").partition("\nexamples:")[0] + "\n" for path in FILES]
BITS = [
    "p", "c", "hand(p)", "none", "(", ")", "[", "]", "{", "}", ":", "|", "\n", "\n  ", "    ", "if", "then",
    "for q in players", "where", "ask p:", "play ", "end hand", "move c to ", "8", "Q♠", "Jk", "options.",
    "\t", "#", "\"", "'", "-", " - ", "&a", "*a", "!!x", "limit 3", "repeat:", "proceed", "random players",
    "may play(p, c)", "possible act(p)", "stock", "pile.top", "1..4", "=", "==", "+=", "when:",
    "after draw(p, n): ", "instead: ", "x: {type: int, each: hand, text: x}", "♠", "é", "\u2028", ",",
    "allow", "forbid", "true",
]  # fmt: skip

edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(["", *BITS])), min_size=1, max_size=4)


def edited(text: str, changes: list[tuple[float, int, str]]) -> str:
    for where, drop, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + drop :]
    return text


@settings(
    max_examples=80, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(base=st.sampled_from(TEXTS), changes=edits)
def test_an_edited_rule_gives_findings(tmp_path: Path, base: str, changes: list[tuple[float, int, str]]) -> None:
    path = tmp_path / "edited.yaml"
    path.write_text(edited(base, changes), encoding="utf-8")
    compiled = compile_ruleset("crazy-eights", with_=[path])
    assert (compiled.program is None) == has_errors(compiled.findings)
    for finding in compiled.findings:
        assert finding.message
        assert finding.severity != "error" or finding.span is not None
    render_text(compiled.findings)
    render_json(compiled.findings)
