"""Reading the content of a file as a frame, a rule, a game or a file of examples.

Its imports are slow, so this module is imported when the first file is read that isn't in the cache.
"""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Contents
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
    named = doc.scalar_at(node, kind)
    id, id_span = (named.value, named.span) if named is not None else ("", node.entries[0].key.span)
    title, text = (scalar.value.strip() if (scalar := doc.scalar_at(node, key)) else "" for key in ("title", "text"))
    return Contents(kind, id, title or id, text, node, source, id_span), problems
