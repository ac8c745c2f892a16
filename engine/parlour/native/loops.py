"""The basic forms of loops in LLVM's language, for any domain."""

from __future__ import annotations

from collections.abc import Callable

from parlour.native.ir import Body


def loop(b: Body, test: Callable[[], str], inside: Callable[[], None], step: Callable[[], None] = lambda: None) -> None:
    """Repeat while the test holds; afterwards code continues where the loop ends normally."""
    again, body, done = b.fresh("again"), b.fresh("body"), b.fresh("done")
    b.label(again)
    b.branch(test(), body, done)
    b.label(body)
    inside()
    if not b.closed:
        step()
        b.jump(again)
    b.label(done)


def bits(b: Body, target: str, of: str, inside: Callable[[], None]) -> None:
    """For each member of a set, the lowest first."""
    rest = b.temporary()
    b.store(of, rest)

    def body() -> None:
        left = b.load(rest)
        b.store(b.first_bit(left), target)
        b.store(b.operate("&", left, b.operate("-", left, "1")), rest)
        inside()

    loop(b, lambda: b.truth(b.load(rest)), body)
