"""The lines of lessons: a founded lesson under all its ids, and the successors that rules and persons make of it.

A *family* is one lesson under every id that it goes by. Byte-equal statements, and two admissions of one failure, are
one lesson: the smallest id is its head. Its successor goes by the successor's id of each of them, so that clones
that demoted or narrowed two admissions apart still speak of one successor (DESIGN, "Lifecycle is a fold").
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from reflectgit.identity import lesson_id
from reflectgit.model import LEVELS, DecidedTermination, Level, OutcomeEvent, Ruling
from reflectgit.stages.fold_ledger import Ledger
from reflectgit.text import scope
from reflectgit.text.scope import Scope


@dataclass(frozen=True, eq=False, kw_only=True)
class Family:
    """One lesson, before it is known what superseded it.

    Attributes:
        id: the id of its file, the head of its ids.
        names: every id, with the statement and the founding failure that the id was made from.
        parent: the family whose successor it is, by rule or by amendment; None for a founded lesson.
        records: the decisions behind it, those of its parents too.
        events: the outcomes of its own ids.
        rulings: the rulings about its own ids.
        home: the founding scope without what was excluded since.
        reach: the same, widened by the repositories of corroborations.
        rank: its level as an index of `LEVELS`.
        excluded: what the counterexamples against it exclude.
        counterexamples: the failures that speak against it or its parents.
        demoted: hurt as often as the limit allows, above episodic.
    """

    id: str
    names: Mapping[str, tuple[str, str]]
    statement: str
    supersedes: str | None
    parent: "Family | None"
    founding: DecidedTermination
    records: tuple[DecidedTermination, ...]
    events: tuple[OutcomeEvent, ...]
    rulings: tuple[Ruling, ...]
    home: Scope
    reach: Scope
    rank: int
    excluded: Scope = field(default_factory=Scope)
    counterexamples: frozenset[str] = frozenset()
    demoted: bool = False
    hurt: int = 0

    @property
    def level(self) -> Level:
        """Its level."""
        return LEVELS[self.rank]

    def descends_from(self, other: "Family") -> bool:
        """Whether it is a successor, at any remove, of the other."""
        parent = self.parent
        while parent is not None and parent is not other:
            parent = parent.parent
        return parent is not None

    @cached_property
    def successors(self) -> dict[str, tuple[str, str]]:
        """The ids of its successor by rule, the head first."""
        heads_first = sorted(self.names, key=lambda name: (name != self.id, name))
        return {lesson_id(*self.names[name], name): self.names[name] for name in heads_first}


def heads(ledger: Ledger) -> dict[str, str]:
    """Each founded id with the smallest of the ids that are one lesson with it."""
    group: dict[str, str] = {}
    for name, founded in ledger.admitted.items():
        keys = {name, *(f"failure {one.evidence_record.failure_id}" for one in founded)}
        after = {one.decision.supersedes or "" for one in founded}
        keys |= {f"statement {old} {text}" for old in after for text in ledger.wordings(name)}
        roots = {_root(group, key) for key in keys}
        group.update(dict.fromkeys(roots, min(roots)))
    smallest: dict[str, str] = {}
    for name in sorted(ledger.admitted):
        smallest.setdefault(_root(group, name), name)
    return {name: smallest[_root(group, name)] for name in sorted(ledger.admitted)}


def _root(group: dict[str, str], name: str) -> str:
    while group.setdefault(name, name) != name:
        group[name] = group[group[name]]
        name = group[name]
    return name


def families(ledger: Ledger) -> Iterator[Family]:
    """Every lesson that lives or has lived, a parent before its successors."""
    members: dict[str, list[str]] = {}
    for name, head in heads(ledger).items():
        members.setdefault(head, []).append(name)
    for ids in members.values():
        line = [_founded(ids, ledger)]
        while line:
            family = line.pop()
            yield family
            line += _successors(family, ledger)


def shadows(family: Family, ledger: Ledger, known: Collection[str]) -> Iterator[Family]:
    """The other ids of a founded family as lessons by themselves, with the successors that they have had.

    A clone that knew nothing of the head made these successors, so their files stay. `known`: the ids of all families.
    """
    for name in sorted(family.names.keys() - {family.id} if family.parent is None else ()):
        line, used = [_founded([name], ledger)], 1
        while (after := next(iter(line[-1].successors))) not in ledger.admitted:
            made = _is_succeeded(line[-1], ledger)
            if not made and after not in known:
                break
            line.append(_by_rule(line[-1], ledger))
            used = len(line) if made else used
        yield from line[:used]


def _founded(ids: list[str], ledger: Ledger) -> Family:
    head = min(ids)
    founding = ledger.founding(head)
    generalization = founding.decision.stages.generalization
    home = scope.parse(generalization.adjusted_scope if generalization else "")
    others = [one for name in ids for one in ledger.admitted[name] if one is not founding]
    return _family(
        ledger,
        names={name: (ledger.statement(name), _failure(ledger.founding(name))) for name in sorted(ids)},
        statement=ledger.statement(head),
        supersedes=founding.decision.supersedes,
        parent=None,
        founding=founding,
        before=(founding, *others),
        home=home,
        reach=_widened(home, others),
        start=0,
    )


def _successors(family: Family, ledger: Ledger) -> list[Family]:
    """The successor by rule, and those that persons worded; none whose id the ledger admits by itself."""
    found: dict[str, Family] = {}
    if _is_succeeded(family, ledger):
        found[next(iter(family.successors))] = _by_rule(family, ledger)
    for ruling in sorted(amendments(family), key=lambda ruling: (ruling.text or "", ruling.lesson_id)):
        amended = _amended(family, ruling, ledger)
        found.setdefault(amended.id, amended)
    return [after for name, after in sorted(found.items(), reverse=True) if name not in ledger.admitted]


def _is_succeeded(family: Family, ledger: Ledger) -> bool:
    """Whether it is demoted or narrowed, or the ledger speaks of a successor that it had under other thresholds."""
    return family.demoted or bool(family.excluded.terms) or not ledger.named.isdisjoint(family.successors)


def amendments(family: Family) -> list[Ruling]:
    """The rulings that word a successor of it; one in the same words is its successor by rule, and says nothing new."""
    amending = (ruling for ruling in family.rulings if ruling.op == "amend" and ruling.text)
    return [ruling for ruling in amending if ruling.text != family.names[ruling.lesson_id][0]]


def amended_id(family: Family, ruling: Ruling) -> str:
    """The id of the successor that the ruling words."""
    return lesson_id(ruling.text or "", family.names[ruling.lesson_id][1], ruling.lesson_id)


def _by_rule(family: Family, ledger: Ledger) -> Family:
    return _after(family, family.successors, family.statement, family.id, ledger)


def _amended(family: Family, ruling: Ruling, ledger: Ledger) -> Family:
    text = ruling.text or ""
    names = {amended_id(family, ruling): (text, family.names[ruling.lesson_id][1])}
    return _after(family, names, text, ruling.lesson_id, ledger)


def _after(
    family: Family, names: Mapping[str, tuple[str, str]], statement: str, supersedes: str, ledger: Ledger
) -> Family:
    """A successor takes over failures, evidence, exclusions and level; a demoted one begins at its home again."""
    home = scope.narrow(family.home, family.excluded)
    return _family(
        ledger,
        names=names,
        statement=statement,
        supersedes=supersedes,
        parent=family,
        founding=family.founding,
        before=family.records,
        home=home,
        reach=home if family.demoted else scope.narrow(family.reach, family.excluded),
        start=0 if family.demoted else family.rank,
        against=family.counterexamples,
    )


def _family(
    ledger: Ledger,
    *,
    names: Mapping[str, tuple[str, str]],
    statement: str,
    supersedes: str | None,
    parent: Family | None,
    founding: DecidedTermination,
    before: tuple[DecidedTermination, ...],
    home: Scope,
    reach: Scope,
    start: int,
    against: frozenset[str] = frozenset(),
) -> Family:
    """The family with what the ledger tells of its own ids."""
    joined = ledger.corroborating(names)
    events = ledger.events(names)
    rank = _rank(start, founding, events, ledger.policy.lifecycle.promote_after)
    hurt = sum(event.outcome == "worse" for event in events)
    rulings = tuple(ruling for name in names for ruling in ledger.rulings.get(name, ()))
    refuting = {
        one.failure_id for one in rulings if one.op in ("counterexample", "retire") and one.failure_id
    }
    return Family(
        id=next(iter(names)),
        names=names,
        statement=statement,
        supersedes=supersedes,
        parent=parent,
        founding=founding,
        records=(*before, *joined),
        events=tuple(events),
        rulings=rulings,
        home=home,
        reach=_widened(reach, joined),
        rank=rank,
        excluded=_excluded(rulings),
        counterexamples=against | refuting,
        demoted=rank > 0 and hurt >= ledger.policy.lifecycle.hurt_limit,
        hurt=hurt,
    )


def _rank(start: int, founding: DecidedTermination, events: Iterable[OutcomeEvent], step: int) -> int:
    """One level up for every `step` foreign repositories helped; none for a lesson bound to its own."""
    calibration = founding.decision.stages.calibration
    if calibration is not None and calibration.episodic_only:
        return 0
    helped = {event.repo.lower() for event in events if event.outcome == "resolved"}
    return min(len(LEVELS) - 1, start + len(helped - {founding.task.repo.lower()}) // step)


def _excluded(rulings: Iterable[Ruling]) -> Scope:
    terms = {term for ruling in rulings if ruling.op == "counterexample" for term in exclusion(ruling).terms}
    return Scope(frozenset(terms))


def exclusion(ruling: Ruling) -> Scope:
    """What a counterexample excludes; without a facet it excludes nothing, and speaks against the whole lesson."""
    return scope.parse(ruling.exclusion or "")


def _widened(reach: Scope, records: Iterable[DecidedTermination]) -> Scope:
    for one in records:
        reach = scope.join_repo(reach, one.task.repo)
    return reach


def _failure(one: DecidedTermination) -> str:
    return one.evidence_record.failure_id
