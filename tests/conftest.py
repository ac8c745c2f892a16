"""How the whole suite is run."""

from __future__ import annotations

import gc

# Programs and documents are trees that live as long as the suite, so looking through them for garbage every few hundred
# objects finds none and costs a tenth of the time.
gc.set_threshold(50_000, 20, 50)
