"""For whom an embed asks: the viewer an assertion names, or anyone at all where the surface is declared public."""

from datetime import datetime

from acl.assertions import NoIdentity, asserted_viewer, surface_of_origin
from citeledger.core.principals import ANONYMOUS, Principal


def viewer_of(*, assertion: str | None, origin: str, now: datetime) -> Principal:
    """The viewer, or `NoIdentity`. A wrong assertion is nobody, also on a public surface: it is never downgraded."""
    if assertion is not None:
        return asserted_viewer(assertion=assertion, origin=origin, now=now).principal
    surface = surface_of_origin(origin=origin)
    if surface is None or not surface.is_public:
        raise NoIdentity
    return ANONYMOUS
