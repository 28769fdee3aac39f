"""What was never recorded of an answer is said on paper and in the attached file."""

import json
from datetime import UTC, datetime

import pytest

from citeledger.interfaces.exports.attachment import attachment
from citeledger.interfaces.exports.export import Export
from citeledger.interfaces.exports.layout import report_data


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "1 sentence withheld as unproved."), (2, "2 sentences withheld as unproved.")]
)
def test_how_many_sentences_were_withheld(count: int, said: str) -> None:
    export = Export(
        kind="answer",
        title="Refunds",
        host_reference=None,
        viewer_name="support",
        computed_at=datetime(2026, 3, 2, tzinfo=UTC),
        segments=(),
        withheld=count,
    )
    assert report_data(export=export)["unproved"] == said
    assert json.loads(attachment(export=export))["withheld"] == count
