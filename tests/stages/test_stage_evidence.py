"""Stage (a): the record has the spec's six members, and nothing gets into it that may not be kept."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.model import Diagnosis, EvidenceRecord, Failure, Item, Task, Termination
from reflectgit.policy import Bounds, Policy, Redact
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.ledger import signature_of

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "ghp_" + "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2"


def with_run(failed: Termination, content: str) -> Termination:
    run = msgspec.structs.replace(failed.traces[2], content=content)
    return msgspec.structs.replace(failed, traces=[*failed.traces[:2], run])


def test_phase_1_evidence_collection(failed: Termination, policy: Policy) -> None:
    record = collect_evidence(prepare(failed, policy))
    assert list(msgspec.to_builtins(record)) == [
        "failure_id",
        "outcome",
        "traces",
        "diagnosis",
        "repair_delta",
        "successful_trajectory",
    ]
    assert record.outcome == "resolved"
    assert [item.component for item in record.items()] == [11, 11, 11, 13, 14]
    escalated = msgspec.structs.replace(failed, outcome="escalated", repair=None)
    assert collect_evidence(prepare(escalated, policy)).outcome == "escalated"


def test_origins_are_filled_in_and_kept(failed: Termination, policy: Policy) -> None:
    told = msgspec.structs.replace(failed.traces[2], origin="stated")
    prepared = prepare(msgspec.structs.replace(failed, traces=[*failed.traces[:2], told]), policy)
    assert [item.origin for item in collect_evidence(prepared).items()] == [
        "stated",
        "observed",
        "stated",
        "stated",
        "observed",
    ]
    assert prepared.task.repo == "depot/stock"


@pytest.mark.parametrize(
    ("part", "missing"),
    [
        ({"traces": []}, "traces"),
        ({"traces": [Item(id="run-1", component=11, kind="execution", content=" \n")]}, "traces"),
        ({"diagnosis": Diagnosis(id="d", component=13, kind="diagnosis", content="")}, "diagnosis"),
    ],
)
def test_a_record_without_a_part_does_not_proceed(
    failed: Termination, policy: Policy, part: dict[str, object], missing: str
) -> None:
    with pytest.raises(BadInput, match=f"{missing}.*does not proceed"):
        prepare(msgspec.structs.replace(failed, **part), policy)


def test_a_diagnosis_in_parts_alone_is_one(failed: Termination, policy: Policy) -> None:
    parts = Diagnosis(id="d", component=13, kind="diagnosis", content="", root_cause="update overwrites")
    assert (
        prepare(msgspec.structs.replace(failed, diagnosis=parts), policy).diagnosis.root_cause
        == "update overwrites"
    )


def test_an_item_id_names_one_item(failed: Termination, policy: Policy) -> None:
    twice = msgspec.structs.replace(failed.traces[0], id="repair-1")
    with pytest.raises(BadInput, match="repair-1 is used more than once"):
        prepare(msgspec.structs.replace(failed, traces=[twice, *failed.traces[1:]]), policy)


def test_signature_and_failure_id_do_not_depend_on_a_secret(failed: Termination, policy: Policy) -> None:
    def ids(secret: str) -> tuple[str, str]:
        failure = msgspec.structs.replace(failed.failure, message=f"AssertionError: token {secret} refused")
        leaky = msgspec.structs.replace(with_run(failed, f"GITHUB_TOKEN={secret}\nrefused"), failure=failure)
        prepared = prepare(leaky, policy)
        assert secret not in msgspec.json.encode(prepared).decode()
        return collect_evidence(prepared).failure_id, signature_of(prepared.failure).signature

    assert ids(TOKEN) == ids(OTHER)


def test_every_text_is_redacted_and_cleaned(failed: Termination, policy: Policy) -> None:
    fact = {"kind": "env", TOKEN: [{"value": f"\x1b[31m{TOKEN[:9]}\x1b[0m{TOKEN[9:]}"}]}
    leaky = Termination(
        failure_id=failed.failure_id,
        task=msgspec.structs.replace(failed.task, description=TOKEN, paths=[TOKEN], language=TOKEN),
        failure=msgspec.structs.replace(failed.failure, class_=f"E {TOKEN}", site=TOKEN),
        outcome="resolved",
        traces=[msgspec.structs.replace(failed.traces[2], content=TOKEN, facts=[fact])],
        diagnosis=Diagnosis(
            id="d",
            component=13,
            kind="diagnosis",
            content=TOKEN,
            symptom=TOKEN,
            evidence=[TOKEN],
            ruled_out=[TOKEN],
        ),
        repair=msgspec.structs.replace(failed.repair, content=TOKEN) if failed.repair else None,
        successful_trajectory=Item(id="t", component=11, kind="trajectory", content=TOKEN),
    )
    text = msgspec.json.encode(prepare(leaky, policy)).decode()
    assert TOKEN not in text
    assert "\\u001b" not in text


def test_a_policy_names_more_secrets(failed: Termination) -> None:
    policy = Policy(redact=Redact(patterns=[r"CUST-\d+"]))
    prepared = prepare(with_run(failed, "order of CUST-4711 failed"), policy)
    assert prepared.traces[2].content == "order of [redacted:custom] failed"


def test_the_record_is_bounded_by_item_and_as_a_whole(failed: Termination) -> None:
    policy = Policy(bounds=Bounds(item_bytes=3000, record_bytes=5000))
    long = "\n".join(f"line {number} of a long output" for number in range(2000))
    probe = Item(id="probe-1", component=12, kind="instrumentation", content=long.upper())
    told = with_run(failed, long)
    prepared = prepare(msgspec.structs.replace(told, traces=[*told.traces, probe]), policy)
    sizes = [len(item.content.encode()) for item in collect_evidence(prepared).items()]
    assert max(sizes) < 2500, "the two long ones share what the short ones leave"
    assert sum(sizes) <= 5000
    assert "elided" in prepared.traces[2].content
    assert prepared.traces[0].content == failed.traces[0].content, "the short ones stay whole"


@given(content=st.text(max_size=3000), limit=st.integers(256, 600), whole=st.integers(0, 4000))
def test_preparing_twice_changes_nothing(content: str, limit: int, whole: int) -> None:
    termination = Termination(
        task=Task(id="T", repo="o/n", description=content[:50]),
        failure=Failure(class_="E", message=content[:80]),
        outcome="escalated",
        traces=[
            Item(id="a", component=11, kind="execution", content="x" + content),
            Item(id="b", component=12, kind="instrumentation", content=content * 2),
        ],
        diagnosis=Diagnosis(id="d", component=13, kind="diagnosis", content="it broke"),
    )
    policy = Policy(bounds=Bounds(item_bytes=limit, record_bytes=4096 + whole))
    try:
        once = prepare(termination, policy)
    except BadInput:
        return
    assert prepare(once, policy) == once
    assert isinstance(collect_evidence(once), EvidenceRecord)


def with_item_id(failed: Termination, name: str) -> Termination:
    run = msgspec.structs.replace(failed.traces[2], id=name)
    return msgspec.structs.replace(failed, traces=[*failed.traces[:2], run])


def with_task(failed: Termination, **parts: str) -> Termination:
    return msgspec.structs.replace(failed, task=msgspec.structs.replace(failed.task, **parts))


NAMED = {
    "label": lambda failed, name: msgspec.structs.replace(failed, failure_id=name),
    "task": lambda failed, name: with_task(failed, id=name),
    "repo": lambda failed, name: with_task(failed, repo=f"acme/{name}"),
    "repo in lower case": lambda failed, name: with_task(failed, repo=f"acme/{name}".lower()),
    "item": with_item_id,
}


@pytest.mark.parametrize("where", NAMED)
@pytest.mark.parametrize("secret", ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "AKIAIOSFODNN7EXAMPLE"])
def test_a_name_that_holds_a_secret_is_refused_and_not_repeated(
    where: str, secret: str, failed: Termination, policy: Policy
) -> None:
    with pytest.raises(BadInput) as refused:
        prepare(NAMED[where](failed, secret), policy)
    assert refused.value.code == "secret_in_name"
    told = f"{refused.value.message} {refused.value.hint}"
    assert secret.lower() not in told.lower()
    assert "\n" not in told


def test_what_a_store_calls_secret_is_none_of_its_names(failed: Termination) -> None:
    policy = Policy(redact=Redact(patterns=["STOCK-\\d+"]))
    with pytest.raises(BadInput, match=r"task\.id"):
        prepare(failed, policy)


@pytest.mark.parametrize(
    "name",
    ["a3f1c9" * 7, "550e8400-e29b-41d4-a716-446655440000", "password-reset", "Users/ann", "sk-1", "10.0.0.7"],
)
@pytest.mark.parametrize("where", NAMED)
def test_ordinary_names_are_names(where: str, name: str, failed: Termination, policy: Policy) -> None:
    assert prepare(NAMED[where](failed, name), policy)


def test_the_digest_of_an_item_is_text_like_any_other(failed: Termination, policy: Policy) -> None:
    right = msgspec.structs.replace(failed.traces[2], digest="0f" * 32, by="reflectgit")
    wrong = msgspec.structs.replace(right, digest=TOKEN)
    for item, kept in ((right, "0f" * 32), (wrong, "[redacted:github]")):
        prepared = prepare(msgspec.structs.replace(failed, traces=[*failed.traces[:2], item]), policy)
        assert prepared.traces[2].digest == kept


def test_names_in_a_diff_are_plain_and_hide_no_secret(failed: Termination, policy: Policy) -> None:
    quoted = (
        '\x1b[1mdiff --git "a/gr\\303\\266\\303\\237e.py" "b/gr\\303\\266\\303\\237e.py"\x1b[m\n'
        '--- "a/gr\\303\\266\\303\\237e.py"\n+++ "b/\\"p_gh\\\\p_\\"\\303\\266"\n@@ -0,0 +1 @@\n+"\\303\\266"\n'
    ).replace("p_gh\\\\p_", f"{TOKEN}")
    plain = prepare(with_run(failed, quoted), policy)
    assert plain.traces[2].content == (
        "diff --git a/größe.py b/größe.py\n"
        '--- a/größe.py\n+++ b/"[redacted:github]"ö\n@@ -0,0 +1 @@\n+"\\303\\266"\n'
    )
    assert prepare(plain, policy) == plain
