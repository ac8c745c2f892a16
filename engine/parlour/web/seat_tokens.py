"""The secrets in links and cookies: codes of tables, and tokens of the people at them."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look alike
CODE = re.compile(rf"[{LETTERS}]{{16}}")  # 79 bits
YEAR = 365 * 24 * 3600
NAME = "name"  # the cookie with the last name that somebody chose


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection, code: str) -> str | None:
    """Return the digest of the token that a browser has for a table."""
    token = connection.cookies.get(_cookie(code))
    return None if token is None else digest(token)


def give_token(response: Response, connection: HTTPConnection, code: str, token: str) -> None:
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(
        _cookie(code), token, max_age=YEAR, path=f"/t/{code}", httponly=True, samesite="lax", secure=secure
    )


def known_name(connection: HTTPConnection) -> str:
    """Return the name that somebody chose the last time."""
    return unquote(connection.cookies.get(NAME, ""))[:80]


def keep_name(response: Response, name: str) -> None:
    response.set_cookie(NAME, quote(name[:80]), max_age=YEAR, httponly=True, samesite="lax")


def _cookie(code: str) -> str:
    return f"seat_{code}"
