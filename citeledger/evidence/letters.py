"""Digests of letters against the texts they were made of. A wrong one hides a program's copy of its draft (ADR 17)."""

from collections.abc import Iterator

from citeledger.core.hashing import letters_sha256_hex
from citeledger.documents.models import VersionText
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk
from citeledger.evidence.texts import TEXTS_AT_ONCE

_RECORD = "letters of a text"


def letters() -> Iterator[Problem]:
    """Each worked out again. It reaches no badge: what was recorded stands, and only the gate asks it."""
    rows = VersionText.objects.select_related("version", "letters")
    yield from Walk(rows=rows, record=_RECORD, reach=lambda _: NOBODY, at_once=TEXTS_AT_ONCE).problems(_worked_out)


def _worked_out(text: VersionText) -> Iterator[Problem]:
    stored = text.letters.sha256 if hasattr(text, "letters") else None
    if stored != letters_sha256_hex(text.text):
        yield Problem(_RECORD, str(text.version.uid), "are not what it amounts to; run rebuild_letters")
