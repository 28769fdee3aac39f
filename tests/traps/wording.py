"""Edits of the cited words themselves. Every one must alarm."""

import re
from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, Edit, Operation
from tests.traps.sources import Passage

_LATIN_WORD = re.compile(r"\b[a-z]{4,}\b")
_NUMBER = re.compile(r"(?<![\d.,])\d+(?![\d.,]*\d)")
_NUMBER_WORDS = {"1": "one", "2": "two", "3": "three", "5": "five", "7": "seven", "10": "ten", "30": "thirty"}
_UNITS = {
    "days": "business days",
    "day": "hour",
    "hours": "minutes",
    "minutes": "hours",
    "weeks": "months",
    "month": "week",
    "months": "years",
    "year": "month",
    "years": "months",
    "percent": "per mille",
    "%": "‰",
    "EUR": "USD",
    "$": "€",
}
_HOMOGLYPHS = str.maketrans("aeopcxyi", "аеорсхуі")
Change = Callable[[str, Random], str | None]


def operations() -> Iterator[Operation]:
    """Every edit of words."""
    for name, (trap, change) in _CHANGES.items():
        yield Operation(name, trap, CHANGED, _planting(change))


def _planting(change: Change) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, random: Random) -> Edit | None:
        cited = change(passage.cited, random)
        if cited is None or cited == passage.cited:
            return None
        return Edit(passage.text, passage.with_cited(cited), passage.start, passage.end)

    return plant


def _on_number(change: Callable[[str], str | None]) -> Change:
    def changed(cited: str, random: Random) -> str | None:
        numbers = list(_NUMBER.finditer(cited))
        if not numbers:
            return None
        found = random.choice(numbers)
        other = change(found.group())
        return None if other is None else cited[: found.start()] + other + cited[found.end() :]

    return changed


def _on_word(change: Callable[[str], str | None]) -> Change:
    """One word inside the cited ones: what is added behind the last of them is not theirs."""

    def changed(cited: str, random: Random) -> str | None:
        words = [word for word in _LATIN_WORD.finditer(cited) if word.start() > 0 and word.end() < len(cited)]
        if not words:
            return None
        found = random.choice(words)
        other = change(found.group())
        return None if other is None else cited[: found.start()] + other + cited[found.end() :]

    return changed


def _substituted(pairs: dict[str, str]) -> Change:
    def changed(cited: str, random: Random) -> str | None:
        found = [(old, new) for old, new in pairs.items() if re.search(_bounded(old), cited)]
        if not found:
            return None
        old, new = random.choice(found)
        return re.sub(_bounded(old), new, cited, count=1)

    return changed


def _bounded(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<!\w){escaped}(?!\w)" if word[0].isalpha() and word.isascii() else escaped


def _swapped_words(cited: str, random: Random) -> str | None:
    words = cited.split(" ")
    places = [
        i for i in range(len(words) - 1) if words[i] != words[i + 1] and words[i].isalpha() and words[i + 1].isalpha()
    ]
    if not places:
        return None
    at = random.choice(places)
    words[at : at + 2] = words[at + 1], words[at]
    return " ".join(words)


def _inserted(addition: str) -> Change:
    def changed(cited: str, random: Random) -> str | None:
        places = [m.start() for m in re.finditer(" ", cited)]
        return None if not places else (lambda at: cited[:at] + f" {addition}" + cited[at:])(random.choice(places))

    return changed


def _before_full_stop(addition: str) -> Change:
    def changed(cited: str, _: Random) -> str | None:
        return f"{cited[:-1]}{addition}{cited[-1]}"

    return changed


def _dropped(pattern: str) -> Change:
    def changed(cited: str, random: Random) -> str | None:
        found = list(re.finditer(pattern, cited))
        if not found:
            return None
        match = random.choice(found)
        return cited[: match.start()] + cited[match.end() :]

    return changed


