"""Which modules of a run have the evaluator's cache that the run is about."""

import pytest

from script.environment import ROOT
from tests.ground import caches
from tests.ground.caches import CacheMode


@pytest.mark.parametrize(
    ("named", "other"), [({"tests/one.py"}, CacheMode.OFF), (set(), CacheMode.ON)], ids=["some", "none"]
)
def test_those_named_have_it_or_all_have(monkeypatch: pytest.MonkeyPatch, named: set[str], other: CacheMode) -> None:
    monkeypatch.setattr(caches, "MODE", CacheMode.ON)
    monkeypatch.setattr(caches, "_WITH_IT", frozenset(named))
    assert caches._mode_of(module=ROOT / "tests/one.py") is CacheMode.ON
    assert caches._mode_of(module=ROOT / "tests/other.py") is other
