"""Queries are words, in every script, and nothing else. What they are asked of is written once."""

import pytest

from citeledger.core.refusals import Refused
from tests import cast
from tests.cast import Cast
from tests.ground.databases import BuiltOnce
from tests.integration.documents.test_search import ask, indexed, said

pytestmark = pytest.mark.django_db
IN_SCRIPTS = [
    ("購入後の返品は三十日以内に限ります。", "返品"),
    ("ลูกค้าขอคืนเงินได้ภายใน 30 วัน", "คืนเงิน"),
    ("환불 기간은 30일입니다.", "환불 기간은"),
    ("يمكن إرجاع السلع خلال ثلاثين يوما", "إرجاع السلع"),
    ("Возврат товара в течение 30 дней", "возврат ТОВАРА"),
    ("ग्राहक 30 दिन में वापसी कर सकते हैं", "वापसी"),
    ("Rückgabe binnen 30 Tagen", "ruckgabe"),
]
TEXTS = ("refund window", "Something else entirely 別のこと อื่น", *(text for text, _ in IN_SCRIPTS))


@pytest.fixture(scope="module")
def people(built_once: BuiltOnce) -> Cast:
    return built_once(shelve)


def shelve() -> Cast:
    people = cast.make_cast()
    for text in TEXTS:
        cast.make_document(owner=people.legal, text=text)
    indexed()
    return people


@pytest.mark.parametrize(("text", "query"), IN_SCRIPTS)
def test_in_every_script(people: Cast, text: str, query: str) -> None:
    assert said(ask(people.support, query)) == [text]


WEIRD = [
    *("'; DROP TABLE documents_posting; --", '"refund" AND NOT (window OR *)', "refund*", "NEAR(refund window)"),
    *("refund:window", "title:refund", "-refund", "^refund", "%%%refund%s", "{refund}", "refund\\", "🙂 refund"),
    *("\u202erefund", "a" * 1000, "re\u200bfund", "refund\n\t window", "<script>refund</script>", "refund ''''"),
]
REFUSED = {
    "no_words": ["", " ", "\u200b", "...", '"', "* ? % _", "🙂"],
    "unstorable_text": ["refund\0", "\0", "refund\ud800"],
    "query_too_long": ["refund " * 10_000, "x" * 1001],
    "too_many_words": [" ".join(f"w{number}" for number in range(65))],
}


class TestQueriesAreWords:
    @pytest.mark.parametrize("query", WEIRD)
    def test_and_no_syntax(self, people: Cast, query: str) -> None:
        hit = ["refund window"] if set("refund") <= set(query) else []
        assert said(ask(people.support, query)) == hit

    @pytest.mark.parametrize(
        ("code", "query"), [(code, query) for code, queries in REFUSED.items() for query in queries]
    )
    def test_what_asks_for_nothing_or_too_much_is_refused(self, people: Cast, code: str, query: str) -> None:
        with pytest.raises(Refused) as refused:
            ask(people.support, query)
        assert refused.value.code == code
        assert "refund" not in refused.value.detail
