"""The files of a ledger, grouped once by the lessons that they name: what the fold reads.

Everything that is done with the groups gives the same for a member told twice and in any order; where one of several
has to be chosen, what it says chooses it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from reflectgit.identity import canonical_json
from reflectgit.model import DecidedTermination, OutcomeEvent, Ruling
from reflectgit.policy import Policy


class Ledger:
    """What was decided, what came of it and what was ruled, each by the id of the lesson that it is about.

    Attributes:
        policy: today's; decisions fell under their own.
        admitted: the decisions that found a lesson; pending ones (`review = "required"`, not approved) are not here.
        merged: the decisions that joined a lesson, when they were made or when they were approved.
        held: the decisions that left a candidate unattached, by their failure.
        joins: the failures that the decisions behind a lesson say they bear out.
        successors: the lessons that were admitted to take the place of one.
        rulings: by the lesson that they are about.
        named: every id that a file of the ledger speaks of as a lesson that was there.
    """

    def __init__(
        self,
        terminations: Iterable[DecidedTermination],
        outcomes: Iterable[OutcomeEvent],
        rulings: Iterable[Ruling],
        policy: Policy,
    ) -> None:
        self.policy = policy
        self.admitted: dict[str, list[DecidedTermination]] = defaultdict(list)
        self.merged: dict[str, list[DecidedTermination]] = defaultdict(list)
        self.held: dict[str, list[DecidedTermination]] = defaultdict(list)
        self.joins: dict[str, set[str]] = defaultdict(set)
        self.successors: dict[str, set[str]] = defaultdict(set)
        self.rulings: dict[str, list[Ruling]] = defaultdict(list)
        self.named: set[str] = set()
        self._events: dict[str, dict[str, OutcomeEvent]] = defaultdict(dict)
        self._take_rulings(rulings)
        self._take_terminations(terminations)
        self._take_outcomes(outcomes)

    def _take_rulings(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self.rulings[ruling.lesson_id].append(ruling)
            self.named.update({ruling.lesson_id, ruling.other or ruling.lesson_id})

    def _take_terminations(self, terminations: Iterable[DecidedTermination]) -> None:
        for one in terminations:
            decision, name = one.decision, one.decision.lesson_id
            if decision.unattached_candidate:
                self.held[one.evidence_record.failure_id].append(one)
            if name is None:
                continue
            into = name if decision.decision == "merged" else self._approved_into(name)
            if into is not None:
                self.merged[into].append(one)
                self.joins[into].update(decision.joins)
                self.named.add(into)
            elif decision.decision == "admitted" and self._may_live(name):
                self.admitted[name].append(one)
                self.joins[name].update(decision.joins)
                if decision.supersedes:
                    self.successors[decision.supersedes].add(name)
                    self.named.add(decision.supersedes)

    def _take_outcomes(self, outcomes: Iterable[OutcomeEvent]) -> None:
        for event in outcomes:
            for name in event.applied:
                told = self._events[name].setdefault(event.event_id, event)
                self._events[name][event.event_id] = min(told, event, key=_said)
                self.named.add(name)

    def _approved_into(self, name: str) -> str | None:
        """The lesson that says the same, where its approval found one; a refusal and a plain approval go first."""
        found = list(self.ruled([name], "approve"))
        joined = sorted(ruling.other for ruling in found if ruling.other)
        if len(joined) < len(found) or any(self.ruled([name], "refuse")):
            return None
        return joined[0] if joined else None

    def _may_live(self, name: str) -> bool:
        approved = any(ruling.other is None for ruling in self.ruled([name], "approve"))
        return approved or self.policy.review == "none"

    def events(self, names: Collection[str]) -> list[OutcomeEvent]:
        """The outcome events in which one of the lessons was applied, each event once."""
        found: dict[str, OutcomeEvent] = {}
        for name in names:
            found |= self._events.get(name, {})
        return list(found.values())

    def corroborating(self, names: Collection[str]) -> list[DecidedTermination]:
        """The decisions that joined one of the lessons, and the held ones that such a decision bears out."""
        merged = [one for name in names for one in self.merged.get(name, ())]
        borne_out = {failure for name in names for failure in self.joins.get(name, ())}
        return [*merged, *(one for failure in sorted(borne_out) for one in self.held.get(failure, ()))]

    def ruled(self, names: Iterable[str], op: str) -> Iterator[Ruling]:
        """The rulings of one kind about the lessons."""
        return (ruling for name in names for ruling in self.rulings.get(name, ()) if ruling.op == op)

    def founding(self, name: str) -> DecidedTermination:
        """The decision that founds the lesson; of several, as clones make them, the first by what they say."""
        return first(self.admitted[name])

    def statement(self, name: str) -> str:
        """The wording of a founded lesson: a person's who approved it, else that of its decision."""
        return min(self._approved(name), default=statement_of(self.founding(name)))

    def wordings(self, name: str) -> set[str]:
        """Every wording that the lesson has had."""
        return {*self._approved(name), *map(statement_of, self.admitted[name])}

    def _approved(self, name: str) -> list[str]:
        return [ruling.text for ruling in self.ruled([name], "approve") if ruling.text]


def statement_of(one: DecidedTermination) -> str:
    """The lesson that the decision admitted, as it was worded then."""
    calibration = one.decision.stages.calibration
    return calibration.calibrated_lesson if calibration else ""


def first(records: list[DecidedTermination]) -> DecidedTermination:
    """The first by what they say."""
    return records[0] if len(records) == 1 else min(records, key=canonical_json)


def _said(event: OutcomeEvent) -> tuple[str, str, list[str]]:
    return event.outcome, event.repo.lower(), sorted(event.applied)
