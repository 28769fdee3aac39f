"""A passage read off a picture, beside a figure or out of a table says so on every surface it is shown on."""

import copy
import io
import json
from typing import Any
from uuid import UUID

import pikepdf
import pytest
from django.test import Client

from acl.models import User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, revoke
from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.gate import Manuscript
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document
from citeledger.documents.services.publication import publish_manuscript
from citeledger.emission import proof
from citeledger.emission.services import mint_span, record_answer
from citeledger.extraction import BrokenStructure, Cell, Extraction, RegionKind
from citeledger.extraction.builder import TextBuilder
from revalidation import passages
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.functional.api.cast import Program, page_of, surface_for
from tests.ground.databases import BuiltOnce
from tests.rig.surfaces import Asker, wiki_of
from tests.rig.worlds import World as Cause

OCR = "As read by OCR, confidence 0.93, not compared with the paper."
FAINT = "Read from a picture with too little confidence."
CAPTION = "Caption of a figure, not the figure."


def scan() -> Extraction:
    builder = TextBuilder()
    with builder.page("iv"), builder.block("paragraph"):
        with builder.region(RegionKind.OCR, confidence=930):
            builder.write("Returns are accepted within 30 days.")
        builder.write(" ")
        with builder.region(RegionKind.OCR, confidence=410), builder.region(RegionKind.UNQUOTABLE, note=FAINT):
            builder.write("Sh1pp1ng ls frce.")
        builder.write(" ")
        with builder.region(RegionKind.UNQUOTABLE, note="formula without a stored value"):
            builder.write("=B4*2")
    with builder.page("v"), builder.block("paragraph"), builder.region(RegionKind.CAPTION):
        builder.write("Figure 2: returns by month")
    with builder.block("table"):
        start, end = builder.write("12 %")
        builder.cell(Cell("table 1!B2", "table 1", 2, 2, start, end, ("Share", "2026"), ("Shoes",)))
    return Extraction(builder.text(), builder.structure(), "test/1")


