"""What no reader of the pages sees is no part of the text; what comes from a stranger's layer cannot be quoted."""

import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Encryption, Name, Permissions, String

from citeledger.extraction import Extraction, Options, RegionKind, Structure, Unreadable, pdf
from citeledger.extraction.recognition import RecognitionUnavailable, Recognizer
from tests.rig.examples import examples
from tests.unit.extraction.printing import changed, column, drawn, saved, show, typeset
from tests.unit.extraction.test_pdf import to_unicode

SEEN = show("The window is 30 days.", x=20, y=300)


def nothing_installed(language: str) -> Recognizer:
    raise RecognitionUnavailable


def read(data: bytes) -> Extraction:
    return pdf.extract(data, Options(), recognizer_for=nothing_installed)


def pictured(data: bytes, *, x: float = 0, y: float = 0, width: float = 300, height: float = 400) -> bytes:
    """The file with a grey picture painted over every page."""
    spoilt = changed(data)
    image = spoilt.make_stream(
        b"\x80",
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=1,
        Height=1,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceGray,
    )
    for page in spoilt.pages:
        page.Resources.XObject = Dictionary(I=image)
        page.contents_add(f"q {width} 0 0 {height} {x} {y} cm /I Do Q".encode())
    return saved(spoilt)


class TestHiddenText:
    @pytest.mark.parametrize(
        "hidden",
        [
            show("OLD 60 days", x=20, y=250, before="3 Tr"),
            show("OLD 60 days", x=20, y=250, before="7 Tr"),
            show("OLD 60 days", x=20, y=250, size=0.5),
            show("OLD 60 days", x=20, y=250, size=0),
            show("OLD 60 days", x=20, y=250, before="1 1 1 rg"),
            show("OLD 60 days", x=20, y=250, before="1 g"),
            show("OLD 60 days", x=20, y=450),
            show("OLD 60 days", x=-400, y=250),
            show("OLD 60 days", x=20, y=250) + "0 g 15 245 100 20 re f\n",
            show("OLD 60 days", x=20, y=250) + "1 g 15 245 100 20 re f\n",
            show("OLD 60 days", x=20, y=250) + "".join(f"1 g 15 {245 + 2.9 * n} 100 2.9 re f\n" for n in range(7)),
        ],
    )
    def test_it_is_left_out_and_said_so(self, hidden: str) -> None:
        found = read(drawn(SEEN + hidden))
        assert found.text == "The window is 30 days.\n\n"

    def test_it_is_said_where_it_stands_on_the_page(self) -> None:
        assert len(read(drawn(SEEN + show("OLD 60 days", x=20, y=250, before="3 Tr"))).structure.warnings) == 1

    @pytest.mark.parametrize(
        "shown",
        [
            "0 g 15 245 100 20 re f\n" + show("60 days", x=20, y=250, before="1 g"),
            "0.9 g 15 245 100 20 re f\n" + show("60 days", x=20, y=250),
            show("60 days", x=20, y=250) + "0 G 15 245 100 20 re S\n",
            show("60 days", x=20, y=250, before="1 Tr"),
            show("60 days", x=20, y=250, before="0.9 g"),
        ],
    )
    def test_what_stands_out_is_text(self, shown: str) -> None:
        assert read(drawn(SEEN + shown)).text == "The window is 30 days.\n\n60 days\n\n"

    def test_white_beside_its_ground_is_not_seen(self) -> None:
        ground = "0 g 200 245 50 20 re f\n" + show("60 days", x=20, y=250, before="1 g")
        assert read(drawn(SEEN + ground)).text == "The window is 30 days.\n\n"

    def test_text_under_a_later_picture_is_not_seen(self) -> None:
        data = pictured(drawn(SEEN + show("OLD 60 days", x=20, y=250)), x=15, y=240, width=100, height=30)
        assert read(data).text == "The window is 30 days.\n\n"

    def test_what_the_crop_box_cuts_off_is_not_seen(self) -> None:
        data = drawn(SEEN + show("OLD 60 days", x=20, y=50), CropBox=Array([0, 200, 300, 400]))
        assert read(data).text == "The window is 30 days.\n\n"

    @pytest.mark.parametrize("look", [Dictionary(BM=Name.Multiply), Dictionary(ca=0.4), Dictionary(BM=Name.Darken)])
    def test_a_highlight_that_shines_through_hides_nothing(self, look: Dictionary) -> None:
        spoilt = changed(drawn(SEEN))
        spoilt.pages[0].Resources.ExtGState = Dictionary(H=look)
        spoilt.pages[0].contents_add(b"q /H gs 1 1 0 rg 15 295 200 20 re f Q")
        assert read(saved(spoilt)).text == "The window is 30 days.\n\n"


