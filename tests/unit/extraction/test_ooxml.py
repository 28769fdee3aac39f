"""Packages that lie: names that lead outside, endless members, entities. All refused, and in the one way."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZipFile, ZipInfo

import pytest

from citeledger.extraction import Unreadable, ooxml
from citeledger.extraction.ooxml import Package
from tests.unit.extraction.packages import archive, package, relations

SOUND = {"word/document.xml": "<a><b/><b/></a>"}


def test_a_sound_package_is_opened() -> None:
    opened = Package(package("word/document.xml", SOUND))
    assert opened.main_part() == "word/document.xml"
    assert opened.tree("word/document.xml").tag == "a"
    assert len(list(opened.elements("word/document.xml", "b"))) == 2


@pytest.mark.parametrize(
    "name",
    ["../evil.xml", "/etc/passwd", "a/../../b", "C:/x.xml", "a\\..\\b", "WORD/Document.xml", "word/.."],
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(Unreadable):
        Package(package("word/document.xml", {**SOUND, name: "x"}))


def test_a_name_with_nul_is_refused() -> None:
    data = package("word/document.xml", {**SOUND, "word/x!.xml": "x"})
    with pytest.raises(Unreadable):
        Package(data.replace(b"word/x!.xml", b"word/x\0.xml"))


def test_a_member_written_twice_is_refused() -> None:
    file = BytesIO(package("word/document.xml", SOUND))
    with ZipFile(file, "a") as written, pytest.warns(UserWarning, match="Duplicate name"):
        written.writestr("word/document.xml", "<b/>")
    with pytest.raises(Unreadable):
        Package(file.getvalue())


def test_encrypted_members_are_refused() -> None:
    data = bytearray(package("word/document.xml", SOUND))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    with pytest.raises(Unreadable):
        Package(bytes(data))


def test_other_compressions_are_refused() -> None:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_BZIP2) as written:
        written.writestr("a", "b")
    with pytest.raises(Unreadable):
        Package(file.getvalue())


def test_too_many_members_are_refused() -> None:
    with pytest.raises(Unreadable):
        Package(archive({f"{number}": "" for number in range(10_001)}))


def test_a_bomb_is_refused_by_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ooxml, "_LARGEST", 1_000_000)
    with pytest.raises(Unreadable):
        Package(package("word/document.xml", {**SOUND, "x": b"\0" * 1_000_001}))


def test_a_bomb_is_refused_by_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its directory says it is small: what is read is counted all the same, over all members."""
    monkeypatch.setattr(ooxml, "_LARGEST", 1_000)
    opened = Package(package("word/document.xml", SOUND))
    opened.main_part()
    for _ in range(100):
        try:
            opened.tree("word/document.xml")
        except Unreadable:
            return
    pytest.fail("nothing was counted")


def test_a_size_that_lies_is_refused() -> None:
    data = bytearray(package("word/document.xml", {"word/document.xml": "<a>" + "x" * 5_000 + "</a>"}))
    at = data.rindex(b"word/document.xml") - 46
    assert data[at : at + 4] == b"PK\x01\x02"
    struct.pack_into("<L", data, at + 24, 10)
    with pytest.raises(Unreadable):
        Package(bytes(data)).tree("word/document.xml")


def test_overlapping_members_are_refused() -> None:
    """Two entries of the directory that share one member's bytes: how 42 kB hold 5 GB."""
    file = BytesIO()
    with ZipFile(file, "w") as written:
        written.writestr("a", "x" * 1000)
        twin = ZipInfo("b")
        first = written.infolist()[0]
        twin.header_offset, twin.CRC = first.header_offset, zlib.crc32(b"x" * 1000)
        twin.file_size = twin.compress_size = 1000
        written.filelist.append(twin)
        written.NameToInfo["b"] = twin
    with pytest.raises(Unreadable):
        Package(file.getvalue())


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\x03\x04" + b"\0" * 100, b"\xd0\xcf\x11\xe0" * 200, archive({"a": "b"})]
)
def test_what_is_no_office_file_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        Package(data).main_part()


DOCTYPED = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y SYSTEM "file:///etc/passwd">]><a b="&x;">&x;&y;</a>'


@pytest.mark.parametrize(
    "xml",
    [
        DOCTYPED.encode(),
        DOCTYPED.encode("utf-16"),
        (" " * 100_000 + DOCTYPED).encode(),
        ("<?xml version='1.0' encoding='utf-7'?>" + DOCTYPED).encode("utf-7"),
        ("<?xml version='1.0' encoding='utf-32le'?>" + DOCTYPED).encode("utf-32-le"),
        DOCTYPED.encode("utf-16-le"),
        b"<a>" * 300 + b"</a>" * 300,
        b"<a>" + b"x" * 11_000_000 + b"</a>",
        b"<a>\0</a>",
        b"<a>",
        b"",
    ],
)
def test_xml_that_declares_or_overreaches_is_refused(xml: bytes) -> None:
    opened = Package(package("word/document.xml", {"word/document.xml": xml}))
    with pytest.raises(Unreadable):
        opened.tree("word/document.xml")
    with pytest.raises(Unreadable):
        list(opened.elements("word/document.xml", "a"))


def test_targets_stay_inside_and_outer_ones_are_left_out() -> None:
    rels = relations({"a": ("styles", "../../../etc/passwd"), "b": ("x", "/word/s.xml"), "c": ("x", "s.xml")})
    rels = rels.replace(
        "</Relationships>", '<Relationship Id="d" Type="t/x" Target="http://a" TargetMode="External"/></Relationships>'
    )
    opened = Package(package("word/document.xml", {**SOUND, "word/_rels/document.xml.rels": rels}))
    found = opened.relationships("word/document.xml")
    assert {name: each.target for name, each in found.items()} == {
        "a": "etc/passwd",
        "b": "word/s.xml",
        "c": "word/s.xml",
    }
    assert not opened.holds("etc/passwd")
    with pytest.raises(Unreadable):
        opened.tree("etc/passwd")


def test_elements_are_freed_as_they_pass() -> None:
    opened = Package(package("word/document.xml", {"word/document.xml": "<a>" + "<b><c/></b>" * 1_000 + "</a>"}))
    for element in opened.elements("word/document.xml", "b"):
        assert len(list(element.itersiblings(preceding=True))) <= 1
        assert len(element) == 1
