"""The measuring command, on a folder made here: it must count rightly what the rules get right and wrong."""

import hashlib
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

OLD = "\ufeff# Rules\r\n\r\nKeep it for 30 days.\r\n\r\nPay at once 🚀 or not.\r\n"
NEW = "# Rules\n\nKeep it for 60 days.\n\nPay at **once** 🚀 or not.\n"


def folder(
    path: Path, cases: list[tuple[str, str]], *, texts: tuple[str, str] = (OLD, NEW), name: str = "a.md"
) -> Path:
    (path / "texts").mkdir()
    shas = []
    for text in texts:
        shas.append(hashlib.sha256(text.encode()).hexdigest()[:32])
        (path / "texts" / f"{shas[-1]}.txt").write_bytes(text.encode())
    lines = []
    for exact, label in cases:
        start = texts[0].index(exact)
        case = {"start": start, "end": start + len(exact), "exact": exact, "label": label, "path": name}
        lines.append(json.dumps({**case, "id": exact, "old_sha": shas[0], "new_sha": shas[1]}))
    (path / "mine.jsonl").write_text("\n".join(lines) + "\n")
    return path


def measure(path: Path, **options: bool) -> tuple[dict, str]:
    out, err = StringIO(), StringIO()
    call_command("evaluate_anchoring", str(path), stdout=out, stderr=err, **options)
    return json.loads(out.getvalue()), err.getvalue()


def test_it_counts_what_was_answered_rightly_and_wrongly(tmp_path: Path) -> None:
    cases = [
        ("30 days", "CHANGED"),
        ("once 🚀 or", "CURRENT"),
        ("30 days", "CURRENT"),
        ("once", "CHANGED"),
        ("30", "AMBIGUOUS"),
    ]
    report, errors = measure(folder(tmp_path, cases))
    assert report["sets"] == {"mine": {"current": 2, "false_alarms": 1, "changed": 2, "misses": 1, "ambiguous": 1}}
    assert (report["false_alarm_rate"], report["miss_rate"]) == (0.5, 0.5)
    assert report["seconds_per_1000"] >= 0
    assert errors == ""


def test_offsets_of_the_raw_file_are_mapped_past_its_mark_and_line_ends(tmp_path: Path) -> None:
    # One character off, "at" would be cited with the changed sentence before it or without its own first letter.
    report, _ = measure(folder(tmp_path, [("Pay at once 🚀 or not.", "CURRENT"), ("Keep it for", "CURRENT")]))
    assert report["false_alarm_rate"] == 0


@pytest.mark.parametrize(("name", "false_alarms"), [("docs/pay.rst", 0), ("docs/pay.md", 1), ("docs/pay.txt", 1)])
def test_a_file_is_read_as_what_its_name_says_it_is(tmp_path: Path, name: str, false_alarms: int) -> None:
    # In Markdown these tildes are a fence, and the marks below them are text.
    old = "Pay\n====\n\nAt once\n-------\n\nPay ``cash`` at *once*.\n"
    texts = (old, old.replace("-------", "~~~~~~~"))
    report, _ = measure(folder(tmp_path, [("``cash`` at *once*.", "CURRENT")], texts=texts, name=name))
    assert report["sets"]["mine"]["false_alarms"] == false_alarms


def test_wrong_answers_can_be_listed(tmp_path: Path) -> None:
    _, errors = measure(folder(tmp_path, [("30 days", "CURRENT")]), wrong=True)
    assert json.loads(errors)["answer"] == "numbers"


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        measure(tmp_path)
