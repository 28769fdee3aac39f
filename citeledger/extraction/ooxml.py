"""The package DOCX and XLSX files are: a ZIP of XML parts that name one another. Opened without trusting any of it.

Refused: encrypted or overlapping members, names that lead outside, names twice, too many or too large members, document
type declarations (and with them entities), nesting deeper than a parser should follow. Nothing is written to disk,
nothing outside is fetched.
"""

import posixpath
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import IO, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from lxml import etree

from citeledger.extraction.extracted import Unreadable

_MOST_MEMBERS: Final = 10_000
_LARGEST: Final = 256 * 1024 * 1024  # bytes of all members, unpacked
_REFERENCES: Final = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
_ENCRYPTED: Final = 0x1
_DOCTYPE: Final = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))
# Only in these encodings would a document type declaration be seen.
_PLAIN_XML: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?!\0)(?!\?xml[^>]*encoding\s*=\s*[\"'](?!(?:utf-8|utf-16|us-ascii|iso-8859-1)[\"']))"
    rb"|\xff\xfe<\0(?!\0)|\xfe\xff\0<",
    re.IGNORECASE,
)
# Whatever zipfile raises for what is no package: lying sizes and names, methods it does not know, broken streams.
_BROKEN: Final = (BadZipFile, zlib.error, LookupError, ValueError, RuntimeError, EOFError, OSError, struct.error)


class Relationship(NamedTuple):
    """What a part names: the last word of the relationship's type, and the part it leads to."""

    kind: str
    target: str


class Package:
    """The parts of an Office file."""

    def __init__(self, data: bytes) -> None:
        """Raises Unreadable for anything that is no sound package."""
        try:
            self._archive = ZipFile(BytesIO(data))
            members = self._archive.infolist()
        except _BROKEN:
            raise Unreadable from None
        if not _are_sound(members):
            raise Unreadable
        self._members = {member.filename.lower(): member for member in members}
        self._budget = _LARGEST

    def main_part(self) -> str:
        """The name of the document's or workbook's own part. Raises Unreadable where there is none."""
        found = (each.target for each in self.relationships("").values() if each.kind == "officeDocument")
        name = next(found, "")
        if not self.holds(name):
            raise Unreadable
        return name

    def relationships(self, part: str) -> Mapping[str, Relationship]:
        """What `part` names, by id; what lies outside the package is left out."""
        folder, name = posixpath.split(part)
        listed = f"{folder}/_rels/{name}.rels".lstrip("/")
        if not self.holds(listed):
            return {}
        return {
            each.get("Id", ""): Relationship(
                each.get("Type", "").rpartition("/")[2], _target(folder, each.get("Target", ""))
            )
            for each in self.tree(listed)
            if each.get("TargetMode") != "External"
        }

    def holds(self, part: str) -> bool:
        return part.lower() in self._members

    def tree(self, part: str) -> etree._Element:
        """The root of a part's XML. Raises Unreadable for a part that is missing or broken."""
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(self._checked(part), parser)
        except (etree.LxmlError, ValueError):
            raise Unreadable from None
        if root is None or root.getroottree().docinfo.internalDTD is not None:
            raise Unreadable
        return root

    def elements(self, part: str, *names: str) -> Iterator[etree._Element]:
        """Elements with these local names, one at a time as they end, each freed after use: for large parts."""
        source = BytesIO(self._checked(part))
        tags = [f"{{*}}{name}" for name in names]
        try:
            for _, element in etree.iterparse(
                source, tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
            ):
                yield element
                element.clear()
                while (before := element.getprevious()) is not None and (parent := element.getparent()) is not None:
                    parent.remove(before)
        except (etree.LxmlError, ValueError):
            raise Unreadable from None

    def _checked(self, part: str) -> bytes:
        xml = self._read(part)
        if not _PLAIN_XML.match(xml) or any(mark in xml for mark in _DOCTYPE):
            raise Unreadable
        return xml

    def _read(self, part: str) -> bytes:
        member = self._members.get(part.lower())
        if member is None:
            raise Unreadable
        try:
            with self._archive.open(member) as stream:
                return self._within_budget(stream)
        except _BROKEN:
            raise Unreadable from None

    def _within_budget(self, stream: IO[bytes]) -> bytes:
        """All of a stream, if what was read of the package so far and it are not too much: sizes may lie."""
        content = stream.read(self._budget + 1)
        self._budget -= len(content)
        if self._budget < 0:
            raise Unreadable
        return content


def local(element: etree._Element) -> str:
    """An element's name without its namespace: those of the two editions of the standard differ in nothing else."""
    return str(element.tag).rpartition("}")[2]


def value(element: etree._Element, name: str) -> str | None:
    """An attribute of the element's own vocabulary, with or without its namespace."""
    space, found, _ = str(element.tag).rpartition("}")
    return element.get(f"{space}{found}{name}", element.get(name))


def reference(element: etree._Element, name: str = "id") -> str:
    """The id of a relationship that the element names, empty where it names none."""
    return next((found for space in _REFERENCES if (found := element.get(f"{{{space}}}{name}"))), "")


def child(element: etree._Element | None, *path: str) -> etree._Element | None:
    """The first element down a path of local names, None where the path ends early."""
    for name in path:
        element = None if element is None else next(element.iterchildren(f"{{*}}{name}"), None)
    return element


def integer(text: str | None, otherwise: int) -> int:
    """A written number of up to nine digits, `otherwise` for anything else."""
    digits = (text or "").removeprefix("-")
    return int(text or "") if digits.isascii() and digits.isdigit() and len(digits) < 10 else otherwise


def _target(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def _are_sound(members: list[ZipInfo]) -> bool:
    names = {member.filename.lower() for member in members}
    return (
        len(members) <= _MOST_MEMBERS
        and len(names) == len(members)
        and sum(member.file_size for member in members) <= _LARGEST
        and all(_is_sound(member) for member in members)
        and not _overlap(members)
    )


def _is_sound(member: ZipInfo) -> bool:
    parts = member.filename.split("/")
    return (
        not member.flag_bits & _ENCRYPTED
        and member.compress_type in {ZIP_STORED, ZIP_DEFLATED}
        and not member.filename.startswith("/")
        and not {"\\", ":", "\0"} & set(member.orig_filename)
        and ".." not in parts
    )


def _overlap(members: list[ZipInfo]) -> bool:
    """Whether one member's bytes are another's too: how a small file holds endless ones."""
    edge = 0
    for member in sorted(members, key=lambda each: each.header_offset):
        if member.header_offset < edge:
            return True
        edge = member.header_offset + len(member.filename) + member.compress_size
    return False
