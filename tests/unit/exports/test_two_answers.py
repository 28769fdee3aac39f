"""Two answers on one page count their statements alike; nothing of one leads into the other."""

from citeledger.interfaces.exports.layout import report_data
from tests.unit.exports.samples import export, statement, uid

# Cap 180 of the first answer; Cap 90, Again and Other of the second, which all cite C-8.
PAGE = export(
    statement("Cap 180 EUR.", number=1, state="source_changed", citation_uid=uid(7)),
    statement("Cap 90 EUR.", number=1, state="source_changed", citation_uid=uid(8)),
    statement("Again.", number=1, citation_uid=uid(8)),
    statement("Other.", number=1, state="unverified", citation_uid=uid(8)),
)


def test_the_same_number_is_never_the_same_place() -> None:
    """zestedesavoir/zmarkdown#249, marktext/marktext#5488: the second note jumped to the first message."""
    data = report_data(export=PAGE)
    rows = [row for row in data["body"] if row["type"] == "statement"]

    assert [row["number"] for row in rows] == ["1", "1", "1", "1"]
    assert [row["place"] for row in rows] == [0, 1, 2, 3]
    cited = {row["place"]: row["uid"] for row in rows}
    assert len({str(cited[place]) for place in (1, 2, 3)}) == 1
    assert cited[0] != cited[1]
    links = {group["state"]: [(one["to"], one["number"]) for one in group["links"]] for group in data["attention"]}
    assert links == {"source_changed": [(0, "1"), (1, "1")], "unverified": [(3, "1")]}
