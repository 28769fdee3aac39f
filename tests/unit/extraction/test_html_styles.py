"""Style rules: whatever selector, condition or value takes text out of readers' sight takes it out of the text."""

import pytest

from citeledger.extraction import Extraction, Options, RegionKind, html, unseen
from citeledger.extraction.html import selectors
from citeledger.extraction.html.conditions import media
from tests.unit.extraction.readings import regions, sound, steps

PAGE = (
    "<div class='a b' data-x='one two' lang=de id=i><p>first</p><p class=c>second</p>"
    "<section><p>third <i>i</i></p></section></div><p>last</p>"
)
ALL = ["first", "second", "third", "i", "last"]


def read(page: str) -> Extraction:
    return sound(html.extract(page.encode(), Options()))


def hidden_by(style: str, page: str = PAGE) -> str:
    """The words of a page that are not in its text."""
    words = read(f"<style>{style}</style>{page}<h2 style='color:black;background:white'>.</h2>").text.split()
    return " ".join(word for word in ALL if word not in words)


@pytest.mark.parametrize(
    ("selector", "hidden"),
    [
        (".a.b > p", "first second"),
        (".b .c", "second"),
        (".c.a", ""),
        ("div p", "first second third i"),
        ("div > p", "first second"),
        ("body > div > section p", "third i"),
        ("p + p", "second"),
        ("p ~ section", "third i"),
        ("p ~ section > p > i", "i"),
        (".c + section, nosuch", "third i"),
        ("[data-x]", "first second third i"),
        ("[data-x~=two] > p", "first second"),
        ("[data-x=two]", ""),
        ("[data-x^='one'] .c", "second"),
        ("[DATA-X$='TWO' i] .c", "second"),
        ("[data-x*='e t'] .c", "second"),
        ("[lang|=de] .c", "second"),
        ("#i > .c", "second"),
        ("p:nth-of-type(2)", "second"),
        ("div p:nth-child(odd)", "first third i"),
        ("p:nth-child(-n+1)", "first third i"),
        ("div > :nth-last-child(2)", "second"),
        ("p:nth-last-of-type(1)", "second third i last"),
        ("p:first-child", "first third i"),
        ("div > p:last-of-type", "second"),
        ("section > p:only-child", "third i"),
        ("p:not(.c)", "first third i last"),
        ("p:not(.c, div > p)", "first second third i last"),
        ("p:is(.c, .d)", "second"),
        (":where(.c)", "second"),
        ("section:has(i)", "third i"),
        ("section:nosuch", "third i"),
        ("p:hover", ""),
        ("p:not(:hover)", "first second third i last"),
        (":root p", "first second third i last"),
        ("p::first-letter", "first second third i last"),
        ("p::marker", ""),
        ("x|p", ""),
        (r".\63", "second"),
    ],
)
def test_selectors_hide_what_they_match(selector: str, hidden: str) -> None:
    assert hidden_by(f"{selector}{{display:none}}") == hidden


@pytest.mark.parametrize(
    ("style", "hidden"),
    [
        ("p{display:none} .b > .c{display:block}", "first third i last"),
        ("p{display:none} @layer x{.b > .c{display:block}}", "first second third i last"),
        ("@layer x{p{display:none!important}} #i p{display:block!important}", "first second third i last"),
        (".b{.c{display:none}}", "second"),
        (".b{& > .c, &.nosuch{display:none}}", "second"),
        (".b{@media (min-width:500px){.c{display:none}}}", "second"),
        (".c{@media screen{display:none}}", "second"),
        ("@supports (display:grid){.c{display:none}}", "second"),
        ("@supports not (display:grid){.c{display:none}}", "second"),
        ("@container (min-width: 9em){.c{display:none}}", "second"),
        ("@starting-style{.c{display:none}} @keyframes k{to{opacity:0}}", ""),
        ("@media print{.c{display:none}}", ""),
        ("@media (min-width:1400px){.c{display:none}}", "second"),
        (".c{display:none} @media (min-width:1400px){.c{display:block}}", "second"),
        ("@media (min-width:1200px){.c{display:none}} @media (min-width:1400px){.c{display:block}}", "second"),
        (":root{--a:none} .c{display:var(--a)}", "second"),
        (":root{--a:none} .b{--a:block} .c{display:var(--a)}", ""),
        (".c{display:var(--x,none)}", "second"),
        (":root{--a:var(--b);--b:none} .c{display:var(--a)}", "second"),
        (":root{--a:var(--a)} .c{display:var(--a)}", ""),
        ("body{color:white}", "first second third i last"),
        ("body{color:white} .b{background:#222}", "last"),
        ("body{color:white;background:url(x.png)}", ""),
        ("body{background:#111;color:#eee} i{color:rgb(17 17 17)}", "i"),
        (".b{background:#333;color:white} .c{color:#343434}", "second"),
        ("body{--text:white} .c{color:var(--text)}", "second"),
        (".c{font:0/0 a}", "second"),
        (".c{font-size:0.01em}", "second"),
        (".c{inset:0 auto auto -9999px}", "second"),
        (".c{scale:0}", "second"),
        (".c{visi\\62 ility:hidden}", "second"),
    ],
)
def test_rules_count_as_for_a_reader_before_a_screen(style: str, hidden: str) -> None:
    assert hidden_by(style) == hidden


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("screen", True),
        ("all and (min-width: 40em)", True),
        ("(max-width: 600px)", False),
        ("(min-width: 1400px)", None),
        ("(width >= 600px)", True),
        ("(400px <= width <= 700px)", False),
        ("(600px < width) and (hover: hover)", True),
        ("print, screen", True),
        ("print and (min-width: 1px)", False),
        ("not print", True),
        ("not screen", False),
        ("not (max-width: 600px)", True),
        ("only screen and (orientation: portrait)", False),
        ("(prefers-color-scheme: dark)", None),
        ("(max-width: 600px) or (hover)", True),
        ("((min-width: 1px))", True),
        ("(nosuch: 1)", None),
    ],
)
def test_conditions_hold_for_every_ordinary_screen_for_some_or_for_none(query: str, holds: bool | None) -> None:
    assert media(query) is holds


