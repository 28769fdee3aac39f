"""The one file a host includes: its words and its look are the product's, and its hash is the one hosts copy (T71)."""

import re
import sys
from pathlib import Path

from citeledger.core.states import State
from citeledger.interfaces.wording import STATES
from script import embed

SCRIPT = embed.SCRIPT.read_text()
FRAME = (embed.ROOT / "static" / "embed" / "frame.js").read_text()


def test_its_words_and_icons_are_those_of_the_shared_table() -> None:
    words = embed.current_words(script=SCRIPT)

    assert set(words) == {state.value for state in State}
    for state, wording in STATES.items():
        assert words[state] == {
            "word": wording.word,
            "meaning": wording.meaning,
            "action": wording.action,
            "icon": wording.icon,
        }


def test_its_look_is_the_badges_own_stylesheet() -> None:
    assert embed.current_style(script=SCRIPT) == embed.STYLESHEET.read_text()


def test_every_snippet_carries_its_integrity() -> None:
    expected = embed.integrity(script=SCRIPT.encode())

    for snippet in embed.SNIPPETS:
        assert re.findall(r'integrity="([^"]*)"', snippet.read_text()) == [expected], snippet.name


def test_the_documentation_names_every_state_in_the_shared_words() -> None:
    manual = (embed.ROOT / "docs" / "embed.md").read_text()

    for wording in STATES.values():
        assert f"| {wording.word} | {wording.meaning} | {wording.action} |" in manual


def test_no_script_evaluates_text_or_writes_markup() -> None:
    for text in (SCRIPT, FRAME):
        assert not re.search(r"\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)


def test_no_script_stores_anything_or_starts_a_service_worker() -> None:
    for text in (SCRIPT, FRAME):
        assert not re.search(r"localStorage|sessionStorage|indexedDB|serviceWorker|document\.cookie|\bcaches\b", text)


def test_no_message_is_posted_to_just_anybody() -> None:
    for text in (SCRIPT, FRAME):
        calls = re.findall(r"postMessage\((.*)\)", text)
        assert calls
        assert all(call.endswith((", ledger", ", host")) for call in calls)


def test_the_example_host_needs_the_standard_library_alone() -> None:
    source = Path(embed.ROOT / "examples" / "host" / "app.py").read_text()
    imported = set(re.findall(r"^(?:from|import) ([a-z0-9_]+)", source, re.MULTILINE))

    assert imported <= sys.stdlib_module_names