class TestReplacements:
    """ActualText: what a file says in place of what it shows."""

    def replaced(self, said: str, shown: str) -> str:
        word = f"/Span <</ActualText {said}>> BDC {show(shown, x=62, y=300)} EMC\n"
        return read(drawn(show("You may", x=20, y=300) + word + show("disclose it.", x=120, y=300))).text

    @pytest.mark.parametrize(
        ("said", "shown"),
        [
            ("(30 days)", "60 days"),
            ("()", "not"),
            ("<FEFF>", "not"),
            ("(03 days)", "30 days"),
            (f"({'x' * 5000})", "not"),
        ],
    )
    def test_what_is_shown_counts(self, said: str, shown: str) -> None:
        assert self.replaced(said, shown) == f"You may {shown} disclose it.\n\n"

    @pytest.mark.parametrize(
        ("said", "shown", "text"),
        [("(Not)", "NOT", "Not"), ("<FEFF004E006F0074>", "NOT", "Not"), ("(re-fund)", "refund", "re-fund")],
    )
    def test_the_same_letters_in_another_spelling_are_believed(self, said: str, shown: str, text: str) -> None:
        assert self.replaced(said, shown) == f"You may {text} disclose it.\n\n"

    def test_digits_keep_their_order_where_letters_do_not(self) -> None:
        word = f"/Span <</ActualText <FEFF05E900300036>>> BDC {show('@60', x=20, y=300)} EMC"
        assert read(to_unicode(drawn(word), {"@": "05e9"})).text == "60ש\n\n"

    @pytest.mark.parametrize("kind", ["string", "stream", "name"])
    def test_behind_a_reference_too(self, kind: str) -> None:
        spoilt = changed(drawn(SEEN + f"/Span /R BDC {show('60 days', x=20, y=250)} EMC"))
        forms = {"string": String("OLD"), "stream": spoilt.make_stream(b"OLD"), "name": Name.OLD}
        said = Dictionary(ActualText=spoilt.make_indirect(forms[kind]))
        spoilt.pages[0].Resources.Properties = Dictionary(R=spoilt.make_indirect(said))
        assert read(saved(spoilt)).text == "The window is 30 days.\n\n60 days\n\n"

    def test_inside_forms_too(self) -> None:
        spoilt = changed(drawn(SEEN + "/X Do\n"))
        said = b"/Span <</ActualText (OLD)>> BDC " + show("60 days", x=20, y=250).encode() + b" EMC"
        form = spoilt.make_stream(said, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 300, 400]))
        resources = spoilt.pages[0].Resources
        form.Resources = Dictionary(Font=resources.Font)
        resources.XObject = Dictionary(X=form)
        assert read(saved(spoilt)).text == "The window is 30 days.\n\n60 days\n\n"


