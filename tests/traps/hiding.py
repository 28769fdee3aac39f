"""Ways of taking cited words out of readers' sight while they stay in the source. Every one must alarm."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, Edit, Operation
from tests.traps.sources import Passage


def operations() -> Iterator[Operation]:
    """Every way of hiding a sentence or a paragraph."""
    for name, (trap, hide) in _HIDINGS.items():
        yield Operation(name, trap, CHANGED, _hiding(hide))


def _hiding(hide: Callable[[Passage], str | None]) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, _: Random) -> Edit | None:
        new = None if passage.is_item else hide(passage)
        return Edit(passage.text, new, passage.start, passage.end) if new is not None else None

    return plant


def _around_sentence(before: str, after: str) -> Callable[[Passage], str]:
    return lambda passage: passage.with_cited(f"{before}{passage.cited}{after}")


def _around_paragraph(before: str, after: str) -> Callable[[Passage], str]:
    return lambda passage: passage.with_paragraph(f"{before}{passage.paragraph}{after}")


_HIDINGS: dict[str, tuple[str, Callable[[Passage], str | None]]] = {
    "struck": ("struck through", _around_sentence("~~", "~~")),
    "struck_once": ("struck with single tildes", _around_sentence("~", "~")),
    "struck_paragraph": (
        "a struck paragraph of several lines",
        lambda p: p.with_paragraph(f"~~{p.paragraph.strip()}~~"),
    ),
    "struck_bold": ("marks inside strokes", _around_sentence("~~**", "**~~")),
    "bold_struck": ("strokes inside marks", _around_sentence("**~~", "~~**")),
    "struck_linked": ("a link inside strokes", lambda p: p.with_cited(f"~~[{p.cited}](https://example.org)~~")),
    "linked_struck": ("strokes inside a link", lambda p: p.with_cited(f"[~~{p.cited}~~](https://example.org)")),
    "struck_s": ("<s>", _around_sentence("<s>", "</s>")),
    "struck_del": ("<del>", _around_sentence("<del>", "</del>")),
    "struck_strike": ("<strike>", _around_sentence("<strike>", "</strike>")),
    "struck_del_attributes": (
        "<del> with attributes",
        _around_sentence('<del datetime="2024-01-01" cite="a > b">', "</del>"),
    ),
    "struck_capitals": ("<DEL>", _around_sentence("<DEL>", "</DEL>")),
    "struck_del_block": ("<del> over a paragraph", _around_paragraph("<del>\n\n", "\n\n</del>")),
    "struck_del_html_block": ("<del> in lines of its own", _around_paragraph("<del>\n", "\n</del>")),
    "struck_styled": ("struck by style", _around_sentence('<span style="text-decoration: line-through">', "</span>")),
    "struck_item": (
        "struck and made an item",
        lambda p: p.with_paragraph("- ~~" + " ".join(p.paragraph.split()) + "~~"),
    ),
    "struck_quoted": (
        "struck in a quotation",
        lambda p: p.with_paragraph("> ~~" + " ".join(p.paragraph.split()) + "~~"),
    ),
    "commented": ("commented out in a line", _around_sentence("<!-- ", " -->")),
    "commented_tight": ("no space in the comment", _around_sentence("<!--", "-->")),
    "commented_block": ("commented out as a block", _around_paragraph("<!--\n", "\n-->")),
    "commented_blank_lines": ("blank lines in the comment", _around_paragraph("<!--\n\n", "\n\n-->")),
    "commented_dashes": ("dashes inside the comment", _around_paragraph("<!-- ---- old ----\n", "\n---- -->")),
    "commented_as_label": (
        "a label nobody sees",
        lambda p: p.with_paragraph(f"\n[//]: # ({' '.join(p.paragraph.split())})\n"),
    ),
    "commented_as_label_quoted": (
        "the same, quoted",
        lambda p: (
            None if '"' in p.paragraph else p.with_paragraph(f'\n[comment]: # "{" ".join(p.paragraph.split())}"\n')
        ),
    ),
    "commented_liquid": ("a comment of a template", _around_paragraph("{% comment %}\n", "\n{% endcomment %}")),
    "commented_jinja": ("a comment of another", _around_paragraph("{# ", " #}")),
    "commented_mdx": ("a comment of MDX", _around_paragraph("{/* ", " */}")),
    "commented_to_the_end": ("a comment never closed", _around_paragraph("<!-- ", "")),
    "hidden_span": ("hidden", _around_sentence("<span hidden>", "</span>")),
    "hidden_value": ('hidden="hidden"', _around_sentence('<span class="a" hidden="hidden">', "</span>")),
    "hidden_until_found": ("hidden until found", _around_sentence("<span hidden=until-found>", "</span>")),
    "hidden_block": ("a hidden block", _around_paragraph("<div hidden>\n\n", "\n\n</div>")),
    "hidden_block_nested": (
        "a block in a hidden block",
        _around_paragraph("<div hidden>\n<div>\n\n", "\n\n</div>\n</div>"),
    ),
    "hidden_block_two_lines": (
        "a tag in two lines",
        _around_paragraph('<div\n  class="a"\n  hidden>\n\n', "\n\n</div>"),
    ),
    "hidden_display": ("display:none", _around_sentence('<span style="display:none">', "</span>")),
    "hidden_display_important": (
        "DISPLAY : NONE",
        _around_sentence("<span style='Color:red; DISPLAY : NONE !important'>", "</span>"),
    ),
    "hidden_visibility": ("visibility", _around_sentence('<span style="visibility: hidden">', "</span>")),
    "hidden_size": ("no size", _around_sentence('<span style="font-size:0">', "</span>")),
    "hidden_opacity": ("see-through", _around_sentence('<span style="opacity: 0">', "</span>")),
    "hidden_class": ("a class that hides", _around_sentence('<span class="note d-none">', "</span>")),
    "hidden_outside": ("off the page", _around_sentence('<span style="position:absolute; left:-9999px">', "</span>")),
    "hidden_transparent": ("transparent", _around_sentence('<span style="color: transparent">', "</span>")),
    "hidden_clipped": ("cut to nothing", _around_sentence('<span style="clip: rect(0,0,0,0)">', "</span>")),
    "hidden_without_scripts": ("for browsers without scripts", _around_paragraph("<noscript>\n", "\n</noscript>")),
    "hidden_marked_deleted": ("marked as deleted", _around_sentence("{--", "--}")),
    "hidden_marked_comment": ("marked as a comment", _around_sentence("{>>", "<<}")),
    "hidden_template": ("a template", _around_paragraph("<template>\n\n", "\n\n</template>")),
    "hidden_script": ("a script", _around_paragraph('<script type="text/plain">\n', "\n</script>")),
    "hidden_style": ("a style sheet", _around_paragraph("<style>\n", "\n</style>")),
    "hidden_paragraph_unclosed": ("a tag HTML lets stay open", _around_paragraph("<p hidden>", "")),
    "hidden_instruction": ("a processing instruction", _around_paragraph("<?old ", " ?>")),
    "hidden_cdata": ("character data", _around_paragraph("<![CDATA[", "]]>")),
    "hidden_declaration": (
        "a declaration",
        lambda p: None if ">" in p.paragraph else p.with_paragraph(f"<!OLD {p.paragraph}>"),
    ),
    "becomes_title": (
        "a link's title",
        lambda p: None if '"' in p.cited else p.with_cited(f'[it](https://example.org "{" ".join(p.cited.split())}")'),
    ),
    "becomes_attribute": (
        "an attribute",
        lambda p: None if '"' in p.cited else p.with_cited(f'<span title="{" ".join(p.cited.split())}">it</span>'),
    ),
    "becomes_front_matter": (
        "front matter",
        lambda p: (
            None
            if p.text.startswith("---") or ":" in p.cited
            else "---\nold: " + " ".join(p.cited.split()) + "\n---\n\n" + p.with_cited("")
        ),
    ),
    "becomes_info_string": (
        "the name of a code block",
        lambda p: None if "`" in p.cited else p.with_paragraph(f"```{' '.join(p.cited.split())}\nx\n```"),
    ),
}
