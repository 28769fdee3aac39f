"""Faults people met with citations of model APIs, with the values of their reports."""

import pytest

from citeledger.core.outcomes import Locator
from citeledger.providers import Form, NoteKind, Reason, RequestDocument
from citeledger.providers.units import Unit
from tests.unit.providers import responses as r


class TestAByteOffsetInsideACharacter:
    """gemini-offset-inside-a-character

    google-gemini/gemini-cli#29039, freelawproject/eyecite#334: a splice inside an emoji; a match lost silently.
    """

    ANSWER = "Done 🚀 in 14 days."
    CHUNKS = [{"web": {"uri": "https://policies.example/returns", "title": "Returns"}}]

    def read(self, *segments: r.Json) -> r.Ingested:
        supports = [r.support(segment, 0) for segment in segments]
        return r.read("gemini", r.gemini(self.ANSWER, supports=supports, chunks=self.CHUNKS))

    def test_it_is_refused_and_listed_and_the_text_stays_whole(self) -> None:
        ingested = self.read({"partIndex": 0, "startIndex": 0, "endIndex": 7})
        rejection = ingested.report.rejections[0]
        assert rejection.reason == Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY
        assert rejection.at == "candidates.0.groundingMetadata.groundingSupports.0"
        assert ingested.text == self.ANSWER
        assert len(ingested.text.encode()) == 21
        assert "\ufffd" not in ingested.text

    def test_nothing_is_snapped_to_an_edge(self) -> None:
        ingested = self.read(*({"startIndex": 0, "endIndex": end} for end in (6, 7, 8)))
        assert ingested.report.ranges == ()
        assert [statement.text for statement in ingested.statements] == [self.ANSWER]

    def test_the_other_supports_of_the_answer_stay(self) -> None:
        ingested = self.read({"endIndex": 7}, {"startIndex": 9, "endIndex": 21}, {"endIndex": 9})
        assert len(ingested.report.rejections) == 1
        assert [cited.place for cited in ingested.report.ranges] == [Locator(6, 18), Locator(0, 6)]
        assert ingested.text == self.ANSWER


class TestABrowserCountsOtherwise:
    """utf16-selection-from-a-browser

    tilgovi/dom-anchor-text-position#6, w3c/web-annotation#350: UTF-16 where the standard says code points.
    """

    TEXT = "🎈🎈 Refunds close after 14 days. 🎉"

    def read(self, *selectors: r.Json) -> r.Ingested:
        return r.read("web_annotation", r.annotation(*selectors), r.plain(self.TEXT, "urn:doc"))

    def test_the_quotation_decides_and_the_other_reading_is_noted(self) -> None:
        ingested = self.read(r.quote("14 days"), r.position(25, 32))
        assert r.found(ingested) == [(0, 23, 30)]
        assert r.exacts(ingested) == ["14 days"]
        assert [note.kind for note in ingested.report.notes] == [NoteKind.OTHER_READING]

    def test_code_points_need_no_note(self) -> None:
        ingested = self.read(r.quote("14 days"), r.position(23, 30))
        assert r.found(ingested) == [(0, 23, 30)]
        assert ingested.report.notes == ()

    @pytest.mark.parametrize(
        ("start", "end", "reason"),
        [
            (29, 36, Reason.OFFSET_OUT_OF_RANGE),
            (24, 31, Reason.CITED_TEXT_MISMATCH),
            (22, 29, Reason.CITED_TEXT_MISMATCH),
        ],
    )
    def test_bytes_or_a_guess_are_refused(self, start: int, end: int, reason: Reason) -> None:
        ingested = self.read(r.quote("14 days"), r.position(start, end))
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [reason]

    def test_numbers_without_a_quotation_prove_nothing(self) -> None:
        assert self.TEXT[25:32] == " days. "
        ingested = self.read(r.position(25, 32))
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [Reason.CITED_TEXT_MISSING]


