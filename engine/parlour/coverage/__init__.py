"""Coverage: the parts of a ruleset that its examples exercise.

`items` defines the parts that examples can exercise, `sites` finds the code of a document, and `reading` lists its
parts. `evidence` connects them with the marks that watched code leaves (`table.tracing`); `measuring` plays examples
and puts everything together, `marks` once for all runs. `figures` and `page` show the result. Nothing here decides the
meaning of a ruleset.
"""

from __future__ import annotations

from parlour.coverage.items import KINDS, Item, Kind, Need
from parlour.coverage.measuring import Coverage, Exercised, TracedMixes, measure

__all__ = ["KINDS", "Coverage", "Exercised", "Item", "Kind", "Need", "TracedMixes", "measure"]
