"""Mail: its words, whoever encoded them however; what is attached is named and stays shut."""

from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import Extraction, Options, RegionKind, Unreadable, mail
from citeledger.extraction.encodings import DETECTED
from tests.rig.examples import examples
from tests.unit.extraction.readings import blocks, cells, elsewhere, regions, sound, spelled, steps, survives


def read(data: bytes) -> Extraction:
    return sound(mail.extract(data, Options()))


def raw(*headers: str, body: bytes = b"Hello.\n", codec: str = "utf-8") -> bytes:
    return "\r\n".join((*headers, "", "")).encode(codec) + body


def message(**headers: str) -> EmailMessage:
    made = EmailMessage()
    for name, value in {"From": "Ada <ada@example.com>", "Subject": "Refunds", **headers}.items():
        made[name] = value
    return made


class TestTwoForms:
    """Who opens a mail sees its page; its plain text is what is read."""

    PLAIN = "Refunds are made within 30 days, see <https://a.example>.\n"

    @pytest.mark.parametrize(
        "page",
        [
            "<p>Refunds are <b>made</b> within&nbsp;30 days.</p>",
            "<p>REFUNDS within 30 days.</p><p hidden>Never.</p><style>p{color:#123}</style>",
        ],
    )
    def test_a_page_that_says_no_more_is_not_told_of(self, page: str) -> None:
        assert read(self.mail(page)).structure.warnings == ()

    @pytest.mark.parametrize(
        "page", ["<p>Refunds are made within 60 days.</p>", "<p>Refunds are not made.</p>", "<p>\x81\x8d\x8f\x90</p>"]
    )
    def test_one_that_says_more_is(self, page: str) -> None:
        found = read(self.mail(page))
        assert found.structure.warnings == (mail.OTHER_FORM,)
        assert "within 30 days" in found.text

    def test_so_is_one_among_its_pictures(self) -> None:
        made = message()
        made.set_content(self.PLAIN)
        made.add_alternative("<p>Within 60 days.</p>", subtype="html")
        made.get_payload()[1].add_related(b"x", "image", "png", cid="<1>")
        assert read(made.as_bytes()).structure.warnings == (mail.OTHER_FORM,)

    def mail(self, page: str) -> bytes:
        made = message()
        made.set_content(self.PLAIN)
        made.add_alternative(page.encode("latin-1"), maintype="text", subtype="html")
        made.get_payload()[1].set_param("charset", "utf-8")
        return made.as_bytes()


class TestHeaders:
    def test_who_what_and_when_stand_first(self) -> None:
        data = raw(
            "Received: x", "Subject: Refunds", "Date: Mon, 1 Jan 2024 10:00:00 +0100", "X: y", "To: b@c", "From: a@b"
        )
        found = read(data)
        assert found.text == "From: a@b\nTo: b@c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: Refunds\n\nHello.\n\n"
        assert [kind for kind, _ in blocks(found)] == ["front_matter", "paragraph"]

    @pytest.mark.parametrize(
        ("written", "shown"),
        [
            ("=?utf-8?q?R=C3=BCckgabe?=", "Rückgabe"),
            ("=?UTF-8?B?UsO8Y2tnYWJl?= now", "Rückgabe now"),
            ("=?utf-8?q?a=C3?= =?utf-8?q?=BCb?=", "aüb"),
            ("=?iso-8859-1?q?R=FCckgabe?=\r\n =?iso-8859-1?q?_heute?=", "Rückgabe heute"),
            ("=?gb2312?b?zcu79Q==?=", "退货"),
            ("=?nonsense?q?R=C3=BCckgabe?=", "Rückgabe"),
            ("=?utf-8?q??= plain", "plain"),
            ("folded\r\n\tover lines", "folded over lines"),
            ("Rückgabe", "Rückgabe"),
            ("a\0b =?utf-8?q?c=00d?=", "a\ufffdb c\ufffdd"),
            ("=?utf-8?q?broken", "=?utf-8?q?broken"),
        ],
    )
    def test_encoded_words_are_decoded(self, written: str, shown: str) -> None:
        assert read(raw(f"Subject: {written}")).text.startswith(f"Subject: {shown}\n")

    def test_what_cannot_be_decoded_is_said(self) -> None:
        found = read(raw("Subject: =?utf-8?q?R=FC?="))
        assert found.text.startswith("Subject: R\ufffd\n")
        assert mail.UNREADABLE_HEADER in found.structure.warnings

    def test_without_any_it_is_no_mail(self) -> None:
        for data in (b"", b"Hello", raw("X: y"), raw("Subject: ")):
            with pytest.raises(Unreadable):
                mail.extract(data, Options())


