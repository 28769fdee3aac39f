"""Under which heading a passage stands, to be compared between two versions."""

from citeledger.documents.readings import Readings
from citeledger.extraction import extract

TEXT = "Before.\n\n# Returns\n\nFirst.\n\n## 2. Opened Electronics\n\nSecond.\n\n# Repairs\n\nThird.\n"


def test_the_innermost_heading_tells_without_its_number() -> None:
    readings = Readings(extract(data=TEXT.encode(), media_type="text/markdown").structure.to_json())
    told = [readings.heading_over(TEXT.index(word)) for word in ("Before", "First", "Second", "Third")]
    assert told == ["", "returns", "opened electronics", "repairs"]


def test_a_place_within_a_heading_stands_under_the_one_above() -> None:
    readings = Readings(extract(data=TEXT.encode(), media_type="text/markdown").structure.to_json())
    assert readings.heading_over(TEXT.index("Opened")) == "returns"
