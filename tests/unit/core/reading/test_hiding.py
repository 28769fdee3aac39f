"""Which styles take text out of sight, and what of it a reader of Markdown still sees."""

import pytest

from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.pictures import described
from citeledger.core.reading.seen import Seen
from citeledger.styling.colours import colour
from citeledger.styling.declarations import declared
from citeledger.styling.hiding import hides, strikes
from tests.unit.core.anchored import outcome, steps, tokens

HIDING = (
    "letter-spacing:-1em",
    "line-height:0;overflow:hidden",
    "text-indent:100%;white-space:nowrap;overflow:hidden",
    "opacity:calc(0)",
    "font-size:max(0px, 0px)",
    "left:calc(-9999px)",
    "top:200vh",
    "rotate:y 90deg",
    "transform:skewX(90deg)",
    "zoom:0.01",
    "filter:blur(50px)",
    "color:light-dark(white, black)",
    "color:device-cmyk(0 0 0 0)",
    "display:none",
    "DISPLAY: NONE !important",
    "d\\69splay:none",
    "visi\\62 ility:hidden",
    "opacity:0.0",
    "opacity:1%",
    "font-size:0",
    "font-size:1px",
    "font:0/0 a",
    "font-size:.01em",
    "text-indent:-9999px",
    "left:-999em",
    "margin-left:-9999px",
    "transform:translateX(-9999px)",
    "translate:-100vw",
    "clip:rect(0,0,0,0)",
    "clip: rect(0 0 0 0)",
    "clip-path:inset(100%)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "transform:scale(0)",
    "transform:scale(0,1)",
    "scale:0",
    "transform:rotateY(90deg)",
    "height:0;overflow:hidden",
    "width:1px;height:1px;overflow:hidden",
    "max-height:0px;overflow:auto",
    "color:transparent",
    "color:#fff0",
    "color:rgba(0,0,0,0)",
    "color:rgb(0 0 0 / 0%)",
    "color:hsla(0,0%,0%,0)",
    "color:white",
    "color:#fefefe",
    "color:hsl(0,0%,100%)",
    "color:oklch(1 0 0)",
    "color:lab(100 0 0)",
    "color:color(srgb 1 1 1)",
    "color:#000;background:#000",
    "background:black url() no-repeat;color:red;display:none",
    "-webkit-text-fill-color:transparent",
    "filter:opacity(0)",
    "fill-opacity:0",
    "content-visibility:hidden",
    "inset:auto auto auto -9999px",
    "opacity:0;opacity:0",
    "color:rgba(0,0,0,.01)",
    "clip-path: circle(0)",
)
SHOWING = (
    "letter-spacing:-0.5px",
    "line-height:0",
    "line-height:1.2;overflow:hidden",
    "text-indent:2em;overflow:hidden",
    "font-size:calc(1rem + 1vw)",
    "font-size:clamp(1rem, 2vw, 3rem)",
    "left:50vw",
    "rotate:90deg",
    "zoom:1.5",
    "filter:blur(1px)",
    "color:light-dark(black, white)",
    "color:device-cmyk(0 1 1 0)",
    "animation:spin 1s infinite",
    "color:black",
    "color:#eee",
    "opacity:.5",
    "font-size:10px",
    "font-size:.5em",
    "font:700 12px/1.5 x",
    "font:inherit",
    "text-indent:-2em;left:-5px;height:.5em;transform:scale(.5);clip:auto;max-width:100%",
    "color:white;background:#000",
    "color:white;background:url(x.png)",
    "color:white;background:linear-gradient(red,blue)",
    "background:white",
    "transform:translate(-50%,-50%)",
    "clip-path:inset(5%)",
    "clip-path:polygon(0 0, 100% 0, 100% 100%)",
    "color:oklch(0.6 0.2 20)",
    "color:inherit",
    "margin:0 auto",
    "margin:0 -15px",
    "height:0",
    "width:1px",
    "overflow:hidden;height:30px",
    "opacity:1",
    "color:red!important;color:white",
    "filter:none",
    "scale:1.5",
    "transform:rotate(90deg)",
    "clip-path:ellipse(0.5px)",
    "display:block",
    "color:var(--x)",
    "background-clip:text;color:transparent",
)
WORDS = "Kept for 30 days."
PAGE = "First some words.\n\n{}\n\nThen others."


