"""The base class of syntax nodes."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.base.source import Span

__all__ = [
    "Node",
]  # fmt: skip


@frozen
class Node:
    span: Span
