"""The words sentences take something back with: "this rule", "section 4", "has been suspended", "no longer applies"."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.voiding import ONLY, voids
from citeledger.core.vocabulary.words import word_list

_THIS = word_list(
    r"this|that|these|those|it|diese[rsn]?|das|ça|ce|cette|cet|ces|ceci|cela|est[aeo]s?|es[ao]s?|quest[aoie]|dez[e]"
    r"|dit|deze|denna|detta|dessa|denne|dette|disse|niniejsz\w+|ten|ta|te|bu|эт(?:от|а|о|и)|данн\w+|настоящ\w+|цей|ця"
    r"|це|ці|αυτ\w+|παρ[οό]ν\w*|هذ[اه]|هذه|זה|זו|זאת|אלה|यह|ये|이|본|해당"
)
_ABOVE = word_list(
    r"above|preceding|foregoing|previous|aforesaid|aforementioned|obige[rsn]?|vorstehende[rsn]?|vorige[rsn]?"
    r"|précédent\w*|ci-dessus|dessus|anterior\w*|arriba|précède|antecede|precede|precedent[ei]|sopra|acima"
    r"|bovenstaande|voorgaande|ovanstående|ovenstående|powyższ\w+|yukarıdaki|вышеуказанн\w+|предыдущ\w+|παραπάνω"
    r"|السابق\w*|הנ\"ל|उपरोक्त|위"
)
_BELOW = word_list(
    r"following|below|next|follows?|folgt|folgende[rsn]?|nachstehende[rsn]?|nächste[rsn]?|suivant\w*|ci-dessous"
    r"|siguiente\w*|seguente|seguenti|seguinte\w*|onderstaande|volgende|följande|følgende|następując\w+|poniższ\w+"
    r"|aşağıdaki|следующ\w+|наступн\w+|ακόλουθ\w+|التالي\w*|הבא\w*|निम्नलिखित|다음|아래"
)
_WHOLES = word_list(
    r"sections?|chapters?|parts?|pages?|documents?|policy|policies|handbooks?|manuals?|guides?|guidelines?|charter"
    r"|articles?|clauses?|annex|appendix|specification|regulations?|rules|terms|agreement|readme|site|wiki"
    r"|abschnitte?|kapitel|teile?|seiten?|dokumente?|richtlinien?|handbuch|anleitung|anlage|ordnung|regeln|satzung"
    r"|vertrag|sections?|chapitres?|parties?|document|politique|règlement|guide|annexe|contrat"
    r"|secci[oó]n(?:es)?|cap[ií]tulos?|página|documento|política|reglamento|manual|guía|anexo|contrato"
    r"|sezion[ei]|capitol[oi]|pagina|regolamento|guida|allegato|seç(?:ão|ões)|secç(?:ão|ões)|regulamento|guia"
    r"|afdeling|hoofdstuk|pagina|beleid|handleiding|reglement|bijlage|avsnitt|kapitlet|sidan?|dokumentet|policyn"
    r"|rozdział\w*|stron[ay]|regulamin\w*|bölüm|sayfa|belge|раздел\w*|глав\w+|страниц\w+|документ\w*|правила|политик\w+"
    r"|розділ\w*|сторінк\w+|ενότητα|κεφάλαιο|σελίδα|έγγραφο|القسم|الفصل|الصفحة|الوثيقة|السياسة|סעיף|פרק|דף|מסמך|נוהל"
    r"|खंड|अध्याय|पृष्ठ|दस्तावेज़|नीति|절|장|페이지|문서|정책|규정"
)
_NUMBERED = word_list(
    r"§+|sections?|secs?|articles?|arts?|clauses?|paragraphs?|paras?|chapters?|parts?|rules?|points?|items?"
    r"|abschnitte?|ziffern?|artikeln?|paragraf(?:en)?|absatz|kapitel|punkte?|chapitres?|alinéas?|artículos?|capítulos?"
    r"|apartados?|secci[oó]n(?:es)?|articol[oi]|sezion[ei]|artigos?|seç(?:ão|ões)|paragra(?:af|fen)|hoofdstuk"
    r"|avsnitt|paragraf(?:erna)?|ust\w*|rozdział\w*|paragraf\w*|стать[яи]|пункты?|раздел\w*|глав[аы]|параграф\w*"
    r"|розділ\w*|άρθρ[οα]|المادة|القسم|סעיף|סעיפים|धारा|제"
)
_JOINS = word_list(r"and|or|to|through|und|bis|et|à|y|e|a|en|och|og|i|oraz|ve|и|та|και|و|,|-|–|—|&|\.|\)|\(")
_RANGES = word_list(r"to|through|bis|à|a|-|–|—")  # some of these: between two numbers, those between are meant as well
_ABOUT = word_list(r"on|about|titled|entitled|called|headed|über|zu[mr]?|sur|sobre|sul|sulla|sui|over|om|o|об?")
_ARTICLES = word_list(
    r"the|all|of|der|die|das|le|la|les|l'|el|los|las|il|lo|gli|i|o|a|os|as|het|de|den|det|η|ο|το|τα|οι|ال|[^\w§]+"
)
_COPULAS = word_list(
    r"is|are|was|were|been|be|ist|sind|wurden?|wird|werden|gilt|gelten|est|sont|été|fut|furent|sera|seront|es|son|sido"
    r"|fue(?:ron)?|queda[n]?|está[n]?|è|sono|stat[oaie]|viene|vengono|é|são|foi|foram|está|fica|zijn|werd(?:en)?|wordt"
    r"|worden|är|har|er|blev|ble|jest|są|zosta[łl][aoy]?|zostały|был[аои]?|είναι|έχει|έχουν"
)
_AUXILIARIES = word_list(
    r"has|have|had|does|do|did|shall|will|would|can|may|must|hat|haben|a|ont|ha|han|hanno|foi|heeft|hebben|ne|n'.*|se"
    r"|s'.*|ceases?|ceased|tritt|treten|trat|entfällt|entfallen|больше|более|більше|şu"
)
_HOLDS = word_list(
    r"appl(?:y|ies|ied|icable)|holds?|valid|force|effect|effet|efectos?|efeito|effetto|effective|true|binding|current"
    r"|maintained|supported|used|accurate|correct|relevant|gilt|gelten|gültig|kraft|anwendbar|anwendung|wirksam"
    r"|zutreffend|appliqu\w+|s'appliqu\w+|vigueur|valables?|valides?|aplica\w*|vigor|vigente\w*|válid[oa]s?|rige[n]?"
    r"|applica\w*|vigore|valid[oaie]|vale|valgono|geldt|gelden|geldig"
    r"|kracht|gäller|giltig[at]?|tillämpas|gælder|gjelder|gyldige?|obowiązuj\w*|ważn[eya]|geçerli\w*|действу\w+"
    r"|применя\w+|силе|актуал\w+|діє|діють|чинн\w+|ισχύ\w+|يسري|تسري|ساري\w*|سارية|חל|חלה|תקף|תקפה|בתוקף|लागू|मान्य"
    r"|적용\w*|유효\w*"
)
_ENDED = word_list(
    r"ausgesetzt|gestrichen|hinfällig|entfällt|entfallen|suspendue?s?|supprimée?s?|suspendid[oa]s?|suprimid[oa]s?"
    r"|sospes[oaie]|soppress[oaie]|suspens[oa]s?|opgeschort|geschorst|suspendera[dt]|suspenderet|suspendert"
    r"|zawieszon\w+|приостановлен\w*|отменяется|отменяются|утратил\w*|призупинен\w*|αναστέλλ\w+|ανεστάλη|موقوف\w*"
    r"|معلق\w*|أ?ُ?لغيت?|מבוטל\w*|מושע\w+|स्थगित|रद्द|समाप्त|yürürlükten|kaldırıl\w+|askıya|iptal|중지\w*|정지\w*|중단\w*"
    r"|무효\w*|실효\w*|retired|inoperative|struck|ended|terminated|removed"
    r"|deleted|stale|inactive|lapses|expires"
)
_VERBS = word_list(
    r"entfällt|entfallen|lapse[sd]|expire[sd]|утратил\w*|отмен[её]н\w*|отменяется|отменяются|приостановлен\w*"
    r"|недействител\w+|скасован\w*|καταργ\w+|αναστέλλ\w+|ανεστάλη|أ?ُ?لغيت?|ملغ\w*|موقوف\w*|معلق\w*|בוטל\w*|מבוטל\w*"
    r"|מושע\w+|निरस्त|स्थगित|रद्द|समाप्त|yürürlükten|askıya|iptal|geçersiz\w*|mülga|폐지\w*|중지\w*|정지\w*|중단\w*|무효\w*|실효\w*"
)
_ADVERBS = word_list(
    r"\w+ly|been|being|now|hereby|already|since|a|an|the|in|part|full|as|of|worden|hiermit|derzeit|bereits|jetzt|seit"
    r"|außer|désormais|maintenant|déjà|actuellement|provisoirement|été|ahora|ya|sido|ora|già|ormai|stat[oaie]|agora|já"
    r"|nu|al|numera|från|nå|już|obecnie|теперь|уже|временно|вже|έχει|πλέον|artık"
)
_FOLLOWS = word_list(
    r"until|till|in|on|by|since|as|from|with|effective|for|due|and|pending|per|seit|ab|am|im|durch|bis|mit|zum|en|le"
    r"|par|depuis|jusqu'.*|au|à|el|por|desde|hasta|dal|dall'.*|da|per|fino|em|até|sedan|från|av|fra|siden|od|do|w|с|до"
    r"|в|от|από|منذ|حتى|[\W\d]+"
)
_BOX = word_list(
    r"note|notice|warning|caution|important|attention|danger|info|tip|update|hinweis|achtung|warnung|wichtig|remarque"
    r"|avertissement|nota|aviso|atención|avviso|attenzione|atenção|opmerking|let|viktigt|obs|uwaga|примечание|внимание"
    r"|увага"
)
_ALONE = word_list(
    r"repealed|superseded|revoked|withdrawn|rescinded|deleted|retired|replaced|discontinued|disabled|terminated|vetoed|overruled|annulled|abolished|suspended|cancell?ed|expired|lapsed|deprecated"
    r"|aufgehoben|ausgesetzt|gestrichen|abrog[ée]e?s?|suspendue?s?|supprimée?s?|derogad[oa]s?|suspendid[oa]s?"
    r"|abrogat[oaie]|sospes[oaie]|revogad[oa]s?|suspens[oa]s?|vervallen|ingetrokken|upphävd|ophævet|opphevet"
    r"|uchylon[yae]|mülga|отмен[её]н[аоы]?|утратил\w*|скасован\w*|καταργ\w+|ملغ\w*|בוטל\w*|निरस्त|폐지\w*"
)
# What speaks of all that stands here, or of none of it: "everything below", "none of this".
_ALL = word_list(
    r"everything|anything|all|what|whatever|alles|sämtliche[srn]?|tout|toute?s?|todos?|todas?|tutt[oiae]|quanto|tudo"
    r"|allt|alt|всё|все"
)
_NONE = word_list(
    r"none|nothing|nichts|keine[rsn]?|rien|aucune?|nada|ninguna?|ninguno|niente|nessun[oa]?|niets|geen|inget|intet"
    r"|ничто|ничего"
)
_WITHIN = word_list(
    r"of|on|in|that|which|said|written|stated|described|listed|von|was|im|in|hier|here|stands?|steht|qui|que|de|lo|du"
    r"|en|dans|di|che|do|da|van"
)
_OPPOSITES = word_list(
    r"opposite|contrary|reverse|converse|gegenteil|umgekehrte|contraire|contrario|contrário|tegendeel|motsatsen"
    r"|modsatte|motsatte|обратное|противоположное|przeciwieństwo|αντίθετο|العكس|ההפך|उल्टा"
)
_TRUE = word_list(
    r"case|so|wahr|richtig|fall|vrai|ciert[oa]|verdad|ver[oa]|verdade|waar|sant|sandt|верно|правда|prawda|αληθές|صحيح"
    r"|נכון|सच"
)
_IGNORE = word_list(
    r"ignore|disregard|forget|ignoriere?n?|ignorez|ignorar|ignore[ns]?|ignorare|negeer|ignorera|игнорируйте|ignoruj"
)
_FOLLOW = word_list(r"follow(?:ed)?|rely|observe|enforce|befolgen|suivre|suivez|seguir|seguire|volgen|följ|följa")
# Two words in what takes back in several: "under review", "scheduled for removal". Alone they are common.
_PHRASES = frozenset(
    [("no", "longer"), ("out", "of"), ("on", "hold"), ("for", "removal"), ("for", "deletion")]
    + [("under", word) for word in ("review", "revision", "discussion", "consideration")]
)
_IN_PHRASES = frozenset(word for phrase in _PHRASES for word in phrase) - {"no", "of", "on", "for", "under"}
_REST = word_list(r"rest|remainder|reste|resto|restante|остальное")
_ONLY = word_list(rf"{ONLY}|qu'.*")
# The same in scripts whose letters are tokens: what takes something back, this or a numbered part.
_GONE = (
    "(?:废止|廢止|失效|作废|作廢|不再适用|不再適用|不再有效|不适用|暂停|暫停|撤销|撤銷|廃止|無効|失効|停止|撤回"
    "|適用され?(?:ない|ません|なく)|適用しない|ถูกยกเลิก|ยกเลิก|ระงับ|ไม่มีผล)"
)
THIS_IN_LETTERS = re.compile(
    f"(?:本|该|該|此|这|這|上述|上记|上記|この|前記|次の|下列|以下|ข้อนี้|กฎนี้|ส่วนนี้|หน้านี้)[^，、。；]{{0,14}}{_GONE}"
)
PART_IN_LETTERS = re.compile(f"第([0-9]+)[条條节節章项項款][^，、。；]{{0,8}}{_GONE}")
WHOLE_IN_LETTERS = re.compile("节|節|章|页|頁|文件|文档|文書|ページ|政策|方針|规则|規則|规定|規定|ส่วน|หน้า")


_LETTERS = frozenset("废廃廢失作停不無撤適暂暫ยรไ")  # one of them at least stands in each of these


@lru_cache(maxsize=1 << 16)  # of any of these kinds
def is_word(kind: str, value: str) -> bool:
    """Whether a token (without case) is a word of that kind, one of those in KINDS."""
    return KINDS[kind].fullmatch(value) is not None


KINDS = {
    "box": _BOX,
    "alone": _ALONE,
    "this": _THIS,
    "above": _ABOVE,
    "below": _BELOW,
    "whole": _WHOLES,
    "numbered": _NUMBERED,
    "join": _JOINS,
    "range": _RANGES,
    "about": _ABOUT,
    "article": _ARTICLES,
    "copula": _COPULAS,
    "auxiliary": _AUXILIARIES,
    "holds": _HOLDS,
    "ended": _ENDED,
    "verb": _VERBS,
    "adverb": _ADVERBS,
    "follows": _FOLLOWS,
    "all": _ALL,
    "none": _NONE,
    "within": _WITHIN,
    "opposite": _OPPOSITES,
    "true": _TRUE,
    "ignore": _IGNORE,
    "follow": _FOLLOW,
    "rest": _REST,
    "only": _ONLY,
}


_TELLS = re.compile(
    "|".join(KINDS[kind].pattern for kind in ("ended", "holds", "opposite", "ignore", "follow")), re.DOTALL
)


def is_over(value: str) -> bool:
    """Whether a token says of what it is said of that it does not hold."""
    return voids(value) or is_word("ended", value)


@lru_cache(maxsize=1 << 16)  # asked of every word of a text
def may_retract(value: str) -> bool:
    """Whether a sentence with this token may take something back; nearly all sentences have none."""
    value = value.casefold()
    return value in _LETTERS or voids(value) or _TELLS.fullmatch(value) is not None


@lru_cache(maxsize=1 << 16)
def is_in_phrases(value: str) -> bool:
    """Whether a token stands in what takes something back in several words (`holds_phrase`)."""
    return value.casefold() in _IN_PHRASES


def holds_phrase(words: Iterable[str]) -> bool:
    """Whether a sentence may take something back in several words."""
    return not _PHRASES.isdisjoint(pairwise(map(str.casefold, words)))


@lru_cache(maxsize=1 << 14)
def opens_predicate(value: str) -> bool:
    """Whether what is said of a subject begins with this token."""
    kinds = ("copula", "auxiliary", "holds", "verb")
    return negates(value) or any(is_word(kind, value) for kind in kinds)
