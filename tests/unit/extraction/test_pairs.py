"""Pairs of files: what became of words cited from the one in the other. Whatever leaves readers' sight must alarm."""

import pytest

from citeledger.core.anchoring import Locator, Side, SpanOutcome, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import formats
from citeledger.extraction.extracted import Options
from tests.unit.extraction import letters, workbooks

WORDS = "Kept for 30 days."
OFFICE = "application/vnd.openxmlformats-officedocument."
DOCX, XLSX, HTML, RST = f"{OFFICE}wordprocessingml.document", f"{OFFICE}spreadsheetml.sheet", "text/html", "text/x-rst"


def side(data: bytes, media_type: str) -> Side:
    read = formats.load(media_type).extract(data, Options())
    return Side(read.text, read.structure, normalizer_for(media_type))


def became(old: bytes, new: bytes, media_type: str, *, cited: str = WORDS) -> SpanOutcome:
    """Both files stand between the same neighbours, so that nothing but what they do to the words decides."""
    before, after = side(old, media_type), side(new, media_type)
    start = before.text.index(cited)
    return reanchor(old=before, new=after, spans=[Locator(start, start + len(cited))])[0]


def page(body: str, style: str = "") -> bytes:
    return f"<style>{style}</style><h1>Rules</h1><p>First some words.</p>{body}<p>Then others.</p>".encode()


def letter(body: str) -> bytes:
    return letters.letter(letters.paragraph("First some words.") + body + letters.paragraph("Then others."))


def sheet(style: int, words: str = WORDS) -> bytes:
    rows = (
        workbooks.row(1, workbooks.text("A1", "Thing"), workbooks.text("B1", "Rule")),
        workbooks.row(2, workbooks.text("A2", "Bag"), workbooks.text("B2", words, style)),
    )
    return workbooks.workbook(workbooks.data(*rows))


@pytest.mark.parametrize("mark", ["<del>{}</del>", "<s>{}</s>", "<b style='text-decoration: line-through'>{}</b>"])
def test_words_struck_through_on_a_page_are_no_longer_current(mark: str) -> None:
    old = page(f"<p>{WORDS}</p>")
    assert not became(old, page(f"<p>{mark.format(WORDS)}</p>"), HTML).is_current
    assert not became(old, page(f"<p>{WORDS.replace('30', mark.format('30'))}</p>"), HTML).is_current
    assert became(old, page(f"<p><b>{WORDS}</b></p>"), HTML).is_current


def test_words_struck_through_in_a_letter_are_no_longer_current() -> None:
    old = letter(letters.paragraph(letters.run(WORDS)))
    for look in ("<w:strike/>", "<w:dstrike/>"):
        assert not became(old, letter(letters.paragraph(letters.run(WORDS, look))), DOCX).is_current
    assert became(old, letter(letters.paragraph(letters.run(WORDS, "<w:b/>"))), DOCX).is_current


def test_words_in_a_struck_cell_are_no_longer_current() -> None:
    assert not became(sheet(0), sheet(1), XLSX).is_current
    assert became(sheet(0), sheet(0), XLSX).is_current


def test_words_that_are_struck_on_both_sides_are_compared_with_each_other() -> None:
    struck = page(f"<p>{WORDS}</p><p><del>Once 60 days.</del></p>")
    assert became(struck, struck + b"<p>New.</p>", HTML, cited="Once 60 days.").is_current
    assert not became(struck, struck.replace(b"60", b"90"), HTML, cited="Once 60 days.").is_current


@pytest.mark.parametrize(
    "hidden",
    [
        ".. only:: draft\n\n   {}",
        ".. ifconfig:: old\n\n   {}",
        ".. todo:: {}",
        ".. container:: hidden\n\n   {}",
        ".. class:: strike\n\n{}",
        ":strikethrough:`{}`",
        ".. rst-class:: hidden\n\n{}",
        ".. note::\n   :name: x\n   :class: hidden\n\n   {}",
        ".. sectionauthor:: {}",
        ".. toctree::\n\n   {}",
        '.. raw:: html\n\n   <div style="display:none">\n\n{}\n\n.. raw:: html\n\n   </div>',
        ".. raw:: html\n\n   <div hidden>\n\n::\n\n   {}\n\n.. raw:: html\n\n   </div>",
    ],
)
def test_words_that_leave_the_sight_of_readers_of_restructured_text(hidden: str) -> None:
    text = "First some words.\n\n{}\n\nThen others.\n"
    old = text.format(WORDS).encode()
    assert not became(old, text.format(hidden.format(WORDS)).encode(), RST).is_current
    assert became(old, text.format(".. note::\n\n   " + WORDS).encode(), RST).is_current


def test_a_character_by_number_is_what_it_shows() -> None:
    text = b"Kept for |n| days.\n\n.. |n| unicode:: 0x33 0x30\n"
    cited = "Kept for |n| days."
    assert became(text, text + b"\nNew.\n", RST, cited=cited).is_current
    assert not became(text, text.replace(b"0x33", b"0x36"), RST, cited=cited).is_current


