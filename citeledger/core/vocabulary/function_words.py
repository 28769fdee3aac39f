"""Words that say how others belong together, and nothing themselves: closed classes, in the languages that write them.

A word missing here is taken for one that says something: that alarms, and hides nothing.
They are written as `casefold` leaves words.
"""

# What begins with one of these says where, when, for whom or from when something holds.
_PREPOSITIONS = (
    "to for in on at by with within without from of via into onto out off per during through throughout under over "
    "before after until till against among between about around since because as "
    "zu zum zur für im ins an am auf bei beim mit von vom vor nach aus durch gegen ohne um während seit bis ab laut "
    "innerhalb außerhalb pro "
    "à au aux pour dans en sur par avec sans de du chez selon avant après depuis pendant dès jusqu'à entre hors "
    "para por con sin desde hasta hacia según durante tras ante bajo a "
    "di da su tra fra senza nel nella nei nelle al alla ai alle dal dalla per secondo durante presso entro "
    "em com sem até no na nos nas pelo pela após sob "
    "te voor van op aan uit met zonder naar tot tijdens volgens binnen buiten bij "
    "till från för utan av hos under enligt inom efter före "
    "til fra med uten uden ved hos etter efter ifølge "
    "w we z ze do od na po przez dla bez przed pod nad u podczas według "
    "в во на с со к ко от до из у о об для без при по за над под перед после через "
    "у з від для при після перед "
    "σε στο στη στην στον από για με χωρίς κατά μετά πριν "
    "في من إلى على عن مع خلال بعد قبل منذ لدى"
)
_OTHERS = (
    "and or but nor if that which who whom whose when while where so then than because whether up down "
    "is are was were be been being has have had do does did will would may might can could must shall should the a an "
    "this these those it they we you he she i its their our your his her not only also "
    "und oder aber sondern wenn als dass der die das den dem des ein eine einen einem einer ist sind war waren wird "
    "werden wurde hat haben kann können muss müssen soll sollen darf dürfen es sie er wir ihr ich nicht nur auch je "
    "d et ou mais si que qui quand le la les un une ce cette ces est sont était ont sera seront peut peuvent doit "
    "doivent il elle ils elles nous vous ne pas aussi "
    "y o u e pero quien cuando el los las lo una unos son fue ha han será puede pueden debe deben se del "
    "ed ma che chi quando gli l è sono hanno sarà può possono deve devono non della dei dalla "
    "mas os uma são foi tem pode podem devem não dos das "
    "om het een maar dat wie zijn wordt worden heeft hebben kan kunnen moet moeten mag zal zullen niet ook "
    "och eller men som när är var blir har måste ska inte det ett att og der er ikke at "
    "i oraz lub albo ale że gdy jest są nie się "
    "и или а но не что чтобы если когда который это он она они мы вы был была были будет"
)
_ARTICLES = (
    "a an the this that these those der die das den dem des ein eine einen diese diesen le la les l un une des ce ces "
    "cette el los las una unos unas estos estas il lo gli i questi queste o os as um uma uns estes de het deze een den "
    "det en ett эти τα οι τις αυτά"
)
_POSSESSIVES = (
    "our your their its my his her unser unsere ihr ihre notre votre leur nuestro nuestra su nostro vostro nosso seu "
    "ons uw vår er"
)
# What stands for somebody or something named before.
_PRONOUNS = (
    "it they this these he she es sie er il elle ils elles el él ella ellos ellas esso essa essi ele ela eles elas het "
    "hij zij ze han hun hon den det de on ona ono oni он она оно они він вона воно вони"
)
PREPOSITIONS = frozenset(_PREPOSITIONS.casefold().split())
ARTICLES = frozenset(_ARTICLES.casefold().split())  # and what points like them
DETERMINERS = ARTICLES.union(_POSSESSIVES.casefold().split())
PRONOUNS = frozenset(_PRONOUNS.casefold().split())
FUNCTION_WORDS = PREPOSITIONS.union(_OTHERS.casefold().split())
