"""The measuring command on the example of two real policies: numbers worked out by hand, places read again."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from citeledger.core import absences
from citeledger.extraction import extract

EXAMPLE = Path(__file__).parents[2] / "data" / "evaluation" / "two-policies.jsonl"
HISTORIES = Path(__file__).parents[3] / "citeledger" / "lab" / "data" / "histories"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]


def measured(records: list[dict[str, Any]], folder: Path) -> Any:
    return json.loads(printed("\n".join(json.dumps(record) for record in records), folder))


def printed(text: str, folder: Path) -> str:
    file, out = folder / "run.jsonl", StringIO()
    file.write_text(text)
    try:
        call_command("evaluate_emission", str(file), stdout=out)
    except CommandError:
        assert out.getvalue() == "", "nothing is printed of a file that is refused"
        raise
    return out.getvalue()


def refusal(records: list[dict[str, Any]], folder: Path) -> str:
    with pytest.raises(CommandError) as refused:
        measured(records, folder)
    return str(refused.value).partition(".jsonl: ")[2]


def rate(part: int, n: int, low: float, high: float) -> dict[str, Any]:
    return {"value": round(part / n, 6), "part": part, "n": n, "interval": [low, high]}


NOTHING = {"value": None, "part": 0, "n": 0, "interval": None}


def test_the_example_has_exactly_these_numbers(tmp_path: Path) -> None:
    """The bounds are where the score test turns, found by bisection, not by the formula under test."""
    assert measured(RECORDS, tmp_path) == {
        "format": 1,
        "span_rule": "exact",
        "confidence": 0.95,
        "extraction": {
            "all": {
                "recall": rate(5, 7, 0.358934, 0.917781),
                "false_extraction": rate(4, 9, 0.188779, 0.733349),
            },
            "quoted": {
                "recall": rate(1, 2, 0.094531, 0.905469),
                "false_extraction": rate(1, 2, 0.094531, 0.905469),
            },
            "paraphrased": {
                "recall": rate(2, 3, 0.20766, 0.938508),
                "false_extraction": rate(3, 5, 0.230724, 0.882379),
            },
            "computed": {"recall": rate(1, 1, 0.206549, 1.0), "false_extraction": rate(0, 1, 0.0, 0.793451)},
            "absence": {"recall": rate(1, 1, 0.206549, 1.0), "false_extraction": rate(0, 1, 0.0, 0.793451)},
        },
        "human": {
            "support": {
                "citation_recall": rate(7, 9, 0.452589, 0.936775),
                "citation_precision": rate(9, 11, 0.523019, 0.948632),
            },
            "read_alone": {
                "interpretable": rate(7, 9, 0.452589, 0.936775),
                "attributable": rate(5, 7, 0.358934, 0.917781),
            },
        },
        "retrieval": {
            "recall_at": {
                "1": {"value": 0.5, "n": 4},
                "3": {"value": 0.75, "n": 4},
                "10": {"value": 1.0, "n": 4},
            },
            "mrr": {"value": 0.875, "n": 4},
        },
        "gate": {
            "hasty": {
                "refused": rate(3, 7, 0.15822, 0.749542),
                "reasons": {"exact_mismatch": 2, "statement_without_source": 1},
            },
            "reader": {"refused": rate(1, 6, 0.030053, 0.563503), "reasons": {"not_contiguous_source": 1}},
        },
    }


def test_overlap_takes_the_cut_quotation_and_nothing_else(tmp_path: Path) -> None:
    head = {"record": "evaluation", "format": 1, "span_rule": "overlap", "at_least": 0.8}
    found = measured([head, *RECORDS[1:]], tmp_path)
    exact = measured(RECORDS, tmp_path)

    assert found["span_rule"] == "overlap of at least 0.8"
    assert found["extraction"]["quoted"]["recall"]["part"] == 2
    assert found["extraction"]["quoted"]["false_extraction"]["part"] == 0
    for basis in ("paraphrased", "computed", "absence"):
        assert found["extraction"][basis] == exact["extraction"][basis]
    assert found["human"] == exact["human"]


def test_the_example_cites_what_the_documents_say() -> None:
    spans = [span for record in RECORDS for name in ("spans", "relevant") for span in record.get(name, ())]
    texts = {name: _text(name) for name in {span["document"] for span in spans}}

    assert len(spans) == 24
    for span in spans:
        assert texts[span["document"]][span["start"] : span["end"]] == span["exact"]


def test_the_example_claims_an_absence_that_holds() -> None:
    queries = [record["query"] for record in RECORDS if record.get("basis") == "absence"]
    document = _text("18f-overtime/0013.md")

    assert len(queries) == 2
    for query in queries:
        assert not any(word in document.lower() for word in query["words"])
        assert absences.parse(query)


def _text(document: str) -> str:
    return extract(data=(HISTORIES / document).read_bytes(), media_type="text/markdown").text


def test_a_part_about_which_the_file_says_nothing_is_null(tmp_path: Path) -> None:
    kept = {"evaluation", "gold", "statement"}
    found = measured([record for record in RECORDS if record["record"] in kept], tmp_path)

    assert (found["human"], found["retrieval"]) == (None, None)
    assert found["gate"]["hasty"]["reasons"] == {}


def test_a_share_of_nothing_is_null(tmp_path: Path) -> None:
    only = [record for record in RECORDS if record.get("basis") not in {"computed", "absence"}]
    records = [record for record in only if record.get("statement") not in {"s6", "s8"}]

    assert measured(records, tmp_path)["extraction"]["computed"] == {"recall": NOTHING, "false_extraction": NOTHING}


def test_judgements_may_come_without_gold(tmp_path: Path) -> None:
    found = measured([RECORDS[0], *_of("judgement")], tmp_path)

    assert found["extraction"] is None
    assert found["human"]["support"]["citation_recall"]["n"] == 9


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("statement", "no record of kind 'statement': recall alone says nothing, so neither is told."),
        ("gold", "no record of kind 'gold': the rate of false extractions alone says nothing, so neither is told."),
    ],
)
def test_one_of_the_two_rates_is_never_told_alone(missing: str, said: str, tmp_path: Path) -> None:
    assert refusal([record for record in RECORDS if record["record"] != missing], tmp_path) == said


def test_saying_it_twice_meets_it_once(tmp_path: Path) -> None:
    again = next(record for record in RECORDS if record.get("id") == "s1") | {"id": "s1 again"}
    found = measured([*RECORDS, again], tmp_path)["extraction"]["quoted"]

    assert (found["recall"]["part"], found["false_extraction"]["part"], found["false_extraction"]["n"]) == (1, 2, 3)


def test_citing_everything_meets_nothing(tmp_path: Path) -> None:
    records = json.loads(json.dumps(RECORDS))
    everything = [span for record in records if record["record"] == "gold" for span in record.get("spans", ())]
    for record in records:
        if record["record"] == "statement" and "spans" in record:
            record["spans"] = everything
    kept = [record for record in records if record["record"] != "judgement"]

    assert measured(kept, tmp_path)["extraction"]["all"]["recall"]["part"] == 1, "the absence alone"


GOLD, JUDGED = 1, 17  # of the records


def _of(kind: str) -> list[dict[str, Any]]:
    return [record for record in RECORDS if record["record"] == kind]


def _place(**members: Any) -> list[dict[str, Any]]:
    return _changed(GOLD, spans=[{"document": "d", "start": 0, "end": 2, **members}])


def _changed(place: int, **members: Any) -> list[dict[str, Any]]:
    records = [dict(record) for record in RECORDS]
    records[place] |= members
    return records


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (RECORDS[1:], "line 1: the first record is not {'record': 'evaluation', 'format': 1, ...}."),
        (_changed(0, format=2), "line 1: the first record is not {'record': 'evaluation', 'format': 1, ...}."),
        (_changed(0, span_rule="near"), "line 1: 'span_rule' is 'near', not one of exact, overlap."),
        (_changed(0, span_rule="overlap"), "line 1: 'at_least' is missing."),
        (_changed(0, at_least=0.5), "line 1: unknown members: at_least."),
        (_changed(0, span_rule="overlap", at_least=0), "line 1: 'at_least' is not a number above 0 and at most 1."),
        (_changed(0, ks=[0]), "line 1: 'ks' is not a list of whole numbers from 1."),
        (RECORDS[:1], "there is nothing to evaluate."),
        (
            _changed(GOLD, record="golden"),
            "line 2: 'record' is 'golden', not one of gold, statement, judgement, search, refusal.",
        ),
        (
            _changed(GOLD, basis="plausibility"),
            "line 2: 'basis' is 'plausibility', not one of quoted, paraphrased, computed, absence.",
        ),
        (_changed(GOLD, id="g2"), "line 3: the id 'g2' was given before."),
        (_changed(GOLD, spans=[]), "line 2: 'spans' is empty."),
        (_changed(GOLD, spans={}), "line 2: 'spans' is not a list."),
        (_changed(GOLD, spans=[7]), "line 2: spans.0: not a JSON object."),
        (_place(start=2), "line 2: spans.0: 'end' is not behind 'start'."),
        (_place(start=-1), "line 2: spans.0: 'start' is below 0."),
        (_place(start=True), "line 2: spans.0: 'start' is not a whole number."),
        (
            _place(exact="abc"),
            "line 2: spans.0: 'exact' is not as long as the place (code points).",
        ),
        (_changed(GOLD, text=""), "line 2: 'text' is empty."),
        (_changed(GOLD, surprise=1), "line 2: unknown members: surprise."),
        (_changed(JUDGED, statement="s99"), "line 18: no statement has the id 's99'."),
        (_changed(JUDGED, statement="s2"), "line 19: statement 's2' was judged before."),
        (_changed(JUDGED, citations=["full", "none"]), "line 18: 2 citations judged, the statement has 1."),
        (_changed(JUDGED, citations=["yes"]), "line 18: 'citations' is not a list of full, partial, none."),
        (_changed(JUDGED, citations=[{}]), "line 18: 'citations' is not a list of full, partial, none."),
        (
            _changed(JUDGED, supported=False),
            "line 18: one citation supports the statement fully, yet 'supported' is false.",
        ),
        (
            _changed(JUDGED, citations=["partial"]),
            "line 18: 'supported' is true, yet no citation, and no two together, support the statement.",
        ),
        (
            _changed(JUDGED, alone="maybe"),
            "line 18: 'alone' is 'maybe', not one of attributable, not_attributable, not_interpretable.",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_line(records: list[dict[str, Any]], said: str, tmp_path: Path) -> None:
    assert refusal(records, tmp_path) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty."),
        ("{", "line 1: not JSON ("),
        ('{"record": "evaluation", "record": "gold"}', "line 1: not JSON (a name twice in one object)."),
        ('{"record": NaN}', "line 1: not JSON (NaN is no JSON number)."),
        ("[]", "line 1: not a JSON object."),
        ("\n\n7", "line 3: not a JSON object."),
        ("[" * 100_000, "line 1: not JSON ("),
    ],
)
def test_what_is_not_json_is_refused_with_the_line(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        printed(text, tmp_path)

    assert said in str(refused.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"\xe9")
    with pytest.raises(CommandError, match="not UTF-8 at byte 0"):
        call_command("evaluate_emission", str(tmp_path / "latin"))
    with pytest.raises(CommandError, match="No such file"):
        call_command("evaluate_emission", str(tmp_path / "nowhere"))
