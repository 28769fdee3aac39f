"""Faults people met elsewhere with offsets and anchoring, with the values of their reports, and the kind of each."""

import unicodedata

import pytest

from citeledger.core import spans
from citeledger.core.anchoring import Locator, OutcomeKind
from citeledger.core.quotation.quotes import QuoteNotFound, QuoteNotUnique, located
from citeledger.core.quotation.quoting import Words, quotation
from citeledger.core.reading.normalization import normalizer_for
from tests.unit.core.anchored import outcome, tokens


def found(text: str, quote: str, media_type: str = "text/plain", **around: str) -> Locator:
    reader = normalizer_for(media_type)
    return located(words=Words(text, reader), normalizer=reader, quote=quote, **around)


class TestAByteOffsetInsideACharacter:
    """google-gemini/gemini-cli#29039: a splice inside an emoji broke it for good."""

    ANSWER = "Done 🚀 in 14 days."

    def test_it_is_refused_and_the_text_stays_whole(self) -> None:
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.code_points_from_utf8(text=self.ANSWER, utf8_offset=7)
        assert len(self.ANSWER.encode()) == 21
        assert "\ufffd" not in self.ANSWER

    @pytest.mark.parametrize(("utf8", "code_points"), [(0, 0), (5, 5), (9, 6), (21, 18)])
    def test_the_edges_of_characters_are_taken_exactly(self, utf8: int, code_points: int) -> None:
        assert spans.code_points_from_utf8(text=self.ANSWER, utf8_offset=utf8) == code_points

    @pytest.mark.parametrize("utf8", [6, 7, 8, 22, -1])
    def test_no_other_offset_is_snapped_to_one(self, utf8: int) -> None:
        with pytest.raises(spans.SpanError):
            spans.code_points_from_utf8(text=self.ANSWER, utf8_offset=utf8)


class TestABrowserCountsOtherwise:
    """tilgovi/dom-anchor-text-position#6 and others: offsets after an emoji were too large."""

    TEXT = "🎈🎈 Refunds close after 14 days. 🎉"

    def test_its_offsets_are_translated_and_re_sliced(self) -> None:
        start, end = (spans.code_points_from_utf16(text=self.TEXT, utf16_offset=offset) for offset in (25, 32))
        assert (start, end) == (23, 30)
        spans.prove_new(text=self.TEXT, start=start, end=end, exact="14 days")

    def test_taken_as_code_points_they_are_refused(self) -> None:
        assert self.TEXT[25:32] == " days. "
        with pytest.raises(spans.SpanMismatch):
            spans.prove_new(text=self.TEXT, start=25, end=32, exact="14 days")

    def test_the_quotation_alone_leads_to_the_same_span(self) -> None:
        assert found(self.TEXT, "14 days") == Locator(23, 30)


class TestADecomposedSource:
    """huggingface/tokenizers#1201 and others: normal forms moved offsets or cut letters in two."""

    TEXT = "Cafe\u0301 deposit: 40 EUR, refundable."
    QUOTE = "Café deposit: 40 EUR"

    def test_a_composed_quotation_is_found_in_the_sources_own_characters(self) -> None:
        assert (len(self.TEXT), len(unicodedata.normalize("NFC", self.TEXT))) == (34, 33)
        assert self.TEXT.find(self.QUOTE) == -1
        place = found(self.TEXT, self.QUOTE)
        assert place == Locator(0, 21)
        spans.prove_new(text=self.TEXT, start=0, end=21, exact=self.TEXT[0:21])

    def test_a_letter_is_not_parted_from_its_accent(self) -> None:
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.prove_new(text=self.TEXT, start=0, end=4, exact="Cafe")

    @pytest.mark.parametrize("form", ["NFC", "NFD"])
    def test_a_new_normal_form_of_the_source_does_not_alarm(self, form: str) -> None:
        new = unicodedata.normalize(form, self.TEXT)
        result = outcome(self.TEXT, new, self.TEXT[0:21], media_type="text/plain")
        assert result.is_current
        assert unicodedata.normalize("NFC", new[result.start : result.end]) == self.QUOTE


