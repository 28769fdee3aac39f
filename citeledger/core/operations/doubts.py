"""Wording that leaves it open whether the value is so: "would be 5", "if it is 5", "5 (disputed)", "is it 5?".

By language, each looked for in every text. A modal verb or a condition counts up to the value alone: in "items that
should be returned: 5" it has ended before. A word such as "disputed" counts where it is said of the value, as in "5 is
disputed" or "the disputed total"; "5 disputed invoices" are counted.
"""

import re
from collections.abc import Iterator
from typing import Final

from citeledger.core.operations.counted import FIGURES, LINKS
from citeledger.core.operations.phrases import VALUE

UNREAL: Final = {
    "en": r"would|could|might|should|ought|may (?:\w+ )?(?:be|equal|amount|total)|if|whether|suppose|assuming|unless"
    r"|(?:is|are|was|were) (?:\w+ )?(?:supposed|meant|said|claimed|thought|believed|expected|estimated|planned"
    r"|rumou?red) to",
    "de": r"sollten?|könnten?|würden?|wären?|dürften?|müssten?|hätten?|wenn|falls|sofern|ob",
    "fr": r"devrai(?:t|ent)|serai(?:t|ent)|pourrai(?:t|ent)|aurai(?:t|ent)",
    "es": r"serían?|deberían?|podrían?|habrían?",
    "pt": r"seriam?|deveriam?|poderiam?|teriam?",
    "it": r"sarebb(?:e|ero)|dovrebb(?:e|ero)|potrebb(?:e|ero)|avrebb(?:e|ero)",
    "nl": r"zou|zouden|indien",
    "sv": r"borde|skulle",
    "da": r"burde|hvis|dersom",
    "pl": r"powin\w+|mógłby|mogłaby|byłby|byłaby|byłoby|wynosiłaby|wynosiłby|gdyby|jeśli",
    "ru": r"бы|если",
    "uk": r"би|якщо",
    "zh": r"应该|應該|应为|應為|可能|也许|也許|如果|假如|若",
    "ja": r"もし",
}
"""What leaves open what follows it."""
UNREAL_BEHIND: Final = {
    "de": r"(?:betragen|sein|ergeben) (?:sollte|könnte|würde|dürfte|müsste)n?",
    "tr": r"olabilir|olmalı",
    "zh": r"的话|的話",
    "ja": r"(?:日|件|円|個|人)?(?:の)?(?:はず|かもしれ|だろう|でしょう|べき|なら)",
    "ko": r"\w{0,3} ?(?:수 있|것 같|라면|이라면|일까)",
}
PERHAPS: Final = (
    r"perhaps|maybe|possibly|presumably|probably|reportedly|purportedly|seemingly|apparently|ostensibly|hypothetically"
    r"|vielleicht|möglicherweise|vermutlich|wahrscheinlich|anscheinend|scheinbar|peut-être|sans doute|probablement"
    r"|apparemment|quizás?|tal vez|probablemente|posiblemente|talvez|provavelmente|forse|probabilmente|misschien"
    r"|waarschijnlijk|kanske|måske|kanskje|może być|prawdopodobnie"
    r"|возможно|вероятно|наверное|можливо|ίσως|ربما|אולי|शायद|อาจ"
)
DISPUTED: Final = (
    r"fake|faked|fabricated|invented|made[- ]up|fictitious|fictional|imaginary|hypothetical|sham|phon(?:y|ey)|forged"
    r"|disputed|contested|challenged|questioned|questionable|dubious|doubtful|uncertain|unconfirmed|unverified|unproven"
    r"|unsupported|debunked|discredited|disproved|refuted|rejected|denied|retracted|withdrawn|revoked|outdated|obsolete"
    r"|superseded|inflated|understated|overstated|exaggerated|alleged|purported|rumou?red|in doubt|open to question"
    r"|umstritten|strittig|bestritten|fraglich|zweifelhaft|erfunden|fiktiv|gefälscht|überholt|unbestätigt|widerlegt"
    r"|contestée?s?|fictifs?|inventée?s?|douteu(?:x|se)|falsifiée?s?|réfutée?s?|non confirmée?s?"
    r"|disputad[oa]s?|cuestionad[oa]s?|fictici[oa]s?|inventad[oa]s?|dudos[oa]s?|falsificad[oa]s?|contestad[oa]s?"
    r"|inventat[oi]|dubbi[oa]|contestat[oa]|betwist|verzonnen|omstritt|påhittad|omstridt|opdigtet|sporn[aeoy]"
    r"|оспаривается|спорн\w+|вымышлен\w*|сомнительн\w+|фиктивн\w+"
)
DISPUTED_JOINED: Final = "虚构|虛構|有争议|有爭議|存疑|捏造|伪造|偽造|架空|疑わし|争われ"
DIFFERS: Final = (
    r"differs?|differed|deviates?|deviated|departs?|departed|diverges?|diverged|unlike|weichen|weicht|wich|wichen"
    r"|abweichend|s'écarte(?:nt)?|diffère|difieren?|difiere|diverge[nm]?|differisc\w+|discosta\w*|wijkt|avviker|afviger"
    r"|różni się|liší se|відрізня\w+"
)
_FROM: Final = r"from|von|de|d'|da|van|från|fra|od|від"
_GAPS: Final = r"[\s\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019()\[\]*_,;:\u2013\u2014-]{0,12}"
_GOES_ON: Final = r"(?:by|in|among|since|as|and|or|but|though|because|von|durch|par|por|und|oder|et|y)"


