"""Which words quote a passage, and that the source's own are shown."""

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from citeledger.core.quotation.quoting import Likeness, Quotation, quotation
from citeledger.core.reading.normalization import normalizer_for

PAGE, MARKDOWN, PLAIN = "application/pdf", "text/markdown", "text/plain"


def quoted(source: str, quote: str, cited: str | None = None, media_type: str = PLAIN) -> Quotation | None:
    start = source.index(cited or source)
    end = start + len(cited or source)
    return quotation(quote=quote, text=source, start=start, end=end, normalizer=normalizer_for(media_type))


class TestTypographicPunctuation:
    """NousResearch/hermes-agent#85749 and others: honest quotes refused, or reworded ones let through."""

    SOURCE = "The customer’s deposit is “non‑refundable” after 14 days — minimum ≥ 5 units of α-resin."

    def test_plain_punctuation_quotes_the_source_and_the_sources_own_is_shown(self) -> None:
        found = quotation(
            quote='The customer\'s deposit is "non-refundable" after 14 days - minimum',
            text=self.SOURCE,
            start=0,
            end=66,
            normalizer=normalizer_for(PLAIN),
        )
        shown = "The customer’s deposit is “non‑refundable” after 14 days — minimum"
        assert found == Quotation(Likeness.PUNCTUATION_FOLDED, shown)

    @pytest.mark.parametrize(
        ("cited", "quote"),
        [
            ("minimum ≥ 5 units", "minimum > 5 units"),
            ("of α-resin", "of alpha-resin"),
            ("The customer’s deposit is", "The customers deposit is"),
            ("deposit is “non‑refundable”", "deposit is refundable"),
        ],
    )
    def test_a_sign_a_letter_or_an_apostrophe_is_not_punctuation(self, cited: str, quote: str) -> None:
        assert quoted(self.SOURCE, cited, cited)
        assert quoted(self.SOURCE, quote, cited) is None


class TestAnEllipsis:
    """open-legal-products/mike#391: fragments matched one by one, so the opposite was badged as quoted."""

    SOURCE = "Clause 12: the operator may not store card numbers after settlement. Clause 13: audits are yearly."

    @pytest.mark.parametrize(("start", "end"), [(11, 50), (32, 67)])
    def test_what_stands_there_in_one_piece_is_a_quote(self, start: int, end: int) -> None:
        found = quotation(
            quote=self.SOURCE[start:end], text=self.SOURCE, start=start, end=end, normalizer=normalizer_for(PLAIN)
        )
        assert found == Quotation(Likeness.VERBATIM, self.SOURCE[start:end])

    @pytest.mark.parametrize("mark", ["...", "…", "[...]", "[…]"])
    @pytest.mark.parametrize(
        "quote",
        [
            "the operator may ... store card numbers",
            "audits are yearly ... the operator may not store",
            "operator ... audits",
        ],
    )
    def test_no_span_of_the_source_is_quoted_by_fragments(self, quote: str, mark: str) -> None:
        quote, tried = quote.replace("...", mark), 0
        for start in range(len(self.SOURCE)):
            for end in (start + len(quote), start + len(quote) + 4, len(self.SOURCE)):
                tried += 1
                found = quotation(quote=quote, text=self.SOURCE, start=start, end=end, normalizer=normalizer_for(PLAIN))
                assert found is None
        assert tried == 3 * len(self.SOURCE)

    def test_an_ellipsis_of_the_source_is_quoted_as_it_stands(self) -> None:
        assert quoted("Wait … then pay.", "Wait … then  pay.")
        assert quoted("Wait … then pay.", "Wait ... then pay.") is None


def test_a_composed_quotation_of_a_decomposed_source_shows_the_source() -> None:
    """huggingface/tokenizers#1201."""
    source = "Cafe\u0301 deposit: 40 EUR, refundable."
    found = quotation(quote="Caf\u00e9 deposit: 40 EUR", text=source, start=0, end=21, normalizer=normalizer_for(PLAIN))
    assert found == Quotation(Likeness.AS_READ, source[:21])


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("Store at most 10² samples per lot.", "Store at most 102 samples per lot."),
        ("Keep records for 6½ years.", "Keep records for 61⁄2 years."),
        ("Step ③ is optional.", "Step 3 is optional."),
    ],
)
def test_what_only_nfkc_makes_equal_is_no_quote(source: str, quote: str) -> None:
    """tesseract-ocr/tesseract#3420."""
    assert quoted(source, source)
    assert quoted(source, quote) is None


@pytest.mark.parametrize("media_type", [PLAIN, PAGE, MARKDOWN])
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("within 30\n  days\u00a0of purchase", "within 30 days of purchase"),
        ("ab 30\u3000日以内", "ab 30 日以内"),
        ("the infor-\nmation given", "the information given"),
        ("the infor‐ \n mation given", "the information given"),
        ("a well-\nknown rule", "a well-known rule"),
        ("the information given", "the infor-\nmation given"),
        ("die Rück-\ngabe", "die Rückgabe"),
        ("воз-\nврат товара", "возврат товара"),
        ("o\ufb03ce \ufb02oor", "office floor"),
        ("office floor", "o\ufb03ce \ufb02oor"),
        ("\ufb15\u0561", "\u0574\u056b\u0561"),
        ("\ufedf\ufe8e \ufefb", "\u0644\u0627 \u0644\u0627"),
        ("Stra\u00dfe f\u00fcr A\u030a", "Stra\u00dfe fu\u0308r \u00c5"),
        ("\u212b unit", "\u00c5 unit"),
        ("한국어", unicodedata.normalize("NFD", "한국어")),
        ("l’hôtel dit « non »", 'l\'hôtel dit "non"'),
        ("„Ware“ und ‚Wert‘", "\"Ware\" und 'Wert'"),
        ("the buyer – not the seller — pays", "the buyer - not the seller - pays"),
        ("a 30‑day limit", "a 30-day limit"),
        ("in\u00adfor\u200bma\ufefftion", "information"),
    ],
)
def test_what_setting_in_type_does_is_looked_through(source: str, quote: str, media_type: str) -> None:
    found = quoted(source, quote, media_type=media_type)
    assert found
    assert found.text in (source, source.replace("\u00ad", "").replace("\u200b", "").replace("\ufeff", ""))


