"""W3C Web Annotation: what selectors of a target become."""

import pytest

from citeledger.providers import NoteKind, Reason, RequestDocument
from tests.unit.providers import responses as r

TEXT = "Part KT-40 is recalled. Part KT-40 is approved. 🎉 Cafe\u0301."
URN = "urn:doc"


def read(*selectors: r.Json) -> r.Ingested:
    return r.read("web_annotation", r.annotation(*selectors), r.plain(TEXT, URN))


class TestQuotations:
    def test_the_words_around_choose_among_places(self) -> None:
        assert r.found(read(r.quote("Part KT-40 is", "", " approved"))) == [(0, 24, 37)]
        assert r.found(read(r.quote("Part KT-40 is", "recalled. "))) == [(0, 24, 37)]
        assert r.found(read(r.quote("Part KT-40 is", None, " recalled"))) == [(0, 0, 13)]

    @pytest.mark.parametrize(
        ("selector", "reason"),
        [
            (r.quote("Part KT-40 is"), Reason.CITED_TEXT_AMBIGUOUS),
            (r.quote("Part KT-40 is", None, " denied"), Reason.CITED_TEXT_NOT_FOUND),
            (r.quote("Part KT-41 is"), Reason.CITED_TEXT_NOT_FOUND),
            (r.quote(""), Reason.CITED_TEXT_MISSING),
            (r.quote(" "), Reason.CITED_TEXT_MISSING),
            (r.quote(None), Reason.CITED_TEXT_MISSING),
            (r.quote(5), Reason.MALFORMED),
            (r.quote("Part", 5), Reason.MALFORMED),
        ],
    )
    def test_no_place_is_guessed(self, selector: r.Json, reason: Reason) -> None:
        ingested = read(selector)
        assert r.reasons(ingested) == [reason]
        assert ingested.text == "Said."
        assert r.found(ingested) == []

    @pytest.mark.parametrize(
        ("source", "quote"),
        [("Heat –5 degrees.", "Heat -5 degrees."), ("Heat −5 degrees.", "Heat -5 degrees."), ("(–5)", "(-5)")],
    )
    def test_a_dash_that_is_a_sign_is_not_looked_through(self, source: str, quote: str) -> None:
        ingested = r.read("web_annotation", r.annotation(r.quote(quote)), r.plain(source, URN))
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]

    def test_a_dash_between_numbers_counts_as_in_every_quotation(self) -> None:
        document = r.plain("See pages 5–10, no more — or ask.", URN)
        ingested = r.read("web_annotation", r.annotation(r.quote("pages 5-10")), document)
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]
        shown = r.read("web_annotation", r.annotation(r.quote("5–10, no more - or ask")), document)
        assert r.exacts(shown) == ["5–10, no more — or ask"]

    def test_what_a_document_hides_is_not_found(self) -> None:
        document = RequestDocument(text="Keep it. <!-- for 30 days --> More.", ref=URN, media_type="text/markdown")
        ingested = r.read("web_annotation", r.annotation(r.quote("for 30 days")), document)
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]

    @pytest.mark.parametrize("quote", ["for 30 days", "30 days - or not"])
    def test_a_dash_looked_through_does_not_end_a_comment(self, quote: str) -> None:
        text = "Keep it. <!-- so –-> for 30 days — or not --> More — or less."
        document = RequestDocument(text=text, ref=URN, media_type="text/markdown")
        ingested = r.read("web_annotation", r.annotation(r.quote(quote)), document)
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]
        shown = r.read("web_annotation", r.annotation(r.quote("More - or less")), document)
        assert r.exacts(shown) == ["More — or less"]


