"""How well `retrieve` finds the lesson that a new task needs, and how often it keeps quiet, beside bm25s.

    python benchmarks/retrieval.py CASES.jsonl [--ilf CASES.jsonl]

CASES are labelled failures (a termination, candidates, two queries each). Of each case one true candidate is the
lesson, with its evidence from the stored record. Distractors are other failures with their diagnoses (``--ilf``),
and the documentation and sources of the standard library. bm25s, where it is installed, ranks the same words in the
same run.

Printed: the share of queries whose lesson is among the first five, without and with the floor, with text alone, and
(same repository) with what a task knows of its place; the share of nonsense, of everyday and of other software's tasks
that are answered with nothing; and what the floor loses of the right answers.
"""

import argparse
import importlib
import importlib.util
import inspect
import json
import pkgutil
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from reflectgit import identity
from reflectgit.model import (
    Check,
    DecidedTermination,
    Decision,
    Generalization,
    Reflection,
    Stages,
    Termination,
)
from reflectgit.policy import Policy, Retrieve
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.generalize import fitted_scope
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.retrieve import Query, Shelf, rank
from reflectgit.text.fielded import Document, joined, words_of_termination
from reflectgit.text.words import stems

_POLICY = Policy()
_OPEN = Retrieve(floor=0.0)
_LIBRARY = 150
# fmt: off
_EVERYDAY = [
    "bake sourdough bread with a longer cold proof", "repaint the garden fence before winter",
    "book a train to the seaside for two adults", "translate the poem into Portuguese",
    "how long to boil an egg at altitude", "plan a birthday party for a six year old",
    "which tyres fit a gravel bike", "the tax return is due in April", "choose curtains for the living room",
    "my cat refuses to eat dry food", "write a toast for the wedding dinner", "best stretches after a marathon",
    "knit a scarf with two colours", "why do leaves turn red in autumn", "remove a wine stain from a carpet",
    "learn the first chords on a guitar",
]
_ELSEWHERE = [
    "which css framework does the site use", "set up a Kubernetes ingress with TLS certificates",
    "train a convolutional network on chest x-rays", "design a logo in vector format for the landing page",
    "write marketing copy for the new app release", "configure the printer driver on Windows 11",
    "migrate the Android app to Jetpack Compose", "create a Grafana dashboard for disk usage",
    "add dark mode to the settings screen", "set up a Unity scene with a rigid body player",
    "record a screencast of the onboarding flow", "draft the privacy policy page",
    "choose between REST and GraphQL for the public API", "write a Terraform module for an S3 bucket",
    "tune PostgreSQL shared_buffers for a small server",
    "localise the iOS app store description into Korean", "build a Docker image for the web frontend with nginx",
    "add a carousel of customer logos to the homepage", "integrate Stripe checkout into the shop",
    "upgrade React from version 17 to 18",
]
# fmt: on


def nonsense(count: int = 40) -> list[str]:
    """Sentences of words that no language has."""
    chance = random.Random(5)
    syllables = [a + b for a in "bcdfghjklmnprstvwxz" for b in "aeiou"]

    def word() -> str:
        return "".join(chance.choices(syllables, k=chance.randint(2, 4))) + chance.choice(
            ["", "x", "q", "91"]
        )

    return [" ".join(word() for _ in range(chance.randint(2, 8))) for _ in range(count)]


def document(said: dict[str, Any], reflection: dict[str, Any]) -> Document:
    """A reflection as a lesson, with its evidence as the store keeps it."""
    ended = prepare(msgspec.convert(said, Termination), _POLICY)
    story, record = msgspec.convert(reflection, Reflection), collect_evidence(ended)
    found = Generalization(
        generalized=True,
        adjusted_scope=str(fitted_scope(story, record, ended.task, ended.failure, _POLICY)),
        contradicts_lesson_id=None,
        counterexample_ids=[],
    )
    name = identity.lesson_id(story.candidate_lesson, record.failure_id)
    decision = Decision(
        decision="admitted",
        lesson_id=name,
        supersedes=None,
        joins=[],
        rejected_reason=None,
        violation=None,
        unattached_candidate=False,
        grade="B",
        reflection=story,
        reflection_digest="",
        checks=[
            Check(
                claim="failed_assumption",
                cited=story.evidence_ids,
                kind="assumption",
                compared=[],
                verdict="supported",
            )
        ],
        policy_digest="",
        rules_version=1,
        stages=Stages(generalization=found),
    )
    decided = DecidedTermination(
        label=None,
        task=ended.task,
        failure=ended.failure,
        signature=signature_of(ended.failure),
        evidence_record=record,
        decision=decision,
    )
    lesson = {"statement": story.candidate_lesson, "scope": found.adjusted_scope, "superseded_by": None}
    own = {
        "statement": dict(Counter(stems(story.candidate_lesson))),
        "scope": dict(Counter(stems(found.adjusted_scope))),
    }
    return Document(
        name, lesson, joined([own, words_of_termination(decided)]), repos=(ended.task.repo.lower(),)
    )


def cases(file: Path) -> tuple[list[Document], list[tuple[dict[str, Any], str]]]:
    """The lessons, one true candidate a case, their wordings in turn; and each query with the lesson it needs."""
    lessons, queries = [], []
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        case = json.loads(line)
        true = [one for one in case["candidates"] if one["kind"].startswith("true")]
        try:
            made = document(case["termination"], true[number % len(true)]["reflection"])
        except msgspec.ValidationError as fault:
            print(f"{file.name}:{number + 1}: left out, the store would refuse it: {fault}")
            continue
        lessons.append(made)
        queries += [(query, made.id) for query in case.get("queries", [])]
    return lessons, queries