class TestADecomposedSource:
    """nfd-source-nfc-quote

    huggingface/tokenizers#1201, apache/lucene#11976: normal forms moved offsets or cut letters in two.
    """

    TEXT = "Cafe\u0301 deposit: 40 EUR, refundable."

    def test_a_composed_quotation_is_shown_in_the_sources_own_characters(self) -> None:
        source = r.plain(self.TEXT, "urn:doc")
        ingested = r.read("web_annotation", r.annotation(r.quote("Caf\u00e9 deposit: 40 EUR")), source)
        assert r.found(ingested) == [(0, 0, 21)]
        assert r.exacts(ingested) == [self.TEXT[:21]]
        assert [note.kind for note in ingested.report.notes] == [NoteKind.READ_THROUGH]

    def test_a_letter_is_not_parted_from_its_accent(self) -> None:
        ingested = r.read("anthropic", r.anthropic(r.char_location(0, 4, "Cafe")), r.plain(self.TEXT))
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY]


class TestAQuotationMayLookThroughTypographyAlone:
    """typographic-punctuation-in-quotes

    NousResearch/hermes-agent#85749, xr843/fojin#533: honest quotations refused, rewording let through.
    """

    SOURCE = "The customer’s deposit is “non‑refundable” after 14 days — minimum ≥ 5 units of α-resin."

    @pytest.mark.parametrize("provider", ["web_annotation", "openai_assistants", "anthropic"])
    def test_punctuation_is_looked_through_and_the_sources_text_is_given(self, provider: str) -> None:
        ingested = self.cited(provider, 'The customer\'s deposit is "non-refundable" after 14 days - minimum')
        assert r.found(ingested) == [(0, 0, 66)]
        assert r.exacts(ingested) == ["The customer’s deposit is “non‑refundable” after 14 days — minimum"]
        assert [note.kind for note in ingested.report.notes] == [NoteKind.READ_THROUGH]

    @pytest.mark.parametrize(
        "quote", ["minimum > 5 units", "of alpha-resin", "The customers deposit is", "deposit is refundable"]
    )
    @pytest.mark.parametrize("provider", ["web_annotation", "openai_assistants", "anthropic"])
    def test_signs_letters_and_words_are_not(self, provider: str, quote: str) -> None:
        ingested = self.cited(provider, quote)
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]

    def cited(self, provider: str, quote: str) -> r.Ingested:
        if provider == "anthropic":
            document = r.of_parts(self.SOURCE, form=Form.PAGES)
            return r.read(provider, r.anthropic(r.page_location(1, 2, quote)), document)
        if provider == "openai_assistants":
            answer = r.assistants("So.【4:0†source】", r.marker("【4:0†source】", 3, 15, "urn:doc", quote=quote))
            return r.read(provider, answer, r.plain(self.SOURCE, "urn:doc"))
        return r.read(provider, r.annotation(r.quote(quote)), r.plain(self.SOURCE, "urn:doc"))


class TestAnEllipsisHidesWords:
    """ellipsis-quote-that-inverts-meaning

    open-legal-products/mike#391, mistralai/cookbook#376: fragments matched one by one turned the meaning round.
    """

    SOURCE = "Clause 12: the operator may not store card numbers after settlement. Clause 13: audits are yearly."
    QUOTES = [
        ("the operator may ... store card numbers", None),
        ("audits are yearly ... the operator may not store", None),
        ("the operator may not store card numbers", (0, 11, 50)),
        ("store card numbers after settlement", (0, 32, 67)),
        ("operator ... audits", None),
        ("the operator may … store card numbers", None),
    ]

    @pytest.mark.parametrize(("quote", "place"), QUOTES)
    def test_only_a_contiguous_passage_is_found(self, quote: str, place: tuple[int, int, int] | None) -> None:
        source = r.plain(self.SOURCE, "urn:doc")
        ingested = r.read("web_annotation", r.annotation(r.quote(quote)), source)
        assert r.found(ingested) == ([place] if place else [])
        assert r.reasons(ingested) == ([] if place else [Reason.CITED_TEXT_NOT_FOUND])


