"""What in a story would send its readers astray, and no evidence bears out (DESIGN, "Grounding").

Lesson and scope are read by agents, the counterfactual and the claims by whoever asks why. In all of them: orders to
the reader, words that only look Latin, characters that hide. In lesson, scope and counterfactual also addresses,
commands and paths that the record does not bear out; in the claims, which may tell of what was planned and never ran,
those that the record does not hold at all.
"""

import re
from collections.abc import Iterator

from reflectgit.model import Comparison, Reflection
from reflectgit.stages.comparisons import Evidence
from reflectgit.text.foreign import Foreign, Trace, foreign
from reflectgit.text.lookalikes import hidden, mixed_words
from reflectgit.text.orders import orders
from reflectgit.text.quotes import without_quotes

_FACET = re.compile(r"(?<!\S)-?(?:repo|lang|lib|tool|error|path):\S+")
#: Without one of these there is neither address nor command nor path, and nothing to look for.
_SUSPECT = re.compile(
    r"[^ -~]|[/|$@%&\\-]|install|chmod|chown|\b(?:git|dot|eval|exec|run|call|use|start|invoke|execute)\b|\.\w|\[\.",
    re.I,
)


def foreign_matter(reflection: Reflection, evidence: Evidence) -> dict[str, list[Comparison]]:
    """What leads astray, by the field in which it stands: each as a comparison that found nothing to bear it out.

    Its `what` begins with ``instruction``, ``look-alike``, ``hidden``, ``url``, ``command``, ``host`` or ``path``.
    """
    told = {"candidate_lesson": reflection.candidate_lesson, "counterfactual": reflection.counterfactual}
    claims = {field: without_quotes(claim) for field, claim in reflection.claims().items()}
    trace = _trace(evidence)
    lacking = {name: [*_misleading(text), *_leads(text, trace)] for name, text in told.items()}
    lacking["scope"] = [*_misleading(reflection.scope), *_leads(_FACET.sub(" ", reflection.scope), trace)]
    for field, claim in claims.items():
        lacking[field] = [*_misleading(claim), *_unheard_of(claim, trace)]
    return {
        name: [Comparison(what=what, with_="", result="missing") for what in found]
        for name, found in lacking.items()
        if found
    }


def misleading(text: str) -> list[str]:
    """What makes a wording no lesson whatever the evidence, as ``kind: text``; also of what a person writes."""
    return [*_misleading(text)]


def _misleading(text: str) -> Iterator[str]:
    yield from (f"instruction: {one.text}" for one in orders(text))
    yield from (f"look-alike: {word}" for word in mixed_words(text))
    yield from (f"hidden: {one}" for one in dict.fromkeys(hidden(text)))


def _leads(text: str, trace: Trace) -> Iterator[str]:
    if _SUSPECT.search(text):
        yield from map(_named, foreign(text, trace))


def _unheard_of(claim: str, trace: Trace) -> Iterator[str]:
    """Addresses and commands of a claim that stand nowhere in the record; its paths are looked up as anchors are."""
    if _SUSPECT.search(claim):
        found = (one for one in foreign(claim, trace) if one.kind != "path")
        yield from (_named(one) for one in found if one.text not in " ".join(trace.said.split()))


def _named(one: Foreign) -> str:
    return f"{one.kind}: {one.text}"


def _trace(evidence: Evidence) -> Trace:
    seen = [item for item in evidence.items.values() if evidence.was_seen(item)]
    return Trace(
        said="\n".join(evidence.texts()),
        changed="\n".join(item.content for item in seen if item.kind in ("patch", "repair")),
        ran="\n".join(item.content for item in seen if item.kind not in ("patch", "repair")),
    )
