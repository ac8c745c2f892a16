"""The base class of syntax nodes."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.base.source import Span

__all__ = [
    "Node",
]  # fmt: skip


@dataclass(frozen=True)
class Node:
    span: Span