class TestBodies:
    def test_plain_text_goes_before_the_page(self) -> None:
        made = message()
        made.set_content("Plain words.")
        made.add_alternative("<p>Page words.</p>", subtype="html")
        assert read(bytes(made)).text.endswith("\n\nPlain words.\n\n")

    def test_the_page_is_read_where_plain_text_has_no_words(self) -> None:
        made = message()
        made.set_content("\n \n")
        made.add_alternative(
            "<p>30<br>days <s>old</s><span hidden>no</span><table><tr><th>A<th>B<tr><td>1<td>2</table><blockquote>q",
            subtype="html",
        )
        found = read(bytes(made))
        assert found.text.endswith("\n\n30\ndays old\n\nA\tB\n1\t2\n\nq\n\n")
        assert cells(found)["table 1!B2"] == "2"
        assert regions(found, RegionKind.UNQUOTABLE) == ["old"]
        assert blocks(found)[-1] == ("quote", "q")

    def test_quoted_replies_stay_as_quotes(self) -> None:
        found = read(raw("From: a", body=b"Agreed.\nThirty days.\n\nAda wrote:\n> May I\n> > return it?\n\n-- \nBob\n"))
        assert blocks(found)[1:] == [
            ("paragraph", "Agreed.\nThirty days."),
            ("paragraph", "Ada wrote:"),
            ("quote", "> May I\n> > return it?"),
            ("paragraph", "-- \nBob"),
        ]

    @pytest.mark.parametrize(
        ("content", "charset", "transfer"),
        [
            ("Rückgabe – 5 €", "utf-8", "base64"),
            ("Rückgabe – 5 €", "utf-8", "quoted-printable"),
            ("Rückgabe", "iso-8859-1", "quoted-printable"),
            ("Rückgabe", "iso-8859-1", "8bit"),
            ("返品期限は十四日", "iso-2022-jp", "7bit"),
        ],
    )
    def test_every_way_of_writing_letters(self, content: str, charset: str, transfer: str) -> None:
        made = message()
        made.set_content(content, charset=charset, cte=transfer)
        assert read(bytes(made)).text.endswith(f"\n\n{content}\n\n")

    def test_letters_of_no_declared_encoding_are_told_by_their_look(self) -> None:
        found = read(raw("From: a", body="Die Rückgabe ist möglich für Sie.".encode("cp1252")))
        assert found.text.endswith("Die Rückgabe ist möglich für Sie.\n\n")
        assert found.structure.details["encoding"] == "windows-1252"
        assert found.structure.warnings == (DETECTED,)

    def test_a_mail_of_headers_alone_is_read(self) -> None:
        assert read(raw("Subject: See you", body=b"")).text == "Subject: See you\n\n"