@pytest.mark.parametrize(
    "style",
    [
        "text-indent:-9999px",
        "position:absolute;left:-9999px",
        "position:absolute;clip:rect(0,0,0,0)",
        "clip-path: inset(50%)",
        "height:0;overflow:hidden",
        "max-height: 0px; overflow: hidden",
        "color:transparent",
        "color: rgba(0, 0, 0, 0)",
        "color:#fff0",
        "transform: scale(0)",
    ],
)
def test_words_a_page_takes_out_of_sight_are_no_longer_current(style: str) -> None:
    old = page(f"<p>{WORDS}</p>")
    assert not became(old, page(f'<p><b style="{style}">{WORDS}</b></p>'), HTML).is_current
    assert not became(old, page(f'<p class="x">{WORDS}</p>', f".x{{{style}}}"), HTML).is_current


def test_words_a_page_shows_in_another_style_stay_current() -> None:
    style = "text-indent:-2em;left:-5px;height:0.5em;color:rgb(0, 0, 0);transform:scale(0.5);clip:auto;max-width:100%"
    assert became(page(f"<p>{WORDS}</p>"), page(f'<p style="{style}">{WORDS}</p>'), HTML).is_current


@pytest.mark.parametrize(
    "rules",
    [
        "div > p.x{display:none}",
        "[data-old]{display:none}",
        "p:nth-of-type(2){visibility:hidden}",
        "@media (min-width: 600px){.x{display:none}}",
        ":root{--a:none} .x{display:var(--a)}",
        ".x{color:white}",
        ".x::before{content:'Not: '}",
        ".x::after{content:' (withdrawn)'}",
    ],
)
def test_words_a_page_no_longer_shows_alone_support_nothing(rules: str) -> None:
    body = f"<p class=x data-old>{WORDS}</p>"
    old = page(f"<div><p>Some more.</p>{body}</div>", ".y{color:red}")
    assert became(old, old, HTML).is_current
    assert not became(old, old.replace(b".y{color:red}", rules.encode()), HTML).is_current


def test_words_that_only_stand_for_a_picture_support_nothing_and_are_compared_as_one() -> None:
    old = page(f"<p>{WORDS}</p>")
    assert not became(old, page(f"<p><img alt='{WORDS}'></p>"), HTML).is_current
    pictured = page("<p>See <img alt='30 days'> here.</p>")
    cited = "See 30 days here."
    assert became(pictured, pictured + b"<p>New.</p>", HTML, cited=cited).is_current
    assert not became(pictured, pictured.replace(b"30", b"60") + b"<p>New.</p>", HTML, cited=cited).is_current


def test_an_item_inside_another_is_said_under_it() -> None:
    def nested(first: str, second: str) -> str:
        return f"<ul><li>May bring<ul><li>{first}</ul><li>May not bring<ul><li>{second}</ul></ul>"

    one, two = "Dogs that are older than two years and wear a collar.", "Cats that stay in a basket for all of the day."
    old, new = page(nested(one, two)), page(nested(two, one))
    assert became(old, old + b"<p>New.</p>", HTML, cited=one).is_current
    assert not became(old, new, HTML, cited=one).is_current


def test_an_item_of_a_letter_inside_another_is_said_under_it() -> None:
    levels = "".join(
        f"<w:lvl w:ilvl='{place}'><w:numFmt w:val='bullet'/><w:lvlText w:val='-'/></w:lvl>" for place in (0, 1)
    )
    numbering = f"<w:abstractNum w:abstractNumId='1'>{levels}</w:abstractNum>"
    numbering += "<w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num>"

    def nested(first: str, second: str) -> bytes:
        places = (("May bring", 0), (first, 1), ("May not bring", 0), (second, 1))
        number = "<w:numPr><w:ilvl w:val='{}'/><w:numId w:val='1'/></w:numPr>"
        items = [letters.paragraph(words, number.format(place)) for words, place in places]
        return letters.letter("".join(items), {"numbering": numbering})

    old = nested("Dogs", "Cats")
    assert side(old, DOCX).text == "May bring\n\n  Dogs\n\nMay not bring\n\n  Cats\n\n"
    assert not became(old, nested("Cats", "Dogs"), DOCX, cited="Dogs").is_current


@pytest.mark.parametrize("media_type", [HTML, RST, "text/markdown", "text/plain"])
def test_letters_that_a_character_sets_in_another_order_support_nothing(media_type: str) -> None:
    text = "<h1>A</h1><p>First.</p><p>{}</p><p>Then.</p>" if media_type == HTML else "First.\n\n{}\n\nThen.\n"
    old = text.format(WORDS).encode()
    for words in (f"\u202e{WORDS}\u202c", WORDS.replace("30", "\u202e30\u202c"), f"\u202d{WORDS}"):
        assert not became(old, text.format(words).encode(), media_type, cited="30").is_current
    assert became(old, text.format(f"\u200f{WORDS}").encode(), media_type, cited="30").is_current
