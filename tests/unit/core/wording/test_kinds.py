"""The label of a change: negation before numbers before any other edit, in the languages people write in."""

import pytest

from citeledger.core.outcomes import OutcomeKind
from citeledger.core.wording.kinds import kind_of_change
from tests.unit.core.anchored import outcome, tokens

NEGATED = [
    ("You may leave.", "You may not leave."),
    ("It is allowed.", "It isn't allowed."),
    ("Pay at once.", "Pay at once, unless told otherwise."),
    ("Sie dürfen gehen.", "Sie dürfen nicht gehen."),
    ("Alle zahlen.", "Alle zahlen, außer Kindern."),
    ("Όλοι πληρώνουν.", "Όλοι πληρώνουν, εκτός από παιδιά."),
    ("الكل يدفع.", "الكل يدفع باستثناء الأطفال."),
    ("सब भुगतान करें।", "बच्चों को छोड़कर सब भुगतान करें।"),
    ("모두 냅니다.", "어린이 제외 모두 냅니다."),
    ("Il est permis.", "Il n'est pas permis."),
    ("Todos pagan.", "Todos pagan, salvo los niños."),
    ("È permesso.", "Non è permesso."),
    ("Het mag.", "Het mag niet."),
    ("To wolno.", "Tego nie wolno."),
    ("Товар принимается.", "Товар не принимается."),
    ("Επιτρέπεται.", "Δεν επιτρέπεται."),
    ("يجوز ذلك.", "لا يجوز ذلك."),
    ("می‌شود.", "نمی‌شود."),
    ("מותר.", "לא מותר."),
    ("यह मान्य है।", "यह मान्य नहीं है।"),
    ("可退货。", "不可退货。"),
    ("返品できる。", "返品できない。"),
    ("返品できます。", "返品できません。"),
    ("คืนได้", "คืนไม่ได้"),
    ("반품할 수 있다.", "반품할 수 없다."),
    ("Pay 30 days in advance.", "Do not pay 60 days in advance."),
]
NUMBERS = [
    ("30 days", "60 days"),
    ("30 days", "3.5 days"),
    ("5 %", "5 ‰"),
    ("-5 degrees", "5 degrees"),
    ("30일 이내", "31일 이내"),
    ("三日以内", "四日以内"),
    ("٣٠ يومًا", "٤٠ يومًا"),
]
EDITED = [("30 days", "30 hours"), ("30 days", "thirty days"), ("30 days, or 5", "60 hours, or 5"), ("A b.", "A, b.")]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        *((*pair, OutcomeKind.NEGATION) for pair in NEGATED),
        *((pair[1], pair[0], OutcomeKind.NEGATION) for pair in NEGATED),
        *((*pair, OutcomeKind.NUMBERS) for pair in NUMBERS),
        *((*pair, OutcomeKind.EDITED) for pair in EDITED),
    ],
)
def test_a_change_is_named(old: str, new: str, kind: OutcomeKind) -> None:
    assert kind_of_change(tuple(tokens(old)), tuple(tokens(new))) is kind


def test_a_long_passage_is_named_too() -> None:
    words = ["word", "other"] * 200
    assert kind_of_change((*words, "30"), (*words, "60")) is OutcomeKind.NUMBERS
    assert kind_of_change((*words, "may"), (*words, "may", "not")) is OutcomeKind.NEGATION
    assert kind_of_change((*words, "a"), (*words, "b")) is OutcomeKind.EDITED


EXCEPTED = [
    ("Τα σκυλιά επιτρέπονται", ", εκτός Κυριακής"),
    ("개는 입장할 수 있습니다", " (일요일 제외)"),
    ("الكلاب مسموح بها", " باستثناء الأحد"),
    ("कुत्ते आ सकते हैं", " रविवार को छोड़कर"),
    ("Hunde sind erlaubt", ", außer sonntags"),
]


@pytest.mark.parametrize(("rule", "exception"), EXCEPTED)
def test_an_exception_put_behind_alarms_and_one_that_was_there_does_not(rule: str, exception: str) -> None:
    plain, excepted = f"# A\n\n- {rule}\n- 7\n", f"# A\n\n- {rule}{exception}\n- 7\n"
    assert not outcome(plain, excepted, rule).is_current
    assert outcome(excepted, f"New.\n\n{excepted}", rule).is_current
    assert outcome(plain, f"{plain}- 8\n", rule).is_current


def test_a_lead_is_negated_in_a_script_without_spaces_too() -> None:
    may, may_not = (f"# ก\n\n{lead}:\n\n- ขวดแก้ว\n" for lead in ("นำเข้าได้", "นำเข้าไม่ได้"))
    assert not outcome(may, may_not, "ขวดแก้ว").is_current
    assert not outcome(may_not, may, "ขวดแก้ว").is_current
    assert outcome(may, f"{may}- ไม้\n", "ขวดแก้ว").is_current
