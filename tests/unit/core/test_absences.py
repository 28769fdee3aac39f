"""Absence queries: what hits, what does not, what is refused, and that nothing takes long."""

import re
import unicodedata
from collections.abc import Callable
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from citeledger.core.absences import (
    LONGEST_PATTERN,
    LONGEST_WORDS,
    MOST_HITS,
    MOST_WORDS,
    Kind,
    Query,
    check_question,
    hits,
    parse,
)
from citeledger.core.absences.shapes import EMPTY, WORDS, shapes
from citeledger.core.anchoring import Side, prepare
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Refused
from tests.unit.core.anchored import side

PLAIN, PAGE, MARKDOWN = "text/plain", "application/pdf", "text/markdown"
EVERY = pytest.mark.parametrize("media_type", [PLAIN, PAGE, MARKDOWN])


def phrase(text: str) -> Query:
    return parse({"version": 1, "kind": "phrase", "phrase": text})


def words(kind: str, *text: str) -> Query:
    return parse({"version": 1, "kind": kind, "words": list(text)})


def pattern(text: str) -> Query:
    return parse({"version": 1, "kind": "pattern", "pattern": text})


def found(query: Query, text: str, media_type: str = PLAIN) -> list[str]:
    structure = side(text, MARKDOWN if media_type == MARKDOWN else PLAIN).structure
    prepared = prepare(Side(text, structure, normalizer_for(media_type)))
    return [text[start:end] for start, end in hits(query, prepared)]


class TestPhrases:
    @EVERY
    @pytest.mark.parametrize(
        ("looked_for", "text", "hit"),
        [
            ("store credit", "No Store\n Credit is given.", "Store\n Credit"),
            ("30 days", "within 30\u00a0days", "30\u00a0days"),
            ("30%", "about 30 % off", "30 %"),
            ("日以内", "三十日以内に", "日以内"),
            ("caf\u00e9", "a cafe\u0301 near", "cafe\u0301"),
            ("STRASSE", "die Straße dort", "Straße"),
            ("office", "the o\ufb03ce is", "o\ufb03ce"),
            ("о возврате", "Правила О Возврате", "О Возврате"),
            ('the "buyer"', "for the “buyer” only", "the “buyer”"),
            ("10-14", "in 10–14 days", "10–14"),
            ("information", "the infor-\nmation", "infor-\nmation"),
            ("information", "the infor\u00ad\nmation", "infor\u00ad\nmation"),
            ("well-known", "a well-\nknown rule", "well-\nknown"),
            ("wellknown", "a well-\nknown rule", "well-\nknown"),
            ("well-known information", "well-known infor-\nmation", "well-known infor-\nmation"),
            ("14日", "は１４日以内", "１４日"),
            ("１４日", "は14日以内", "14日"),
            ("IBM", "an ＩＢＭ unit", "ＩＢＭ"),
            ("14.5", "of １４．５ kg", "１４．５"),
            ("10：30", "at 10：30 sharp", "10：30"),
            ("ガス", "のｶﾞｽは", "ｶﾞｽ"),
            ("istanbul", "in İstanbul now", "İstanbul"),
            ("ışık", "the IŞIK unit", "IŞIK"),
            ("\u0390", "an \u03aa\u0301 here", "\u03aa\u0301"),
        ],
    )
    def test_hits_whatever_the_case_and_the_setting(
        self, looked_for: str, text: str, hit: str, media_type: str
    ) -> None:
        assert found(phrase(looked_for), text, media_type) == [hit]

    @EVERY
    @pytest.mark.parametrize(
        ("looked_for", "text"),
        [
            ("3", "within 30 days"),
            ("3日", "30日以内"),
            ("fund", "a refund"),
            ("refund", "refunds"),
            ("store credit", "store the credit"),
            ("store credit", "credit store"),
            ("10²", "at 102 samples"),
            ("wellknown", "a well-known rule, bro-\nken"),
            ("в", "возврат"),
        ],
    )
    def test_other_words_are_no_hit(self, looked_for: str, text: str, media_type: str) -> None:
        assert found(phrase(looked_for), text, media_type) == []

    @pytest.mark.parametrize(
        "text",
        [
            "Keep. <!-- no store credit --> On.",
            "Keep ~~store credit~~ on.",
            "Keep [it](x 'store credit').",
            "Keep store <!-- --> credit.",
            "Keep store ~~no~~ credit.",
            "Keep **store** *credit*.",
            "[x]: https://x.example 'store credit'",
        ],
    )
    def test_what_readers_do_not_see_or_see_past_counts_too(self, text: str) -> None:
        assert found(phrase("store credit"), text, MARKDOWN)

    def test_what_pages_repeat_counts_too(self) -> None:
        """No text flows through running lines, but readers see them."""
        text = "Some text\nno store credit\ngoes on."
        running = SimpleNamespace(kind="running", start=10, end=25, is_apart=True, is_picture=False, is_footnote=False)
        structure = SimpleNamespace(headings=(), blocks=(), cells=(), regions=(running,), notes=())
        prepared = prepare(Side(text, structure, normalizer_for(PAGE)))
        assert hits(phrase("store credit"), prepared) == ((13, 25),)
        assert hits(phrase("text goes"), prepared) == ((5, 30),)

    def test_a_phrase_goes_on_behind_a_footnote_which_counts_too(self) -> None:
        text = "Some text\n1 no store credit\ngoes on."
        note = SimpleNamespace(kind="footnote", start=10, end=28, is_apart=False, is_picture=False, is_footnote=True)
        structure = SimpleNamespace(headings=(), blocks=(), cells=(), regions=(note,), notes=())
        prepared = prepare(Side(text, structure, normalizer_for(PAGE)))
        assert hits(phrase("store credit"), prepared) == ((15, 27),)
        assert hits(phrase("text goes"), prepared) == ((5, 32),)

    def test_only_the_first_few_places_come_back_in_the_order_of_the_text(self) -> None:
        places = hits(phrase("a b"), prepare(side("a b, " * 50, PLAIN)))
        assert places == tuple((5 * number, 5 * number + 3) for number in range(MOST_HITS))


