"""Reading the content of a file as a frame, a rule, a game or a file of examples.

Its imports are slow, so this module is imported when the first file is read that isn't in the cache.
"""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Contents
from parlour.documents.document import Scalar
from parlour.documents.yaml_text import read_data
from parlour.schema.validation import check_structure, kind_of


def read_document(data: bytes, source: Source) -> tuple[Contents | None, tuple[Diagnostic, ...]]:
    """Return the document in the content of a file, and its diagnostics. The source is its text."""
    node, problems = read_data(data, source)
    if node is None or has_errors(problems):
        return None, problems
    problems = (*problems, *check_structure(node))
    if has_errors(problems) or not isinstance(node, doc.Mapping):
        return None, problems
    kind = kind_of(node)
    entry = node.entry(kind) if kind != "examples" else None
    id_node = entry.value if entry else None
    id = id_node.value if isinstance(id_node, Scalar) else ""
    id_span = id_node.span if id_node else node.entries[0].key.span
    return Contents(kind, id, _text(node, "title") or id, _text(node, "text"), node, source, id_span), problems


def _text(node: doc.Mapping, key: str) -> str:
    value = node.get(key)
    return value.value.strip() if isinstance(value, Scalar) else ""
