"""What superseded each lesson: every reason that the ledger gives, the first that counts, and no circle.

The order of the reasons (DESIGN, "Lifecycle is a fold"): a person who retires; a person who words it anew; another
lesson that was admitted in its place; a contradiction that was settled; a counterexample that no exclusion avoids;
outcomes; at last the successor by rule. A reason that holds for a lesson holds for the successors that it has beside.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from reflectgit.model import Ruling
from reflectgit.stages.fold_ledger import Ledger
from reflectgit.stages.fold_lines import Family, amended_id, amendments, exclusion

Cause = Literal[
    "merged",
    "retired",
    "amended",
    "succeeded",
    "settled",
    "counterexample",
    "outcomes",
    "narrowed",
    "demoted",
]


class Edge(NamedTuple):
    """What a lesson is superseded by, and why: `to` is a lesson, or the literal of a reason that names none."""

    to: str
    cause: Cause
    lesson: bool = True


class Lines:
    """All families by head, and the head of every id."""

    def __init__(self, families: Sequence[Family]) -> None:
        self.by_head = {family.id: family for family in families}
        self.head = {family.id: family.id for family in families}
        for family in families:
            for name in family.names:
                self.head.setdefault(name, family.id)

    def of(self, name: str | None) -> Family | None:
        """The family that goes by this id, if there is one."""
        return self.by_head.get(self.head.get(name or "", ""))


def edges(lines: Lines, ledger: Ledger) -> dict[str, Edge]:
    """The edge of every superseded family, by its head; those that are live have none."""
    wanted = {name: list(_reasons(family, lines, ledger)) for name, family in lines.by_head.items()}
    phases = {name: _phase(reasons) for name, reasons in wanted.items()}
    chosen: dict[str, Edge] = {}
    inherited: set[str] = set()
    for phase in _PHASES:
        for name in sorted(wanted.keys() - inherited, reverse=True):
            if phases[name] == phase:
                _choose(name, wanted[name], chosen)
        for name, family in lines.by_head.items():
            if (
                family.parent is not None
                and name not in inherited
                and _inherit(name, family.parent.id, wanted, chosen)
            ):
                inherited.add(name)
    return chosen


#: Edges to successors come first, for by themselves they close no circle; then what persons named; then settled
#: contradictions. In each the smallest id comes last: where two settle against each other, it is the one that stays.
_PHASES = (0, 1, 2)


def _phase(reasons: Sequence[Edge]) -> int:
    if not reasons or not reasons[0].lesson:
        return 0
    return {"retired": 1, "settled": 2}.get(reasons[0].cause, 0)


def _choose(name: str, reasons: Sequence[Edge], chosen: dict[str, Edge]) -> None:
    """The first reason that closes no circle."""
    edge = next((edge for edge in reasons if not (edge.lesson and _leads_to(edge.to, name, chosen))), None)
    if edge is not None:
        chosen[name] = edge


def _leads_to(start: str, name: str, chosen: Mapping[str, Edge]) -> bool:
    at = start
    while at != name:
        edge = chosen.get(at)
        if edge is None or not edge.lesson:
            return False
        at = edge.to
    return True


def _inherit(name: str, parent: str, wanted: dict[str, list[Edge]], chosen: dict[str, Edge]) -> bool:
    """Whether its parent is superseded by something else: then a successor goes the way of its parent."""
    edge = chosen.get(parent)
    if edge is None or edge.to == name:
        return False
    wanted[name] = [edge, *(other for other in wanted[parent] if not other.lesson), *wanted[name]]
    _choose(name, wanted[name], chosen)
    return True


# --- the reasons of one family, the first first ---------------------------------------------------------------


def _reasons(family: Family, lines: Lines, ledger: Ledger) -> Iterator[Edge]:
    yield from _by_person(family, lines, ledger)
    yield from _amended(family, lines)
    yield from _succeeded(family, lines, ledger)
    yield from _settled(family, lines)
    yield from _refuted(family, by_person=False)
    limit = ledger.policy.lifecycle.hurt_limit
    if family.hurt >= limit and not family.demoted:
        yield Edge(f"outcomes:{limit}", "outcomes", lesson=False)
    yield from _by_rule(family, lines, limit)


def _by_person(family: Family, lines: Lines, ledger: Ledger) -> Iterator[Edge]:
    """Other lessons that persons named in its place, then the words of persons."""
    rulings = _retirements(family, lines)
    named = {lines.head[ruling.successor] for ruling in rulings if ruling.successor in lines.head}
    plain = [ruling for ruling in rulings if lines.of(ruling.successor) in (None, family)]
    said = {_words(ruling) for ruling in plain} | {edge.to for edge in _refuted(family, by_person=True)}
    yield from (Edge(name, "retired") for name in sorted(named - {family.id}))
    if said:
        yield from _succeeded(family, lines, ledger)
    for words in (said, {_words(ruling) for ruling in rulings} - said):
        yield from (Edge(one, "retired", lesson=False) for one in sorted(words))


def _retirements(family: Family, lines: Lines) -> list[Ruling]:
    """`refuse` of the head, and `retire`, but for one that names what supersedes it anyway."""
    refused = [ruling for ruling in family.rulings if ruling.op == "refuse" and ruling.lesson_id == family.id]
    retired = [ruling for ruling in family.rulings if ruling.op == "retire"]
    return refused + [ruling for ruling in retired if not _is_known(ruling, family, lines)]


def _is_known(ruling: Ruling, family: Family, lines: Lines) -> bool:
    """Whether it retires one id of the family in favour of another, or the family in favour of its own successor."""
    named = lines.of(ruling.successor)
    if named is family:
        return ruling.lesson_id not in (family.id, ruling.successor)
    return named is not None and named.descends_from(family)


def _words(ruling: Ruling) -> str:
    """What stands where no lesson does: the failure, or the person's reason."""
    if ruling.failure_id:
        return ruling.failure_id
    named = f"superseded by {ruling.successor}" if ruling.successor else "no reason given"
    return f"person:{ruling.because or named}"


