"""A server and a real browser, for the tests of pages that need one; and an event loop for those that need none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from scaffold.real_browser import CHROMIUM, DRIVER, chromium, served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("uvicorn", reason="pages need uvicorn: pip install 'parlour[web]'")
    with served(tmp_path_factory.mktemp("tables")) as address:
        yield address


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    pytest.importorskip("selenium", reason="a browser needs selenium: pip install 'parlour[test]'")
    if not (CHROMIUM and DRIVER):
        pytest.skip("needs chromium and chromedriver")
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine. It fails after five minutes."""
    if not asyncio.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 300))
    return True
