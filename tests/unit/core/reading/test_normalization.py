import time
import unicodedata
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.core.reading.normalization import UnknownNormalizer, normalizer, normalizer_for, normalizer_ids
from citeledger.core.reading.pictures import described
from citeledger.documents.search.terms import alike
from tests.rig.examples import examples
from tests.unit.core.anchored import steps, tokens

# What a Markdown passage reads as, one token a word. Frozen: a change here is a new rule version, not an edit.
GOLDEN = [
    ("Keep **not**es for _30_ days.", "Keep notes for 30 days ."),
    ("10² is not 102, nor ½ 1⁄2, nor ③ 3", "10² is not 102 , nor ½ 1 ⁄ 2 , nor ③ 3"),
    ("1,000.50 at 10:30 on 3/4", "1,000.50 at 10:30 on 3/4"),
    ("to 3. 5 is not 3.5, -5 is not - 5, 8–10", "to 3 . 5 is not 3.5 , -5 is not - 5 , 8 – 10"),
    ("Don’t “quote” ‘this’", "Don't \" quote \" ' this '"),
    ("Cafe\u0301 \u212b", "Café Å"),
    ("co\u00adoperate word\u2060joiner zero\u200bwidth", "cooperate wordjoiner zerowidth"),
    ("a\u00a0b\u202fc\u3000d\te", "a b c d e"),
    ("2*3*4 and 5 * 6 and snake_case_name", "2 * 3 * 4 and 5 * 6 and snake_case_name"),
    ("foo*.log and bar*.tmp", "foo * . log and bar * . tmp"),
    ("(~5) or (~8), a*(b)*c", "( ~ 5 ) or ( ~ 8 ) , a * ( b ) * c"),
    ("20**[キロ](#x)**。50**_円_**", "20 キ ロ 。 50 円"),
    ("15. Januar ist Stichtag.\n\nUnd\n\n1. a\n2. b", "15 . Januar ist Stichtag . Und a b"),
    ("CO~2~ and H~2~O, ~gone now~ **(a)** ~~(b)~~", "CO_2_ and H_2_O , ( a )"),
    ("`a*b*c` and \\*plain\\*", "a * b * c and * plain *"),
    ("&lt;5 &amp; &#51;0&nbsp;days &bogus;", "< 5 & 30 days & bogus ;"),
    ("[text](https://a.example/30) and ![alt](x.png)", f"text and {described('alt')}"),
    ("a {::comment} b {:/comment} c {::comment}d{:/} e {::comment} f", "a c e { : : comment } f"),
    ("{::comment}\na\n\nb\n{:/comment}\n\nc", "c"),
    ("[text](https://a.example \"30 days\") and [text](<a b> 'c')", "text and text"),
    ("[a] b\n\n[a]:\n  https://a.example/30 (30 days)\nc", "a b c"),
    ("[a] b\n\n[a]:\r\n<https://a.example/3 0>", "a b"),
    ("[a]:\nis what it says here", "[ a ] : is what it says here"),
    ('[text](a"b") stays, <b title="a > b">bold</b>', "text stays , bold"),
    ("a <?b c?> <![CDATA[d]]> <!E f> {# g #} {/* h */} {% comment %} i {% endcomment %} j", "a j"),
    ("{#id} and {# open <? open", "{ # id } and { # open < ? open"),
    ("{# a\n\nb #}\n\n{/* c\n\nd */}\n\ne", "e"),
    ('<p hidden>a\n\nb <span style="font-size: 0">c</span> <i style="opacity:0.5">d</i>', "b d"),
    ("<span style='text-decoration: underline line-through'>a</span> b", "b"),
    ("in\u2063visible \u2764\ufe0f", "invisible \u2764"),
    ("a[^1] b[^x] c[^9]\n\n[^1]: one\n[^x]: two", "a [ ^ ] b [ ^ ] c [ ^ 9 ] one two"),
    ("a[^1] b[^x]\n\n[^1]: See p. 4.\n[^x]: two", "a b [ ^ ] See p . 4 . two"),
    ('[a](b){.c} [d](e){:target="_blank" #f} [g](h){i} {.j}', "a d g { i } { . j }"),
    ("a {--b--} {>>c<<} d {-- e", "a d { - - e"),
    ('<i class="x d-none">a</i> <i class="overflow-hidden">b</i> <b style="color: transparent">c</b>', "b"),
    ('<i style="max-height:0;overflow:hidden">a</i> <i style="line-height:0.5;left:-9px">b</i>', "b"),
    ("a\n\n<div hidden>\n\nb\n\nc", "a"),
    (
        "a <b style='color:#fff0'>b</b> <i style='color: rgba(0, 0, 0, 0)'>c</i> <i style='transform:scale(0)'>d</i>",
        "a",
    ),
    (
        "a <b style='color:#ff00ff'>b</b> <i style='color:rgb(0, 0, 0)'>c</i> <i style='transform:scale(0.5)'>d</i>",
        "a b c d",
    ),
    ("<noscript>a</noscript> <title>b</title> <video>c</video> d", "d"),
    ("[text]((https://a.example)) stays", "[ text ] ( ( https : / / a . example ) ) stays"),
    ("[x] done, [label] kept", "[ x ] done , [ label ] kept"),
    ("<https://a.example> <b>bold</b>ly<br>next", "https : / / a . example boldly next"),
    ("10<sup>2</sup> H<sub>2</sub>O", "10 ^ 2 ^ H_2_O"),
    ("keep ~~this~~ <del>and that</del> <!-- and --> not", "keep not"),
    ("<span hidden>no</span><i style='display: none'>no</i> yes", "yes"),
    ("press <del> to delete", "press to delete"),
    ("# Title #\n\n1. one\n2. two\n- dash\n> quote", "Title one two dash quote"),
    ("The period, in days, is\n30. Then", "The period , in days , is 30 . Then"),
    ("- The period is\n30. Then", "The period is 30 . Then"),
    ("1. The period is\n30. Then\n2. Next\n2. Again\n3. Last", "The period is 30 . Then Next Again Last"),
    ("Title\n---\n***\ntext", "Title text"),
    ("| a | 30 |\n|---|---:|\n| b | 60 |", "| a | 30 | | b | 60 |"),
    ("```py\n# x = a*b*c <!-- y -->\n```\nend", "# x = a * b * c < ! - - y - - > end"),
    ("<!-- a\n\nb --> after\n\n<!-- open", "after"),
    ("**期限は30日です。**次の期限は3日", "期 限 は 30 日 で す 。 次 の 期 限 は 3 日"),
    ("보관 기간은 30일이다", "보관 기간은 30일이다"),
    ("ระยะ 30 วัน", "ร ะ ย ะ 30 วั น"),
    ("अवधि ३० दिन", "अवधि ३० दिन"),
    ("می\u200cخواهم a\u200cb", "می\u200cخواهم ab"),
    ("كتـــاب well\u2011known \u20115", "كتاب well - known -5"),
    ("شهر ٣٠ يومًا", "شهر ٣٠ يومًا"),
    ("התקופה היא 30 יום", "התקופה היא 30 יום"),
    ("Срок 30 дней, Η περίοδος", "Срок 30 дней , Η περίοδος"),
]


