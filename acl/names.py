"""Names that are given once: checked before they are stored, and decided by the database when two ask together."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from citeledger.core.names import BadName, checked_name
from citeledger.core.refusals import Refused

LONGEST_ACCOUNT_NAME = 150
"""Code points of a username or of a group's name: the framework's columns hold no more."""
LONGEST_TOKEN_NAME = 100
"""Code points."""


def name_of(*, text: str, longest: int, code: str, at: str) -> str:
    """The name as it is stored: 1 to `longest` code points in NFC on one line. Raises Refused (`code`) beside `at`."""
    try:
        return checked_name(text=text, longest=longest)
    except BadName as bad:
        raise Refused(code, str(bad), at) from bad


@contextmanager
def given_once(*, refusal: Refused) -> Iterator[None]:
    """Insert one row under this: whoever comes second gets the refusal, not an error, and their transaction stands.

    Looking first would only tell those who come late enough (threat T99).
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as taken:
        raise refusal from taken
