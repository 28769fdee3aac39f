"""What tells a copy of a text that is only set otherwise (ADR 17), for every text, worked out from the text itself."""

from collections.abc import Iterator

from django.db import transaction

from citeledger.core.hashing import letters_sha256_hex
from citeledger.documents.models import VersionLetters, VersionText

_AT_ONCE = 8  # texts, each of which may be megabytes


@transaction.atomic
def rebuild_letters() -> int:
    """Take every digest of letters away and make it anew. Returns how many texts there are."""
    VersionLetters.objects.all().delete()
    return len(VersionLetters.objects.bulk_create(_worked_out()))


def _worked_out() -> Iterator[VersionLetters]:
    for pk, text in VersionText.objects.values_list("pk", "text").iterator(chunk_size=_AT_ONCE):
        yield VersionLetters(text_id=pk, sha256=letters_sha256_hex(text))
