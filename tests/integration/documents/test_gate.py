"""Bad bytes are refused with a stable code, the same on both databases, and change nothing (threat T79)."""

import pytest

from citeledger.core.refusals import Refused
from citeledger.documents.gate import LARGEST_SOURCE, read_manuscript
from citeledger.documents.services import publish_version
from tests.integration.documents.cast import AT, refusal
from tests.integration.documents.conftest import Story

BAD = {
    "NUL": (b"thirty\x00days", "text/plain", "undecodable_text"),
    "a lone surrogate": (b"\xed\xa0\x80", "text/plain", "undecodable_text"),
    "invalid UTF-8": (b"caf\xe9", "text/markdown", "undecodable_text"),
    "UTF-16": ("thirty days".encode("utf-16"), "text/plain", "undecodable_text"),
    "nothing": (b"", "text/plain", "undecodable_text"),
    "a mark and nothing": (b"\xef\xbb\xbf", "text/plain", "undecodable_text"),
    "too much": (b"x" * (LARGEST_SOURCE + 1), "text/plain", "source_too_large"),
    "a picture": (b"\x89PNG", "image/png", "unsupported_media_type"),
    "a parameter": (b"text", "text/plain; charset=utf-8", "unsupported_media_type"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_bytes_are_refused_and_change_nothing(story: Story, name: str) -> None:
    data, media_type, code = BAD[name]
    said = refusal(
        lambda: publish_version(
            actor=story.alice,
            document=story.document,
            data=data,
            media_type=media_type,
            expected=story.version,
            at=AT,
        )
    )
    assert said == code


def test_a_refusal_repeats_nothing_of_the_input() -> None:
    with pytest.raises(Refused) as refused:
        read_manuscript(data=b"secret\x00", media_type="text/plain")
    assert "secret" not in refused.value.detail


def test_the_largest_source_passes() -> None:
    assert len(read_manuscript(data=b"x" * LARGEST_SOURCE, media_type="text/plain").data) == LARGEST_SOURCE


def test_a_manuscript_names_what_read_it() -> None:
    manuscript = read_manuscript(data=b"# Refunds\r\n", media_type="text/markdown")
    assert (manuscript.extraction.text, manuscript.extraction.extractor) == ("# Refunds\n", "text/1")
    assert manuscript.normalizer.startswith("markdown/")
