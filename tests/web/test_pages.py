"""Pages answer with their headers, and everything else gets a sentence."""

from pathlib import Path
from warnings import catch_warnings, simplefilter

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

with catch_warnings():
    simplefilter("ignore")  # it prefers another client of the same name
    from starlette.testclient import TestClient

from parlour.web.app import create_app
from parlour.web.hosting import Hosting


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(Hosting(tmp_path, ("crazy-eights",))), base_url="http://cards.test")


@pytest.mark.parametrize("path", ["/", "/rules?mix=crazy-eights"])
def test_a_page_loads_nothing_from_elsewhere(path: str, client: TestClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")
    assert "//" not in answer.text.replace("http://www.w3.org", "")
    assert "style=" not in answer.text


@pytest.mark.parametrize("path", ["/t/NOSUCH", "/nosuch", "/t/" + "x" * 5000, "/static/../app.py"])
def test_an_unknown_address_gets_a_sentence(path: str, client: TestClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text or answer.text == "Not Found"


def test_another_site_cannot_post(client: TestClient) -> None:
    answer = client.post("/", headers={"Origin": "http://elsewhere.test"})
    assert answer.status_code == 403
    assert answer.text == "This server answers only its own pages.\n"