@pytest.mark.parametrize(("source", "reading"), GOLDEN)
def test_markdown_reads_as(source: str, reading: str) -> None:
    assert tokens(source) == reading.split(" ")


def test_plain_text_reads_as_it_stands() -> None:
    assert tokens("1. *a* &amp; <b>", "text/plain") == ["1", ".", "*", "a", "*", "&", "amp", ";", "<", "b", ">"]


@pytest.mark.parametrize(
    ("source", "reading"),
    [
        ("an o\ufb03ce \ufb01rst", "an office first"),
        ("infor\u00ad\n  mation, infor\u00admation", "information , information"),
        ("10\u00b2 \uff13", "10\u00b2 \uff13"),
        ("*a* &amp;", "* a * & amp ;"),
    ],
)
def test_extracted_text_reads_as_printed(source: str, reading: str) -> None:
    assert tokens(source, "application/pdf") == reading.split(" ")


def test_hidden_text_is_kept_apart_and_marked() -> None:
    found = normalizer_for("text/markdown").tokens("old ~~30~~ days")
    assert [(token.value, token.visible) for token in found] == [("old", True), ("30", False), ("days", True)]


def test_ids_name_the_rule_and_the_unicode_version() -> None:
    version = unicodedata.unidata_version
    assert normalizer_for("text/markdown").id == f"markdown/4+u{version}"
    rules = ("markdown/4", "page/1", "plain/2", "rst/2")
    assert normalizer_ids() == {f"{rule}+u{version}" for rule in rules}