class TestSeveralWords:
    def test_all_are_there_or_none_counts(self) -> None:
        assert found(words("all", "refund", "credit"), "Credit, or a refund.") == ["Credit", "refund"]
        assert found(words("all", "refund", "crypto"), "Credit, or a refund.") == []

    def test_any_is_enough(self) -> None:
        assert found(words("any", "refund", "crypto"), "Credit, or a refund.") == ["refund"]
        assert found(words("any", "ether", "crypto"), "Credit, or a refund.") == []

    def test_one_seen_and_one_hidden_are_all(self) -> None:
        assert found(words("all", "refund", "credit"), "A refund. <!-- credit -->", MARKDOWN) == ["refund", "credit"]


class TestPatterns:
    @EVERY
    @pytest.mark.parametrize(
        ("looked_for", "text", "hit"),
        [
            (r"\d+ (?:working )?days", "within 30 Working\nDays or so", "30 Working\nDays"),
            (r"\d+", "in ٣٠ days", "٣٠"),
            (r"\w*fund\w*", "no refunds", "refunds"),
            ("30 ?%", "at 30% off", "30%"),
            ("[0-9]{1,3}日", "三 30日 以内", "30日"),
            (r"\p{Greek}+", "the α resin", "α"),
            (r"\P{Latin}", "the α resin", "α"),
            ("colou?r|shade", "any Color", "Color"),
            (r"U\.S\.", "in the U.S. of", "U.S."),
            ("caf\u00e9|tea", "a cafe\u0301 near", "cafe\u0301"),
            ("o\ufb03ce", "the office", "office"),
            ("‘x’", "is 'x' here", "'x'"),
            ("10—14", "in 10-14 days", "10-14"),
            ("information", "the infor-\nmation", "infor-\nmation"),
            ("well-known", "a well-\nknown rule", "well-\nknown"),
            ("[^a-z ]+", "only ## here", "##"),
            ("within  30\u3000 days", "pay within 30\n days", "within 30\n days"),
            (r"\d{2}日", "は１４日以内", "１４日"),
            ("[０-９]+日", "は14日以内", "14日"),
            ("ｶﾞｽ", "のガスは", "ガス"),
            ("1（a）|x", "see 1(a) there", "1(a)"),
            ("[（］－]", "see ( there", "("),
            ("strasse", "die Straße dort", "Straße"),
            ("straße|gasse", "die STRASSE dort", "STRASSE"),
            ("stra.e", "die Straße dort", "Straße"),
            ("[ß]", "the ss here", "ss"),
            ("istanbul", "in İstanbul now", "İstanbul"),
            ("İ.tanbul", "in ISTANBUL now", "ISTANBUL"),
            ("\u0390", "an \u03aa\u0301 here", "\u03aa\u0301"),
        ],
    )
    def test_hits(self, looked_for: str, text: str, hit: str, media_type: str) -> None:
        assert hit in found(pattern(looked_for), text, media_type)

    @EVERY
    @pytest.mark.parametrize(
        ("looked_for", "text"),
        [
            ("3", "30 days"),
            ("3日", "30日"),
            ("fund", "refund"),
            ("refund", "refunds"),
            (".", "ab cd"),
            ("a.b", "a xx b"),
        ],
    )
    def test_a_match_is_made_of_whole_words(self, looked_for: str, text: str, media_type: str) -> None:
        assert found(pattern(looked_for), text, media_type) == []

    @pytest.mark.parametrize("text", ["30&nbsp;days", "**30** days", "30 <b>days</b>", "<!-- 30 days -->"])
    def test_markup_is_looked_through(self, text: str) -> None:
        assert found(pattern("30 days"), text, MARKDOWN)

    @pytest.mark.parametrize("text", ["**30**%", "30<b>%</b>"])
    def test_markup_is_no_space(self, text: str) -> None:
        assert found(pattern("30%"), text, MARKDOWN)

    @pytest.mark.parametrize(
        "text",
        ["", "^a", "a$", r"\bx", r"x\B", r"\Ax", r"x\z", "(?=a)", "(?<!a)b", "(?i)a", "(?P<n>a)", r"(a)\1", "a{1,101}",
         "a{999}", "(", ")", "*", "a**", "[a", "[]", "[[:alpha:]]", r"[^\D]", r"\x00", r"\n", r"\Q", r"\C", "\0",
         "a\u200b", "\ud800", "[—]", "[\ufb01]", "[b-a]", r"\p{Nosuch}", "{",
         "a" * (LONGEST_PATTERN + 1), "(((a{100}){100}){100})"],
    )  # fmt: skip
    def test_what_could_be_matched_differently_or_for_long_is_refused(self, text: str) -> None:
        with pytest.raises(Refused) as refused:
            pattern(text)
        assert refused.value.code in {"pattern_not_understood", "query_not_understood"}
        assert refused.value.at == "query.pattern"


