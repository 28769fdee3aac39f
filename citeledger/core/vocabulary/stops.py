"""Signs at which a sentence ends, asks, or goes on with what it announced."""

COLONS = frozenset(":：")
QUESTIONS = frozenset("?？؟")
FULL_STOPS = QUESTIONS.union(".!。！।॥")
HALF_ENDS = frozenset(":;：；")  # behind which a sentence goes on
SENTENCE_ENDS = FULL_STOPS | frozenset(":;；…")