class TestLayers:
    """Optional content: what a reader's program does not draw."""

    def layered(self, content: str, *, off: bool, inside: str = "") -> bytes:
        """A page with a layer /L; a form /X of that content, itself in the layer, may be drawn."""
        spoilt = changed(drawn(SEEN + content))
        layer = spoilt.make_indirect(Dictionary(Type=Name.OCG, Name="Old"))
        resources = spoilt.pages[0].Resources
        resources.Properties = Dictionary(L=layer)
        form = spoilt.make_stream(inside.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 300, 400]))
        form.Resources, form.OC = Dictionary(Font=resources.Font), layer
        resources.XObject = Dictionary(X=form)
        state = Dictionary(Order=Array([layer]), OFF=Array([layer] if off else []))
        spoilt.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=state)
        return saved(spoilt)

    @pytest.mark.parametrize("off", [True, False])
    def test_text_of_a_layer_is_read_if_the_layer_is_on(self, off: bool) -> None:
        content = f"/OC /L BDC {show('OLD 60 days', x=20, y=250)} EMC {show('60 days', x=20, y=200)}"
        found = read(self.layered(content, off=off))
        assert ("OLD 60 days" in found.text) is not off
        assert found.text.endswith("60 days\n\n")

    @pytest.mark.parametrize("off", [True, False])
    def test_so_is_text_of_a_form(self, off: bool) -> None:
        found = read(self.layered("/X Do\n", off=off, inside=show("OLD 60 days", x=20, y=250)))
        assert ("OLD 60 days" in found.text) is not off

    @pytest.mark.parametrize("off", [True, False])
    def test_beyond_so_many_layers_on_a_page_nothing_is_read(self, off: bool) -> None:
        content = "".join(f"/OC /L BDC {show('x', x=2 * n, y=200)} EMC " for n in range(100))
        content += f"/OC /L BDC {show('OLD 60 days', x=20, y=250)} EMC "
        assert "OLD" not in read(self.layered(content, off=off)).text

    def test_forms_that_draw_forms_without_end_come_to_an_end(self) -> None:
        spoilt = changed(drawn(SEEN + "/X Do\n"))
        resources = spoilt.pages[0].Resources
        for _ in range(11):
            drawing = b"/X Do /X Do" if "/XObject" in resources else show("again", x=20, y=200).encode()
            form = spoilt.make_stream(drawing, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 300, 400]))
            form.Resources = Dictionary(resources)
            resources.XObject = Dictionary(X=form)
        assert read(saved(spoilt)).text.startswith("The window is 30 days.")


class TestLayersUnderPictures:
    def test_they_are_kept_and_cannot_be_quoted(self) -> None:
        found = read(pictured(drawn(show("Scanned: 30 days.", x=20, y=300, before="3 Tr"))))
        assert found.text == "Scanned: 30 days.\n\n"
        kinds = {(region.kind, region.start, region.end, region.confidence) for region in found.structure.regions}
        assert kinds == {(RegionKind.OCR, 0, 17, None), (RegionKind.UNQUOTABLE, 0, 17, None)}
        assert len(found.structure.warnings) == 2

    def test_a_scan_without_a_layer_is_refused_where_nothing_reads_pictures(self) -> None:
        with pytest.raises(RecognitionUnavailable):
            read(pictured(drawn("")))

    def test_beside_pages_of_text_it_is_named(self) -> None:
        spoilt = changed(pictured(drawn("")))
        spoilt.pages.extend(changed(drawn(SEEN)).pages)
        found = read(saved(spoilt))
        assert found.text == "The window is 30 days.\n\n"
        assert [(page.label, page.end - page.start) for page in found.structure.pages] == [("1", 0), ("2", 24)]
        assert len(found.structure.warnings) == 1


