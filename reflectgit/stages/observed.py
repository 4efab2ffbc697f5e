"""What a claim says of values, against typed facts: by slot and by equality (DESIGN, "Grounding").

A word may mean the same as another; a value is the one that was seen or it is not. Only what a sentence states is
compared: what was supposed, expected or denied is left alone.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from reflectgit.facts.beside import displaced
from reflectgit.facts.figures import figures, plain, stands_in
from reflectgit.facts.given import given
from reflectgit.facts.model import AnyFact, Assertion, Bound, Raised, Tested
from reflectgit.facts.observe import ALL_FORMS, observe
from reflectgit.facts.slots import bare_name, normal, outcome_of, values
from reflectgit.model import CompareResult, Comparison, Item
from reflectgit.stages.statements import Statement
from reflectgit.stages.stemmed import stem_set
from reflectgit.text import outcomes
from reflectgit.text.number_words import written_out
from reflectgit.text.reckoning import follows

#: What stands behind one of these is said not to be so.
NEGATED = re.compile(
    r"\b(?:no|not|never|without|lacks?|nor|neither|missing|absent|nowhere|instead of|rather than|\w+n't)\b"
    r"[^.;:]{0,40}$",
    re.I,
)
#: From the word to the end, at most; a word that is longer is cut, which changes nothing.
_REACH = 120
_LITERAL = (
    r"(?:'[^'\n]{1,80}'|\"[^\"\n]{1,80}\"|[-+]?\d[\d_]*(?:,\d{3})*(?:[.:]\d+)*|True|False|None|null|nil|NaN)"
    r"(?![\w%]|[.:]\d)"
)
_BINDING = re.compile(
    r"(?<![\w.'\"])(?P<name>[A-Za-z_][\w.]*(?:\[[\w:. ]{1,20}\]|\(\w{0,20}\))?)"
    rf"(?: ?==? ?|: | (?:is|was|as|of|at|holds?|holding|reads?|gives?) )(?P<value>{_LITERAL})"
)
#: What a comparison had on one side: a value, or a list of them.
_SIDE = rf"(?:\[[^\[\]\n]{{1,80}}\]|{_LITERAL})"
_SIDES = (
    re.compile(
        rf"\bgot (?P<got>{_SIDE})[^.;\n]{{0,40}}?\b(?:expected|wanted|due|instead of|in place of|rather than)\b"
        rf"[^.;\n]{{0,12}}?(?P<wanted>{_SIDE})"
    ),
    re.compile(
        rf"\b(?:expected|wanted) (?P<wanted>{_SIDE})[^.;\n]{{0,40}}?\b(?:got|gave|was|returned|came out)\b"
        rf"[^.;\n]{{0,12}}?(?P<got>{_SIDE})"
    ),
    re.compile(rf"(?P<got>{_SIDE}),? (?:instead of|in place of|rather than) (?P<wanted>{_SIDE})"),
)
_CUT_OFF = ("...", "…")
#: Nobody reports more numbers in one claim; a dump of them is compared by its beginning.
_MOST_NUMBERS = 40
_NUMBER = re.compile(r"(?<![\w.:/\\-])[+-]?\d[\d_]*(?:[.,:]\d+)*(?!\w)")


#: How many items are remembered: seldom has a record more.
_ITEMS = 512


class _Itself:
    """An item as a key by which to remember: facts that came with it are a list, and have no hash."""

    __slots__ = ("item",)

    def __init__(self, item: Item) -> None:
        self.item = item

    def __hash__(self) -> int:
        return id(self.item)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.item is other.item


def facts_of(item: Item, forms: tuple[type[AnyFact], ...] = ALL_FORMS) -> tuple[AnyFact, ...]:
    """The facts of these forms that stand in an item, and those that came with it, but for such as the item itself
    tells otherwise.
    """
    return _facts_of(_Itself(item), forms)


@lru_cache(maxsize=_ITEMS)
def _facts_of(one: _Itself, forms: tuple[type[AnyFact], ...]) -> tuple[AnyFact, ...]:
    item = one.item
    stand = observe(item.content, item.kind, forms)
    if not isinstance(item.facts, list):
        return stand
    told: dict[Hashable, set[Hashable]] = {}
    for slot, value in filter(None, map(_slot, stand)):
        told.setdefault(slot, set()).add(value)
    came = (fact for fact in given(item.facts) if isinstance(fact, forms))
    return (*(fact for fact in came if not _is_denied(fact, told)), *stand)


def _is_denied(came: AnyFact, told: Mapping[Hashable, set[Hashable]]) -> bool:
    """Whether the text has the same slot with something else in it: what was handed over is believed less."""
    found = _slot(came)
    return found is not None and any(value != found[1] for value in told.get(found[0], ()))


def _slot(fact: AnyFact) -> tuple[Hashable, Hashable] | None:
    """What a fact tells something of, and what it tells of it."""
    if isinstance(fact, Tested):
        return ("test", bare_name(fact)), outcome_of(fact)
    if isinstance(fact, Bound):
        return ("value", fact.name), normal(fact.value)
    known = _got_and_wanted(fact) if isinstance(fact, Assertion) else None
    return (("sides", frozenset(known)), known) if known else None


def told_values(told: Statement, seen: Iterable[Item]) -> list[Comparison]:
    """Values of names and sides of comparisons that a statement tells, where an item has the name or the comparison."""
    bound, sides = list(_bindings(told)), list(_sides(told.own))
    answers = [
        [_bound(name, value, item) for name, value in bound] + [_compared(*side, item) for side in sides]
        for item in seen
    ]
    names = [f"value: {name} {value}" for name, value in bound]
    names += [f"values: got {got}, wanted {wanted}" for got, wanted in sides]
    return [
        one for at, what in enumerate(names) for one in _first_that_says(what, (row[at] for row in answers))
    ]


def test_outcomes(told: Statement, items: Iterable[Item]) -> list[Comparison]:
    """Tests that a statement says passed or failed, where a run lists them with one outcome alone."""
    if told.supposes:
        return []
    items = tuple(items)
    return [
        Comparison(what=f"outcome: {name} {outcome}", with_=item.id, result=result)
        for name, outcome in outcomes.said(told.own)
        for item in items
        for result in _outcome(name, outcome, item)
    ]


def told_numbers(told: Statement, record: Iterable[str], places: Iterable[str] = ()) -> list[Comparison]:
    """Numbers of what is said to have been seen that stand nowhere in the record, or beside something else there.

    Args:
        told: what says so.
        record: the texts of the record, and what every story may take for known (task and failure).
        places: those of them in which a number has to stand where the sentence has it; none: it need not.
    """
    texts, places = tuple(record), tuple(places)
    whole = "\n".join(texts)
    known = cache(lambda other: _has(other, whole) or other in written_out(whole))
    compared = []
    for number in _numbers(_own_words(told))[:_MOST_NUMBERS]:
        if follows(number.text, told.sentence, known):
            continue
        if not known(number.text):
            compared.append(Comparison(what=f"number: {number.text}", with_="", result="missing"))
        elif places and _stands_elsewhere(number, told, texts, places):
            what = f"number: {number.text} stands beside something else"
            compared.append(Comparison(what=what, with_="", result="differs"))
    return compared


# --- slots -----------------------------------------------------------------------------------------------


class _Said(NamedTuple):
    """What an item says of something that was told."""

    item: str
    result: CompareResult


def _first_that_says(what: str, answers: Iterable[_Said | None]) -> list[Comparison]:
    """One item that has it is enough; else the first that has something else in its place."""
    said = [answer for answer in answers if answer is not None]
    best = next((one for one in said if one.result == "found"), said[0] if said else None)
    return [Comparison(what=what, with_=best.item, result=best.result)] if best else []


def _bindings(told: Statement) -> Iterator[tuple[str, str]]:
    if told.supposes:
        return
    for found in _BINDING.finditer(told.own):
        start = found.start("value")
        if not NEGATED.search(told.own[max(0, start - _REACH) : start]):
            yield found["name"], found["value"]


def _bound(name: str, value: str, item: Item) -> _Said | None:
    slots = _values_by_name(_Itself(item)).get(name.lower()) if _may_name(name, item) else None
    if not slots:
        return None
    wanted, had = normal(value), values(slots)
    cut = next((wanted.removesuffix(dots) for dots in _CUT_OFF if wanted.endswith(dots)), None)
    same = wanted in had or (cut is not None and any(one.startswith(cut) for one in had))
    return _Said(item.id, "found" if same else "differs")


#: What a database names is a value by the name of its sort.
_SORTS = ("table", "column")


def _may_name(name: str, item: Item) -> bool:
    """A name stands in the text that names it, whatever its case; of one inside a JSON object, its last part."""
    if isinstance(item.facts, list) or not name.isascii() or "\\u" in item.content:
        return True
    last = name.lower().rpartition(".")[2]
    return last in _SORTS or last in item.content.lower()


@lru_cache(maxsize=_ITEMS)
def _values_by_name(one: _Itself) -> dict[str, list[Bound]]:
    """The values in an item by the name in small letters, and by its last part."""
    found: dict[str, list[Bound]] = {}
    for fact in _facts_of(one, (Bound,)):
        if isinstance(fact, Bound):
            whole = fact.name.lower()
            for name in {whole, whole.rpartition(".")[2]}:
                found.setdefault(name, []).append(fact)
    return found


def _sides(sentence: str) -> Iterator[tuple[str, str]]:
    for pattern in _SIDES:
        for found in pattern.finditer(sentence):
            yield found["got"], found["wanted"]


def _compared(got: str, wanted: str, item: Item) -> _Said | None:
    """Whether the item compares these two, and in this sense where it tells which of them was computed."""
    told, pairs = (_side(got), _side(wanted)), _pairs(_Itself(item))
    if (both := frozenset(told)) not in pairs:
        return None
    known = pairs[both]
    return _Said(item.id, "refuted" if known and known != told else "found")


@lru_cache(maxsize=_ITEMS)
def _pairs(one: _Itself) -> dict[frozenset[str], tuple[str, str] | None]:
    """By both sides of each comparison in an item: what was got and what wanted where it says so; the first counts."""
    found: dict[frozenset[str], tuple[str, str] | None] = {}
    for fact in _facts_of(one, (Assertion, Raised)):
        if isinstance(fact, Assertion):
            found.setdefault(frozenset((_side(fact.left), _side(fact.right))), _got_and_wanted(fact))
        elif isinstance(fact, Raised):
            for sides in _sides(fact.message):
                got, wanted = map(_side, sides)
                found.setdefault(frozenset((got, wanted)), (got, wanted))
    return found


def _side(text: str) -> str:
    """A value in the one spelling; of a list, white space aside."""
    return re.sub(r"\s", "", text) if text.lstrip().startswith("[") else normal(text)


def _got_and_wanted(fact: Assertion) -> tuple[str, str] | None:
    """The computed side first; None where the run does not tell which that is."""
    left, right = _side(fact.left), _side(fact.right)
    computed = {
        _side(line.partition(" = ")[0].removeprefix("where ").removeprefix("and ")) for line in fact.where
    }
    if fact.wanted == "right" or (not fact.wanted and left in computed and right not in computed):
        return left, right
    if fact.wanted == "left" or (right in computed and left not in computed):
        return right, left
    return None


def _outcome(name: str, outcome: str, item: Item) -> list[CompareResult]:
    if name not in item.content and not isinstance(item.facts, list):
        return []
    listed = _outcomes_by_test(_Itself(item)).get(name, set())
    if len(listed) != 1 or "" in listed:
        return []
    return ["found" if outcome in listed else "refuted"]


@lru_cache(maxsize=_ITEMS)
def _outcomes_by_test(one: _Itself) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for fact in _facts_of(one, (Tested,)):
        if isinstance(fact, Tested):
            found.setdefault(bare_name(fact), set()).add(outcome_of(fact))
    return found


# --- numbers ---------------------------------------------------------------------------------------------


_MARKED = re.compile(r"\"[^\"\n]{2,120}\"|(?<!\w)'[^'\n]{2,120}'(?!\w)|[“„][^”“\n]{2,120}[”“]|`[^`\n]+`")


class _Number(NamedTuple):
    """A number as a claim writes it."""

    text: str

    def stands_in(self, text: str) -> bool:
        """Whether the text has it, by value or as it is written, and not as a part of a longer one."""
        return _has(self.text, text)

    def belongs(self, sentence: str, text: str) -> bool:
        """Whether a line that has it, or one beside it, has something else of the sentence too."""
        rest = sentence.replace(self.text, " ")
        about = stem_set(rest) | figures(rest)
        lines = text.splitlines() if self.stands_in(text) else []
        at = (place for place, line in enumerate(lines) if self.stands_in(line))
        around = ("\n".join(lines[max(0, place - 1) : place + 2]) for place in at)
        return not about or any(about & (stem_set(part) | figures(part)) for part in around)


def _stands_elsewhere(
    number: _Number, told: Statement, record: tuple[str, ...], places: tuple[str, ...]
) -> bool:
    """What was seen has something of its sentence near by; nothing else stands in its place."""
    if any(number.text in written_out(text) for text in record):
        return False
    if told.kind == "observation" and not any(number.belongs(told.sentence, text) for text in places):
        return True
    return told.kind != "assumption" and displaced(number.text, _own_words(told), told.sentence, record)


def _own_words(told: Statement) -> str:
    """Without what stands in quotation marks: a number in there is looked for with its text."""
    return _MARKED.sub(" ", told.own)


def _numbers(text: str) -> tuple[_Number, ...]:
    return tuple(dict.fromkeys(_Number(found[0]) for found in _NUMBER.finditer(text)))


def _has(number: str, text: str) -> bool:
    """As it is written and no part of a longer one, or by value."""
    if number in text and re.search(rf"(?<!\d){re.escape(number)}(?!\d)", text):
        return True
    return stands_in(plain(number), text)