_CHANGES: dict[str, tuple[str, Change]] = {
    "number_other": ("another number", _on_number(lambda n: str(int(n) + 1))),
    "number_longer": ("a digit behind: 3 is in 30", _on_number(lambda n: f"{n}0")),
    "number_longer_front": ("a digit in front: 30 is in 130", _on_number(lambda n: f"1{n}")),
    "number_shorter": ("a digit less", _on_number(lambda n: n[:-1] if len(n) > 1 else None)),
    "number_in_words": ("a word for a digit", _on_number(_NUMBER_WORDS.get)),
    "number_full_width": (
        "full-width digits",
        _on_number(lambda n: n.translate(str.maketrans("0123456789", "０１２３４５６７８９"))),
    ),
    "number_arabic": ("Arabic digits", _on_number(lambda n: n.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")))),
    "number_raised": ("raised digits", _on_number(lambda n: n.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")))),
    "number_raised_by_tag": ("raised by a tag", _on_number(lambda n: f"{n}<sup>2</sup>")),
    "number_apart": ("a space inside a number", _on_number(lambda n: f"{n[0]} {n[1:]}" if len(n) > 1 else None)),
    "number_decimal": ("a decimal point", _on_number(lambda n: f"{n}.5")),
    "number_decimal_front": ("a point in front", _on_number(lambda n: f".{n}")),
    "number_thousands": ("a comma inside", _on_number(lambda n: f"{n},000")),
    "number_negative": ("a minus", _on_number(lambda n: f"-{n}")),
    "number_percent": ("a percent sign", lambda s, r: None if "%" in s else _on_number(lambda n: f"{n}%")(s, r)),
    "number_range": ("a range", _on_number(lambda n: f"{n}-{int(n) + 5}")),
    "number_letter_o": ("O for 0", _on_number(lambda n: n.replace("0", "O") if "0" in n else None)),
    "number_letter_l": ("l for 1", _on_number(lambda n: n.replace("1", "l") if "1" in n else None)),
    "number_approximate": ("about", _on_number(lambda n: f"~{n}")),
    "number_more_than": ("a sign in front", _on_number(lambda n: f"≥{n}")),
    "number_multiplied": ("a factor", _on_number(lambda n: f"2*{n}")),
    "number_entity": (
        "another digit as an entity",
        _on_number(lambda n: f"&#{ord(n[0]) % 57 + 1};{n[1:]}" if n[0] != "9" else None),
    ),
    "unit": ("another unit", _substituted(_UNITS)),
    "negation_added": ("not", _inserted("not")),
    "negation_never": ("never", _inserted("never")),
    "negation_bold": ("a bold not", _inserted("**not**")),
    "negation_linked": ("a linked not", _inserted("[not](https://example.org)")),
    "negation_in_code": ("a not in code", _inserted("`not`")),
    "negation_by_entity": ("a not by numbers", _inserted("&#110;ot")),
    "negation_dropped": ("not taken out", _dropped(r"\b(?:not|never|no) ")),
    "negation_contracted": ("n't taken out", _dropped(r"n['’]t\b")),
    "exception_unless": ("unless", _before_full_stop(", unless agreed otherwise")),
    "exception_except": ("except", _before_full_stop(" except on weekends")),
    "exception_bracketed": ("an aside", _before_full_stop(" (weekends excluded)")),
    "exception_footnote": ("a footnote mark", _before_full_stop("[^9]")),
    "exception_star": ("an asterisk", _before_full_stop("\\*")),
    "modal": (
        "a weaker verb",
        _substituted({"must": "should", "may": "must", "shall": "may", "will": "may", "can": "may", "should": "must"}),
    ),
    "quantifier": (
        "another quantity",
        _substituted(
            {
                "all": "some",
                "any": "some",
                "every": "any",
                "and": "or",
                "or": "and",
                "only": "also",
                "before": "after",
                "after": "before",
                "within": "after",
                "at least": "at most",
                "more": "less",
                "the": "a",
            }
        ),
    ),
    "homoglyph": (
        "a Cyrillic letter",
        _on_word(lambda w: w[0] + w[1:].translate(_HOMOGLYPHS) if w[1:].translate(_HOMOGLYPHS) != w[1:] else None),
    ),
    "case_capital": ("a capital", _on_word(str.capitalize)),
    "case_all_capitals": ("all capitals", _on_word(str.upper)),
    "letter_dropped": ("a letter less", _on_word(lambda w: w[:2] + w[3:])),
    "letter_doubled": ("a letter twice", _on_word(lambda w: w[:3] + w[2:])),
    "letter_accented": ("an accent", _on_word(lambda w: w[:1] + w[1] + "\u0301" + w[2:])),
    "letter_ligature": ("a long s", _on_word(lambda w: w.replace("s", "ſ", 1) if "s" in w else None)),
    "word_dropped": ("a word less", _dropped(r"\b[a-z]{4,} ")),
    "word_doubled": ("a word twice", _on_word(lambda w: f"{w} {w}")),
    "word_joined": ("a space less", _dropped(r"(?<=[a-z]) (?=[a-z])")),
    "word_cut": ("a word in two", _on_word(lambda w: f"{w[:2]} {w[2:]}")),
    "word_hyphenated": ("a hyphen in a line", _on_word(lambda w: f"{w[:2]}-{w[2:]}")),
    "word_cut_by_break": ("a word broken without a hyphen", _on_word(lambda w: f"{w[:2]}<br>{w[2:]}")),
    "words_swapped": ("two words swapped", _swapped_words),
    "snake_case": ("an underscore for a space", lambda s, r: re.sub(r"(?<=[a-z]) (?=[a-z])", "_", s, count=1)),
    "comma_added": ("a comma", _on_word(lambda w: f"{w},")),
    "comma_dropped": ("a comma less", _dropped(r",(?= )")),
    "question": ("a question", lambda s, r: f"{s[:-1]}?" if s.endswith(".") else None),
    "bracketed": ("put in brackets", _on_word(lambda w: f"({w})")),
    "squared": ("put in square brackets", _on_word(lambda w: f"[{w}]")),
    "word_quoted": ("a word in quotation marks", _on_word(lambda w: f'"{w}"')),
    "hyphen_to_dash": ("a dash for a hyphen", _substituted({"-": "–"})),
    "dash_to_hyphen": ("a hyphen for a dash", _substituted({"–": "-", "—": "-", "−": "-"})),
    "word_struck": ("one word struck", _on_word(lambda w: f"~~{w}~~")),
    "word_struck_once": ("one tilde each", _on_word(lambda w: f"~{w}~")),
    "word_deleted_by_tag": ("a word deleted by a tag", _on_word(lambda w: f"<del>{w}</del>")),
    "word_commented": ("a word commented out", _on_word(lambda w: f"<!-- {w} -->")),
    "word_hidden": ("a hidden word", _on_word(lambda w: f"<span hidden>{w}</span>")),
    "word_becomes_target": ("a word made a link's target", _on_word(lambda w: f"[it](https://{w})")),
    "word_becomes_image": ("a picture beside it", _on_word(lambda w: f"{w} ![no longer](x.png)")),
    "linked_other_word": ("another word, linked", _on_word(lambda w: f"[x{w[1:]}](https://example.org/{w})")),
    "deleted": ("gone", lambda s, r: ""),
    "deleted_all_but_start": ("only the beginning is left", lambda s, r: f"{s[: len(s) // 3].rstrip()}."),
    "deleted_all_but_end": ("only the end is left", lambda s, r: s[2 * len(s) // 3 :].lstrip().capitalize()),
    "split_by_editor": (
        "one sentence becomes two",
        lambda s, r: re.sub(r",? (?:and|but|which|or) ([a-z])", lambda m: f". {m[1].upper()}", s, count=1),
    ),
    "direction_override": ("an override of direction", _on_word(lambda w: f"\u202e{w}\u202c")),
    "combining_stroke": ("struck by combining marks", _on_word(lambda w: "".join(f"{c}\u0336" for c in w))),
}