class World:
    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        legal = self.legal = self.people.legal
        self.document = create_document(actor=legal, metadata=Metadata(title="Scanned policy"), at=AT)
        self.publish(b"scan")
        for right in (Right.READ, Right.CITE):
            grant(actor=legal, document=self.document, right=right, holder=STAFF, at=AT)

    def publish(self, data: bytes) -> UUID:
        self.extraction = scan()
        self.version = publish_manuscript(
            actor=self.legal,
            document=self.document,
            manuscript=Manuscript(
                data=data,
                sha256=sha256_hex(data),
                media_type="application/pdf",
                extraction=self.extraction,
                normalizer=normalizer_for("application/pdf").id,
            ),
            expected=cast.current_version(self.legal, self.document),
            at=AT,
            effective_at=AT,
        )
        return self.version

    def mint(self, exact: str) -> UUID:
        start = self.extraction.text.index(exact)
        end = start + len(exact)
        return mint_span(writer=self.legal, version=self.version, start=start, end=end, exact=exact, at=AT).uid

    def cite(self, *exact: str, kind: AnswerKind = AnswerKind.ANSWER) -> Any:
        statement = Statement(text="So it says.", basis=Basis.PARAPHRASED, spans=tuple(map(self.mint, exact)))
        return record_answer(
            writer=self.legal, kind=kind, segments=[statement], context=Context(), on_behalf_of=None, at=AT
        )


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Written once: every test rolls back to it."""
    return copy.copy(_world)


@pytest.fixture
def legal(world: World) -> Asker:
    scene = Cause(world.people, UUID(int=0))
    return Asker.of(scene, world.legal, wiki_of(scene))


class TestMinting:
    @pytest.mark.parametrize("exact", ["Sh1pp1ng ls frce.", "30 days. Sh1pp1ng", "frce"])
    def test_nothing_rests_on_what_was_read_badly(self, world: World, exact: str) -> None:
        with pytest.raises(Refused) as refusal:
            world.mint(exact)
        assert (refusal.value.code, FAINT in refusal.value.detail) == ("span_unquotable", True)

    def test_what_stands_beside_it_may_be_cited(self, world: World) -> None:
        assert world.mint("Returns are accepted within 30 days.")

    def test_a_damaged_structure_lets_nothing_through(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(proof.Readings, "unquotable", _broken)
        with pytest.raises(Refused) as refusal:
            world.mint("Returns")
        assert refusal.value.code == "source_not_proved"

    def test_the_api_says_why(self, world: World, legal: Asker) -> None:
        exact = "Sh1pp1ng"
        start = world.extraction.text.index(exact)
        span = {"version": str(world.version), "start": start, "end": start + len(exact), "exact": exact}
        problem = legal.program.post("spans", {"spans": [span]}).json()
        assert (problem["code"], problem["at"]) == ("span_unquotable", "spans.0")
        assert problem["detail"] == f"Nothing can rest on this passage. {FAINT}"

    @pytest.mark.parametrize(
        ("exact", "why"), [("frce", FAINT), ("=B4", "Formula without a stored value."), ("frce. =", FAINT)]
    )
    def test_the_reason_is_a_sentence(self, world: World, exact: str, why: str) -> None:
        with pytest.raises(Refused) as refusal:
            world.mint(exact)
        assert refusal.value.detail == f"Nothing can rest on this passage. {why}"

    def test_so_does_the_page(self, world: World, legal: Asker) -> None:
        exact = "Sh1pp1ng"
        start = world.extraction.text.index(exact)
        address = f"/documents/{world.document}/versions/{world.version}/cite"
        response = legal.browser.post(address, {"start": start, "end": start + len(exact), "exact": exact})
        assert response.status_code == 422
        assert FAINT in response.content.decode()


def _broken(*_: Any) -> str:
    raise BrokenStructure


class TestTheApi:
    def test_a_version_tells_its_pages_cells_and_regions(self, world: World, legal: Asker) -> None:
        found = legal.program.get(f"versions/{world.version}").json()
        assert [page["label"] for page in found["pages"]] == ["iv", "v"]
        assert found["cells"][0]["headers"] == ["Share", "2026"]
        assert {region["kind"] for region in found["regions"]} == {"ocr", "unquotable", "caption"}

    def test_a_panel_tells_how_a_passage_was_read(self, world: World, legal: Asker) -> None:
        citation = world.cite("Returns are accepted within 30 days.").citations[0]
        world.publish(b"scan again")
        source = legal.program.get(f"citations/{citation}/panel").json()["sources"][0]
        told = {
            "notes": [OCR],
            "confidence": 930,
            "kinds": ["ocr"],
            "cells": [],
            "cell_count": 0,
            "pages": ["iv (sheet 1)"],
        }
        assert source["cited"]["reading"] == source["now"]["reading"] == told

    def test_and_which_cells_it_lies_in(self, world: World, legal: Asker) -> None:
        citation = world.cite("12 %").citations[0]
        reading = legal.program.get(f"citations/{citation}/panel").json()["sources"][0]["cited"]["reading"]
        assert reading["cells"] == [{"address": "table 1!B2", "headers": ["Share", "2026"], "keys": ["Shoes"]}]
        assert reading["notes"] == []

    def test_a_damaged_structure_is_unverified(
        self, world: World, legal: Asker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        citation = world.cite("12 %").citations[0]
        monkeypatch.setattr(passages.Readings, "of", _broken)
        panel = legal.program.get(f"citations/{citation}/panel").json()
        assert (panel["state"], panel["sources"]) == ("unverified", [])

    def test_nothing_of_it_is_told_where_the_state_alone_may_be_known(self, world: World, legal: Asker) -> None:
        citation = world.cite("Returns are accepted within 30 days.").citations[0]
        stranger = Program(token=None)
        response = stranger.get(f"citations/{citation}/panel")
        assert "OCR" not in response.content.decode()


class TestPages:
    def test_the_citation(self, world: World, legal: Asker) -> None:
        citation = world.cite("Returns are accepted within 30 days.", "Figure 2: returns by month", "12 %").citations[0]
        seen = legal.browser.get(f"/c/{citation}").content.decode()
        for said in (OCR, CAPTION, "Page iv (sheet 1).", "Cell table 1!B2: Share › 2026; row Shoes"):
            assert said in seen

    def test_the_answer(self, world: World, legal: Asker) -> None:
        answer = world.cite("Returns are accepted within 30 days.").uid
        assert OCR in legal.browser.get(f"/answers/{answer}").content.decode()

    def test_the_passage_just_chosen(self, world: World, legal: Asker) -> None:
        exact = "Returns are accepted"
        start = world.extraction.text.index(exact)
        address = f"/documents/{world.document}/versions/{world.version}/cite"
        legal.browser.post(address, {"start": start, "end": start + len(exact), "exact": exact})
        assert OCR in legal.browser.get("/cite").content.decode()

    def test_not_the_page_of_somebody_who_may_not_read_it(self, world: World) -> None:
        citation = world.cite("Returns are accepted within 30 days.").citations[0]
        browser = Client()
        browser.force_login(
            User.objects.get(pk=world.people.contractor.id), backend="django.contrib.auth.backends.ModelBackend"
        )
        assert "OCR" not in browser.get(f"/c/{citation}").content.decode()


class TestPaper:
    def page(self, world: World, program: Program) -> UUID:
        note = world.cite("Returns are accepted within 30 days.", kind=AnswerKind.MEMORY_NOTE)
        derived = Statement(text="Made from a note.", basis=Basis.PARAPHRASED, derived_from=(note.uid,))
        answer = record_answer(
            writer=world.legal,
            kind=AnswerKind.SUMMARY,
            segments=[derived],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        plain = world.cite("Figure 2: returns by month")
        citations = [str(uid) for uid in (*answer.citations, *plain.citations)]
        return UUID(program.post("pages", page_of(surface_for(program), citations)).json()["uid"])

    def test_says_how_the_passages_were_read_at_any_depth(self, world: World, legal: Asker) -> None:
        uid = self.page(world, legal.program)
        data = legal.browser.get(f"/pages/{uid}/export.pdf").content
        assert attached(data) == [[OCR], [CAPTION]]

    def test_says_nothing_of_it_where_the_text_is_withheld(self, world: World, legal: Asker) -> None:
        uid = self.page(world, legal.program)
        holder = Holder("user", world.legal.name)
        revoke(actor=world.legal, document=world.document, right=Right.READ, holder=holder, at=AT)
        data = legal.browser.get(f"/pages/{uid}/export.pdf").content
        assert attached(data) == [[], []]


def attached(data: bytes) -> list[list[str]]:
    with pikepdf.open(io.BytesIO(data)) as opened:
        (file,) = opened.attachments.values()
        found = json.loads(file.get_file().read_bytes())
    return [segment["notes"] for segment in found["segments"] if segment["type"] == "statement"]
