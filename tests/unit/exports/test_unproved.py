"""What was never recorded of an answer is said on paper and in the attached file."""

import json
from datetime import UTC, datetime

import pytest

from citeledger.interfaces.exports.attachment import attachment
from citeledger.interfaces.exports.export import Export
from citeledger.interfaces.exports.layout import report_data


def export(**counts: int) -> Export:
    return Export(
        kind="answer",
        title="Refunds",
        host_reference=None,
        viewer_name="support",
        computed_at=datetime(2026, 3, 2, tzinfo=UTC),
        segments=(),
        **counts,
    )


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "1 sentence withheld as unproved."), (2, "2 sentences withheld as unproved.")]
)
def test_how_many_sentences_were_withheld(count: int, said: str) -> None:
    made = export(withheld=count)
    assert report_data(export=made)["unproved"] == said
    assert json.loads(attachment(export=made))["withheld"] == count


def test_those_of_the_text_that_was_handed_over_are_told_apart() -> None:
    made = export(withheld=1, handed_withheld=2)
    told = json.loads(attachment(export=made))
    assert (told["withheld"], told["handed_withheld"]) == (1, 2)
    assert report_data(export=made)["unproved"] == (
        "1 sentence withheld as unproved. 2 sentences withheld as unproved in the text handed over."
    )
