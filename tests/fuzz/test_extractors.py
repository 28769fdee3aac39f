"""Whatever becomes of a file on its way here, it is read or refused: no crash, no hang, no memory without end.

These are a few files of each format. ``script/fuzz`` reads ten thousand, and shows how far it is.
"""

from random import Random

import pytest

from citeledger.documents.sandbox.limits import LIMITS
from citeledger.extraction.formats import FORMATS
from tests.fuzz import runs
from tests.fuzz.mutations import spoilt
from tests.fuzz.samples import SAMPLES

INPUTS = 25


@pytest.mark.parametrize("media_type", sorted(FORMATS))
def test_spoilt_files_are_read_or_refused(media_type: str) -> None:
    result = runs.run(media_type, SAMPLES[media_type](), inputs=INPUTS, seed=1)
    assert result.outcomes.total() == INPUTS
    assert not result.accidents, str(result)
    assert result.memory * 1024 < LIMITS.memory


@pytest.mark.parametrize("media_type", sorted(FORMATS))
def test_they_are_valid_before_they_are_spoilt(media_type: str) -> None:
    samples = SAMPLES[media_type]()
    assert runs.read(media_type, samples).outcomes == {"read": len(samples)}


def test_the_same_seed_spoils_the_same_way() -> None:
    samples = [b"<p>30 days</p> " * 9]
    assert spoilt(Random(1), samples) == spoilt(Random(1), samples)


ENDINGS = {"os.abort()": "crash", "time.sleep(60)": "hang", "1 / 0": "builtins.ZeroDivisionError"}


@pytest.mark.parametrize(("code", "outcome"), ENDINGS.items())
def test_what_does_not_end_cleanly_is_noted(code: str, outcome: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoiling = f"import os, time\nfrom citeledger.extraction import text\ntext.extract = lambda data, options: {code}"
    if outcome == "hang":
        monkeypatch.setattr(runs, "PATIENCE", 1.0)  # whatever a slow machine does meanwhile, no answer comes
    monkeypatch.setattr(runs, "PROGRAM", ("-c", f"{spoiling}\nfrom tests.fuzz.worker import main\nmain('text/plain')"))
    result = runs.read("text/plain", [b"one", b"two"])
    assert result.accidents == [(0, outcome), (1, outcome)]