def _any(table: dict[str, str], *, apart: bool) -> str:
    return "|".join(words for language, words in table.items() if (language not in {"zh", "ja"}) is apart)


_LINK: Final = rf"[:=\u2192]|\b(?:{LINKS})\b"
_OPEN: Final = re.compile(
    rf"(?P<word>\b(?:{_any(UNREAL, apart=True)})\b)(?:(?!{_LINK})[^.!?;\0]){{0,80}}?\0"
    rf"|(?P<condition>\b(?:if|unless|whether|assuming|suppose|wenn|falls|sofern|ob|если|якщо|jeśli)\b"
    rf"|(?:\A|[,.!?;:(]\s*|\b(?:savoir|saber|même) )(?:si|s'ils?)\b)"
    rf"[^.!?;,:\0]{{0,80}}\0"
    rf"|(?P<joined>{_any(UNREAL, apart=False)})[^。！？，、,;\0]{{0,20}}\0"
    rf"|\0{_GAPS}(?P<behind>{'|'.join(UNREAL_BEHIND.values())})",
    re.IGNORECASE,
)
_PERHAPS: Final = re.compile(rf"\b(?P<word>{PERHAPS})\b", re.IGNORECASE)
_DISPUTED: Final = re.compile(
    rf"\0{_GAPS}(?:(?:which|what|but|and|though|that|it|this|a|an|aber|mais|pero|qui|que)\b\s*){{0,3}}"
    rf"(?:(?:{LINKS}|has been|have been|being|remains?|seems?|bleibt|wird|reste)\s+)?"
    rf"(?:(?:\w+(?:ly|ment|mente)|later|since|now|still|also)\s+)?"
    rf"(?P<word>(?:{DISPUTED})\b(?!\s+(?!{_GOES_ON}\b)\w))"
    rf"|(?:\A|[.;!?(]\s*|\b(?:an?|the|is|are|was|were|eine?|ist|une?|est)\s+)(?P<before>{DISPUTED})\b{_GAPS}\0"
    rf"|\b(?P<said>{DISPUTED})\s+(?:{FIGURES})\b"
    rf"|\b(?:{FIGURES})\s+(?:is|are|was|were|ist|sind)\s+(?:\w+ly\s+)?(?P<of>{DISPUTED})\b"
    rf"|(?P<joined>{DISPUTED_JOINED})",
    re.IGNORECASE,
)
_DIFFERS: Final = re.compile(rf"\b(?P<word>{DIFFERS})\b[^.!?;:\0]{{0,40}}\b(?:{_FROM})\s*{_GAPS}\0", re.IGNORECASE)
_ASKED: Final = re.compile(r"\0[^.!?。！？\0]{0,400}(?P<word>[?？؟])")


def doubts(text: str) -> Iterator[str]:
    """The words of a text, in which VALUE stands for the claim, that leave the claim open or differ from it."""
    if VALUE not in text:
        return
    for pattern in (_OPEN, _PERHAPS, _DISPUTED, _DIFFERS, _ASKED):
        for found in pattern.finditer(text):
            yield next(word for word in found.groups() if word)
