"""What this process met and ordered: each test begins without, and no order leaves it unless the test says so."""

from collections.abc import Iterator
from typing import Any

import pytest

from revalidation import mismatches, orders

Ordered = list[tuple[str, dict[str, Any]]]


@pytest.fixture(autouse=True)
def ordered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ordered]:
    """The tasks ordered in this test, by name and arguments, in place of a broker."""
    asked: Ordered = []
    memory = mismatches.Memory()

    def sent(task: str, **arguments: Any) -> bool:
        asked.append((task, arguments))
        return True

    monkeypatch.setattr(mismatches, "_memory", memory)
    monkeypatch.setattr(orders, "sent", sent)
    yield asked
    memory.orders.settle()
