"""Pages: what a reader sees is the text, and nothing else is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Extraction, Options, RegionKind, Unreadable, html
from citeledger.extraction.drafts import TableDraft
from tests.rig.examples import examples
from tests.unit.extraction.readings import blocks, cells, elsewhere, names, regions, sound, spelled, steps, survives


def read(page: str | bytes) -> Extraction:
    return sound(html.extract(page if isinstance(page, bytes) else page.encode(), Options()))


def text(page: str) -> str:
    return read(page).text


class TestWhatIsSeen:
    def test_breaks_hard_spaces_and_hidden_text(self) -> None:
        """html-breaks-nbsp-and-hidden-text, with the values of its report."""
        page = '<p>Retention: 30<br>days after close. Fee 5&nbsp;EUR.<span style="display:none"> OLD 60 days</span></p>'
        assert text(page) == "Retention: 30\ndays after close. Fee 5\xa0EUR.\n\n"
        later = page.replace("<br>", " ").replace("&nbsp;", " ")
        assert text(later) == "Retention: 30 days after close. Fee 5 EUR.\n\n"
        old, new = (
            Side(found.text, found.structure, normalizer_for("text/html")) for found in (read(page), read(later))
        )
        quote = Locator(11, 11 + len("30\ndays after close. Fee 5\xa0EUR."))
        assert old.text[quote.start : quote.end] == "30\ndays after close. Fee 5\xa0EUR."
        assert reanchor(old=old, new=new, spans=[quote])[0].is_current

    @pytest.mark.parametrize(
        "hidden",
        [
            "<span hidden>no</span>",
            "<span hidden=until-found>no</span>",
            "<span style='display: none'>no</span>",
            "<span style='DISPLAY:NONE !important; color:red'>no</span>",
            "<span style='/* x */display/**/:none'>no</span>",
            "<span style='d\\69splay:none'>no</span>",
            "<span style='visibility:hidden'>no <b>no</b></span>",
            "<span style='opacity: 0.0'>no</span>",
            "<span style='font-size:0px'>no<b style='font-size:2em'>no</b></span>",
            "<span style='content-visibility:hidden'>no</span>",
            "<span class=x>no</span>",
            "<span class='a b x'>no</span>",
            "<span class=y>no</span>",
            "<span id=z>no</span>",
            "<q class=t>no</q>",
            "<kbd>no</kbd>",
            "<script>no</script>",
            "<style>no</style>",
            "<template>no</template>",
            "<noscript>no</noscript>",
            "<iframe>no</iframe>",
            "<video>no</video>",
            "<canvas>no</canvas>",
            "<select><option>no</select>",
            "<dialog>no</dialog>",
            "<svg><title>no</title><desc>no</desc></svg>",
            "<!-- no -->",
            "<!-- a > no -->",
            "<?php no ?>",
            "<input value=no>",
            "<span title=no data-x=no></span>",
        ],
    )
    def test_hidden_text_is_no_text(self, hidden: str) -> None:
        style = (
            "<style>.x, .w{display:none} .y{display:inline} .y{visibility:hidden} #z{display:none}"
            "q.t{display:none} kbd{color:red;display:none}</style>"
        )
        assert text(f"<title>no</title>{style}<p>be{hidden}fore</p>") in {"before\n\n", "be fore\n\n"}

    @pytest.mark.parametrize(
        "seen",
        [
            "<span aria-hidden=true>yes</span>",
            "<details><summary>yes</summary></details>",
            "<details>yes</details>",
            "<dialog open>yes</dialog>",
            "<span hidden style='display:inline'>yes</span>",
            "<span style='visibility:hidden'><b style='visibility:visible'>yes</b></span>",
            "<span style='font-size:0'><b style='font-size:12px'>yes</b></span>",
            "<span style='font-size:0'><b style='font-size:1rem'>yes</b></span>",
            "<span style='opacity:0.5;font-size:0.5em'>yes</span>",
            "<span class=print>yes</span>",
            "<span class=narrow>yes</span>",
            "<span class=undone>yes</span>",
            "<span class=x style='display:inline!important'>yes</span>",
            "<b class=x>yes</b>",
            "<span class=from>yes</span>",
            "<svg><text>yes</text></svg>",
            "<textarea>yes</textarea>",
            "<button>yes</button>",
        ],
    )
    def test_what_only_seems_hidden_stays(self, seen: str) -> None:
        style = (
            "<style>span.x{display:none!important} @media print{.print{display:none}}"
            "@media (max-width: 9em){.narrow{display:none}} .undone{display:none} .undone{display:inline}"
            "@keyframes k{from{opacity:0}} .s::before{content:'}.from{display:none'} .from:hover{display:none}</style>"
        )
        assert "yes" in text(f"{style}<p>{seen}</p>")

    def test_nothing_seen_is_unreadable(self) -> None:
        for page in ("", " ", "<p></p>", "<p hidden>x</p>", "<p>&nbsp;</p>", "<!-- x -->"):
            with pytest.raises(Unreadable):
                html.extract(page.encode(), Options())

    def test_what_cannot_be_judged_is_said(self) -> None:
        assert read("<p>a").structure.warnings == ()
        page = "<link rel=stylesheet href=/x.css><style>.a .b{display:none} p{color:red}</style><p>a"
        assert read(page).structure.warnings == (html.UNREAD_SHEETS,)
        for rules in ("x|a{display:none}", "@import url(x.css);", ".a{" * 20 + "p{display:none}" + "}" * 20):
            assert read(f"<style>{rules}</style><p>a").structure.warnings == (html.UNJUDGED_RULES,)

    def test_struck_text_stays_and_cannot_be_quoted(self) -> None:
        found = read(
            "<p>The fee is <del>30</del> <s>31</s> 14<span style='text-decoration:line-through'>x<b>y</b></span>"
        )
        assert found.text == "The fee is 30 31 14xy\n\n"
        assert regions(found, RegionKind.UNQUOTABLE) == ["30 31", "xy"]
        assert {region.note for region in found.structure.regions} == {"struck through"}

    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("10<sup>2</sup> H<sub>2</sub>O", "10² H₂O"),
            ("word<sup><a href=#n>1</a></sup>. <sup>2</sup>", "word¹. ²"),
            ("5<sup>th</sup> of <sup>May</sup>", "5^th of May"),
            ("a<sub>max</sub><sup>1<b>½</b></sup>", "a_max¹^½"),
            ("<math><msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup></math>", "xⁿ⁺¹"),
            ("<math><msubsup><mi>x</mi><mn>0</mn><mi>k</mi></msubsup></math>", "x₀^k"),
            ("<math><mfrac><mn>1</mn><mn>20</mn></mfrac></math>", "1/20"),
            ("<math><mn>6</mn><mfrac> <mn>1</mn> <mn>2</mn> </mfrac></math>", "6 1/2"),
            ("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac></math>", "(a+b)/c"),
            ("<math><mfrac><mtext>5 %</mtext><mrow><mn>2</mn><mi>x</mi></mrow></mfrac></math>", "(5 %)/(2x)"),
            ("<math><mn>3</mn><msqrt><mn>8</mn></msqrt></math>", "3√8"),
            ("<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>", "√(x+1)"),
            ("<math><mroot><mn>8</mn><mn>3</mn></mroot></math>", "³√8"),
            (
                "<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mn>9</mn></munderover></math>",
                "∑_i₌₁⁹",
            ),
            (
                "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable></math>",
                "1 0",
            ),
            ("(1+r)<sup>2t</sup>", "(1+r)^2t"),
            ("5 %<sub>max</sub> (<sup>ab</sup>)", "5 %_max (ab)"),
        ],
    )
    def test_raised_and_lowered_text_is_parted_from_the_word_before(self, page: str, expected: str) -> None:
        assert text(f"<p>{page}") == expected + "\n\n"


class TestWhiteSpace:
    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("<p>  a \n\t b  </p>", "a b"),
            ("<p>a<b> b </b> c", "a b c"),
            ("<p>Open<b>ed</b> electronics", "Opened electronics"),
            ("<p>a<!-- x -->b", "ab"),
            ("<p>a<wbr>b&shy;c&#8203;d", "ab\xadc\u200bd"),
            ("<p>a <br> b<br><br>c<br>", "a\nb\n\nc"),
            ("<p><br>a", "a"),
            ("<p>a &nbsp; b", "a \xa0 b"),
            ("<p>&lt;b&gt; &amp;amp; &eacute; &#x1F600; &#147;x&#148;", "<b> &amp; é 😀 “x”"),
            ("<p>a<img src=x>b", "ab"),
            ("<p>e\u0301 \u200bx", "e\u0301 \u200bx"),
            ("<p>he said <q>hi</q>", "he said “hi”"),
            ("a<div>b</div>c", "a\n\nb\n\nc"),
            ("<span style='display:block'>a</span>b", "a\n\nb"),
            ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        ],
    )
    def test_it_is_laid_out_as_a_browser_does(self, page: str, expected: str) -> None:
        assert text(page) == expected + "\n\n"

    def test_preformatted_text_stands_as_it_is(self) -> None:
        assert blocks(read("<pre>\n a  b\n\tc\r\n</pre>x")) == [("code", " a  b\n\tc"), ("paragraph", "x")]


class TestStructure:
    def test_blocks_are_named(self) -> None:
        page = (
            "<h1>T</h1><p>a<ul><li>one<ul><li>two<p>three</ul></ul><blockquote><p>q</blockquote><pre>c</pre><dl><dt>d"
        )
        assert blocks(read(page)) == [
            ("heading", "T"),
            ("paragraph", "a"),
            ("list_item", "one"),
            ("list_item", "  two"),
            ("list_item", "  three"),
            ("quote", "q"),
            ("code", "c"),
            ("paragraph", "d"),
        ]

    def test_headings_have_levels_and_titles(self) -> None:
        found = read("<h1> A  <i>b</i><br>c</h1><h6>x</h6><h2></h2>")
        assert [(h.level, h.title) for h in found.structure.headings] == [(1, "A b c"), (6, "x")]
        first = found.structure.headings[0]
        assert found.text[first.start : first.end] == "A b\nc"

    def test_captions_and_words_for_pictures_are_marked(self) -> None:
        found = read(
            "<figure><img alt='A chart'><figcaption>Figure 1. <b>Fees</b> rise</figcaption></figure><p>a<img alt=b>c"
        )
        assert found.text == "A chart\n\nFigure 1. Fees rise\n\na b c\n\n"
        assert regions(found, RegionKind.ALT_TEXT) == ["A chart", "b"]
        assert regions(found, RegionKind.CAPTION) == ["Figure 1. Fees rise"]


class TestTables:
    def test_cells_have_addresses_headers_and_keys(self) -> None:
        page = (
            "<table><caption>Fees</caption><thead><tr><th rowspan=2>Name<th colspan=2>Limit<tr><th>EUR<th>USD</thead>"
            "<tr><td>Ada<td>30<td>33<br>net<tr><td rowspan=2>Bob<td>1<td>2<tr><td><td>4</table>"
        )
        found = read(page)
        assert found.text == "Fees\n\nName\tLimit\n\tEUR\tUSD\nAda\t30\t33 net\nBob\t1\t2\n\t\t4\n\n"
        assert cells(found)["table 1!C3"] == "33 net"
        assert cells(found)["table 1!C5"] == "4"
        assert "table 1!B5" not in cells(found)
        assert names(found)["table 1!C3"] == (("Limit", "USD"), ("Ada",))
        assert names(found)["table 1!C5"] == (("Limit", "USD"), ("Bob",))
        assert names(found)["table 1!B2"] == (("Limit",), ())
        assert blocks(found)[1][0] == "table"

    def test_a_header_cell_in_its_row_names_the_row(self) -> None:
        found = read("<table><tr><td><th>Q1<th>Q2<tr><th>North<td>1<td>2<tr><th>South<td>3<td>4</table>")
        assert names(found)["table 1!C3"] == (("Q2",), ("South",))

    def test_a_first_row_of_words_names_the_columns(self) -> None:
        assert names(read("<table><tr><td>Name<td>Fee<tr><td>A<td>1</table>"))["table 1!B2"] == (("Fee",), ("A",))
        assert names(read("<table><tr><td>Max<td>30<tr><td>A<td>1</table>"))["table 1!B2"] == ((), ("A",))

    def test_tables_are_numbered_and_layout_is_none(self) -> None:
        page = (
            "<table><tr><td><h2>Head</h2><table><tr><th>A<th>B<tr><td>1<td>2</table><td>side</table>"
            "<table><tr><td>only</table><table role=presentation><tr><td>a<td>b</table><table><tr><td>c<td>d</table>"
        )
        found = read(page)
        assert [kind for kind, _ in blocks(found)] == [
            "heading",
            "table",
            "paragraph",
            "paragraph",
            "paragraph",
            "paragraph",
            "table",
        ]
        assert cells(found)["table 1!B2"] == "2"
        assert cells(found)["table 2!B1"] == "d"

    def test_text_between_cells_comes_before_the_table(self) -> None:
        assert text("<table>stray<tr><td>a<td>b</table>") == "stray\n\na\tb\n\n"


class TestEncodings:
    def test_it_is_recorded(self) -> None:
        page = b"<meta charset='windows-1252'><p>\x93Net 30\x94"
        assert read(page).text == "“Net 30”\n\n"
        assert read(page).structure.details == {"encoding": "windows-1252", "encoding_told_by": "a declaration"}

    @pytest.mark.parametrize(
        "head",
        [
            b"<meta http-equiv=Content-Type content='text/html; charset=iso-8859-2'>",
            b"<META CHARSET=ISO-8859-2 />",
            b"<?xml version='1.0' encoding='iso-8859-2'?>",
        ],
    )
    def test_declarations_of_every_kind_count(self, head: bytes) -> None:
        assert read(head + "<p>zażółć".encode("iso8859_2")).text == "zażółć\n\n"

    def test_a_mark_wins(self) -> None:
        page = b"\xff\xfe" + "<meta charset=utf-8><p>Maß".encode("utf-16-le")
        assert read(page).text == "Maß\n\n"


class TestBounds:
    @pytest.mark.parametrize(
        "page",
        [
            "<p>seen</p>" + "<div>" * 100_000 + "x",
            "<table><tr><td>" * 300 + "x",
            "<table><tr>" + "<td colspan=1000>x" * 10_000 + "</table>",
            "<table>" + "<tr><td rowspan=65000>x" * 10_000 + "</table>",
            "<p " + " ".join(f"a{n}" for n in range(50_000)) + ">x",
            "<p/" + "/".join(f"a{n}='<'" for n in range(50_000)) + ">x",
            "a\0b",
        ],
    )
    def test_what_no_reader_could_see_is_refused(self, page: str) -> None:
        with pytest.raises(Unreadable):
            html.extract(page.encode(), Options())

    def test_spanning_cells_are_refused_before_they_are_laid_out(self) -> None:
        draft = TableDraft(is_layout=False)
        for _ in range(500):
            draft.add([], columns=1000)
        with pytest.raises(Unreadable):
            draft.add([], columns=1000)

    @pytest.mark.parametrize("span", ["0", "-1", "x", "99999999999999999999", "1e9", "²"])
    def test_spans_are_taken_as_browsers_take_them(self, span: str) -> None:
        assert cells(read(f"<table><tr><td rowspan='{span}'>a<td>b</table>"))["table 1!B1"] == "b"

    @pytest.mark.parametrize(
        "unit",
        [
            "<p class='a b' style='color:red'>x</p>",
            "<br>",
            "<msup><mi>1</mi></msup>",
            "<style>a{@layer x{</style>",
            "<p style='opacity:0000x; \\41 '>",
            "<tr><td>a<td>b",
        ],
    )
    def test_work_grows_with_the_page(self, unit: str) -> None:
        small, large = (steps(html, (unit * count).encode() + b"<p>x") for count in (50, 400))
        assert large < 10 * small

    def test_entities_of_its_own_are_no_text(self) -> None:
        page = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "lol">]><p>a&x;b&y;'
        assert "root:" not in text(page)


def test_it_is_the_same_in_every_process() -> None:
    page = "<style>.a{color:red}.b{display:none}</style><h1>T</h1><p class='a b'>no</p><table><tr><td>a<td>b</table>"
    once = spelled(read(page))
    assert once == spelled(read(page))
    assert {elsewhere("html", page.encode(), seed=seed) for seed in (1, 2)} == {once}


MARKUP = (
    "<p> </p> <table> <tr> <td> <th> </table> <div> </div> <b> </b> <br> <li> <pre> </pre> <del> </del> <h1> </h1> "
    "<img/alt=x> <style> .a{display:none} </style> <p/class=a> <sup> </sup> <q> </q> &amp; &#0; é 30 <!-- --> < > ' "
    "<td/colspan=3> <td/rowspan=2> <svg> </svg> <math> <msup> <caption> <figcaption> <textarea> <?x <span/hidden>"
)
PIECES = st.lists(st.sampled_from(MARKUP.split()) | st.text(max_size=4), max_size=25)


@settings(deadline=None, max_examples=examples(150))
@given(PIECES.map(" ".join) | PIECES.map("".join))
def test_any_page_is_read_or_refused(page: str) -> None:
    survives(html, page.encode(errors="surrogatepass"))


@settings(deadline=None, max_examples=examples(100))
@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(html, data)