class TestCompatibilityFolding:
    """nfkc-folds-meaning. tesseract-ocr/tesseract#3420: NFKC makes 10² equal 102."""

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("Store at most 10² samples per lot.", "Store at most 102 samples per lot."),
            ("Keep records for 6½ years.", "Keep records for 61⁄2 years."),
            ("Step ③ is optional.", "Step 3 is optional."),
        ],
    )
    def test_what_only_nfkc_makes_equal_is_not_found(self, source: str, quote: str) -> None:
        ingested = r.read("web_annotation", r.annotation(r.quote(quote)), r.plain(source, "urn:doc"))
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]


class TestPagesBlocksAndCharactersEndDifferently:
    """claude-page-range-end-is-exclusive

    microsoft/agent-framework-go#1099, maximhq/bifrost#1241: three kinds of numbers in one text-span field.
    """

    DOCUMENTS = (
        r.of_parts("One.", "Two.", "Window: 14 days.", "Four.", form=Form.PAGES),
        r.of_parts("Intro.", "Fee: none.", form=Form.BLOCKS),
        RequestDocument(text="Fee: none. Paid."),
    )
    CITATIONS = (
        r.page_location(3, 4, "Window: 14 days."),
        r.page_location(3, 5, "Window: 14 days."),
        r.block_location(1, 2, "Fee: none.", 1),
        r.char_location(0, 10, "Fee: none.", 2),
        r.page_location(4, 4, "x"),
    )

    def test_each_is_read_in_its_own_unit(self) -> None:
        ingested = r.read("anthropic", r.anthropic(*self.CITATIONS), *self.DOCUMENTS)
        assert r.labels(ingested) == ["page 3", "pages 3-4", "block 2 of 2", "characters 0-10"]
        units = [span.place.unit for span in ingested.statements[0].spans]
        assert units == [Unit.PAGES, Unit.PAGES, Unit.BLOCKS, Unit.CODE_POINTS]
        assert r.exacts(ingested)[3] == "Fee: none."
        assert r.reasons(ingested) == [Reason.EMPTY_RANGE]
        assert ingested.report.rejections[0].at == "content.0.citations.4"

    def test_a_page_number_never_becomes_a_character(self) -> None:
        ingested = r.read("anthropic", r.anthropic(*self.CITATIONS[:2]), *self.DOCUMENTS)
        assert r.exacts(ingested) == ["Window: 14 days."] * 2
        assert all(start > 4 for _, start, _ in r.found(ingested))


class TestPagesThatAreNone:
    """page-index-zero

    danny-avila/LibreChat#15730, langroid/langroid#756: page 0 dropped, pages one too low, pages borrowed.
    """

    @pytest.mark.parametrize(("page", "there"), [(1, "page 1"), (3, "page 3"), (12, "page 12")])
    def test_pages_are_counted_from_one(self, page: int, there: str) -> None:
        assert r.labels(self.cited(page, page + 1)) == [there]

    @pytest.mark.parametrize(
        ("page", "reason"),
        [
            (0, Reason.OFFSET_OUT_OF_RANGE),
            (13, Reason.OFFSET_OUT_OF_RANGE),
            (-1, Reason.OFFSET_OUT_OF_RANGE),
            (1.5, Reason.NOT_A_WHOLE_NUMBER),
            ("2", Reason.NOT_A_WHOLE_NUMBER),
            (True, Reason.NOT_A_WHOLE_NUMBER),
            (None, Reason.MALFORMED),
        ],
    )
    def test_what_is_no_page_of_this_document_stays_unknown(self, page: r.Json, reason: Reason) -> None:
        ingested = self.cited(page, page + 1 if type(page) is int else 3)
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [reason]

    def cited(self, start: r.Json, end: r.Json) -> r.Ingested:
        pages = [f"This is page number {number}." for number in range(1, 13)]
        cited = pages[start - 1] if type(start) is int and 0 < start < 13 else "This is page"
        documents = (
            r.of_parts(*pages, form=Form.PAGES),
            r.of_parts(*pages, form=Form.PAGES),
        )
        return r.read("anthropic", r.anthropic(r.page_location(start, end, cited)), *documents)


