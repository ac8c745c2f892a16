"""Which tests a usual run takes; `pytest --all` takes all of them, and a run that names tests, those it names.

`@pytest.mark.long` marks a test that counts for long. `@pytest.mark.one_in(n)` marks a test of many like cases: each
n-th is taken, always the same ones.
"""

from collections import Counter
from collections.abc import Iterable

import pytest


def names_tests(config: pytest.Config) -> bool:
    return bool(config.getoption("keyword")) or any("::" in argument for argument in config.args)


def usual(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that a run without `--all` takes."""
    seen: Counter[str] = Counter()
    chosen = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        wide = item.get_closest_marker("one_in")
        if item.get_closest_marker("long") is None and (wide is None or seen[test] % wide.args[0] == 0):
            chosen.add(item)
        seen[test] += 1
    return chosen
