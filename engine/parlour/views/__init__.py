"""The knowledge of a seat: its view of a state, and what it has witnessed. Both contain only what that seat may see.

From `playouts` it imports only the policy, which sorts the moves that a view shows, and the sign that ends a search.
"""

from parlour.views.known import Known
from parlour.views.onlooker import Onlooker
from parlour.views.projection import Projector
from parlour.views.seen_events import SeenEvent
from parlour.views.view import CardSeen, MarkedUnseen, QuestionSeen, ValueSeen, View, ZoneSeen, view
from parlour.views.witnessed import Witness, witnesses

__all__ = [
    "CardSeen",
    "Known",
    "MarkedUnseen",
    "Onlooker",
    "Projector",
    "QuestionSeen",
    "SeenEvent",
    "ValueSeen",
    "View",
    "Witness",
    "ZoneSeen",
    "view",
    "witnesses",
]
