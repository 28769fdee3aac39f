"""Who acts when somebody at the command line names nobody. Whoever runs commands here holds the database anyway."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction

from acl.models import User
from acl.queries import principal_named
from citeledger.core.principals import Kind, Principal
from citeledger.log.services import append

IMPORTER = "importer"
_SERVICE = {"kind": Kind.SERVICE.value, "password": make_password(None)}


def oldest_superuser() -> Principal | None:
    """The first administrator who is still active, or None."""
    name = User.objects.filter(is_superuser=True, is_active=True).order_by("id").values_list("username", flat=True)
    first = name.first()
    return principal_named(username=first) if first else None


@transaction.atomic
def importer(*, at: datetime) -> Principal | None:
    """The service account `importer`, made if there is none; it cannot sign in. None when it was shut out."""
    user, is_new = User.objects.get_or_create(username=IMPORTER, defaults=_SERVICE)
    if is_new:
        append(
            kind="user_created",
            actor=None,
            subject=user.uid,
            body={"username": IMPORTER, "kind": Kind.SERVICE.value},
            at=at,
        )
    return principal_named(username=IMPORTER)
