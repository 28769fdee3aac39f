"""W3C Web Annotation: what a note says, and the selectors of its targets (Web Annotation Data Model, section 4.2).

A quotation decides, between its prefix and suffix; the standard lets it stand for all of its places, here it must have
one. Positions (TextPositionSelector; RFC 5147 `char=` in a FragmentSelector) count code points, or UTF-16 where only
that gives the quotation, and choose among its places; alone they prove nothing. Ranges, paths and refinements need the
document's markup, which is not at hand: beside a quotation they are left aside, alone they are refused. So is a
fragment that asks for a check of bytes. A target's `source` is the identifier the request gave the document.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from citeledger.core.spans import SpanMismatch
from citeledger.providers.documents import RequestDocument, Requested
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, cited_text, fields, kind_of, text, text_or_none, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.quotations import Quotation
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Numbers

_CHARACTERS = re.compile(r"char=(\d{0,18}),(\d{0,18})", re.ASCII)
_RFC_5147: Final = ("http://tools.ietf.org/rfc/rfc5147", "https://tools.ietf.org/rfc/rfc5147")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read an annotation, or a page or collection of them."""
    intake = Intake(documents)
    if isinstance(response.get("first"), Mapping):
        response = fields(response["first"])
    if "items" not in response:
        _annotation(intake, response, "")
    for at, annotation in intake.objects(response, "items"):
        _annotation(intake, annotation, at)
    return intake.ingested()


def _annotation(intake: Intake, annotation: Fields, at: str) -> None:
    grounds = list(_targets(intake, annotation, at))
    bodies = list(_bodies(intake, annotation, at))
    for body in bodies or [""]:
        intake.say(text=body, grounds=grounds, at=_under(at, "body"))


def _bodies(intake: Intake, annotation: Fields, at: str) -> Iterator[str]:
    for name in ("bodyValue", "body"):
        for number, body in enumerate(_one_or_several(annotation.get(name))):
            with intake.part(f"{_under(at, name)}.{number}"):
                yield body if name == "bodyValue" and isinstance(body, str) else text(fields(body), "value")


def _targets(intake: Intake, annotation: Fields, at: str) -> Iterator[Grounds]:
    targets = [_specific(one) for one in _one_or_several(annotation.get("target"))]
    for path, target in intake.citations({"target": targets}, "target", at):
        with intake.part(path):
            yield _grounds(intake, target, path)


def _specific(target: object) -> object:
    """A bare identifier stands for a resource as a whole."""
    return {"source": target} if isinstance(target, str) else target


def _grounds(intake: Intake, target: Fields, at: str) -> Grounds:
    name = target.get("source", target.get("id"))
    ref = text({"id": name} if isinstance(name, str) else fields(name), "id")
    try:
        source = intake.sources.with_ref(ref)
    except Unreadable as refused:
        intake.refuse(refused.reason, at)
        return intake.link(ref)
    selectors = _one_or_several(target.get("selector"))
    if not selectors:
        return Grounds(documents=(source.position,))
    return _Selection(intake, source, at).grounds(selectors)


class _Selection:
    """The selectors of one target: alternatives for the same passage."""

    def __init__(self, intake: Intake, source: Requested, at: str) -> None:
        self._intake = intake
        self._source = source
        self._at = at
        self._quotations: list[Quotation] = []
        self._positions: list[Numbers] = []
        self._ignored: list[str] = []

    def grounds(self, selectors: Sequence[object]) -> Grounds:
        for number, selector in enumerate(selectors):
            self._sort(fields(selector), f"{self._at}.selector.{number}")
        if len(self._quotations) != 1:
            raise Unreadable(Reason.CITED_TEXT_MISSING if self._positions else Reason.UNSUPPORTED_SELECTOR)
        for path in self._ignored:
            self._intake.note(NoteKind.SELECTOR_IGNORED, path)
        if not self._positions:
            passages = self._intake.sources.quotation(source=self._source, quotation=self._quotations[0])
            return self._intake.passages(passages, self._at)
        found = [self._at_position(numbers, self._quotations[0]) for numbers in self._positions]
        if len({grounds.spans for grounds in found}) > 1:
            raise Unreadable(Reason.CITED_TEXT_MISMATCH)
        return found[0]

    def _sort(self, selector: Fields, path: str) -> None:
        if selector.get("refinedBy") is not None:
            raise Unreadable(Reason.UNSUPPORTED_SELECTOR)
        match kind_of(selector):
            case "TextQuoteSelector":
                around = (text_or_none(selector, name) or "" for name in ("prefix", "suffix"))
                self._quotations.append(Quotation(cited_text(selector, "exact"), *around))
            case "TextPositionSelector":
                kind = "web_annotation.TextPositionSelector"
                self._positions.append(Numbers(kind, whole_number(selector, "start"), whole_number(selector, "end")))
            case "FragmentSelector" if selector.get("conformsTo") in _RFC_5147:
                self._positions.append(self._fragment(text(selector, "value")))
            case _:
                self._ignored.append(path)

    def _fragment(self, value: str) -> Numbers:
        characters = _CHARACTERS.fullmatch(value)
        if not characters:
            raise Unreadable(Reason.UNSUPPORTED_SELECTOR)
        sent = self._source.document.excerpt
        return Numbers("web_annotation.char", int(characters[1] or 0), int(characters[2] or sent.end - sent.start))

    def _at_position(self, numbers: Numbers, quotation: Quotation) -> Grounds:
        sources = self._intake.sources
        passages = sources.characters(source=self._source, numbers=numbers, cited=quotation.words)
        whole, span = self._source.document.text, passages.spans[0]
        if not (whole[: span.start].endswith(quotation.before) and whole[span.end :].startswith(quotation.behind)):
            raise SpanMismatch("The words around the passage are others.")
        return self._intake.passages(passages, self._at)


def _one_or_several(value: object) -> list[object]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _under(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