class TestCompatibilityFolding:
    """tesseract-ocr/tesseract#3420 and others: NFKC makes 10² equal 102."""

    PAIRS = [
        ("Store at most 10² samples per lot.", "Store at most 102 samples per lot."),
        ("Keep records for 6½ years.", "Keep records for 61⁄2 years."),
        ("Step ③ is optional.", "Step 3 is optional."),
        ("Pay ５ euro at the desk now.", "Pay 5 euro at the desk now."),
        ("The ﬁle is kept here for us.", "The file is kept here for us."),
    ]

    @pytest.mark.parametrize(("old", "new"), PAIRS)
    @pytest.mark.parametrize("media_type", ["text/plain", "text/markdown"])
    def test_what_only_nfkc_makes_equal_is_changed(self, old: str, new: str, media_type: str) -> None:
        assert unicodedata.normalize("NFKC", old) == unicodedata.normalize("NFKC", new)
        assert unicodedata.normalize("NFC", old) != unicodedata.normalize("NFC", new)
        assert tokens(old, media_type) != tokens(new, media_type)
        assert not outcome(old, new, old, media_type=media_type).is_current


class TestAQuotationThatStandsTwice:
    """repeated-text-second-occurrence: repeated text always led to the first place.

    hypothesis/product-backlog#1022 and others.
    """

    V1 = "Part KT-40 is recalled. Part KT-40 is approved."
    V2 = "Part KT-40 is recalled. Part KT-41 is approved."
    QUOTE = "Part KT-40 is"

    def test_the_words_behind_it_say_which_is_meant(self) -> None:
        assert found(self.V1, self.QUOTE, before="", behind=" approved.") == Locator(24, 37)
        assert found(self.V1, self.QUOTE, behind=" recalled.") == Locator(0, 13)
        assert found(self.V1, self.QUOTE, before="recalled. ") == Locator(24, 37)

    def test_without_them_it_is_refused_and_both_places_are_named(self) -> None:
        with pytest.raises(QuoteNotUnique) as refusal:
            found(self.V1, self.QUOTE)
        assert refusal.value.candidates == (Locator(0, 13), Locator(24, 37))
        assert "KT" not in str(refusal.value)

    def test_the_second_one_does_not_stay_current_by_the_first(self) -> None:
        assert not outcome(self.V1, self.V2, self.QUOTE, nth=1, media_type="text/plain").is_current
        assert outcome(self.V1, self.V2, self.QUOTE, media_type="text/plain").is_current

    def test_words_that_stand_in_neither_place_lead_nowhere(self) -> None:
        with pytest.raises(QuoteNotFound):
            found(self.V1, self.QUOTE, behind=" denied.")

    def test_many_places_are_told_but_for_the_last(self) -> None:
        with pytest.raises(QuoteNotUnique) as refusal:
            found("again " * 100, "again")
        assert refusal.value.candidates[:2] == (Locator(0, 5), Locator(6, 11))
        assert len(refusal.value.candidates) == 20


class TestTheSameTextElsewhere:
    """moved-or-republished-unchanged: position was treated as identity.

    recogito/recogito-js#109, go-gitea/gitea#30844 and others.
    """

    V1 = "Section 4. Opened electronics may be returned within 30 days."
    QUOTE = "Opened electronics may be returned within 30 days."
    V2 = f"Section 1. A new introduction.\n\nSection 4. {QUOTE}"

    def test_text_put_in_above_moves_the_place_and_nothing_else(self) -> None:
        assert found(self.V1, self.QUOTE) == Locator(11, 61)
        result = outcome(self.V1, self.V2, self.QUOTE, media_type="text/plain")
        assert (result.kind, result.start, result.end) == (OutcomeKind.INTACT, 43, 93)
        assert self.V2[11:61] == "A new introduction.\n\nSection 4. Opened electronics"

    def test_the_same_text_published_again_changes_nothing(self) -> None:
        result = outcome(self.V2, self.V2, self.QUOTE, media_type="text/plain")
        assert (result.kind, result.start, result.end) == (OutcomeKind.INTACT, 43, 93)