class TestRefusals:
    @pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"text", b"%PDF-1.7\n%%EOF", b"%PDF-" + b"\0" * 5000])
    def test_what_is_no_pdf_is_unreadable(self, data: bytes) -> None:
        with pytest.raises(Unreadable):
            read(data)

    def test_a_file_that_needs_a_password_is_unreadable(self) -> None:
        locked = saved(changed(drawn(SEEN)), encryption=Encryption(user="secret", owner="secret"))
        with pytest.raises(Unreadable):
            read(locked)

    def test_a_file_that_only_forbids_changes_is_read(self) -> None:
        locked = saved(
            changed(drawn(SEEN)), encryption=Encryption(user="", owner="x", allow=Permissions(extract=False))
        )
        found = read(locked)
        assert found.text == "The window is 30 days.\n\n"
        assert found.structure.details["protection"] == "permissions"

    def test_a_stream_that_unpacks_beyond_reason_is_unreadable(self) -> None:
        packing = zlib.compressobj(1)
        bomb = (
            packing.compress(SEEN.encode())
            + b"".join(packing.compress(b" " * 2**20) for _ in range(300))
            + packing.flush()
        )
        spoilt = changed(drawn(SEEN))
        stream = spoilt.make_stream(b"")
        stream.write(bomb, filter=Name.FlateDecode)
        spoilt.pages[0].Contents = stream
        data = saved(spoilt)
        assert len(data) < 3_000_000
        with pytest.raises(Unreadable):
            read(data)

    def test_a_page_tree_that_bites_its_tail_is_unreadable(self) -> None:
        spoilt = changed(drawn(SEEN))
        spoilt.Root.Pages.Kids = Array([spoilt.Root.Pages])
        data = saved(spoilt)
        with pytest.raises(Unreadable):
            read(data)

    def test_too_many_pages_are_unreadable(self) -> None:
        spoilt = changed(drawn(SEEN))
        page = spoilt.pages[0].obj
        spoilt.Root.Pages.Kids = Array([page] * 100_000)
        spoilt.Root.Pages.Count = 100_000
        with pytest.raises(Unreadable):
            read(saved(spoilt))

    def test_scripts_and_attachments_are_not_read_and_named(self) -> None:
        spoilt = changed(drawn(SEEN))
        spoilt.attachments["note.txt"] = b"OLD 60 days"
        spoilt.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="this.print()")
        spoilt.Root.AcroForm = Dictionary(Fields=Array([]))
        found = read(saved(spoilt))
        assert found.text == "The window is 30 days.\n\n"
        assert len(found.structure.warnings) == 2


TYPESET = typeset("= Title\n#lorem(40)\n#columns(2)[#lorem(40)]\n- item")
RAW = drawn(SEEN + "".join(column(["one", "two"], x=20, y=200)), SEEN)


class TestAnyInput:
    @settings(deadline=None, max_examples=examples(200))
    @given(
        st.sampled_from([TYPESET, RAW]),
        st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=20),
        st.floats(0, 1),
    )
    def test_spoilt_files_are_read_or_refused_never_an_accident(
        self, data: bytes, flips: list[tuple[float, int]], kept: float
    ) -> None:
        spoilt = bytearray(data)
        for place, value in flips:
            spoilt[int(place * len(spoilt))] = value
        spoilt = spoilt[: max(int(len(spoilt) * (kept + 0.5)), 1)]
        try:
            found = read(bytes(spoilt))
        except (Unreadable, RecognitionUnavailable):
            return
        assert Structure.from_json(found.structure.to_json()) == found.structure
        assert found.structure.blocks[-1].end == len(found.text)
        found.text.encode()

    @settings(deadline=None, max_examples=examples(100))
    @given(st.binary(max_size=400))
    def test_any_bytes_behind_the_mark_are_refused(self, data: bytes) -> None:
        with pytest.raises(Unreadable):
            read(b"%PDF-1.7\n" + data)

    @settings(deadline=None, max_examples=examples(150))
    @given(st.text(alphabet="0123456789.- \n()<>[]/BTEqQmTfJjdrgcWn'\"FS", max_size=200))
    def test_any_operators_are_read_or_refused(self, content: str) -> None:
        try:
            found = read(drawn(SEEN + content))
        except Unreadable:
            return
        assert Structure.from_json(found.structure.to_json()) == found.structure
