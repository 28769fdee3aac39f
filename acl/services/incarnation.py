"""What makes everything cached before unusable."""

import secrets

from acl.models import Incarnation


def rotate_incarnation() -> None:
    """Make everything cached before unusable: after a restore, a failover, or a repair of triggers (threat T5)."""
    Incarnation.objects.update(token=secrets.token_hex(16))