def test_a_style_element_holds_for_its_media_and_is_css() -> None:
    for attributes in ("media=print", "type=text/less"):
        assert "a" in read(f"<style {attributes}>p{{display:none}}</style><p>a").text
    assert "a" not in read("<style media='(min-width:1px)'>p{display:none}</style><p>a</p>.").text


@pytest.mark.parametrize(
    "element",
    [
        "<font color=white>no</font>",
        "<span popover>no</span>",
        "<table bgcolor=black><tr><td>no<td><b style='color:white'>yes</b></table>",
        "<svg><text fill=none>no</text></svg>",
        "<svg><text fill=white>no</text></svg>",
        "<span style='-webkit-text-fill-color:transparent'>no</span>",
    ],
)
def test_attributes_hide_as_styles_do(element: str) -> None:
    words = read(f"<p>before {element} after").text.split()
    assert "before" in words
    assert "no" not in words


@pytest.mark.parametrize(
    "element",
    [
        "<p style='color:white'><a href=x>yes</a>",
        "<p style='color:yellow'><mark>yes</mark>",
        "<p style='color:white'><button>yes</button>",
        "<p style='color:transparent'><b style='color:black'>yes</b>",
        "<p style='background-clip:text;color:transparent;background:red'>yes",
    ],
)
def test_letters_of_a_colour_of_their_own_are_seen(element: str) -> None:
    assert "yes" in read(f"<h1>x</h1>{element}").text


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (".c::before{content:'not '}", True),
        ('.c:after{content:"30"}', True),
        (".c::before{content:'-'}", True),
        (".c::after{content:' %'}", True),
        (".c::before{content:attr(data-n)}", True),
        (":root{--x:'no'} .c::before{content:var(--x)}", True),
        (".c::before{content:'no'} p.c::before{content:none}", False),
        (".c::before{content:'no';display:none}", False),
        (".c::before{content:''}", False),
        (".c::before{content:'– '}", False),
        (".c::before{content:'\\f101'}", False),
        (".c::marker{content:'no'}", False),
    ],
)
def test_words_that_rules_add_take_their_support_from_an_element(rule: str, says: bool) -> None:
    found = read(f"<style>{rule}</style><p>a<p class=c data-n=5>cited <b>words</b><p>z")
    assert regions(found, RegionKind.UNQUOTABLE) == ["cited words"] * says
    assert (html.ADDED_TEXT in found.structure.warnings) is says
    assert [region.is_apart for region in found.structure.regions] == [True] * says


def test_numbers_that_rules_draw_are_told_of() -> None:
    found = read("<style>h2::before{counter-increment:n;content:counter(n)'. '}</style><h2>a</h2>")
    assert found.structure.warnings == (html.ADDED_TEXT,)
    assert found.structure.regions == ()


def test_letters_set_in_another_order_cannot_be_cited() -> None:
    for element in ("<bdo dir=rtl>03</bdo>", "<b style='unicode-bidi:bidi-override;direction:rtl'>03</b>"):
        assert regions(read(f"<p>Kept {element} days"), RegionKind.UNQUOTABLE) == ["03"]


