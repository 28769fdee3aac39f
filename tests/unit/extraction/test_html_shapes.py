"""Shapes, masks, folded parts and forms of a page: what a reader sees of each decides, and the rest is said."""

import pytest

from citeledger.extraction import Extraction, Options, RegionKind, html
from citeledger.extraction.html import CHOICES, FOLDED_TEXT
from tests.unit.extraction.readings import regions, sound
from tests.unit.extraction.test_pairs import HTML, WORDS, became, page


def read(body: str) -> Extraction:
    return sound(html.extract(f"<p>Seen.</p>{body}".encode(), Options()))


@pytest.mark.parametrize(
    "style",
    [
        "clip-path: inset(100%)",
        "clip-path: inset(0 100% 0 0)",
        "clip-path: inset(60% 0 40%)",
        "clip-path: inset(50% 50% 50% 50% round 2px)",
        "clip-path: circle(0 at 50% 50%)",
        "clip-path: ellipse(50% 0)",
        "clip-path: polygon(0 0, 0 0, 0 0)",
        "clip-path: polygon(0 0, 100% 0, 50% 0)",
        "clip-path: polygon(0px 0px, 10px 10px, 20px 20px)",
        "clip-path: xywh(0 0 0 100%)",
        "clip-path: rect(0 0 0 0)",
        "clip-path: path('')",
        "clip-path: url(#empty)",
        "position:absolute;clip:rect(5px, 5px, 5px, 5px)",
        "position:absolute;clip:rect(0, auto, 0, auto)",
        "-webkit-clip-path: inset(50%)",
        "mask: linear-gradient(transparent, transparent)",
        "mask-image: linear-gradient(rgba(0,0,0,0), #0000)",
        "-webkit-mask-image: radial-gradient(transparent 10%, rgba(0 0 0 / 5%))",
        "mask: url(nothing.svg)",
        "mask-image: linear-gradient(black, black); mask-size: 0 0",
    ],
)
def test_what_a_shape_or_a_mask_takes_away_is_out(style: str) -> None:
    assert "Gone" not in read(f'<p style="{style}">Gone.</p>').text
    assert "Gone" not in read(f"<style>.x{{{style}}}</style><p class=x>Gone.</p>").text
    assert not became(page(f"<p>{WORDS}</p>"), page(f'<p style="{style}">{WORDS}</p>'), HTML).is_current


@pytest.mark.parametrize(
    "style",
    [
        "clip-path: none",
        "clip-path: inset(5px)",
        "clip-path: inset(0 20% 0 30%)",
        "clip-path: inset(10px 100px)",
        "clip-path: circle(50%)",
        "clip-path: polygon(0 0, 100% 0, 100% 100%)",
        "clip-path: polygon(0 0, 10px 100%, 0 100%)",
        "clip: auto",
        "position: absolute; clip: rect(0px, 200px, 50px, 0px)",
        "position: absolute; clip: rect(auto, auto, 20px, 0)",
        "clip-path: border-box",
        "mask: none",
        "mask-image: linear-gradient(black, transparent)",
        "-webkit-mask-image: linear-gradient(to right, #000 80%, rgba(0,0,0,0))",
        "mask-size: 0",
    ],
)
def test_what_a_shape_or_a_mask_leaves_stays(style: str) -> None:
    assert "Kept." in read(f'<p style="{style}">Kept.</p>').text


def test_what_no_reader_can_reach_by_key_is_still_seen() -> None:
    assert read("<p inert>Kept.</p>").text == "Seen.\n\nKept.\n\n"


def test_folded_parts_stay_and_it_is_said() -> None:
    folded = read("<details><summary>More</summary>Folded.</details>")
    assert "Folded." in folded.text
    assert FOLDED_TEXT in folded.structure.warnings
    assert FOLDED_TEXT not in read("<details open><summary>More</summary>Shown.</details>").structure.warnings


def test_what_a_form_field_holds_stays_and_supports_nothing() -> None:
    found = read("<form>Your text: <textarea>Typed  here.</textarea> Send.</form>")
    assert "Typed  here." in found.text
    assert regions(found, RegionKind.UNQUOTABLE) == ["Typed  here."]
    assert not became(page(f"<p>{WORDS}</p>"), page(f"<textarea>{WORDS}</textarea>"), HTML).is_current


@pytest.mark.parametrize("tag", ["select", "datalist"])
def test_choices_are_out_and_it_is_said(tag: str) -> None:
    found = read(f"<p>Pick <{tag}><optgroup label=G><option selected>One<option>Two</optgroup></{tag}> now.</p>")
    assert found.text == "Seen.\n\nPick now.\n\n"
    assert found.structure.warnings == (CHOICES,)