class TestQuestions:
    """What would be an absence that nothing could break is not asked, but what was asked once is still read."""

    @pytest.mark.parametrize(
        "text",
        ["()", "a*", "a?|b", "(?:a|)", "a{0,2}", "refunds{0}", "(a){0,0}b", r"\s", r"\sa", r"a\s", r"a\s b", r"a\s\sb",
         "a[ ]{2}b", "a(?: |b ) c|(?:d )", r"(?: a){2}"],
    )  # fmt: skip
    def test_a_pattern_that_matches_nothing_or_no_text(self, text: str) -> None:
        assert refusal(pattern(text)).code == "query_says_nothing"

    @pytest.mark.parametrize(
        "text",
        ["a", "a+?", r"a\s?b", r"a\s? b", "a(?: |b)c", "(?:a ?)+", "(?:a )+b", r"[\sa][\sb]", r"a\D\Db", "a b|c{0,1} d",
         r"\w+", "μm"],
    )  # fmt: skip
    def test_any_other_is_asked(self, text: str) -> None:
        check_question(pattern(text))

    @pytest.mark.parametrize(
        ("query", "letter"),
        [
            (phrase("the c\u043ede"), "\u043e"),
            (words("any", "refund", "\u0420rice"), "\u0420"),
            (words("all", "\uff43\u043ede"), "\u043e"),
            (phrase("\u0432\u043ea\u0434"), "a"),
            (phrase("\u039fffice"), "\u039f"),
            (pattern("(?:[0-9]+ )?c\u043ede"), "\u043e"),
        ],
    )
    def test_a_word_of_two_scripts_is_refused_with_the_letter_that_is_of_another(
        self, query: Query, letter: str
    ) -> None:
        told = refusal(query)
        assert (told.code, told.at) == ("mixed_scripts", f"query.{query.field}")
        assert f"“{letter}” is {unicodedata.name(letter)}" in told.detail

    @pytest.mark.parametrize("text", ["Hotel Москва", "Wi-Фи", "5 μm", "α-tocopherol", "日本Hotel", "вода"])
    def test_words_of_several_scripts_may_stand_beside_each_other(self, text: str) -> None:
        check_question(phrase(text))


