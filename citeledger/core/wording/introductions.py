"""Whether a line that introduces what follows it says something else than the line that did before."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile, takewhile

from citeledger.core.reading.streams import last_sentence
from citeledger.core.reading.tokens import is_unspaced
from citeledger.core.vocabulary.function_words import ARTICLES, PREPOSITIONS, PRONOUNS
from citeledger.core.vocabulary.listings import list_the_same
from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.quantities import counts
from citeledger.core.vocabulary.stops import SENTENCE_ENDS
from citeledger.core.vocabulary.words import is_same_word, word_list
from citeledger.core.wording.precepts import denials, is_english, rules_otherwise, undoes

_REPLACED, _ADDED = 16, 4  # of the words of a line, the part of which may be others, or more, and it says the same
_LOST = 2  # of its words, the part that may be left out: what was said of some is said of all then
_TAIL = 8  # tokens at the end of two sentences, their colons counted, that are more than a coincidence
_OWN = 6  # tokens of a line, its colon counted, that may have been the last sentence of another one
_CLAUSE, _SUBJECT = 4, 4  # words of a clause at least, of a subject at most
_WE = frozenset(["we", "you", "they", "it", "wir", "ihr", "sie", "es", "nous", "vous", "ils", "il", "мы", "вы", "они"])
_JOINS = word_list(r"and|but|so|und|aber|et|mais|y|pero|e|ma|en|maar|и|но|а")
_AND_MORE = re.compile(r"(?: ,)?(?: but| and)?(?: are| is)? not (?:limited|restricted) to(?: ,)?", re.IGNORECASE)
_FEW = 3  # words of a line at most that is a label of what follows
# Polish where words are added: of these no other one says the opposite.
_MILD = word_list(r"to|of|for|in|on|at|by|from|via|as|with|can|could|include[sd]?|added")
_POINTING = word_list(  # words before the first one of a line that says something
    r"the|this|these|those|that|a|an|following|below|here(?:'s|'re)?|there(?:'s|'re)?|all|d(?:er|ie|as|en|em)"
    r"|diese[mnrs]?|folgende[mnrs]?|alle|le|la|les|l'|ces?|cette|suivante?s?|el|l[oa]s|est[aeo]s?|siguientes?|il|lo|gli"
    r"|i|quest[aeio]|seguenti?|os?|as?|seguintes?|de|het|dit|deze|volgende|эт[аио]т?|следующие|следующий|следующая"
)
# Says how many follow, or that they do; `ARTICLES` do as little.
_LIGHT = word_list(
    r"options?|ways?|means|choices|possibilities|things|items|purpose|following|some|few|several|are|is|be|folgenden?"
    r"|einige|mehrere|quelques|plusieurs|suivante?s|siguientes|vari[oa]s|seguenti|alcun[ie]|seguintes|alguns|volgende"
    r"|enkele|следующие|некоторые|несколько|ακόλουθα"
)
# How many of what follows are meant, or how often.
_SHARES = word_list(
    r"always|usually|often|sometimes|rarely|immer|meist|oft|manchmal|selten|toujours|souvent|parfois|siempre|sempre"
    r"|altijd|всегда|иногда|all|every|each|both|any|either|one|only|alle[rsn]?|jede[rsnm]?|beide[rsn]?|nur|tous|toutes"
    r"|chaque|seule?s?"
    r"|todos|todas|cada|ambos|ambas|sólo|solo|tutti|tutte|ogni|só|elke|alleen|все|каждый|оба|любой|только|όλα|κάθε|μόνο"
    r"|كل|فقط|כל|רק|सभी|केवल"
)


# What follows is a duty, a choice, or holds when, by one of these and not by another one.
_RULES = word_list(
    r"must|may|might|can|could|cannot|should|shall|need|needs|if|when|unless|until|before|after|while|with|without"
    r"|required|optional|mandatory|recommended|allowed|permitted|forbidden|include[sd]?|exclude[sd]?|added|removed"
    r"|enabled|disabled|muss|müssen|kann|können|darf|dürfen|soll|sollen|wenn|vor|nach|mit|ohne|doit|doivent|peut"
    r"|peuvent|avant|après|avec|sans|debe|deben|puede|pueden|con|sin|antes|después|deve|devono|può|possono|prima|dopo"
    r"|moet|moeten|mag|mogen|voor|na|должн[ыао]?|могут|может|до|после|с|без"
)


def says_otherwise(was: Sequence[tuple[str, ...]], now: tuple[str, ...]) -> bool:
    """Whether a line that introduces took the place of others, with another subject or verb, or makes another rule.

    Only its last sentence counts. Labels and items above do not: a date or a name in them is brought up to date.
    """
    return bool(was) and all(
        _is_another(line, now) and not (_is_cut(line, now) or _is_joined(line, now) or _lists_the_same(line, now))
        for line in was
    )


def _is_another(line: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether a line says something else: of a few words each counts, and in a language nobody here reads well."""
    was, says = _introduction(line), _introduction(now)
    is_long = min(len(was), len(says)) > _FEW and is_english(was, says)
    return rules_otherwise(*map(_sentence, (line, now))) if is_long else _is_reworded(was, says)