@pytest.mark.parametrize("media_type", [PLAIN, PAGE, MARKDOWN])
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("within 30 days", "within 80 days"),
        ("within 30 days", "within 300 days"),
        ("within 30 days", "within 3 0 days"),
        ("1.000 EUR", "1,000 EUR"),
        ("at 3.5 %", "at 35 %"),
        ("30 日以内", "三十 日以内"),
        ("٣٠ يوما", "30 يوما"),
        ("at −5 °C", "at 5 °C"),
        ("at −5 °C", "at -5 °C"),
        ("10–14 days", "10-14 days"),
        ("5 — 3 left", "5 - 3 left"),
        ("a ± b", "a + b"),
        ("a ≤ b", "a < b"),
        ("The Policy", "The policy"),
        ("naïve", "naive"),
        ("возврат", "вoзврат"),
        ("may not return", "may return"),
        ("may return", "may not return"),
        ("返品できない", "返品できる"),
        ("non refundable", "nonrefundable"),
        ("well-known", "wellknown"),
        ("well-known infor-\nmation", "wellknown information"),
        ("re-\n5 items", "re5 items"),
        ("min—\nimum", "minimum"),
        ("1-\n4 days", "14 days"),
        ("goods, unused", "goods unused"),
        ("buyer and seller", "seller and buyer"),
        ("ﬁve", "fve"),
        ("up to 5′", "up to 5'"),
        ("he said so", "\u202ehe said so"),
    ],
)
def test_what_could_mean_something_else_is_not(source: str, quote: str, media_type: str) -> None:
    assert quoted(source, source, media_type=media_type)
    assert quoted(source, quote, media_type=media_type) is None


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ("within 300 days", "30"),
        ("about ~7 days", "7 days"),
        ("at most 7% more", "most 7"),
        ("10–14 days", "14 days"),
        ("costs $30 now", "30 now"),
        ("refundable goods", "fundable goods"),
        ("x <!-- y --> z", "!"),
    ],
)
def test_a_passage_that_cuts_a_word_or_parts_a_sign_quotes_nothing(source: str, cited: str) -> None:
    assert quoted(source, cited, cited, MARKDOWN) is None


def test_what_markup_shows_is_shown_and_not_the_markup() -> None:
    source = "Return it within **30&nbsp;days** of [“purchase”](#p)."
    found = quoted(source, 'Return it within 30 days of "purchase".', media_type=MARKDOWN)
    assert found == Quotation(Likeness.PUNCTUATION_FOLDED, "Return it within 30\u00a0days of “purchase”.")


def test_markup_of_the_writer_hides_nothing() -> None:
    for quote in ("Keep it. <!-- 99 days -->", "Keep **it**.", "Keep ~~no~~ it.", "[x](Keep it.)"):
        assert quoted("Keep it.", quote, media_type=MARKDOWN) is None


WORDS = ["refund", "naïve", "возврат", "14", "3.5", "٣٠", "may", "not", "日", "本", "हिन्दी", "한국어", "−5", "≥", "A"]
texts = st.lists(st.sampled_from(WORDS), min_size=2, max_size=12)
SPACES = st.sampled_from([" ", "\n", "  ", "\u00a0", "\t", "\u3000", " \u200b"])


@given(words=texts, data=st.data())
def test_any_allowed_change_is_accepted_and_the_source_shown(words: list[str], data: st.DataObject) -> None:
    source = " ".join(words)
    form = data.draw(st.sampled_from(["NFC", "NFD"]))
    quote = "".join(word + data.draw(SPACES) for word in words).strip()
    found = quoted(source, unicodedata.normalize(form, quote))
    assert found
    assert found.text == source


@given(words=texts, data=st.data())
def test_any_other_word_is_refused(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    new = data.draw(st.sampled_from([*WORDS, "", "…", "..."]))
    changed = [*words[:at], *filter(None, [new]), *words[at + 1 :]]
    assume(changed != words)
    assert quoted(" ".join(words), " ".join(changed)) is None


@given(words=texts, data=st.data())
def test_any_other_letter_digit_or_sign_is_refused(words: list[str], data: st.DataObject) -> None:
    source = " ".join(words)
    at = data.draw(st.integers(0, len(source) - 1))
    kinds = st.characters(categories=["Lu", "Ll", "Lo", "Nd", "No", "Sm", "Sc"])
    new = data.draw(st.one_of(st.just(""), kinds))
    assume(not source[at].isspace() or new)
    changed = source[:at] + new + source[at + 1 :]
    assume(unicodedata.normalize("NFC", changed) != unicodedata.normalize("NFC", source))
    assert quoted(source, changed) is None