def test_a_stored_id_leads_back_to_its_normaliser() -> None:
    assert normalizer(normalizer_for("text/plain").id) is normalizer_for("text/plain")


@pytest.mark.parametrize("unknown", ["", "markdown/1", "markdown/1+u1.1.0", "plain/1+u14.0.0"])
def test_an_id_of_another_rule_or_table_is_not_served(unknown: str) -> None:
    with pytest.raises(UnknownNormalizer):
        normalizer(unknown)
    with pytest.raises(UnknownNormalizer):
        normalizer_for(unknown)


MARKS = st.sampled_from(
    [*list("ab30 .\n*_~`[]()<>!#-|&;\\:́\u200b期"), "<!--", "-->", "<del>", "</del>", "&#51;", "```", "](x)"]
)


@settings(deadline=None, max_examples=examples(300))
@given(st.lists(MARKS, max_size=40).map("".join))
def test_tokens_of_any_source_stand_in_order_inside_it(source: str) -> None:
    found = normalizer_for("text/markdown").tokens(source)
    for visible in (True, False):
        edges = [edge for token in found if token.visible is visible for edge in (token.start, token.end)]
        assert edges == sorted(edges)
        assert not edges or (edges[0] >= 0 and edges[-1] <= len(source))
    assert all(token.start < token.end and token.value for token in found)


@settings(deadline=None, max_examples=examples(200))
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_plain_tokens_do_not_depend_on_the_normal_form(source: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", source), unicodedata.normalize("NFD", source)
    assert tokens(composed, "text/plain") == tokens(decomposed, "text/plain")


@settings(deadline=None, max_examples=examples(400))
@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_is_cut_as_it_would_be_among_other_letters(source: str) -> None:
    """Texts without other letters are cut by a simpler pattern, for speed alone."""
    alone, among = tokens(source, "text/plain"), tokens(f"{source} é", "text/plain")
    assert [*alone, "é"] == among


@pytest.mark.parametrize(
    "pump",
    [
        "*a ",
        "_a_ ",
        "**a*",
        "[",
        "[a](",
        "![[]]",
        "]",
        "<a ",
        "<!-- ",
        "<!-- x -->",
        "`a ``",
        "> ",
        "- ",
        "1. a\n",
        "| a ",
        "&amp",
        "~~a ",
        "# a\n",
        "\\",
        "<del>",
        "<del></del>",
        "</del>",
        '[a](b "',
        "a-\n",
        "((",
        "-|",
        "{# ",
        "{# \n",
        "<?",
        "<![CDATA[",
        '[a](b "c',
        "[a](b  ",
        "<a b='\"",
        "{% comment %}",
        "[a](b){.c ",
        "[^a]\n\n[^a]: see ",
        "a<sup>1</sup>\n",
        "<sup>1</sup> a\n",
    ],
)
def test_the_reader_is_linear(pump: str) -> None:
    """Eight times the input, counted in steps and not by the clock: a quadratic reader takes 64 times as many."""
    small, large = (steps(partial(tokens, (pump * size)[:size])) for size in (2_000, 16_000))
    assert large < 14 * small + 20_000


def test_marks_heaped_on_a_letter_cost_no_square() -> None:
    """Putting them into order takes time (not steps) by the square: eleven seconds for these before they were left."""
    heap = "a" + "\u0323\u0301" * 20_000
    begun = time.process_time()
    assert tokens(f"Hello {heap} there", "text/plain") == ["Hello", heap, "there"]
    assert alike(heap) == "a"
    assert time.process_time() - begun < 2


def test_as_many_marks_as_a_script_writes_are_put_into_order() -> None:
    assert tokens("a" + "\u0301\u0323" * 15) == tokens("a" + "\u0323" * 15 + "\u0301" * 15)