def values(style: str) -> dict[str, str]:
    return {name: value.lower() for name, (_, value) in declared(style).items()}


@pytest.mark.parametrize("style", HIDING)
def test_a_style_hides_on_a_page_and_in_markdown(style: str) -> None:
    assert hides(values(style))
    assert tokens(f'a <b style="{style}">b</b>') == ["a"]


@pytest.mark.parametrize("style", SHOWING)
def test_a_style_that_hides_nothing(style: str) -> None:
    assert not hides(values(style))


def test_lines_through_text_are_those_that_count() -> None:
    assert strikes(values("text-decoration: underline line-through red"))
    assert not strikes(values("text-decoration-line: line-through; text-decoration: none"))


@pytest.mark.parametrize("value", ["x", "", "rgb(", "color()", "rgb(1)", "color-mix(in srgb, red, blue)", "(" * 2_000])
def test_what_is_no_colour_known_here(value: str) -> None:
    assert colour(value) is None


@pytest.mark.parametrize(
    "hidden",
    [
        "![{}](x.png)",
        "![**{}**](x.png 'title')",
        "![{}][x]\n\n[x]: x.png",
        "[![{}](x.png)](https://example.org)",
        '<img src=x.png alt="{}">',
        "{{::comment}}{}{{:/comment}}",
        "{{::comment}}\n{}\n{{:/}}",
        "%%{}%%",
        "%%\n{}\n%%",
        '<b style="visi\\62 ility:hidden">{}</b>',
        "<b style='color:white'>{}</b>",
        "<b style=color:#fff>{}</b>",
        "<font color=white>{}</font>",
        "<b style='display:var(--x)'>{}</b>",
        "<b style='displ&#97;y:none'>{}</b>",
        "<b style={{{{ display: 'none' }}}}>{}</b>",
        "<b style={{{{ color: 'rgba(0, 0, 0, 0)', fontSize: 12 }}}}>{}</b>",
        "<div style='color:white'>\n\n{}\n\n</div>",
    ],
)
def test_words_that_leave_the_sight_of_readers_of_markdown(hidden: str) -> None:
    old = PAGE.format(WORDS)
    assert not outcome(old, PAGE.format(hidden.format(WORDS)), WORDS).is_current
    assert outcome(old, PAGE.format(f"**{WORDS}**"), WORDS).is_current


@pytest.mark.parametrize("picture", ["See ![{} days](x.png) here.", 'See <img src="x" alt="{} days"> here.'])
def test_other_words_for_a_cited_picture_are_noticed(picture: str) -> None:
    cited = picture.format(30)
    old = PAGE.format(cited)
    assert outcome(old, f"New.\n\n{old}", cited).is_current
    assert not outcome(old, old.replace("30", "60"), cited).is_current
    assert outcome(old, PAGE.format("See ![30 days](x.png) here."), cited).is_current


def test_what_some_programs_hide_is_noticed_by_readers_of_all() -> None:
    """`%%` hides in one program and is text in the others."""
    old = PAGE.format("Kept %% for 30 %% days.")
    assert not outcome(old, old.replace("30", "60"), "Kept %% for 30 %% days.").is_current


def test_words_for_a_picture_are_a_sign_and_hidden_words() -> None:
    text = "a ![for 30 days](x.png) b"
    assert tokens(text) == ["a", described("for 30 days"), "b"]
    markdown = normalizer_for("text/markdown")
    assert "30" in {token.value for token in markdown.tokens(text) if not token.visible}
    assert Seen(text=text, normalizer=markdown).shows(start=0, end=len(text))


@pytest.mark.parametrize(
    "unit", ["![", "![a](b", "{::comment}", "{::comment}{:/} ", "%%", "a%% ", "<b style={{ ", "![*a* `b`](c) "]
)
def test_work_grows_with_the_text(unit: str) -> None:
    small, large = (steps(lambda text=unit * count: tokens(text)) for count in (100, 800))
    assert large < 12 * small