class TestTheDocumentNumberCountsTheWholeRequest:
    """claude-document-index-spans-the-request

    posit-dev/chatlas#382: the number was resolved against the documents of the last turn.
    """

    # Turn 1, a tool's result in turn 2, two in turn 3.
    DOCUMENTS = tuple(r.plain(f"Text from {name}.", f"doc:{name}") for name in "ABCD")

    def cited(self, index: r.Json, text: str, start: int = 5) -> r.Ingested:
        citation = r.char_location(start, start + len(text), text, index) | {"document_title": "Title of C"}
        return r.read("anthropic", r.anthropic(citation), *self.DOCUMENTS)

    @pytest.mark.parametrize(("index", "name"), [(1, "B"), (2, "C"), (0, "A"), (3, "D")])
    def test_it_is_resolved_in_order_and_never_by_title(self, index: int, name: str) -> None:
        (document, start, end) = r.found(self.cited(index, f"from {name}"))[0]
        assert self.DOCUMENTS[document].ref == f"doc:{name}"
        assert self.DOCUMENTS[document].text[start:end] == f"from {name}"

    @pytest.mark.parametrize("index", [4, -1, 10**30])
    def test_a_number_beyond_the_list_is_refused(self, index: int) -> None:
        ingested = self.cited(index, "?")
        assert r.found(ingested) == []
        assert r.reasons(ingested) == [Reason.DOCUMENT_INDEX_OUT_OF_RANGE]

    def test_the_text_has_to_be_in_that_very_document(self) -> None:
        assert r.reasons(self.cited(0, "from C")) == [Reason.CITED_TEXT_MISMATCH]


class TestAFileCitationIsAPlaceInTheAnswer:
    """openai-file-citation-has-no-source-span

    openai/openai-python#2512, vercel/ai#8079: taken for a position in the file list, or in the file.
    """

    ANSWER = "The window is 14 days. Fees are waived."
    FILE = r.plain("Returns: 14 days. Fees: see annex.", "file-returns")

    def test_it_binds_a_document_and_no_passage(self) -> None:
        answer = r.openai(self.ANSWER, r.file_citation(22, "file-returns"), r.file_citation(999, "file-returns"))
        ingested = r.read("openai", answer, self.FILE)
        assert r.found(ingested) == []
        assert r.bound(ingested) == [("The window is 14 days.", (0,)), (" Fees are waived.", ())]
        assert [(one.at, one.place) for one in ingested.report.ranges] == [
            ("output.1.content.0.annotations.0", Locator(22, 22))
        ]
        assert r.reasons(ingested) == [Reason.POSITION_OUTSIDE_ANSWER]
        assert ingested.text == self.ANSWER

    def test_the_number_does_not_choose_a_file(self) -> None:
        files = [r.plain("Other.", f"file-{number}") for number in range(30)]
        ingested = r.read("openai", r.openai(self.ANSWER, r.file_citation(22, "file-3")), *files)
        assert r.bound(ingested)[0] == ("The window is 14 days.", (3,))