def _amended(family: Family, lines: Lines) -> Iterator[Edge]:
    names = {amended_id(family, ruling) for ruling in amendments(family)}
    yield from (Edge(lines.head[name], "amended") for name in sorted(names) if name in lines.head)


def _succeeded(family: Family, lines: Lines, ledger: Ledger) -> Iterator[Edge]:
    """Lessons that were admitted in its place: a retired one that was proposed again."""
    admitted = {name for old in family.names for name in ledger.successors.get(old, ())}
    found = {lines.head[name] for name in admitted} - {family.id}
    yield from (Edge(name, "succeeded") for name in sorted(found))


def _settled(family: Family, lines: Lines) -> Iterator[Edge]:
    rulings = [ruling for ruling in family.rulings if ruling.op == "settle"]
    winners = [lines.of(ruling.successor or ruling.other) for ruling in rulings]
    found = {winner.id for winner in winners if winner is not None and not _are_one_line(winner, family)}
    yield from (Edge(name, "settled") for name in sorted(found))


def _are_one_line(one: Family, other: Family) -> bool:
    return one is other or one.descends_from(other) or other.descends_from(one)


def _refuted(family: Family, *, by_person: bool) -> Iterator[Edge]:
    """The counterexamples that no exclusion avoids."""
    against = {
        ruling.failure_id
        for ruling in family.rulings
        if ruling.op == "counterexample" and (ruling.because is not None) == by_person
        if ruling.failure_id and not exclusion(ruling).terms
    }
    yield from (Edge(failure, "counterexample", lesson=False) for failure in sorted(against))


def _by_rule(family: Family, lines: Lines, limit: int) -> Iterator[Edge]:
    """Its successor by rule; where a circle forbids that, what made it."""
    name = next(iter(family.successors))
    if name in lines.head:
        narrowed = family.excluded.terms and not family.demoted
        yield Edge(lines.head[name], "narrowed" if narrowed else "demoted")
    yield from (Edge(words, "amended", lesson=False) for words in sorted(map(_words, amendments(family))))
    if family.excluded.terms:
        yield from (Edge(name, "narrowed", lesson=False) for name in sorted(family.counterexamples))
    if family.demoted:
        yield Edge(f"outcomes:{limit}", "demoted", lesson=False)