class TestQuotationsOfOtherKinds:
    """What a quotation may and may not differ in from the text it is found in."""

    PAGE = "The o\ufb03ce keeps infor-\nmation on \u201copened\u201d items for  30\u00a0days, not more."

    @pytest.mark.parametrize(
        ("quote", "there"),
        [
            ("office keeps information on", "o\ufb03ce keeps infor-\nmation on"),
            ('on "opened" items for 30 days', "on \u201copened\u201d items for  30\u00a0days"),
            ("30 days, not more", "30\u00a0days, not more"),
            ("keeps infor-\nmation", "keeps infor-\nmation"),
        ],
    )
    def test_what_printing_does_is_looked_through(self, quote: str, there: str) -> None:
        place = found(self.PAGE, quote, "application/pdf")
        assert self.PAGE[place.start : place.end] == there

    @pytest.mark.parametrize("quote", ["30 days not more", "3 days", "Opened items", "office keeps on", "60 days"])
    def test_letters_digits_signs_and_words_are_not(self, quote: str) -> None:
        with pytest.raises(QuoteNotFound):
            found(self.PAGE, quote)

    @pytest.mark.parametrize(
        ("text", "quote"),
        [
            ("The o\ufb03ce keeps it.", "office keeps"),
            ("dit « non » hier", 'dit "non" hier'),
            ("the buyer – not the seller", "buyer - not the"),
            ("a 30‑day limit", "30-day limit"),
            ("all－in rates", "all-in rates"),
            ("die Rück-\ngabe und infor-\nmation", "Rückgabe und information"),
        ],
    )
    @pytest.mark.parametrize("media_type", ["text/plain", "text/markdown", "application/pdf"])
    def test_it_is_the_rule_of_quotations(self, text: str, quote: str, media_type: str) -> None:
        place = found(text, quote, media_type)
        where = {"start": place.start, "end": place.end, "normalizer": normalizer_for(media_type)}
        assert quotation(quote=quote, text=text, **where)

    @pytest.mark.parametrize(
        ("text", "quote"),
        [
            ("10–14 days", "10-14 days"),
            ("at −5 °C", "at -5 °C"),
            ("a well-known infor-\nmation", "wellknown information"),
            ("up to 5′ more", "up to 5' more"),
        ],
    )
    def test_and_never_more(self, text: str, quote: str) -> None:
        with pytest.raises(QuoteNotFound):
            found(text, quote)

    def test_marks_of_the_source_need_not_be_quoted(self) -> None:
        text = "Keep it for **30 days** [at most](https://a.example)."
        assert found(text, "for 30 days at most", "text/markdown") == Locator(8, 32)
        assert found(text, "for **30 days**", "text/markdown") == Locator(8, 23)

    def test_hidden_text_is_not_found(self) -> None:
        for quote in ("for 30 days", "for  30 days"):
            with pytest.raises(QuoteNotFound):
                found("Keep it. <!-- for  30 days --> More.", quote, "text/markdown")


class TestLettersOfPrint:
    """ligatures-and-lost-characters, as text in the core: the quotation is four letters longer than its source."""

    TEXT = "Turn o\ufb00 pump; \ufb01le form O\ufb03ce-7."
    QUOTE = "Turn off pump; file form Office-7."
    DAMAGED = "turn o\ufffd pump at \ufffd00"

    def test_ligatures_are_looked_through_and_the_end_is_the_sources(self) -> None:
        assert (len(self.TEXT), len(self.QUOTE)) == (30, 34)
        assert found(self.TEXT, self.QUOTE) == Locator(0, 30)

    def test_a_lost_character_stands_for_nothing(self) -> None:
        assert found(self.DAMAGED, "pump at") == Locator(8, 15)
        for quote in ("turn off pump", "turn o pump", "turn o\ufb00 pump"):
            with pytest.raises(QuoteNotFound):
                found(self.DAMAGED, quote)


class TestAHyphenAtALineEnd:
    """hyphen-at-line-end: a word that a line broke is one word, a range of numbers that it broke is no number."""

    BROKEN = "Surplus goes to refriger-\nation funds; see pages 10-\n20."
    SOFT = BROKEN.replace("refriger-", "refriger\u00ad")

    @pytest.mark.parametrize("text", [BROKEN, SOFT])
    def test_the_word_is_found_as_it_stands(self, text: str) -> None:
        place = found(text, "refrigeration funds", "application/pdf")
        assert place == Locator(16, 37)
        assert text[16:37].replace("\u00ad", "-") == "refriger-\nation funds"

    @pytest.mark.parametrize("text", [BROKEN, SOFT])
    def test_the_numbers_are_not_joined(self, text: str) -> None:
        with pytest.raises(QuoteNotFound):
            found(text, "pages 1020", "application/pdf")
