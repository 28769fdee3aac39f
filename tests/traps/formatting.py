"""Edits a reader does not see, or sees as another look of the same words. None may alarm."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CURRENT, Edit, Operation
from tests.traps.sources import Passage, paragraphs

_WORD = re.compile(r"[^\W\d_]{4,}")
_LINE_START_MARK = re.compile(r"(?:[#>+*=|:~`<\[-]|\d+[.)])")
Rewrite = Callable[[Passage, Random], str | None]


def operations() -> Iterator[Operation]:
    """Every formatting edit, each with its trap."""
    for name, (trap, rewrite) in _REWRITES.items():
        yield Operation(name, trap, CURRENT, _planting(rewrite))


def _planting(rewrite: Rewrite) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, random: Random) -> Edit | None:
        new = rewrite(passage, random)
        return Edit(passage.text, new, passage.start, passage.end) if new not in (None, passage.text) else None

    return plant


def _on_word(change: Callable[[str], str]) -> Rewrite:
    """One word of the sentence set otherwise; of scripts without spaces, the sentence without its last sign."""

    def rewrite(passage: Passage, random: Random) -> str | None:
        words = list(_WORD.finditer(passage.cited))
        if not words:
            return None
        word = random.choice(words)
        cited = passage.cited
        return passage.with_cited(cited[: word.start()] + change(word.group()) + cited[word.end() :])

    return rewrite


def _underscored(marks: str, rewrite: Rewrite) -> Rewrite:
    """Underscores mark nothing inside a word: only where the marked words stand between spaces or signs."""

    def checked(passage: Passage, random: Random) -> str | None:
        new = rewrite(passage, random)
        if new is None:
            return None
        first, last = new.index(marks), new.rindex(marks) + len(marks)
        around = new[max(0, first - 1) : first] + new[last : last + 1]
        return new if not re.search(r"[^\s.,;:!?()\x22']", around) else None

    return checked


def _on_sentence(change: Callable[[str], str]) -> Rewrite:
    return lambda passage, _: passage.with_cited(change(passage.cited))


def _on_paragraph(change: Callable[[str], str]) -> Rewrite:
    return lambda passage, _: None if passage.is_item else passage.with_paragraph(change(passage.paragraph))


def _line_per_sentence(paragraph: str) -> str:
    lines = re.split(r"(?<=[.!?]) (?=[^\W\d_])", " ".join(paragraph.split()))
    return "\n".join(lines)


def _hyphenated(passage: Passage, random: Random) -> str | None:
    words = [word for word in re.finditer(r"[^\W\d_]{8,}", passage.cited) if _is_alphabetic(word.group())]
    if not words:
        return None
    word = random.choice(words)
    at = word.start() + random.randrange(4, len(word.group()) - 3)
    return passage.with_cited(passage.cited[:at] + random.choice(["-\n", "- \n", "‐\n"]) + passage.cited[at:])


def _is_alphabetic(word: str) -> bool:
    """Whether words of this script are broken with a hyphen at a line end."""
    return all(unicodedata.name(letter, "").startswith(("LATIN", "CYRILLIC", "GREEK")) for letter in word)


def _broken_compound(passage: Passage, _: Random) -> str | None:
    at = re.search(r"(?<=[^\W\d_]{2})-(?=[a-z]{2})", passage.cited)
    return passage.with_cited(passage.cited[: at.end()] + "\n" + passage.cited[at.end() :]) if at else None


def _entity_letter(style: str) -> Callable[[str], str]:
    return lambda word: word[0] + style.format(ord(word[1])) + word[2:]


def _named_entities(passage: Passage, _: Random) -> str | None:
    from html.entities import codepoint2name

    special = {c for c in passage.cited if ord(c) > 127 and ord(c) in codepoint2name and c not in "‘’“”"}
    cited = passage.cited
    for character in special:
        cited = cited.replace(character, f"&{codepoint2name[ord(character)]};")
    return passage.with_cited(cited) if special else None


def _space(kind: str) -> Rewrite:
    def rewrite(passage: Passage, random: Random) -> str | None:
        places = [m.start() for m in re.finditer(" ", passage.cited)]
        if not places:
            return None
        cited = list(passage.cited)
        for place in random.sample(places, k=min(3, len(places))):
            cited[place] = kind
        return passage.with_cited("".join(cited))

    return rewrite


def _defined(label: str, style: str) -> Rewrite:
    """One word made a reference link, its target at the end of the text."""

    def rewrite(passage: Passage, random: Random) -> str | None:
        words = [w for w in _WORD.findall(passage.cited) if passage.text.lower().count(w.lower()) == 1]
        words = [w for w in words if f"{w}:" not in passage.cited]  # at a line start that would be a target itself
        if not words:
            return None
        word = random.choice(words)
        cited = passage.cited.replace(word, style.format(word=word, label=label or word), 1)
        return f"{passage.with_cited(cited).rstrip()}\n\n[{label or word}]: https://example.org/a\n"

    return rewrite


def _prefixed(prefix: str, first: str | None = None) -> Callable[[str], str]:
    def prefixed(paragraph: str) -> str:
        lines = paragraph.split("\n")
        return "\n".join([(prefix if first is None else first) + lines[0], *(prefix + line for line in lines[1:])])

    return prefixed


def _enclosed(before: str, after: str) -> Callable[[str], str]:
    return lambda paragraph: f"{before}{paragraph}{after}"


def _split_after(passage: Passage, _: Random) -> str | None:
    """A blank line between the cited sentence and the next one: the paragraph becomes two."""
    rest = passage.text[passage.end : passage.paragraph_end]
    if passage.is_item or not rest.strip() or not rest[0].isspace() or _LINE_START_MARK.match(rest.strip()):
        return None
    return passage.text[: passage.end] + "\n\n" + rest.lstrip() + passage.text[passage.paragraph_end :]


def _split_inside(passage: Passage, random: Random) -> str | None:
    """A line break a reader sees inside the sentence."""
    return _space(random.choice(["  \n", "\\\n", "<br>", "<br/>\n", " <br />"]))(passage, random)


def _merged(passage: Passage, _: Random) -> str | None:
    """The paragraph joined with the one after it."""
    following = next((found for found in paragraphs(passage.text) if found[0] >= passage.paragraph_end), None)
    between = passage.text[passage.paragraph_end : following[0]] if following else "x"
    if passage.is_item or between.strip() or following is None:
        return None
    return passage.text[: passage.paragraph_end] + " " + passage.text[following[0] :]


def _inserted_above(addition: str) -> Rewrite:
    def rewrite(passage: Passage, _: Random) -> str | None:
        if passage.is_item:
            return None
        at = passage.paragraph_start
        return passage.text[:at] + addition + passage.text[at:]

    return rewrite


def _inside(mark: str) -> Callable[[str], str]:
    return lambda word: word[:2] + mark + word[2:]


def _escaped(passage: Passage, _: Random) -> str | None:
    return passage.with_cited(re.sub(r"(?<![\\\d])([.,()!'\":;-])(?![\d])", r"\\\1", passage.cited))


_REWRITES: dict[str, tuple[str, Rewrite]] = {
    "bold_word": ("marks around a word", _on_word(lambda w: f"**{w}**")),
    "bold_word_underscores": ("the other sign for bold", _underscored("__", _on_word(lambda w: f"__{w}__"))),
    "italic_word": ("marks around a word", _on_word(lambda w: f"*{w}*")),
    "italic_word_underscore": ("the other sign for italics", _underscored("_", _on_word(lambda w: f"_{w}_"))),
    "bold_italic_word": ("three marks at once", _on_word(lambda w: f"***{w}***")),
    "nested_emphasis": ("marks inside marks", _on_word(lambda w: f"**_{w}_**")),
    "bold_in_word": ("marks inside a word", _on_word(lambda w: f"{w[:2]}**{w[2:]}**")),
    "bold_sentence": ("marks around a full stop", _on_sentence(lambda s: f"**{s}**")),
    "italic_sentence": ("underscores next to signs", _underscored("_", _on_sentence(lambda s: f"_{s}_"))),
    "bold_across_lines": (
        "marks in two lines",
        lambda p, r: passage_bold(p),
    ),
    "html_bold": ("a tag for a mark", _on_word(lambda w: f"<strong>{w}</strong>")),
    "html_old_bold": ("a tag with attributes", _on_word(lambda w: f'<b class="x">{w}</b>')),
    "html_emphasis": ("a tag in capitals", _on_word(lambda w: f"<EM>{w}</EM>")),
    "html_span": ("a tag that means nothing", _on_word(lambda w: f'<span style="color: red">{w}</span>')),
    "html_mark": ("highlighting", _on_word(lambda w: f"<mark>{w}</mark>")),
    "html_inserted": ("an insertion tag is shown", _on_word(lambda w: f"<ins>{w}</ins>")),
    "html_underlined": ("a tag inside a word", _on_word(lambda w: f"{w[:2]}<u>{w[2:]}</u>")),
    "html_attribute_with_bracket": ("a > inside an attribute", _on_word(lambda w: f'<span title="a > b">{w}</span>')),
    "html_tag_over_two_lines": ("a tag that spans lines", _on_word(lambda w: f'<span\n  class="x">{w}</span>')),
    "html_anchor": ("an empty anchor in front", _on_word(lambda w: f'<a name="x"></a>{w}')),
    "html_link": ("a link as a tag", _on_word(lambda w: f'<a href="https://example.org/?a=1&b=2">{w}</a>')),
    "code_word": ("code marks", _on_word(lambda w: f"`{w}`")),
    "code_word_two_ticks": ("two ticks and spaces", _on_word(lambda w: f"`` {w} ``")),
    "link_word": ("a link around a word", _on_word(lambda w: f"[{w}](https://example.org/30)")),
    "link_with_title": ("a title nobody reads", _on_word(lambda w: f'[{w}](https://example.org "More here")')),
    "link_with_single_quoted_title": ("another quoting", _on_word(lambda w: f"[{w}](https://example.org 'More here')")),
    "link_in_angles": ("a target in angle brackets", _on_word(lambda w: f"[{w}](<https://example.org/a>)")),
    "link_empty_target": ("a link that leads nowhere", _on_word(lambda w: f"[{w}]()")),
    "link_with_parentheses": ("parentheses in a target", _on_word(lambda w: f"[{w}](https://example.org/a_(b))")),
    "link_relative": ("a relative target", _on_word(lambda w: f"[{w}](../a/b.md#c-d)")),
    "link_bold": ("a mark inside a link", _on_word(lambda w: f"[**{w}**](#x)")),
    "bold_link": ("a link inside a mark", _on_word(lambda w: f"**[{w}](#x)**")),
    "link_sentence": ("a link around a whole sentence", _on_sentence(lambda s: f"[{s}](https://example.org)")),
    "reference_link": ("a target at the end", _defined("rules", "[{word}][{label}]")),
    "reference_link_collapsed": ("a label that is the text", _defined("", "[{word}][]")),
    "reference_link_shortcut": ("a label alone", _defined("", "[{word}]")),
    "reference_link_case": ("labels ignore case", _defined("Long  Label", "[{word}][long label]")),
    "entity_decimal": ("a letter as a number", _on_word(_entity_letter("&#{};"))),
    "entity_hexadecimal": ("a letter in base 16", _on_word(_entity_letter("&#x{:X};"))),
    "entity_named": ("a letter by its name", _named_entities),
    "entity_space": ("a hard space by its name", _space("&nbsp;")),
    "entity_thin_space": ("a thin space by its name", _space("&thinsp;")),
    "entity_soft_hyphen": ("an invisible character by its name", _on_word(_inside("&shy;"))),
    "entity_zero_width": ("an invisible character as a number", _on_word(_inside("&#8203;"))),
    "quotes_by_name": ("quotes by name", _on_sentence(lambda s: s.replace('"', "&quot;").replace("'", "&#39;"))),
    "quotes_curled_by_name": ("curly by name", _on_sentence(lambda s: re.sub(r"(?<=\w)['’](?=\w)", "&rsquo;", s))),
    "hard_space": ("a hard space", _space("\u00a0")),
    "narrow_hard_space": ("a narrow hard space", _space("\u202f")),
    "thin_space": ("a thin space", _space("\u2009")),
    "figure_space": ("a space as wide as a digit", _space("\u2007")),
    "wide_space": ("an ideographic space", _space("\u3000")),
    "tab": ("a tab", _space("\t")),
    "two_spaces": ("two spaces", _space("  ")),
    "vertical_tab": ("an odd control character", _space(" \x0b")),
    "line_separator": ("a line end of its own kind", _space("\u2028")),
    "zero_width_space": ("U+200B in a word", _on_word(_inside("\u200b"))),
    "word_joiner": ("U+2060 in a word", _on_word(_inside("\u2060"))),
    "inner_byte_order_mark": ("U+FEFF in a word", _on_word(_inside("\ufeff"))),
    "soft_hyphen": ("U+00AD in a word", _on_word(_inside("\u00ad"))),
    "left_to_right_mark": ("U+200E", _on_word(lambda w: f"\u200e{w}\u200e")),
    "right_to_left_mark": ("U+200F", _on_word(lambda w: f"{w}\u200f")),
    "invisible_separator": ("U+2063 in a word", _on_word(_inside("\u2063"))),
    "zero_width_at_edges": ("invisible at the edges", _on_sentence(lambda s: f"\u200b{s}\u200b")),
    "comment_inside": ("a comment between words", _space(" <!-- checked 30 --> ")),
    "comment_in_word": ("a comment between letters", _on_word(_inside("<!-- x -->"))),
    "comment_above": ("a comment block", _inserted_above("<!-- Query: check\n\nall of this -->\n\n")),
    "escaped_signs": ("backslashes before signs", _escaped),
    "line_per_sentence": ("one line a sentence", _on_paragraph(_line_per_sentence)),
    "word_broken": ("a word broken with a hyphen", _hyphenated),
    "compound_broken": ("a compound wrapped at its hyphen", _broken_compound),
    "line_break_seen": ("a line break in the sentence", _split_inside),
    "indented_by_three": ("indented, but no code", _on_paragraph(_prefixed("   "))),
    "quoted_in_place": ("a quotation mark in front", _on_paragraph(_prefixed("> "))),
    "quoted_tight": ("no space after the mark", _on_paragraph(_prefixed(">"))),
    "quoted_lazily": ("only the first line marked", _on_paragraph(_prefixed("", "> "))),
    "quoted_twice": ("two quotation marks", _on_paragraph(_prefixed("> > "))),
    "item_dash": ("made a list item", _on_paragraph(_prefixed("  ", "- "))),
    "item_star_lazy": ("an item not indented", _on_paragraph(_prefixed("", "* "))),
    "item_number": ("made a numbered item", _on_paragraph(_prefixed("   ", "1. "))),
    "item_number_bracket": ("another numbering", _on_paragraph(_prefixed("    ", "12) "))),
    "item_nested": ("an item in an item", _on_paragraph(_prefixed("    ", "- Point:\n\n  - "))),
    "item_task": ("a box to tick", _on_paragraph(_prefixed("  ", "- [ ] "))),
    "alert_github": ("an alert", _on_paragraph(lambda p: _prefixed("> ")(f"[!NOTE]\n{p}"))),
    "admonition_indented": ("an admonition", _on_paragraph(lambda p: "!!! note\n\n" + _prefixed("    ")(p))),
    "admonition_fenced": ("an admonition between colons", _on_paragraph(_enclosed(":::note\n\n", "\n\n:::"))),
    "admonition_fenced_tight": ("the same, tight", _on_paragraph(_enclosed(":::note\n", "\n:::"))),
    "html_paragraph": ("a paragraph tag", _on_paragraph(_enclosed("<p>", "</p>"))),
    "html_division": ("a block between tags", _on_paragraph(_enclosed('<div align="center">\n\n', "\n\n</div>"))),
    "html_details": (
        "folded away, yet shown",
        _on_paragraph(_enclosed("<details>\n<summary>More</summary>\n\n", "\n\n</details>")),
    ),
    "attribute_list": ("an attribute list below", _on_paragraph(_enclosed("", "\n{: .note }"))),
    "line_block": ("a rule above", _inserted_above("***\n\n")),
    "paragraph_split": ("one paragraph becomes two", _split_after),
    "paragraphs_merged": ("two paragraphs become one", _merged),
    "heading_inserted": ("a heading inserted above", _inserted_above("### A new heading of its own\n\n")),
    "paragraph_inserted": (
        "a paragraph inserted above",
        _inserted_above("This paragraph is entirely new, and long enough.\n\n"),
    ),
    "table_inserted": ("a table inserted above", _inserted_above("| a | b |\n|---|---|\n| 30 | days |\n\n")),
    "code_inserted": ("code inserted above", _inserted_above("```sh\n# rm -rf /tmp/30 <!-- ~~\n```\n\n")),
    "definitions_inserted": (
        "link targets inserted",
        _inserted_above("[zz1]: https://example.org\n[zz2]: <x> 'y'\n\n"),
    ),
    "image_inserted": ("a picture inserted above", _inserted_above("![A picture of it](a.png)\n\n")),
    "unclosed_tag_mentioned": (
        "a tag named in prose",
        _inserted_above("Write <del> to strike, and mind &lt;s&gt;.\n\n"),
    ),
    "tilde_in_prose": ("tildes that strike nothing", _inserted_above("It takes ~5 or ~~6 days.\n\n")),
}


def passage_bold(passage: Passage) -> str | None:
    at = passage.cited.find(" ")
    return passage.with_cited(f"**{passage.cited[:at]}\n{passage.cited[at + 1 :]}**") if at > 0 else None