def _is_cut(line: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether a line is the other one without the line before it: a whole sentence, by its first letter."""
    short, long = sorted((line, now), key=len)
    is_sentence = len(short) > _OWN and short[0][:1].isupper() and len(long) > len(short)
    return is_sentence and long[-len(short) :] == short


def _is_joined(line: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether the last sentence of one line is the last two of the other one: the same at its end, the rest known."""
    sentences = [[value.casefold() for value in last_sentence(one, ends=SENTENCE_ENDS)] for one in (line, now)]
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*map(reversed, sentences), strict=False)))
    if tail <= _TAIL or _stops(line) == _stops(now):
        return False
    rests = [sentence[: len(sentence) - tail] for sentence in sentences]
    return _is_known(rests[0], now) and _is_known(rests[1], line)


def _stops(line: tuple[str, ...]) -> int:
    return sum(value in SENTENCE_ENDS for value in line)


def _is_known(rest: list[str], line: tuple[str, ...]) -> bool:
    known = {value.casefold() for value in line}
    news = [value for value in rest if value not in known and not _is_light(value)]
    return _ADDED * len(news) <= len(rest) and not any(negates(value) or _RULES.fullmatch(value) for value in news)


def _lists_the_same(line: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether both lines only list what the same thing has: no rule is made by either."""
    was, says = ([value for value in _introduction(one) if not _is_light(value)] for one in (line, now))
    return not any(map(_matters, (*was, *says))) and list_the_same(was, says)


def _matters(value: str) -> bool:
    """Whether a word put in or taken out may make another rule of a line, whatever else was written anew."""
    is_rule = _RULES.fullmatch(value) is not None or value in PREPOSITIONS
    is_mild = value in ARTICLES or _MILD.fullmatch(value) is not None  # "a" is a preposition elsewhere
    is_bound = negates(value) or counts(value) or _SHARES.fullmatch(value) is not None
    return (is_rule and not is_mild) or is_bound or undoes(value)


def _introduction(line: tuple[str, ...]) -> list[str]:
    """The words of the last sentence of a line without those that only point at what follows; a comma stays."""
    said = [value.casefold() for value in _sentence(line)]
    return list(dropwhile(lambda value: _POINTING.fullmatch(value) or _JOINS.fullmatch(value), said[_clause(said) :]))


def _sentence(line: tuple[str, ...]) -> list[str]:
    """The words and commas of the last sentence of a line, but for those by which it only says that there are more."""
    said = (value for value in last_sentence(line, ends=SENTENCE_ENDS) if value[-1].isalnum() or value == ",")
    return _AND_MORE.sub("", " ".join(said)).split()


def _clause(sentence: list[str]) -> int:
    """Where a clause begins that is a sentence of its own: "We have no fees, but the following is asked for:"."""
    joins = (at for at, value in enumerate(sentence[:-_CLAUSE]) if value == "," and _JOINS.fullmatch(sentence[at + 1]))
    own = (
        at + 2 for at in joins if at >= _CLAUSE and (_POINTING.fullmatch(sentence[at + 2]) or sentence[at + 2] in _WE)
    )
    return max(own, default=0)


def _without_subject(line: list[str], other: list[str]) -> list[str]:
    """A line without who it speaks of, where the other one says "it" or "they" instead."""
    verb = other[1:2]
    is_taken_up = bool(verb) and other[0] in PRONOUNS and line[:1] != other[:1] and verb[0] in line[1 : _SUBJECT + 1]
    subject = line[: line.index(verb[0])] if is_taken_up else []
    is_plain = not any(negates(word) or counts(word) or _SHARES.fullmatch(word) for word in subject)
    return [other[0], *line[len(subject) :]] if subject and is_plain else line


def _is_reworded(old: list[str], new: list[str]) -> bool:
    old = _without_subject(old, new)
    was, now = ([value for value in line if value != ","] for line in (old, new))
    if "".join(was) == "".join(now):  # "pre-booked" made "prebooked"
        return False
    lost, added = list((Counter(was) - Counter(now)).elements()), list((Counter(now) - Counter(was)).elements())
    slip = next(((one, other) for one in lost for other in added if is_same_word(one, other)), None)
    if slip is not None:
        return _is_reworded([slip[1] if value == slip[0] else value for value in old], new)
    if denials(old) != denials(new) or (any(map(counts, lost)) and any(map(counts, added))):
        return True
    if any(_SHARES.fullmatch(value) or undoes(value) for value in (*lost, *added)):
        return True
    if any(map(_RULES.fullmatch, lost)) and any(map(_RULES.fullmatch, added)):
        return True
    gone, come = ([value for value in words if not _is_light(value)] for words in (lost, added))
    if bool(gone) != bool(come):
        if any(map(_matters, gone or come)):
            return True
        return _LOST * len(gone) >= len(was) if gone else _ADDED * len(come) >= len(was)
    said, says = ([value for value in words if not _is_light(value)] or words for words in (was, now))
    is_framed = said[:1] == says[:1] and said[-1:] == says[-1:] and not set(was[-2:]) & set(gone)
    replaced = sum(len(value) > 1 or is_unspaced(value) for value in gone)
    return not is_framed or _REPLACED * replaced > len(was) or _ADDED * max(len(gone), len(come)) > len(was)


def _is_light(value: str) -> bool:
    """Whether a word only says how many follow, or that they do."""
    return value in ARTICLES or _LIGHT.fullmatch(value) is not None or counts(value)