def other_failures(file: Path) -> Iterator[Document]:
    """Failures of other programs with the diagnoses that people wrote of them."""
    for line in file.read_text("utf-8").splitlines():
        case = json.loads(line)
        yield document(case["termination"], case["candidates"][0]["reflection"])


def library() -> list[Document]:
    """Functions and classes of the standard library: what they promise as the lesson, their source as the evidence."""
    folder = str(Path(inspect.__file__).parent)
    skipped = {"antigravity", "this", "idlelib", "test", "tkinter", "turtle", "turtledemo", "lib2to3"}
    found = [one for one in pkgutil.iter_modules([folder]) if one.name not in skipped and one.name[0] != "_"]
    made = [each for one in sorted(found) for each in _of_module(one.name)]
    random.Random(1).shuffle(made)
    return made[:_LIBRARY]


def _of_module(name: str) -> Iterator[Document]:
    module = importlib.import_module(name)
    own = [(key, one) for key, one in sorted(vars(module).items()) if getattr(one, "__module__", "") == name]
    for key, one in [pair for pair in own if _documented(pair[1])][:3]:
        told = inspect.getdoc(one) or ""
        first, _, rest = told.partition("\n\n")
        parts = {
            "statement": first,
            "scope": f"lang:python lib:{name}",
            "claims": rest[:600],
            "diagnosis": told,
            "evidence": _source(one),
        }
        fields = {field: dict(Counter(stems(text))) for field, text in parts.items() if text}
        lesson = {"statement": first, "scope": "lang:python", "superseded_by": None}
        yield Document(f"{name}.{key}", lesson, fields)


def _source(one: Any) -> str:
    """Its first lines; empty where inspect is led astray, as by a class with a member ``__wrapped__``."""
    try:
        return inspect.getsource(one)[:3000]
    except (OSError, TypeError):
        return ""


def _documented(one: object) -> bool:
    return (inspect.isfunction(one) or inspect.isclass(one)) and bool(inspect.getdoc(one))


Ranking = Callable[[Query], list[tuple[str, float]]]


def ours(documents: Sequence[Document]) -> Ranking:
    """The stage, without its floor."""
    shelf = Shelf(documents)
    return lambda query: [(hit.document.id, hit.score) for hit in rank(query, shelf, _OPEN)]


def bm25s(documents: Sequence[Document]) -> Ranking | None:
    """bm25s over the same words; None where it is not installed."""
    if importlib.util.find_spec("bm25s") is None:
        return None
    package = importlib.import_module("bm25s")
    words = [
        [stem for counts in one.fields.values() for stem, often in counts.items() for _ in range(often)]
        for one in documents
    ]
    index = package.BM25()
    index.index(words, show_progress=False)

    def ask(query: Query) -> list[tuple[str, float]]:
        found, scores = index.retrieve([list(query.stems)], k=5, show_progress=False)
        return [(documents[int(at)].id, float(score)) for at, score in zip(found[0], scores[0], strict=True)]

    return ask


def report(name: str, ask: Ranking, queries: list[tuple[dict[str, Any], str]], floor: float | None) -> None:
    """Print the figures of one ranking; those of the floor where it has one."""
    right: list[tuple[str, float | None]] = []
    for told, wanted in queries:
        placed = Query(told["text"], told["repo"], tuple(told["paths"]), told.get("error"))
        relevance = told["relevance"]
        right.append((f"{relevance}, text alone", dict(ask(Query(told["text"]))).get(wanted)))
        if relevance == "same-repo":
            right.append(("same-repo, with its place", dict(ask(placed)).get(wanted)))
    print(name)
    for kind in sorted({kind for kind, _ in right}):
        scores = [score for each, score in right if each == kind]
        found = [score for score in scores if score is not None]
        line = f"  {kind:<28} r@5 {len(found) / len(scores):.3f}"
        if floor is not None:
            line += f"  above the floor {sum(score >= floor for score in found) / len(scores):.3f}"
        print(line)
    if floor is None:
        return
    kept = [s for kind, s in right if kind != "same-repo, text alone" and s is not None]
    print(f"  right answers that the floor loses: {sum(score < floor for score in kept) / len(kept):.3f}")
    everyday = [("everyday", _EVERYDAY), ("other software", _ELSEWHERE)]
    for kind, texts in [("nonsense", nonsense()), *everyday, ("other domains", _EVERYDAY + _ELSEWHERE)]:
        quiet = sum(all(score < floor for _, score in ask(Query(text))) for text in texts)
        print(f"  {kind:<28} answered with nothing {quiet / len(texts):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=Path, nargs="+")
    parser.add_argument("--ilf", type=Path, help="more failures, as distractors")
    told = parser.parse_args()
    distractors = [*(other_failures(told.ilf) if told.ilf else ()), *library()]
    for file in told.cases:
        lessons, queries = cases(file)
        documents = [*lessons, *distractors]
        print(f"{len(lessons)} lessons, {len(distractors)} distractors, {len(queries)} queries")
        report("reflectgit", ours(documents), queries, Retrieve().floor)
        other = bm25s(documents)
        if other is None:
            print("bm25s is not installed")
        else:
            report("bm25s", other, queries, None)


if __name__ == "__main__":
    main()
