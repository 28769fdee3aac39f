"""Every format in the sandbox: its limits stop no ordinary file, and what comes out is what was read."""

from collections.abc import Callable

import pytest

from citeledger.documents.sandbox.reading import RecognitionMissing, read_apart
from citeledger.extraction import Extraction, Options, Unreadable
from citeledger.extraction.formats import FORMATS, load
from citeledger.extraction.recognition import RecognitionUnavailable
from citeledger.extraction.sniffing import kinds_of
from tests.fuzz.samples import SAMPLES


def outcome(read: Callable[[], Extraction]) -> Extraction | str:
    """What was read, or in a word why nothing was."""
    try:
        return read()
    except Unreadable:
        return "unreadable"
    except (RecognitionMissing, RecognitionUnavailable):
        return "nothing reads pictures"


@pytest.mark.parametrize("media_type", FORMATS)
def test_what_is_read_apart_is_what_is_read_here(media_type: str) -> None:
    data, extractor = SAMPLES[media_type]()[0], load(media_type)
    here = outcome(lambda: extractor.extract(data, Options()))
    apart = outcome(lambda: read_apart(data=data, media_type=media_type, options=Options()))
    assert apart == here
    assert isinstance(here, Extraction) or media_type.startswith("image/")


@pytest.mark.parametrize("media_type", FORMATS)
def test_every_sample_looks_like_what_it_is(media_type: str) -> None:
    assert [data[:20] for data in SAMPLES[media_type]() if media_type not in kinds_of(data)] == []