class TestAttachments:
    def test_they_are_named_and_stay_shut(self) -> None:
        made = message()
        made.set_content("See the file.")
        made.add_attachment(b"SECRET", maintype="application", subtype="pdf", filename="Gebühren.pdf")
        made.add_attachment("SECRET", filename="notes.txt")
        inner = message(Subject="Inner")
        inner.set_content("SECRET")
        made.add_attachment(inner)
        made.add_attachment(b"x", maintype="image", subtype="png")
        found = read(bytes(made))
        assert found.text.endswith("\n\nSee the file.\n\n")
        assert "SECRET" not in found.text
        assert found.structure.details["attachments"] == "Gebühren.pdf; notes.txt; Inner; image/png"
        assert mail.ATTACHED in found.structure.warnings

    def test_only_the_first_page_is_the_mails_words(self) -> None:
        made = message()
        made.set_content("<p>first</p>", subtype="html")
        made.make_mixed()
        made.attach(part := EmailMessage())
        part.set_content("<p>second</p>", subtype="html")
        found = read(bytes(made))
        assert found.text.endswith("\n\nfirst\n\n")
        assert found.structure.details["attachments"] == "text/html"


class TestBounds:
    @pytest.mark.parametrize(
        "data",
        [
            raw(
                "From: a",
                'Content-Type: multipart/mixed; boundary="0"',
                body=b"".join(
                    f'--{n}\nContent-Type: multipart/mixed; boundary="{n + 1}"\n\n'.encode() for n in range(100)
                ),
            ),
            raw("From: a", *(f'X: boundary="{n}"' for n in range(600))),
            raw("From: a", "Content-Type: text/plain; " + "a=b; " * 30_000),
            raw("From: a", body=b"a\0b"),
            raw("From: a", body="año".encode("cp1252")),
        ],
    )
    def test_what_no_reader_could_see_is_refused(self, data: bytes) -> None:
        with pytest.raises(Unreadable):
            mail.extract(data, Options())

    def test_a_part_of_parts_without_parts_is_its_words(self) -> None:
        assert read(raw("From: a", "Content-Type: multipart/mixed")).text.endswith("\n\nHello.\n\n")

    @pytest.mark.parametrize("unit", ["a line\n\n", "> q\nx\n", "=?utf-8?q?x?= ", "=?a?q?", "a: b\n"])
    def test_work_grows_with_the_mail(self, unit: str) -> None:
        small, large = (steps(mail, raw("From: a", body=(unit * count).encode())) for count in (50, 400))
        assert large < 10 * small
        small, large = (steps(mail, raw(f"Subject: {unit.strip() * count}")) for count in (50, 400))
        assert large < 10 * small


def test_it_is_the_same_in_every_process() -> None:
    made = message(Subject="Rückgabe")
    made.set_content("words")
    made.add_attachment(b"x", maintype="image", subtype="png", filename="a.png")
    once = spelled(read(bytes(made)))
    assert {elsewhere("mail", bytes(made), seed=seed) for seed in (1, 2)} == {once, spelled(read(bytes(made)))}


LINES = (
    "From: a@b",
    "Subject: =?utf-8?q?x=FC?= y",
    "Content-Type: multipart/mixed; boundary=x",
    "Content-Type: multipart/alternative; boundary*0=x; boundary*1=y",
    "Content-Type: text/html; charset*=utf-8''x%FC",
    'Content-Type: text/plain; charset="iso-8859-1"',
    "Content-Type: message/rfc822",
    "Content-Type: message/delivery-status",
    "Content-Type: ;;; =",
    "Content-Disposition: attachment; filename*=x'y'%ff%zz; filename=\"=?utf-8?b?!!?=\"",
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Transfer-Encoding: x-uuencode",
    "",
    "--x",
    "--x--",
    "=FC=ZZ!!",
    "> quoted ü",
    "begin 644 x",
    " folded",
)


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(st.sampled_from(LINES) | st.text(max_size=8), max_size=20).map("\n".join))
def test_any_mail_is_read_or_refused(data: str) -> None:
    survives(mail, data.encode(errors="surrogatepass"))


@settings(deadline=None, max_examples=examples(150))
@given(st.binary(max_size=80).map(lambda data: b"From: a\n" + data))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(mail, data)
