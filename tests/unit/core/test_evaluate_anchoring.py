"""The measuring command, on a folder made here: it must count rightly what the rules get right and wrong."""

import hashlib
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

OLD = "\ufeff# Rules\r\n\r\nKeep it for 30 days.\r\n\r\nPay at once 🚀 or not.\r\n"
NEW = "# Rules\n\nKeep it for 60 days.\n\nPay at **once** 🚀 or not.\n"


def folder(path: Path, cases: list[tuple[str, str]]) -> Path:
    (path / "texts").mkdir()
    shas = []
    for text in (OLD, NEW):
        shas.append(hashlib.sha256(text.encode()).hexdigest()[:32])
        (path / "texts" / f"{shas[-1]}.txt").write_bytes(text.encode())
    lines = []
    for exact, label in cases:
        start = OLD.index(exact)
        case = {"start": start, "end": start + len(exact), "exact": exact, "label": label}
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


def test_wrong_answers_can_be_listed(tmp_path: Path) -> None:
    _, errors = measure(folder(tmp_path, [("30 days", "CURRENT")]), wrong=True)
    assert json.loads(errors)["answer"] == "numbers"


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        measure(tmp_path)