class TestPositions:
    @pytest.mark.parametrize("selector", [r.position(24, 37), r.fragment("char=24,37")])
    def test_they_choose_among_the_places_of_the_quotation(self, selector: r.Json) -> None:
        assert r.found(read(selector, r.quote("Part KT-40 is"))) == [(0, 24, 37)]

    def test_a_fragment_may_leave_an_end_open(self) -> None:
        assert r.found(read(r.fragment("char=,13"), r.quote("Part KT-40 is"))) == [(0, 0, 13)]
        assert r.found(read(r.fragment("char=50,"), r.quote("Cafe\u0301."))) == [(0, 50, 56)]

    def test_utf16_counts_where_only_that_gives_the_quotation(self) -> None:
        for selector in (r.position(51, 57), r.fragment("char=51,57")):
            ingested = read(selector, r.quote("Cafe\u0301."))
            assert r.found(ingested) == [(0, 50, 56)]
            assert [note.kind for note in ingested.report.notes] == [NoteKind.OTHER_READING]

    @pytest.mark.parametrize(
        ("selectors", "reason"),
        [
            ([r.position(24, 37)], Reason.CITED_TEXT_MISSING),
            ([r.fragment("char=24,37")], Reason.CITED_TEXT_MISSING),
            ([r.position(23, 36), r.quote("Part KT-40 is")], Reason.CITED_TEXT_MISMATCH),
            ([r.position(0, 13), r.quote("Part KT-40 is", "recalled. ")], Reason.CITED_TEXT_MISMATCH),
            ([r.position(0, 13), r.quote("Part KT-40 is", None, " approved")], Reason.CITED_TEXT_MISMATCH),
            ([r.position(0, 13), r.position(24, 37), r.quote("Part KT-40 is")], Reason.CITED_TEXT_MISMATCH),
            ([r.position(-1, 13), r.quote("Part KT-40 is")], Reason.OFFSET_OUT_OF_RANGE),
            ([r.position(37, 24), r.quote("Part KT-40 is")], Reason.OFFSET_OUT_OF_RANGE),
            ([r.position(0, 10**30), r.quote("Part KT-40 is")], Reason.OFFSET_OUT_OF_RANGE),
            ([r.position(3, 3), r.quote("t")], Reason.EMPTY_RANGE),
            ([r.position(50, 54), r.quote("Cafe")], Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY),
            ([r.position("0", 13), r.quote("Part KT-40 is")], Reason.NOT_A_WHOLE_NUMBER),
            ([r.position(0.0, 13), r.quote("Part KT-40 is")], Reason.NOT_A_WHOLE_NUMBER),
            ([r.position(None, 13), r.quote("Part KT-40 is")], Reason.MALFORMED),
            ([r.fragment("char=24"), r.quote("Part KT-40 is")], Reason.UNSUPPORTED_SELECTOR),
            ([r.fragment("line=0,1"), r.quote("Part KT-40 is")], Reason.UNSUPPORTED_SELECTOR),
            ([r.fragment("char=0,13;length=57"), r.quote("Part KT-40 is")], Reason.UNSUPPORTED_SELECTOR),
            ([r.fragment("char=-1,13"), r.quote("Part KT-40 is")], Reason.UNSUPPORTED_SELECTOR),
        ],
    )
    def test_numbers_that_do_not_fit_are_refused_though_the_words_are_there(
        self, selectors: list[r.Json], reason: Reason
    ) -> None:
        ingested = read(*selectors)
        assert r.reasons(ingested) == [reason]
        assert r.found(ingested) == []


class TestOtherSelectors:
    RANGE = {"type": "RangeSelector", "startSelector": {"type": "XPathSelector", "value": "/p[1]"}}

    def test_they_are_left_aside_beside_a_quotation(self) -> None:
        ingested = read(self.RANGE, r.quote("is approved"))
        assert r.exacts(ingested) == ["is approved"]
        noted = [(note.kind, note.at) for note in ingested.report.notes]
        assert noted == [(NoteKind.SELECTOR_IGNORED, "target.0.selector.0")]

    @pytest.mark.parametrize(
        "selector",
        [RANGE, {"type": "CssSelector", "value": "p"}, {}, {"type": "FragmentSelector", "value": "xywh=1,2,3,4"}],
    )
    def test_alone_they_are_refused(self, selector: r.Json) -> None:
        assert r.reasons(read(selector)) == [Reason.UNSUPPORTED_SELECTOR]

    def test_so_is_a_part_of_what_is_quoted(self) -> None:
        refined = r.quote("is approved") | {"refinedBy": r.position(0, 2)}
        assert r.reasons(read(refined)) == [Reason.UNSUPPORTED_SELECTOR]

    def test_two_quotations_are_no_alternatives(self) -> None:
        assert r.reasons(read(r.quote("is approved"), r.quote("is recalled"))) == [Reason.UNSUPPORTED_SELECTOR]


class TestAnnotations:
    def test_a_target_as_a_whole_binds_a_document_and_no_passage(self) -> None:
        for target in (URN, {"id": URN}, {"source": {"id": URN}}):
            response = {"type": "Annotation", "bodyValue": "Said.", "target": target}
            assert r.bound(r.read("web_annotation", response, r.plain(TEXT, URN))) == [("Said.", (0,))]

    def test_an_address_nobody_gave_a_document_for_is_a_link(self) -> None:
        response = r.annotation(r.quote("is approved"), source="https://a.example/policy")
        ingested = r.read("web_annotation", response, r.plain(TEXT, URN))
        assert r.reasons(ingested) == [Reason.DOCUMENT_UNKNOWN]
        assert [link.href for link in ingested.statements[0].grounds.links] == ["https://a.example/policy"]

    def test_every_body_is_said_on_all_targets(self) -> None:
        response = r.annotation(r.quote("is approved"))
        response["target"] = [response["target"], {"source": URN, "selector": r.quote("is recalled")}]
        response["body"] = [response["body"], {"type": "TextualBody", "value": "And more."}]
        ingested = r.read("web_annotation", response, r.plain(TEXT, URN))
        assert [(one.text, [span.exact for span in one.spans]) for one in ingested.statements] == [
            ("Said.", ["is approved", "is recalled"]),
            ("And more.", ["is approved", "is recalled"]),
        ]

    def test_pages_and_collections_hold_several(self) -> None:
        page = {"type": "AnnotationPage", "items": [r.annotation(r.quote("is approved")), r.annotation(body="More.")]}
        for response in (page, {"type": "AnnotationCollection", "first": page}):
            ingested = r.read("web_annotation", response, r.plain(TEXT, URN))
            assert ingested.text == "Said.More."
            assert r.exacts(ingested) == ["is approved"]

    def test_a_mark_without_a_word_is_no_statement(self) -> None:
        response = {"type": "Annotation", "target": r.annotation(r.quote("is approved"))["target"]}
        ingested = r.read("web_annotation", response, r.plain(TEXT, URN))
        assert (ingested.statements, r.reasons(ingested)) == ((), [Reason.NO_ANSWER_TEXT])