def test_text_hidden_in_doubt_is_told_of() -> None:
    found = read("<style>@media (min-width:1500px){b{display:none}}</style><p>a <b>c</b>")
    assert found.text == "a\n\n"
    assert found.structure.warnings == (*unseen.told(1), html.DOUBTFUL_TEXT)


@pytest.mark.parametrize(
    "page",
    [
        "<p style='opacity:.2'>a <b style='opacity:.2'>no</b>",
        "<p style='opacity:.05'>no",
        "<style>.a{opacity:.15}</style><p class=a>no",
        "<p style='opacity:.5'>a <b style='opacity:.6'>b <i style='opacity:.6'>no</i></b>",
        "<p style='opacity:.3'>a <b style='color:rgb(0 0 0 / .5)'>no</b>",
        "<p style='font-size:.3em'>a <b style='font-size:.3em'>no</b>",
        "<style>@keyframes h{from{opacity:1} to{opacity:0}}</style><p style='animation:h 1s forwards'>no",
        "<math><mphantom><mtext>no</mtext></mphantom></math>",
        "<svg><defs><text>no</text></defs></svg>",
        "<div><template shadowrootmode=open>x<slot></slot></template><p>no</div>",
    ],
)
def test_what_adds_up_ends_hidden_or_is_kept_for_elsewhere(page: str) -> None:
    assert "no" not in read(f"<h1>x</h1>{page}").text


def test_movements_that_end_in_sight_hide_nothing() -> None:
    style = "@keyframes h{from{opacity:0} to{opacity:1}} .a{animation:h 1s} .b{animation:other 1s}"
    assert hidden_by(style) == ""


class TestBounds:
    def test_rules_beyond_the_limit_hide_nothing_and_are_told_of(self, monkeypatch: pytest.MonkeyPatch) -> None:
        style = "<style>i{display:none}</style>"
        assert "b" not in read(style + "<p>a" * 100 + "<i>b</i>").text
        monkeypatch.setattr(selectors, "_MOST_TRIALS", 50)
        found = read(style + "<p>a" + "<i></i>" * 100 + "<i>b</i>")
        assert found.text.endswith("b\n\n")
        assert html.UNJUDGED_RULES in found.structure.warnings

    @pytest.mark.parametrize(
        "rules",
        [
            "p{display:none}" * 12_000,
            ",".join(["a"] * 12_000) + "{display:none}",
            "a,b,c,d,e,f{" * 8 + "display:none",
            "a{&&&&{" * 20,
            ":not(" * 2_000 + "p{display:none}",
            "(" * 5_000 + "{display:none}",
            "a " * 5_000 + "{display:none}",
            "p{--a:var(--b)var(--b)var(--b)var(--b);--b:var(--a)var(--a);display:var(--a)}",
            "p{color:" + "rgb(" * 3_000 + "}",
            "@media " + "(" * 3_000 + "{p{display:none}}",
            "@media " + "not " * 3_000 + "print{p{display:none}}",
        ],
    )
    def test_no_style_sheet_stops_the_reading(self, rules: str) -> None:
        assert "seen" in read(f"<style>{rules}</style><h1>seen</h1><p>a").text

    @pytest.mark.parametrize(
        "unit", ["<i class=x>a</i>", "<i>a", "<u style='--a:1;color:var(--a)'>a</u>", "<s><b></b></s>"]
    )
    def test_work_grows_with_the_page(self, unit: str) -> None:
        rules = ".x:nth-last-of-type(2n) ~ i > i i, p i:last-child + i{display:none} :not(.y){color:red}"
        style = f"<style>{rules}</style><p>x".encode()
        small, large = (steps(html, style + (unit * count).encode()) for count in (25, 200))
        assert large < 12 * small


@pytest.mark.parametrize(
    ("page", "places"),
    [
        ("<p>a <span style='color:#fff'>white</span>", 1),
        ("<p>a <span style='color:#fff'>white <b>on</b> white</span> b <i hidden>c</i>", 2),
        ("<p>a<p hidden>b <b>c</b><p hidden>d", 1),
        ("<p>a<dialog>b</dialog>", 1),
        ("<p>a<p style='opacity:.5'>b<p style='opacity:.2'>c", 0),
        ("<p>a<p hidden> <script>b</script><img alt=c></p>", 0),
        ("<title>b</title><p>a<script>b</script>", 0),
    ],
)
def test_how_often_text_is_left_out_is_told(page: str, places: int) -> None:
    assert read(page).structure.warnings == tuple(unseen.told(places))
