"""What users of neighbouring tools met where failures were put together, or their reports read, wrongly."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reports_support import LESSON, Said, failure, story

from reflectgit.text.template import message_template, normal_site

Cli = Callable[..., Said]
Admit = Callable[..., Any]


@pytest.fixture
def told(tmp_path: Path, cli: Cli) -> Callable[..., list[dict[str, Any]]]:
    """What `signature` says of a text in a file."""

    def ask(text: str, name: str = "failed.log") -> list[dict[str, Any]]:
        (tmp_path / name).write_bytes(text.encode("utf-8"))
        done = cli("signature", tmp_path / name, "--json")
        made: list[dict[str, Any]] = done.json["signatures"]
        return made

    return ask


def trace(*calls: tuple[str, str, str], error: str, folder: str = "/home/ines/code/ferry") -> str:
    frames = "".join(
        f'  File "{folder}/{path}", line 7, in {name}\n    {code}\n' for path, name, code in calls
    )
    return f"Traceback (most recent call last):\n{frames}{error}\n"


PIER = ("ferry/pier.py", "moor", "tie(rope)")
HELPER = ("ferry/checks.py", "require", "raise Refused(message)")


# Ids, addresses, dates and paths within a message made a group of each event.
def test_what_varies_in_a_message_is_masked_and_shown(told: Callable[..., list[dict[str, Any]]]) -> None:
    words = (
        "rope <Rope at 0x7f1c2d3e4f{0}0> of 0b9c1c7e-9f0a-4b7e-8f2e-1c2d3e4f5a6{0} at 2026-0{0}-11 08:0{0}:00"
        " in /tmp/w{0}/r.json, {0}.5s"
    )
    one, other = (told(trace(PIER, error=f"Refused: {words.format(run)}"))[0] for run in (1, 2))
    assert one["signature"] == other["signature"]
    assert one["template"] == "rope <Rope at <addr>> of <uuid> at <time> in <tmp>, <amount>"
    assert {mask["mask"] for mask in one["masked"]} == {"<addr>", "<uuid>", "<time>", "<tmp>", "<amount>"}


# Replacing each number put failures with other status codes into one group.
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HTTP 403", "HTTP 502"),
        ("left with exit status 2", "left with exit status 139"),
        ("errno 13 at the quay", "errno 28 at the quay"),
        ("expected 2 args", "expected 5 args"),
        ("port 5672 refused", "port 9200 refused"),
        ("error[E0277]: no", "error[E0599]: no"),
        ("cannot read as 'latin-1'", "cannot read as 'latin-2'"),
    ],
)
def test_codes_tell_failures_apart(one: str, other: str) -> None:
    assert message_template("Refused", one) != message_template("Refused", other)
    assert message_template("Refused", "berth 12 of 40") == message_template("Refused", "berth 3 of 41")


# A helper that raises for everyone put what differs into one group.
def test_callers_of_one_helper_stay_apart(told: Callable[..., list[dict[str, Any]]]) -> None:
    quay = ("ferry/quay.py", "land", "require(depth)")
    one, other = (told(trace(caller, HELPER, error="Refused: too shallow"))[0] for caller in (PIER, quay))
    assert (one["site"], other["site"]) == ("ferry/pier.py:moor", "ferry/quay.py:land")
    assert one["frames"][0] == {"frame": "ferry/checks.py:require", "passed_over": "complains for its caller"}
    make, test = (
        told(
            trace(
                PIER,
                error=f"CalledProcessError: Command '['{way}/make', '{goal}']' returned non-zero exit status 2.",
            )
        )[0]
        for way, goal in (("/usr/bin", "hull"), ("/opt/bin", "sail"))
    )
    assert make["signature"] != test["signature"]


# Of chained errors the wrong link was taken.
def test_the_root_of_a_chain_counts_and_a_suppressed_one_does_not(
    told: Callable[..., list[dict[str, Any]]],
) -> None:
    link = "\nThe above exception was the direct cause of the following exception:\n\n"

    def chained(cause: str, error: str = "StartError: no departure") -> dict[str, Any]:
        return told(trace(PIER, error=cause) + link + trace(PIER, error=error))[0]

    key, late = chained("KeyError: 'captain'"), chained("TideError: too low")
    other = chained("KeyError: 'captain'", "StopError: no departure")
    alone = told(trace(PIER, error="StartError: no departure"))[0]
    assert len({one["signature"] for one in (key, late, other, alone)}) == 4
    assert key["template"] == "no departure caused by: KeyError: 'captain'"


# Marks under a line, colours and what the interpreter says in passing gave another name.
def test_every_interpreter_tells_the_same(told: Callable[..., list[dict[str, Any]]]) -> None:
    plain = trace(PIER, error="KeyError: 'rope'")
    told_as = [
        plain,
        plain.replace("    tie(rope)\n", "    tie(rope)\n    ~~~^^^^^^\n"),
        plain.replace("KeyError:", "\x1b[1;35mKeyError\x1b[0m:").replace('"/home', '\x1b[35m"/home'),
        "Exception ignored in: <function Rope.__del__ at 0x7f1c>\n" + trace(PIER, error="OSError: gone") + plain,
        plain.replace("\n", "\r\n").replace("/home/ines/code/ferry/ferry/", "C:\\Users\\ines\\ferry\\ferry\\"),
        "".join(f"2026-11-30T08:00:01.5Z {line}\n" for line in plain.splitlines()),
        "KeyError                        Traceback (most recent call last)\nCell In[4], line 1\n----> 1 moor()\n\n"
        "File ~/ferry/ferry/pier.py:7, in moor()\n      6 def moor():\n----> 7     tie(rope)\n\nKeyError: 'rope'\n",
    ]  # fmt: skip
    assert {told(text)[0]["signature"] for text in told_as} == {told(plain)[0]["signature"]}


# A summary that is cut at the width of a terminal merged what differs, on an empty message.
def test_what_is_cut_off_is_called_partial(told: Callable[..., list[dict[str, Any]]]) -> None:
    rows = "FAILED t/test_a.py::test_a - ferry.TideError: too l...\nFAILED t/test_a.py::test_b\n2 failed in 0.1s\n"
    one, other = told(rows)
    assert one["partial"]
    assert other["partial"]
    assert one["signature"] != other["signature"]


# Ids of parameters that hold addresses made a test another one in each process.
def test_ids_of_parameters_do_not_matter(told: Callable[..., list[dict[str, Any]]]) -> None:
    def row(name: str) -> str:
        return f"FAILED t/test_a.py::{name} - TideError: too low\n1 failed in 0.1s\n"

    ids = [
        "test_a[<Rope at 0x7f1c2d3e4f50>]",
        "test_a[<Rope at 0x7f99aabbcc10>]",
        "test_a[a::b]",
        "test_a[x/y]",
        "test_a[[n]]",
    ]
    made = [told(row(name))[0] for name in ids]
    assert len({one["signature"] for one in made}) == 1
    assert made[2]["test"] == "t/test_a.py::test_a[a::b]"
    differ = (
        "==== ERRORS ====\n____ ERROR collecting gw{0} ____\n"
        "Different tests were collected between gw0 and gw{0}. The difference is:\n"
        "--- gw0\n\n+++ gw{0}\n\n-t/test_a.py::test_a[<Rope at 0x7f1c2d3e4f{0}0>]\n==== short test summary info ====\n"
        "ERROR gw{0} - Different tests were collected between gw0 and gw{0}. The differenc...\n"
        "==== 1 error in 1.0s ====\n"
    )
    (first,), (second,) = told(differ.format(1)), told(differ.format(3))
    assert first["signature"] == second["signature"] != made[0]["signature"]


# Names that tools generate split groups, or joined what differs.
def test_generated_names(told: Callable[..., list[dict[str, Any]]]) -> None:
    java = (
        'Exception in thread "main" java.lang.IllegalStateException: {1}\n'
        "\tat ferry.Pier$$Lambda$4{0}/0x00007fb8.run(Pier.java:{0})\n"
        "\tat ferry.Pier.moor(Pier.java:3{0})\n"
    )
    one, other, third = (
        told(java.format(line, said))[0] for line, said in ((1, "shut"), (2, "shut"), (1, "open"))
    )
    assert one["signature"] == other["signature"] != third["signature"]
    go = (
        "panic: no tide\n\ngoroutine {0} [running]:\nmain.moor(0xc00001{0}0)\n"
        "\t/home/ines/ferry/cmd/pier.go:1{0} +0x1d\nexit status 2\n"
    )
    assert told(go.format(17))[0]["signature"] == told(go.format(23))[0]["signature"]


# A content hash in a file's name made each build another failure.
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dist/pier-Ab3dEf9h.js:moor", "dist/pier-Zy8xWv7u.js:moor"),
        ("<ipython-input-7-a1b2>:moor", "<ipython-input-12-c3d4>:moor"),
        ("/tmp/ipykernel_99/1.py:moor", "/tmp/ipykernel_12/1.py:moor"),
        ("/tmp/pytest-of-ines/pytest-3/test_a0/m.py:f", "/tmp/pytest-of-bo/pytest-8/test_a1/m.py:f"),
    ],
)
def test_names_of_builds(one: str, other: str) -> None:
    assert normal_site(one) == normal_site(other)
    assert normal_site("ferry/pier-deadbeef.py:moor") == "ferry/pier-deadbeef.py:moor"


def junit(body: str) -> str:
    return f'<testsuite name="ferry"><testcase name="moors" classname="ferry.PierTest">{body}</testcase></testsuite>'


# Colours and control characters in a report, written in five ways, stopped its reader.
@pytest.mark.parametrize("mark", ["#x1B[31m", "&amp;#x1B[31m", "\x1b[31m", "\x00", ""])
def test_control_characters_of_a_report_enter_no_signature(
    mark: str, told: Callable[..., list[dict[str, Any]]]
) -> None:
    (one,) = told(junit(f'<failure type="TideError" message="{mark}too low"/>'), "r.xml")
    assert (one["class"], one["template"]) == ("TideError", "too low")


# A report whose optional attributes are missing or empty stopped its reader; two failures of a test are one.
@pytest.mark.parametrize(
    "body",
    ["<failure/>", "<error/>", "<failure>gone</failure>", '<failure message=""/><failure message="b"/>'],
)
def test_what_a_report_leaves_out(body: str, told: Callable[..., list[dict[str, Any]]]) -> None:
    assert len(told(junit(body), "r.xml")) == 1
    assert len(told(f"<testcase>{body}</testcase>", "r.xml")) == 1


# A fault of the surroundings became a lasting rule, and the agent left a tool alone that works.
def test_a_fault_that_passes_makes_no_rule(store: Path, cli: Cli, admit: Admit) -> None:
    run = "opening the timetable\nError: browser is not installed\nexit code: 1\n"
    traces = failure()["traces"]
    plan = {**traces[0], "content": "Open the timetable in the browser and read the departures."}
    ran = {**traces[-1], "id": "run-1", "kind": "execution", "content": run}
    ended = failure(
        failure={"class": "Error", "message": "browser is not installed", "site": "ferry/board.py:open"},
        outcome="escalated",
        traces=[plan, ran],
        diagnosis={
            "id": "diag-1", "component": 13, "kind": "diagnosis",
            "content": "The browser is not installed on this machine, so that the timetable could not be opened in it."
            " Fix direction: read the timetable without the browser.",
        },
        repair=None,
    )  # fmt: skip
    answer = admit(
        ended,
        story(
            outcome="escalated",
            failed_assumption="The plan was to `Open the timetable in the browser` [plan-1], which was not installed.",
            overlooked_evidence="The run says `browser is not installed` [run-1].",
            strategy_error="`Open the timetable in the browser` [plan-1] needs a browser, and it is not installed.",
            violated_invariant="A browser has to be there: `browser is not installed` [run-1].",
            evidence_ids=["plan-1", "run-1", "diag-1"],
            counterfactual="Had the timetable been read without the browser, the departures would have been there.",
            candidate_lesson="Do not use the browser for a timetable, since it is not installed: read the page.",
            scope="lang:python timetables that are opened in a browser",
        ),
    )
    assert (answer["decision"], answer["rejected_reason"]) == ("rejected", "thin_evidence")
    assert answer["unattached_candidate"]
    assert (
        cli("retrieve", "open the timetable in the browser", "--store", store, "--json").json["lessons"] == []
    )
    assert "surroundings" in cli("explain", answer["failure_id"], "--store", store).out


# What was recalled was stored again as new, many times over.
def test_a_lesson_in_a_run_is_no_new_evidence(store: Path, tmp_path: Path, cli: Cli, admit: Admit) -> None:
    first = admit()
    assert first["decision"] == "admitted"
    shown = cli("retrieve", LESSON, "--store", store).out
    as_json = cli("retrieve", LESSON, "--store", store, "--json").out
    as_file = (store / first["path"]).read_text("utf-8")
    for number, recalled in enumerate((shown, as_json, as_file)):
        log = tmp_path / f"run-{number}.log"
        log.write_text(f"looking back\n{recalled}\n{trace(PIER, error='TideError: too low')}", "utf-8")
        done = cli("collect", log, "--escalated", "no time", "-o", "-")
        assert done.code == 0
        assert LESSON not in done.out
        assert "TideError" in done.out
        assert "looking back" in done.out
    for number in range(3):
        admit(
            failure(failure_id=f"boats-{number + 2}"),
            story(candidate_lesson=f"{LESSON} In the {number}th case too."),
        )
    assert len(cli("list", "--store", store, "--json").json["lessons"]) == 1


# The same in every form in which a run is told.
def test_a_lesson_in_a_report_or_a_session_is_no_new_evidence(
    store: Path, tmp_path: Path, cli: Cli, admit: Admit
) -> None:
    admit()
    shown = cli("retrieve", LESSON, "--store", store).out
    escaped = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    report = junit(
        f'<failure type="TideError" message="too low">{escaped}</failure><system-out>{escaped}</system-out>'
    )
    raised = {"class": "TideError", "message": "too low", "frames": []}
    events = [
        {"reflectgit": "pytest", "version": 1},
        {"test": "t.py::test_a", "outcome": "failed", "failure": raised, "printed": {"stdout": shown}},
        {"exit": 1},
    ]
    pytest_run = "".join(json.dumps(event) + "\n" for event in events)
    for name, text in (("r.xml", report), ("run.jsonl", pytest_run)):
        (tmp_path / name).write_text(text, "utf-8")
        out = cli("collect", tmp_path / name, "--escalated", "no time", "-o", "-").out
        assert "TideError" in out
        assert "lessons from earlier failures" not in out
        assert "round the division" not in out