class TestMarkersBehindAnEmoji:
    """openai-assistant-markers

    openai/openai-openapi#263, vercel/ai#2215, openai/openai-ruby#310: loose patterns, wrong units, lost markers.
    """

    TEXT = "📦 Ship in 3 days【4:0†source】. Fee 5【4:1†source】【4:2†source】. See 【note】."
    CODE_POINTS = [(16, 28), (35, 47), (47, 59)]
    UTF16 = [(17, 29), (36, 48), (48, 60)]
    FILES = tuple(r.plain("Any.", f"file-{number}") for number in range(3))

    def read(self, places: list[tuple[int, int]]) -> r.Ingested:
        markers = [r.marker(f"【4:{n}†source】", *place, f"file-{n}") for n, place in enumerate(places)]
        return r.read("openai_assistants", r.assistants(self.TEXT, *markers), *self.FILES)

    @pytest.mark.parametrize("places", [CODE_POINTS, UTF16])
    def test_each_marker_leaves_the_text_and_stays_a_citation_of_its_own(self, places: list[tuple[int, int]]) -> None:
        ingested = self.read(places)
        assert ingested.text == "📦 Ship in 3 days. Fee 5. See 【note】."
        assert [tuple(one.place) for one in ingested.report.markers] == self.CODE_POINTS
        assert [one.position for one in ingested.report.markers] == [16, 23, 23]
        assert r.bound(ingested) == [("📦 Ship in 3 days", (0,)), (". Fee 5", (1, 2)), (". See 【note】.", ())]
        noted = [note.kind for note in ingested.report.notes]
        assert noted == ([] if places == self.CODE_POINTS else [NoteKind.OTHER_READING] * 3)

    def test_numbers_that_do_not_give_the_marker_leave_it_where_it_is(self) -> None:
        ingested = self.read([(0, 12), (35, 46), (60, 72)])
        assert ingested.text == self.TEXT
        assert r.reasons(ingested) == [Reason.ANSWER_TEXT_MISMATCH] * 3

    def test_no_annotation_takes_words_or_other_brackets_out(self) -> None:
        words = [r.marker("Ship", 2, 6, "file-0"), r.marker("【note】", 65, 71, "file-0")]
        ingested = r.read("openai_assistants", r.assistants(self.TEXT, *words), *self.FILES)
        assert ingested.text == self.TEXT
        assert r.reasons(ingested) == [Reason.NOT_A_MARKER] * 2

    def test_a_marker_of_an_unknown_file_is_not_shown_either(self) -> None:
        ingested = r.read(
            "openai_assistants", r.assistants("So【4:0†source】.", r.marker("【4:0†source】", 2, 14, "?"))
        )
        assert ingested.text == "So."
        assert r.reasons(ingested) == [Reason.DOCUMENT_UNKNOWN]


class TestTwoDescriptionsOfTheEnd:
    """cohere-end-inclusive-or-exclusive

    BerriAI/litellm#6814, vercel/ai#17107: the last character, or the position behind it.
    """

    ANSWER = "Our popcorn kiosk opens at 19:00."
    EVENTS = r.plain("The kiosk opens at 19:00.", "doc:events")

    @pytest.mark.parametrize(
        ("start", "end", "notes"), [(4, 17, []), (4, 16, [NoteKind.OTHER_READING])], ids=["exclusive", "inclusive"]
    )
    def test_the_text_decides(self, start: int, end: int, notes: list[NoteKind]) -> None:
        ingested = self.read(start, end)
        assert [tuple(one.place) for one in ingested.report.ranges] == [(4, 17)]
        assert [note.kind for note in ingested.report.notes] == notes
        assert r.bound(ingested) == [("Our ", ()), ("popcorn kiosk", (0,)), (" opens at 19:00.", ())]

    @pytest.mark.parametrize(("start", "end"), [(5, 17), (4, 18), (3, 16), (4, 15)])
    def test_neither_reading_fits(self, start: int, end: int) -> None:
        ingested = self.read(start, end)
        assert ingested.report.ranges == ()
        assert r.reasons(ingested) == [Reason.ANSWER_TEXT_MISMATCH]
        assert r.bound(ingested) == [(self.ANSWER, ())]

    def read(self, start: int, end: int) -> r.Ingested:
        citation = r.cohere_citation(start, end, "popcorn kiosk", "doc:events")
        return r.read("cohere", r.cohere(self.ANSWER, citation), self.EVENTS)


class TestBracketsInsideCode:
    """brackets-inside-code

    onyx-dot-app/onyx#911, open-webui/open-webui#24958: array indexes in code were taken for markers.
    """

    CODE = "Use the cap [1].\n\n```py\nx = arr[0] + arr[1]\n```\nAlso `m[2]` works [2].\n\n```py\ny = arr[1]"

    @pytest.mark.parametrize(
        ("provider", "response"),
        [
            ("anthropic", r.anthropic(text=CODE)),
            ("openai", r.openai(CODE)),
            ("openai_assistants", r.assistants(CODE)),
            ("gemini", r.gemini(CODE)),
            ("cohere", r.cohere(CODE)),
            ("bedrock_knowledge_base", r.knowledge_base(CODE)),
        ],
    )
    def test_no_reader_takes_markers_from_text_that_nobody_annotated(self, provider: str, response: r.Json) -> None:
        ingested = r.read(provider, response)
        assert ingested.text == self.CODE
        assert r.bound(ingested) == [(self.CODE, ())]