def refusal(query: Query) -> Refused:
    with pytest.raises(Refused) as refused:
        check_question(query)
    return refused.value


class TestForm:
    @pytest.mark.parametrize(
        "data",
        [
            {"version": 1, "kind": "phrase", "phrase": "store credit"},
            {"version": 1, "kind": "all", "words": ["a", "b"]},
            {"version": 1, "kind": "any", "words": ["a"]},
            {"version": 1, "kind": "pattern", "pattern": "a+"},
        ],
    )
    def test_it_is_kept_as_it_was_sent(self, data: dict[str, Any]) -> None:
        assert parse(data).as_data() == data
        assert parse(data).kind is Kind(data["kind"])

    @pytest.mark.parametrize(
        ("data", "code", "at"),
        [
            (None, "query_not_understood", "query"),
            ("store credit", "query_not_understood", "query"),
            ({}, "query_not_understood", "query"),
            ({"version": 2, "kind": "phrase", "phrase": "a"}, "query_not_understood", "query"),
            ({"version": True, "kind": "phrase", "phrase": "a"}, "query_not_understood", "query"),
            ({"version": 1.0, "kind": "phrase", "phrase": "a"}, "query_not_understood", "query"),
            ({"version": 1, "kind": "near", "phrase": "a"}, "query_not_understood", "query.kind"),
            ({"version": 1, "kind": ["any"], "words": ["a"]}, "query_not_understood", "query.kind"),
            ({"version": 1, "kind": "phrase", "words": ["a"]}, "query_not_understood", "query"),
            ({"version": 1, "kind": "phrase", "phrase": "a", "case": True}, "query_not_understood", "query"),
            ({"version": 1, "kind": "phrase", "phrase": ["a"]}, "query_not_understood", "query.phrase"),
            ({"version": 1, "kind": "phrase", "phrase": "a\0"}, "query_not_understood", "query.phrase"),
            ({"version": 1, "kind": "phrase", "phrase": "\ud800"}, "query_not_understood", "query.phrase"),
            ({"version": 1, "kind": "any", "words": "ab"}, "query_not_understood", "query.words"),
            ({"version": 1, "kind": "any", "words": []}, "query_not_understood", "query.words"),
            ({"version": 1, "kind": "any", "words": ["a", 1]}, "query_not_understood", "query.words"),
            ({"version": 1, "kind": "any", "words": ["a"] * (MOST_WORDS + 1)}, "query_too_large", "query.words"),
            ({"version": 1, "kind": "phrase", "phrase": "a" * (LONGEST_WORDS + 1)}, "query_too_large", "query.phrase"),
            ({"version": 1, "kind": "phrase", "phrase": " \u200b—"}, "query_says_nothing", "query.phrase"),
            ({"version": 1, "kind": "all", "words": ["a", ""]}, "query_says_nothing", "query.words"),
        ],
    )
    def test_anything_else_is_refused(self, data: object, code: str, at: str) -> None:
        with pytest.raises(Refused) as refused:
            parse(data)
        assert (refused.value.code, refused.value.at) == (code, at)


