"""Bringing in text that exists: responses of model APIs, and text beside which passages are looked for."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.statements import Basis, Context
from citeledger.core.states import State
from citeledger.emission import sessions
from citeledger.emission.ingesting import Recording, TakenIn, ready_to_take_in
from citeledger.emission.provider_responses import ReadResponse, ReadStatement, Told, read_response
from citeledger.emission.retrofitting import Retrofit, Retrofitted, retrofit
from citeledger.emission.services import OnUnproved
from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.catalogue import MINTING, RECORDING
from citeledger.interfaces.api.endpoint import Endpoint, Outcome
from citeledger.interfaces.api.ingest_shapes import IngestIn, RetrofitIn, sent_document
from citeledger.interfaces.api.outputs.ingests import NOT_FROM_SOURCES
from revalidation import withholding

_UNPROVED = {"label": NOT_FROM_SOURCES, "state": State.UNVERIFIED.value}


class Ingests(Endpoint):
    @schema.change(
        name="ingests_take_in",
        summary="Read a model's response against the documents its request carried: mint what it proves, tell the rest",
        takes=IngestIn,
        gives={201: outputs.Ingest},
        problems=(
            *("not_found", "forbidden", "bad_parts", "too_much_text", "too_many_documents", "session_full"),
            *("session_for_another", "span_not_in_session", *MINTING, *RECORDING),
        ),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=IngestIn)
        read = read_response(
            writer=self.principal,
            on_behalf_of=self._read_for(given.get("session")),
            provider=given["provider"],
            response=given["response"],
            documents=[sent_document(each) for each in given["documents"]],
        )
        if read.links:  # compared with the addresses of all documents
            withholding.note()
        response = self.proved_change(
            lambda: ready_to_take_in(
                writer=self.principal,
                read=read,
                session=given.get("session"),
                recording=_recording(given),
                at=self.now,
            ),
            show=lambda taken: Outcome(status.HTTP_201_CREATED, _kept(read, taken)),
        )
        # Kept replies hold no texts: they are read anew on every way out, by who may read the documents then.
        response.data = _with_texts(response.data, read)
        return response

    def _read_for(self, session: UUID | None) -> UUID | None:
        if session is None:
            return None
        return sessions.written_for(writer=self.principal, session=session, named=None, at=self.now)


def _recording(given: dict[str, Any]) -> Recording | None:
    if not given.get("record"):
        return None
    context, on_unproved = given.get("context", {}), given.get("on_unproved", OnUnproved.DROP)
    return Recording(Context(**context), OnUnproved(on_unproved))


def _kept(read: ReadResponse, taken: TakenIn) -> dict[str, Any]:
    return {
        "statements": [_statement(number, each, taken) for number, each in enumerate(read.statements)],
        "not_from_sources": sum(not each.places for each in read.statements),
        "answer": taken.answer and str(taken.answer),
        "withheld": len(taken.withheld),
        "rejections": _told(read.rejections),
        "notes": _told(read.notes),
    }


def _statement(number: int, read: ReadStatement, taken: TakenIn) -> dict[str, Any]:
    citation = taken.citations.get(number)
    return {
        "start": read.start,
        "end": read.end,
        "basis": read.basis.value,
        **(dict.fromkeys(_UNPROVED) if read.places else _UNPROVED),
        "spans": _written(taken.spans[place] for place in read.places),
        "versions": _written(read.versions),
        "citation": citation and str(citation),
        "withheld": taken.withheld.get(number),
    }


def _told(codes: Iterable[Told]) -> list[dict[str, str]]:
    return [{"code": each.code, "at": each.at} for each in codes]


def _written(uids: Iterable[UUID]) -> list[str]:
    return [str(uid) for uid in uids]


def _with_texts(kept: dict[str, Any], read: ReadResponse) -> dict[str, Any]:
    statements = [each | {"text": read.text[each["start"] : each["end"]]} for each in kept["statements"]]
    links = [{"shown": link.shown, "href": link.href, "cite": _written(link.versions)} for link in read.links]
    return kept | {"text": read.text, "statements": statements, "links": links}


class Retrofits(Endpoint):
    @schema.asked(
        name="retrofits_look_up",
        summary="Passages that share words with a text that exists, sentence by sentence; records nothing",
        takes=RetrofitIn,
        gives=outputs.Retrofit,
        problems=("too_many_statements",),
    )
    def post(self, _request: Request) -> Response:
        text = self.given(of=RetrofitIn)["text"]
        withholding.note()  # as of every search
        return Response(_retrofitted(retrofit(viewer=self.principal, text=text, at=self.now)))


def _retrofitted(found: Retrofit) -> dict[str, Any]:
    return {
        "sentences": [_candidates(each) for each in found.sentences],
        "not_from_sources": len(found.sentences),
        "pending": found.pending,
    }


def _candidates(each: Retrofitted) -> dict[str, Any]:
    said = {"start": each.start, "end": each.end, "text": each.text, "basis": Basis.PLAUSIBILITY.value}
    return said | _UNPROVED | {"candidates": outputs.Hit(each.candidates, many=True).data}
