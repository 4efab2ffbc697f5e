"""A labelled candidate and what the gate decided about it, held against each other."""

from collections.abc import Callable, Iterable

import msgspec

from reflectgit.ab.cases import Candidate
from reflectgit.model import Value
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.lifecycle import effective_confidence, outward
from reflectgit.text import scope


class Verdict(Value, frozen=True, kw_only=True):
    """One decision beside its label. `capped`: in a store it would have the lowest confidence at most."""

    candidate: Candidate
    judged: Judged
    capped: bool

    @property
    def case(self) -> str:
        """The failure that it is about: candidates of one case are no independent observations."""
        return self.candidate.case_id

    @property
    def kind(self) -> str:
        """The kind that the label gives it."""
        return self.candidate.kind

    @property
    def admitted(self) -> bool:
        """Whether a lesson came of it."""
        return self.judged.decision.decision in ("admitted", "merged")

    @property
    def decided(self) -> str:
        """The decision in one word; of a rejection, its reason."""
        decision = self.judged.decision
        return decision.rejected_reason or decision.decision

    @property
    def grounded(self) -> bool:
        """Whether every claim was found to be carried by the record."""
        grounding = self.judged.decision.stages.grounding
        return grounding is not None and grounding.grounded

    @property
    def labelled(self) -> bool:
        """Whether the label says what should be decided."""
        return self.candidate.expect.decision is not None

    @property
    def wanted(self) -> bool:
        """Whether the label wants it admitted as it stands: what recall is a share of."""
        return self.candidate.expect.decision == "admit" and not self.candidate.expect.scope_must_narrow

    @property
    def narrowed(self) -> bool:
        """Whether its lesson carries, or refused would have carried, another scope than the one it declares."""
        generalization = self.judged.decision.stages.generalization
        declared = str(scope.parse(self.candidate.reflection.scope))
        return generalization is not None and generalization.adjusted_scope != declared

    @property
    def fit(self) -> bool | None:
        """Whether it may stand in a store: an over-broad one if narrowed; capped blame counts neither way."""
        expect = self.candidate.expect
        if expect.decision == "admit-capped-or-reject":
            return None if self.capped else False
        return expect.decision == "admit" and (not expect.scope_must_narrow or self.narrowed)

    @property
    def right(self) -> bool:
        """Whether decision, and reason where one is asked for, are what the label wants."""
        expect = self.candidate.expect
        if not self.labelled:
            return expect.grounded is None or expect.grounded == self.grounded
        if self.admitted:
            return self.fit is not False
        if expect.decision == "admit":
            return self.decided in expect.or_reject
        return not expect.reasons or self.decided in expect.reasons


def verdicts(
    candidates: Iterable[Candidate], policy: Policy, progress: Callable[[int], None] | None = None
) -> list[Verdict]:
    """Judge each candidate by itself, as on an empty store. `progress` is told how many are done."""
    # What was refused is looked at too: which scope it would have got, what its confidence would be.
    whole = msgspec.structs.replace(policy, keep_rejected=True)
    judged: list[Verdict] = []
    for candidate in candidates:
        judged.append(verdict(candidate, whole))
        if progress:
            progress(len(judged))
    return judged


def verdict(candidate: Candidate, policy: Policy) -> Verdict:
    """Judge one candidate as on an empty store."""
    judged = judge(candidate.termination, candidate.reflection, NOTHING_KNOWN, policy)
    return Verdict(candidate=candidate, judged=judged, capped=_is_capped(judged, policy))


def _is_capped(judged: Judged, policy: Policy) -> bool:
    reflection = judged.reflection
    if reflection is None:
        return False
    flagged, grade = outward(reflection), judged.decision.grade or "D"
    return effective_confidence(reflection.confidence, grade, flagged, policy) <= policy.confidence.lowest