TOKENS = [
    "refund",
    "naïve",
    "возврат",
    "14",
    "3.5",
    "٣٠",
    "may",
    "日",
    "本",
    "हिन्दी",
    "한국어",
    "-5",
    "≥",
    "Straße",
    "o\ufb03ce",
]
texts = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12)


@given(tokens=texts, data=st.data())
def test_whatever_stands_there_is_hit_however_it_is_spelled(tokens: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(tokens) - 1))
    last = data.draw(st.integers(first, len(tokens) - 1))
    spelled = data.draw(st.sampled_from([str.upper, str.lower, str.title, str]))
    form = data.draw(st.sampled_from(["NFC", "NFD"]))
    looked_for = unicodedata.normalize(form, spelled("  ".join(tokens[first : last + 1])))
    assume(any(character.isalnum() for character in looked_for))
    assert found(phrase(looked_for), data.draw(st.sampled_from([" ", "\n", "\u3000"])).join(tokens))


@given(tokens=texts, other=st.sampled_from(TOKENS))
def test_what_does_not_stand_there_is_not_hit(tokens: list[str], other: str) -> None:
    assume(other not in tokens)
    assume(any(character.isalnum() for character in other))
    assert found(phrase(other), " ".join(tokens)) == []


small = st.recursive(
    st.sampled_from(["a", "b", ".", " ", "[ab]", "[^a]", r"\w", r"\d", "%", r"\s", r"\S"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{1,2}"])).map(lambda two: f"(?:{two[0]}){two[1]}"),
    ),
    max_leaves=6,
)


@given(looked_for=small, tokens=st.lists(st.sampled_from(["a", "b", "ab", "ba", "%", "7"]), min_size=1, max_size=5))
def test_a_pattern_hits_where_the_standard_library_matches_some_run_of_words(
    looked_for: str, tokens: list[str]
) -> None:
    runs = {" ".join(tokens[i:j]) for i in range(len(tokens)) for j in range(i + 1, len(tokens) + 1)}
    expected = any(re.fullmatch(looked_for, run) for run in runs)
    assume(looked_for.strip() == looked_for)
    assert bool(found(pattern(looked_for), " ".join(tokens))) == expected


@given(looked_for=small)
def test_what_no_run_of_words_is_or_what_is_empty_is_known_without_a_text(looked_for: str) -> None:
    assume(looked_for == looked_for.strip())
    matched = shapes(looked_for)
    assert (EMPTY in matched) == bool(re.fullmatch(looked_for, ""))
    if WORDS not in matched:
        assert found(pattern(looked_for), "a b ab % 7 ba a a b b % % 7 7 x") == []


def quickest(work: Callable[[], object]) -> float:
    """Seconds of processor time of the quickest of three runs."""
    times = []
    for _ in range(3):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return min(times)


@pytest.mark.parametrize(
    "looked_for",
    ["(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*a){20}b", "a?" * 40 + "a" * 40, "(a*)*b", r"(\w+ ?)+x", "(x+x+)+y"],
)
@pytest.mark.parametrize("unit", ["a", "a ", "x", "a-\n"])
def test_time_is_linear_in_the_text_whatever_the_pattern(looked_for: str, unit: str) -> None:
    query = pattern(looked_for)
    short, long = (prepare(side(unit * (length // len(unit)), PLAIN)) for length in (4_000, 32_000))
    assert quickest(lambda: hits(query, long)) < 16 * quickest(lambda: hits(query, short)) + 0.02


@pytest.mark.parametrize("kind", ["all", "any"])
def test_time_is_linear_in_the_text_for_words_too(kind: str) -> None:
    query = words(kind, *["a a a a b"] * MOST_WORDS)
    short, long = (prepare(side("a " * length, PLAIN)) for length in (3_000, 24_000))
    assert quickest(lambda: hits(query, long)) < 16 * quickest(lambda: hits(query, short)) + 0.02
