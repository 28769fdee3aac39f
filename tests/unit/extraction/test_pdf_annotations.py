"""What annotations do to the words under them, on a screen."""

import pytest
from pikepdf import Array, Dictionary, Name, Object, Pdf

from citeledger.extraction import Extraction, Options, pdf, unseen
from citeledger.extraction.structure import STRUCK_NOTE
from tests.unit.extraction.printing import changed, drawn, saved, show

PAGE = show("The old rule holds.", x=20, y=300) + show("The fee is 12 euros.", x=20, y=270)
BOX = (18, 296, 150, 312)  # around the first line
TOLD = "Annotations lie over words of these pages: look at what they do there (2)."
WHITE = "1 1 1 rg 0 0 132 16 re f"
HIDDEN, NO_VIEW = 2, 32


def read(data: bytes) -> Extraction:
    return pdf.extract(data, Options())


def annotation(
    made: Pdf, kind: str, *, look: str, box: tuple[int, int, int, int] = BOX, flags: int = 4, **more: object
) -> Object:
    left, bottom, right, top = box
    drawing = made.make_stream(look.encode(), Type=Name.XObject, Subtype=Name.Form)
    drawing.BBox = Array([0, 0, right - left, top - bottom])
    drawing.Resources = Dictionary(ExtGState=Dictionary(M=Dictionary(BM=Name.Multiply), H=Dictionary(ca=0.4)))
    return made.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name(f"/{kind}"),
            Rect=Array(box),
            F=flags,
            AP=Dictionary(N=drawing),
            **more,
        )
    )


def annotated(kind: str, *, look: str, page: str = PAGE, **more: object) -> bytes:
    made = changed(drawn(page))
    made.pages[0].Annots = Array([annotation(made, kind, look=look, **more)])
    return saved(made)


def struck(found: Extraction) -> list[str]:
    regions = [region for region in found.structure.regions if region.note == STRUCK_NOTE]
    return [found.text[region.start : region.end] for region in regions]


def typed(kind: str, *, page: int) -> tuple[str, ...]:
    """What is said of words that an annotation of this kind may hold."""
    told = f"Words were typed or stamped onto these pages: they are not in the text ({page})."
    return (told,) if kind in {"FreeText", "Stamp"} else ()


class TestWords:
    @pytest.mark.parametrize("kind", ["FreeText", "Stamp"])
    def test_typed_or_stamped_onto_a_page_are_told_of(self, kind: str) -> None:
        beside = (200, 20, 290, 40)
        told = read(annotated(kind, look="1 0 0 rg 0 0 4 4 re f", box=beside)).structure.warnings
        assert told == typed(kind, page=1) != ()
        for hidden in (HIDDEN, NO_VIEW):
            unseen_ = annotated(kind, look="1 0 0 rg 0 0 4 4 re f", box=beside, flags=hidden)
            assert read(unseen_).structure.warnings == ()

    def test_of_drawings_are_none(self) -> None:
        assert read(annotated("Square", look="1 0 0 rg 0 0 4 4 re f", box=(200, 20, 290, 40))).structure.warnings == ()


class TestStrikeOut:
    @pytest.mark.parametrize("rotation", [0, 90])
    def test_it_strikes_the_words_at_its_points(self, rotation: int) -> None:
        points = Array([38, 310, 75, 310, 38, 297, 75, 297])
        data = changed(annotated("StrikeOut", look="1 0 0 RG 20 6 m 60 6 l S", QuadPoints=points))
        data.pages[0].Rotate = rotation
        assert struck(read(saved(data))) == ["old rule"]

    def test_without_points_those_in_its_box(self) -> None:
        assert struck(read(annotated("StrikeOut", look="1 0 0 RG 0 6 m 132 6 l S"))) == ["The old rule holds."]

    @pytest.mark.parametrize("flags", [HIDDEN, NO_VIEW])
    def test_one_that_no_screen_shows_strikes_nothing(self, flags: int) -> None:
        assert struck(read(annotated("StrikeOut", look="1 0 0 RG 0 6 m 132 6 l S", flags=flags))) == []


class TestCovers:
    @pytest.mark.parametrize("kind", ["Square", "Highlight", "Redact", "FreeText", "Stamp", "Polygon"])
    @pytest.mark.parametrize("look", [WHITE, "0 g 0 0 132 16 re f"])
    def test_covered_words_are_left_out_and_said_so(self, kind: str, look: str) -> None:
        found = read(annotated(kind, look=look))
        assert found.text == "The fee is 12 euros.\n\n"
        assert found.structure.warnings == (*unseen.told(1), *typed(kind, page=1))

    def test_only_the_words_it_covers(self) -> None:
        found = read(annotated("Square", look="1 g 0 0 29 16 re f", box=(75, 296, 104, 312)))
        assert found.text == "The old rule\n\nThe fee is 12 euros.\n\n"

    def test_on_turned_pages(self) -> None:
        made = changed(annotated("Square", look=WHITE))
        made.pages[0].Rotate = 90
        assert "old rule" not in read(saved(made)).text

    def test_words_in_forms(self) -> None:
        made = changed(drawn("/X Do\n"))
        form = made.make_stream(PAGE.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 300, 400]))
        form.Resources = Dictionary(Font=made.pages[0].Resources.Font)
        made.pages[0].Resources.XObject = Dictionary(X=form)
        made.pages[0].Annots = Array([annotation(made, "Square", look=WHITE)])
        assert read(saved(made)).text == "The fee is 12 euros.\n\n"

    @pytest.mark.parametrize("flags", [HIDDEN, NO_VIEW])
    def test_one_that_no_screen_shows_covers_nothing(self, flags: int) -> None:
        made = changed(drawn(PAGE))
        seen = annotation(made, "Highlight", look="/M gs 1 1 0 rg 0 0 132 16 re f")
        made.pages[0].Annots = Array([annotation(made, "Square", look=WHITE, flags=flags), seen])
        found = read(saved(made))
        assert found.text == "The old rule holds.\n\nThe fee is 12 euros.\n\n"
        assert found.structure.warnings == ()


class TestWarnings:
    @pytest.mark.parametrize(
        ("kind", "look"),
        [("Ink", "1 0 0 RG 0 2 m 132 14 l S"), ("Line", "1 0 0 RG 0 6 m 132 6 l S"), ("Stamp", "/H gs " + WHITE)],
    )
    def test_what_touches_words_is_told_with_its_page(self, kind: str, look: str) -> None:
        made = changed(drawn(PAGE))
        made.pages.extend(changed(annotated(kind, look=look)).pages)
        found = read(saved(made))
        assert found.text.count("The old rule holds.") == 2
        assert found.structure.warnings == (TOLD, *typed(kind, page=2))

    @pytest.mark.parametrize(
        ("kind", "look"),
        [
            ("Highlight", "/M gs 1 1 0 rg 0 0 132 16 re f"),
            ("Underline", "0 1 m 132 1 l S"),
            ("Square", "0.5 w 0.5 0.5 131 15 re S"),
            ("Link", "0 0 132 16 re f"),
            ("Ink", ""),
        ],
    )
    def test_markers_and_frames_are_no_news(self, kind: str, look: str) -> None:
        found = read(annotated(kind, look=look))
        assert found.text == "The old rule holds.\n\nThe fee is 12 euros.\n\n"
        assert found.structure.warnings == ()
