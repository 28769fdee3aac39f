"""Words of which a title, a lead or a label means one and not another: "Adults" made "Children", "France" "Germany".

A heading is renamed at any time, and what stands under it stays what it was. Not where one of these took the place of
another one of its kind: nobody calls the same thing so. Only words that shut each other out stand together here, no
synonyms ("staff", "employees"), nothing that counts on ("step 2") and no names of releases.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, product

from citeledger.core.vocabulary.words import Words

_LONGEST = 8  # tokens of a title
_YEAR = re.compile(r"(?:19|20)\d\d")
_DENYING = ("un", "in", "im", "ir", "dis", "non", "de")  # before a word, these make one that denies it
_PRONOUNS = frozenset(("us",))  # that read like a country
# Semicolons part kinds: what shuts each other out is parted by commas, and what means the same by spaces.
_TIMES = """
monday mondays, tuesday tuesdays, wednesday wednesdays, thursday thursdays, friday fridays, saturday saturdays, sunday
sundays;
weekday weekdays, weekend weekends;
montag montags, dienstag dienstags, mittwoch mittwochs, donnerstag donnerstags, freitag freitags, samstag samstags,
sonntag sonntags;
lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche;
lunes, martes, miércoles, jueves, viernes, sábado sábados, domingo domingos;
понедельник, вторник, среда среду, четверг, пятница пятницу, суббота субботу, воскресенье;
january, february, march, april, june, july, august, september, october, november, december;
januar, februar, märz, april, mai, juni, juli, august, september, oktober, november, dezember;
spring, summer, autumn, winter;
frühling frühjahr, sommer, herbst, winter;
printemps, été, automne, hiver;
primavera, verano, otoño, invierno;
весна весной, лето летом, осень осенью, зима зимой;
春, 夏, 秋, 冬;
morning mornings, afternoon afternoons, evening evenings, night nights;
"""
_OTHERS = """
day daytime, night nighttime;
before, after, during;
vor, nach, während;
avant, après, pendant;
antes, después, durante;
до, после;
arrival arrivals, departure departures;
ankunft, abreise abfahrt;
adult adults, child children kids, teenager teenagers, senior seniors pensioners;
erwachsene erwachsenen, kinder kindern kind, jugendliche jugendlichen, senioren;
adulte adultes, enfant enfants;
adulto adultos, niño niños menores;
взрослые взрослых, дети детей;
member members, nonmember nonmembers, guest guests;
mitglied mitglieder, nichtmitglied nichtmitglieder, gast gäste;
membre membres, invité invités;
miembro miembros socios, invitado invitados;
buyer buyers purchaser, seller sellers vendor;
käufer, verkäufer;
acheteur acheteurs, vendeur vendeurs;
comprador, vendedor;
landlord landlords lessor, tenant tenants lessee;
vermieter, mieter;
employer employers, employee employees, contractor contractors freelancers;
arbeitgeber, arbeitnehmer;
teacher teachers, student students pupils, parent parents;
lender lenders, borrower borrowers;
licensor, licensee;
men, women;
boys, girls;
male, female;
man, woman;
client clients, server servers;
public, private;
öffentlich, privat;
internal, external;
intern, extern;
indoor indoors, outdoor outdoors;
domestic, international foreign;
national, international;
required mandatory compulsory obligatory, optional voluntary;
pflicht verpflichtend, optional freiwillig;
obligatoire obligatoires, facultatif facultative facultatifs;
obligatorio obligatoria, opcional;
обязательно обязательные, необязательно необязательные;
included inclusions includes, excluded exclusions excludes;
allowed permitted, forbidden prohibited disallowed;
erlaubt, verboten;
supported, unsupported;
in, out;
inside, outside;
on, off;
pros, cons;
advantage advantages strengths, disadvantage disadvantages drawbacks weaknesses;
vorteile, nachteile;
avantages, inconvénients;
ventajas, desventajas;
преимущества, недостатки;
do dos, don'ts;
right, wrong;
correct, incorrect;
good, bad;
true, false;
valid, invalid;
positive, negative;
accepted approved, rejected declined;
opening opens open, closing closes closed;
enabled, disabled;
active, inactive;
online, offline;
manual, automatic;
minimum min, maximum max;
mindestens, höchstens;
least, most;
above over, below under;
more, less fewer;
first, last;
earliest, latest;
start begin beginning, end;
left, right;
upper, lower;
north, south, east, west;
primary, secondary;
temporary, permanent;
full, part half;
single, double;
free, paid;
basic, standard, premium, enterprise;
gold, silver, bronze, platinum;
income revenue, expenses expenditure costs;
asset assets, liability liabilities;
debit, credit;
profit, loss;
import imports, export exports;
input inputs, output outputs;
upload uploads, download downloads;
incoming inbound, outgoing outbound;
production prod, staging, development dev, testing;
stable, beta, alpha;
windows, linux, macos, android, ios;
debian, ubuntu, fedora, centos;
success, failure;
mammals, birds, fish, reptiles;
dog dogs, cat cats;
bicycle bicycles bikes, car cars, bus buses, train trains
"""
_PLACES = """
argentina argentinien, australia australien, austria österreich autriche, belgium belgien belgique, brazil brasilien
brasil, bulgaria, canada kanada, chile, china, colombia, croatia kroatien, czechia tschechien, denmark dänemark, egypt
ägypten, estonia, finland finnland, france frankreich francia франция франции, germany deutschland allemagne alemania
германия германии, greece griechenland, hungary ungarn, iceland island, india indien inde, indonesia, ireland irland,
israel, italy italien italie italia италия италии, japan japon, kenya, korea, latvia, lithuania, luxembourg luxemburg,
malaysia, mexico mexiko méxico, morocco, netherlands niederlande, nigeria, norway norwegen, pakistan, peru,
philippines, poland polen pologne, portugal, romania, russia russland россия россии, serbia, singapore, slovakia,
slovenia, spain spanien espagne españa испания испании, sweden schweden, switzerland schweiz suisse suiza, taiwan,
thailand, turkey türkei türkiye, ukraine, vietnam, england, scotland, wales, usa us, uk, eu, california, texas,
florida, berlin, paris, london, madrid, rome, vienna, zurich, munich, hamburg, tokyo, europe, asia, africa, america
"""


# What is done, where one is the undoing of the other, or its counterpart.
_DEEDS = """
start starts starting, stop stops stopping;
enable enables enabling, disable disables disabling;
install installs installing, uninstall uninstalls uninstalling;
add adds adding added, remove removes removing removed, delete deletes deleting deleted;
create creates creating created, destroy destroys delete deletes deleting deleted;
keep keeps kept, delete deletes deleted removed;
open opens opening, close closes closing shut;
allow allows, forbid forbids prohibit prohibits deny denies;
accept accepts accepting, reject rejects rejecting refuse refuses decline declines;
approve approves, reject rejects;
include includes covered included, exclude excludes excluded;
activate activates, deactivate deactivates;
increase increases, decrease decreases reduce reduces;
lock locks, unlock unlocks;
connect, disconnect;
join, leave;
enter, exit;
show, hide;
buy buying book booking, sell selling;
pay, receive;
send, receive;
encrypt encrypting, decrypt decrypting;
upgrade upgrading, downgrade downgrading;
do, avoid;
encourage encouraged, discourage discouraged;
most, few
"""


Members = dict[str, set[tuple[str, str]]]


def _members(*lists: str) -> Members:
    """Each word with its kinds, and the first word of those of a kind that mean the same."""
    known: Members = {}
    for kind in chain.from_iterable(words.casefold().split(";") for words in lists):
        for same in (part.split() for part in kind.split(",") if part.strip()):
            for word in same:
                known.setdefault(word, set()).add((kind, same[0]))
    return known


_LIMITS = _members(_TIMES, _PLACES)
_NAMED = _members(_TIMES, _OTHERS, _PLACES)
_DONE = _members(_DEEDS)


def are_opposed(was: Sequence[Words], now: Sequence[Words]) -> bool:
    """Whether one of these words in a title took the place of another one of its kind; titles come outermost first."""
    return len(was) == len(now) and any(
        one != other and _is_opposed(one, other) for one, other in zip(was, now, strict=True)
    )


def are_of_another_year(was: Sequence[Words], now: Sequence[Words]) -> bool:
    """Whether headings of numbers that name a year name another one: "Fees 2024" made "Fees 2025"."""
    years, now_years = ({word for title in titles for word in title if _YEAR.fullmatch(word)} for titles in (was, now))
    return bool(years and now_years) and years != now_years


def are_exchanged(gone: Iterable[str], come: Iterable[str]) -> bool:
    """Whether one of these words, or of a deed, took the place of another one of its kind, or of one it denies."""
    lost, gained = set(gone), set(come)
    is_denied = any(f"{no}{one}" == other for one, other in product(lost | gained, repeat=2) for no in _DENYING)
    return is_denied or any(_are_of_a_kind(lost, gained, known) for known in (_NAMED, _DONE))


def is_time_or_place(word: str) -> bool:
    """Whether a word (without case) is a day, a season or a country: what holds then or there holds nowhere else."""
    return word in _LIMITS and word not in _PRONOUNS


def _is_opposed(was: Words, now: Words) -> bool:
    if max(len(was), len(now)) > _LONGEST:
        return False  # a sentence, and what it tells by the way
    before, after = (Counter(word.casefold() for word in words) for words in (was, now))
    if any(word[0].isdigit() for word in before - after):
        return False  # a date was brought up to date
    return _are_of_a_kind(before - after, after - before, _NAMED)


def _are_of_a_kind(gone: Iterable[str], come: Iterable[str], known: Members) -> bool:
    """Whether words of a kind are on both sides, and none that mean the same."""
    lost, gained = ({member for word in words for member in known.get(word, ())} for words in (gone, come))
    return bool({kind for kind, _ in lost} & {kind for kind, _ in gained}) and not lost & gained
