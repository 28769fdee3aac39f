"""Files in encodings of old: read right with the encoding named, or refused; never a wrong letter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import Options, Structure, Unreadable, markdown, text
from citeledger.extraction.encodings import CONTRADICTED, DETECTED, Told, decoded
from citeledger.extraction.extracted import Extraction
from tests.rig.examples import examples

# One sentence a language, in the code page its texts were kept in and the web's name of that.
WRITTEN = [
    ("cp1252", "windows-1252", "The “Net 30” terms apply – fees of 5€ are due. Don’t pay twice; see the café’s menu."),
    ("cp1252", "windows-1252", "Die Rückgabe ist innerhalb von 30 Tagen möglich. Für Prüfungen gilt § 4 der Satzung."),
    ("cp1252", "windows-1252", "Le délai est de quatorze jours. L'élève doit être présent à l'école où ça se passe."),
    (
        "cp1252",
        "windows-1252",
        "El plazo de devolución es de 30 días. El año pasado, la compañía pagó más. ¿Quién lo sabía?",
    ),
    ("cp1252", "windows-1252", "A devolução não é possível após 30 dias. As condições de utilização são públicas."),
    ("cp1252", "windows-1252", "Ångerrätten gäller i 14 dagar. Återbetalning sker på följande sätt."),
    ("cp1252", "windows-1252", "Fortrydelsesretten gælder i 14 dage. Prøv at læse på området."),
    ("iso8859_15", "iso-8859-15", "Le coût est de 5€, l'œuvre a été livrée à l'hôtel."),
    ("cp1250", "windows-1250", "Termin zwrotu wynosi 14 dni. Książka została zwrócona, a należność zapłacona."),
    ("cp1250", "windows-1250", "Lhůta pro vrácení zboží je čtrnáct dní. Příliš žluťoučký kůň úpěl ďábelské ódy."),
    ("iso8859_2", "iso-8859-2", "Termin zwrotu wynosi 14 dni. Książka została zwrócona, a należność zapłacona."),
    (
        "cp1250",
        "windows-1250",
        "A visszaküldési határidő tizennégy nap. Árvíztűrő tükörfúrógép működik, és őrzi az erőt.",
    ),
    ("cp1254", "windows-1254", "İade süresi on dört gündür. Şirket, ücretin iadesini geç yaptığı için özür diledi."),
    ("cp1257", "windows-1257", "Grąžinimo terminas yra keturiolika dienų. Prekės turi būti nepažeistos, su dėžute."),
    ("cp1251", "windows-1251", "Срок возврата составляет четырнадцать дней. Деньги возвращаются в течение месяца."),
    ("koi8_r", "koi8-r", "Срок возврата составляет четырнадцать дней. Деньги возвращаются в течение месяца."),
    ("cp866", "ibm866", "Срок возврата составляет четырнадцать дней. Деньги возвращаются в течение месяца."),
    ("cp1251", "windows-1251", "Термін повернення становить чотирнадцять днів. Гроші повертаються протягом місяця."),
    ("cp1253", "windows-1253", "Η προθεσμία επιστροφής είναι δεκατέσσερις ημέρες. Τα χρήματα επιστρέφονται."),
    ("cp1255", "windows-1255", "תקופת ההחזרה היא ארבעה עשר ימים. הכסף יוחזר תוך חודש ימים."),
    ("cp1256", "windows-1256", "مدة الإرجاع أربعة عشر يوما. يعاد المال إلى المشتري خلال شهر واحد."),
    ("cp874", "windows-874", "ระยะเวลาคืนสินค้าคือสิบสี่วัน เงินจะถูกคืนภายในหนึ่งเดือน"),
    ("cp932", "shift_jis", "返品期限は十四日です。代金は一か月以内に返金されます。"),
    ("euc_jp", "euc-jp", "返品期限は十四日です。代金は一か月以内に返金されます。"),
    ("iso2022_jp", "iso-2022-jp", "返品期限は十四日です。代金は一か月以内に返金されます。"),
    ("gb18030", "gb18030", "退货期限为十四天。款项将在一个月内退还给买方。"),
    ("big5", "big5", "退貨期限為十四天。款項將在一個月內退還給買方。"),
    ("cp949", "euc-kr", "반품 기한은 14일입니다. 대금은 한 달 이내에 환불됩니다."),
]


def read(data: bytes) -> Extraction:
    return text.extract(data, Options())


@pytest.mark.parametrize(("codec", "name", "sentence"), WRITTEN)
class TestDetection:
    def test_a_sentence_is_read_right_and_its_encoding_named(self, codec: str, name: str, sentence: str) -> None:
        found = read(sentence.encode(codec))
        assert (found.text, found.structure.details["encoding"]) == (sentence, name)
        assert found.extractor == "text/1+encodings/1"

    def test_its_pieces_are_read_right_or_refused(self, codec: str, name: str, sentence: str) -> None:
        words = sentence.split()
        for first in range(len(words) - 2):
            piece = " ".join(words[first : first + 3])
            try:
                found = read(piece.encode(codec)).text
            except Unreadable:
                continue
            assert found == piece


def test_what_no_bytes_declare_is_said() -> None:
    assert read(WRITTEN[1][2].encode("cp1252")).structure.warnings == (DETECTED,)


def test_a_windows_file_of_quotes_dashes_and_euros() -> None:
    found = read(bytes.fromhex("4e 6f 74 65 0d 0a 93 4e 65 74 20 33 30 94 20 96 20 35 80 0d 0a"))
    assert found.text == "Note\n“Net 30” – 5€\n"
    assert found.structure.details == {"encoding": "windows-1252", "encoding_told_by": "detection"}
    assert found.text[5:18] == "“Net 30” – 5€"


@pytest.mark.parametrize("sign", ["§ 5", "£5 per day", "±3 °C", "10² m", "½ cup", "«so»"])
def test_western_signs_alone_tell_enough(sign: str) -> None:
    assert read(sign.encode("cp1252")).text == sign


@pytest.mark.parametrize(
    "data",
    ["año".encode("cp1252"), "Ö".encode("cp1252"), b"\xff\xfe\x00\xd8", b"\xff\x00", b"a\x81b", b"\xfe\xff\xd8\x00"],
)
def test_what_cannot_be_told_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data)


class TestUtf8:
    def test_it_stays_text_1_without_a_trace(self) -> None:
        assert read("Maß\r\n".encode()) == Extraction("Maß\n", text.structure("Maß\n"), "text/1")

    def test_a_mark_at_its_head_is_no_text(self) -> None:
        assert read(b"\xef\xbb\xbfName,Limit\r\nAda,30\r\n").text == "Name,Limit\nAda,30\n"

    def test_two_marks_are_one_and_a_character(self) -> None:
        assert read(b"\xef\xbb\xbf\xef\xbb\xbfa").text == "\ufeffa"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_read_by_their_mark(codec: str) -> None:
    mark = "\ufeff" if codec.endswith("e") else ""
    found = markdown.extract((mark + "# Frist 😀\r\n\r\n30 Tage").encode(codec), Options())
    assert found.text == "# Frist 😀\n\n30 Tage"
    assert found.structure.headings[0].title == "Frist 😀"
    assert found.structure.details["encoding"].startswith(codec[:6])


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_encodings_without_a_mark_are_refused(codec: str) -> None:
    with pytest.raises(Unreadable):
        read("Frist".encode(codec))


class TestDeclared:
    @pytest.mark.parametrize(
        ("label", "codec", "name"),
        [
            ("iso-8859-1", "cp1252", "windows-1252"),
            ("Latin1", "cp1252", "windows-1252"),
            (" windows-1250 ", "cp1250", "windows-1250"),
            ("gb2312", "gb18030", "gb18030"),
            ("x-sjis", "cp932", "shift_jis"),
            ("ks_c_5601-1987", "cp949", "euc-kr"),
        ],
    )
    def test_a_name_means_what_it_means_on_the_web(self, label: str, codec: str, name: str) -> None:
        found = decoded(
            "x€".encode(codec) if codec not in {"cp932", "cp949"} else "반품期".encode(codec, "ignore"), declared=label
        )
        assert (found.encoding, found.told, found.warnings) == (name, Told.DECLARATION, ())

    @pytest.mark.parametrize(
        "label", ["utf-7", "zip", "rot13", "unicode_escape", "punycode", "undefined", "\0", "x" * 9]
    )
    def test_names_of_no_text_encoding_count_for_nothing(self, label: str) -> None:
        assert decoded(b"+ADw-", declared=label).text == "+ADw-"
        assert decoded("§ 5".encode("cp1252"), declared=label).text == "§ 5"

    def test_valid_utf8_is_utf8_whatever_is_declared(self) -> None:
        assert decoded("Maß".encode(), declared="iso-8859-1") == ("Maß", "utf-8", Told.BYTES, (CONTRADICTED,))

    def test_a_declaration_that_cannot_hold_is_named(self) -> None:
        assert decoded("Die Maße für §5".encode("cp1252"), declared="utf-8").warnings == (CONTRADICTED,)


@settings(deadline=None, max_examples=examples(200))
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        found = read(data)
    except Unreadable:
        return
    assert found.text
    assert "\0" not in found.text
    assert "\r" not in found.text
    found.text.encode()  # no lone surrogates
    assert Structure.from_json(found.structure.to_json()) == found.structure
    assert found == read(data)
