"""What is of the surroundings is told from what only looks like it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.facts.observe import observe
from reflectgit.facts.transient import Transient, transient

PASSES = [
    ("disk full", "OSError", "[Errno 28] No space left on device: '/srv/out/part-7'"),
    ("disk full", "Error", "ENOSPC: no space left on device, write"),
    ("disk full", "OSError", "[Errno 122] Disk quota exceeded"),
    ("rate limit", "HTTPError", "429 Client Error: Too Many Requests for url: https://api.quarry.io/v1/loads"),
    ("rate limit", "RateLimitError", "Error code: 429 - slow down"),
    ("rate limit", "ClientError", "You have exceeded your daily quota for tiles"),
    ("rate limit", "BuildError", "toomanyrequests: You have reached your pull rate limit"),
    ("certificate", "SSLError", "certificate verify failed: certificate has expired (_ssl.c:1006)"),
    ("certificate", "Error", "CERT_HAS_EXPIRED"),
    ("name lookup", "gaierror", "[Errno -3] Temporary failure in name resolution"),
    ("name lookup", "Error", "getaddrinfo ENOTFOUND api.quarry.io"),
    ("name lookup", "java.net.UnknownHostException", "api.quarry.io"),
    ("name lookup", "ExitStatus", "fatal: unable to access 'https://git.quarry.io/': Could not resolve host"),
    ("registry", "BuildError", "npm ERR! network This is a problem related to network connectivity."),
    ("registry", "BuildError", "E: Failed to fetch http://deb.quarry.io/pool/x.deb  Hash Sum mismatch"),
    ("registry", "BuildError", "Could not transfer artifact a:b:1 from/to central: Connection refused"),
    ("service down", "HTTPError", "503 Server Error: Service Unavailable for url: https://api.quarry.io"),
    ("service down", "StatusError", "HTTP 502 from https://api.quarry.io"),
    ("service down", "APIStatusError", "{'type': 'overloaded_error'}"),
    ("network", "ConnectionResetError", "[Errno 104] Connection reset by peer: https://api.quarry.io/v1"),
    ("network", "ConnectTimeout", "HTTPSConnectionPool(host='api.quarry.io', port=443): Max retries exceeded"),
    ("network", "Error", "connect ECONNREFUSED 10.4.2.9:6379"),
    ("network", "OSError", "[Errno 101] Network is unreachable"),
    ("network", "FetchError", "load failed\ncaused by: ReadTimeout: The read operation timed out"),
    ("network", "ExitStatus", "dial tcp 10.1.1.1:443: i/o timeout"),
    ("out of memory", "ExitStatus", "exit status 137: make image"),
    ("out of memory", "OSError", "[Errno 12] Cannot allocate memory"),
    ("lock held", "ShellError", "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 811 (apt)"),
    ("lock held", "ShellError", "fatal: Unable to create '/srv/x/.git/index.lock': File exists."),
    ("runner lost", "ExitStatus", "The runner has received a shutdown signal."),
    ("runner lost", "BlockingIOError", "[Errno 11] Resource temporarily unavailable"),
    ("tool not installed", "Error", "browser is not installed"),
    ("tool not installed", "WebDriverException", "chromium executable doesn't exist at /opt/x"),
]  # fmt: skip
STAYS = [
    ("AssertionError", "assert 503 == 200"),
    ("AssertionError", "503 Service Unavailable != 200"),
    ("TestFailed", "expected HTTP 429, got HTTP 200"),
    ("KeyError", "'rate_limit'"),
    ("ConnectionRefusedError", "[Errno 111] Connection refused"),
    ("Error", "connect ECONNREFUSED 127.0.0.1:5432"),
    ("ConnectError", "http://localhost:8080/health: Connection refused"),
    ("HTTPError", "503 Server Error: Service Unavailable for url: http://testserver/loads"),
    ("OperationalError", "database is locked"),
    ("TimeoutError", "no answer from the crane"),
    ("TimeoutExpired", "Command '['crane', 'lift']' timed out after 5 seconds"),
    ("Failed", "Timeout >2.0s"),
    ("MemoryError", ""),
    ("RecursionError", "maximum recursion depth exceeded"),
    ("ValueError", "quota must be positive"),
    ("FileNotFoundError", "[Errno 2] No such file or directory: 'loads.csv'"),
    ("PermissionError", "[Errno 13] Permission denied: '/etc/loads'"),
    ("SSLError", "certificate verify failed: unable to get local issuer certificate"),
    ("ExitStatus", "exit status 1: make"),
    ("DeadlockError", "lock order: crane before yard"),
    ("IndexError", "list index 503 out of range"),
    ("SIGSEGV", "ended by SIGSEGV"),
]


def kind_of(found: Transient | None) -> str:
    return found.what if found else ""


@pytest.mark.parametrize(("kind", "class_", "message"), PASSES)
def test_what_passes_by_itself(kind: str, class_: str, message: str) -> None:
    found = transient(class_, message)
    assert kind_of(found) == kind
    assert found is not None
    assert 0 < len(found.said) <= 200


@pytest.mark.parametrize(("class_", "message"), STAYS)
def test_what_only_looks_like_it(class_: str, message: str) -> None:
    assert transient(class_, message) is None


RAISED = """\
Traceback (most recent call last):
  File "/home/ana/depot/depot/client.py", line 12, in ask
    {code}
{class_}: {message}
"""


def test_what_the_program_raises_itself_is_its_own_answer() -> None:
    printed = RAISED.format(
        code='raise Busy("503 Service Unavailable")', class_="Busy", message="503 Service Unavailable"
    )
    assert transient("Busy", "503 Service Unavailable", [printed], observe(printed, "execution")) is None
    there = "503 Service Unavailable for https://api.quarry.io"
    assert kind_of(transient("Busy", there, [printed], observe(printed, "execution"))) == "service down"
    behind = "no loads\ncaused by: gaierror: [Errno -2] Name or service not known"
    assert kind_of(transient("Busy", behind, [printed], observe(printed, "execution"))) == "name lookup"


def test_what_is_only_called_may_fail_for_the_surroundings() -> None:
    printed = RAISED.format(
        code="answer = fetch(address)", class_="OSError", message="[Errno 101] Network is unreachable"
    )
    assert kind_of(
        transient("OSError", "[Errno 101] Network is unreachable", [printed], observe(printed, "execution"))
    )


def test_a_library_that_plays_the_other_side() -> None:
    printed = RAISED.format(
        code="raise effect", class_="OSError", message="[Errno 101] Network is unreachable"
    ).replace("/home/ana/depot/depot/client.py", "/usr/lib/python3.11/unittest/mock.py")
    assert (
        transient("OSError", "[Errno 101] Network is unreachable", [printed], observe(printed, "execution"))
        is None
    )


def test_whose_connection_it_was_the_run_may_tell() -> None:
    refused = ("ConnectionRefusedError", "[Errno 111] Connection refused")
    assert kind_of(transient(*refused, ["GET https://api.quarry.io/loads"])) == "network"
    assert transient(*refused, ["GET https://api.quarry.io/loads", "listening on localhost:8080"]) is None


def test_a_bare_exit_is_told_by_the_end_of_what_it_printed() -> None:
    log = "\n".join(["fetching"] * 50 + ["npm ERR! code ETIMEDOUT", "npm ERR! network request failed"])
    assert kind_of(transient("ExitStatus", "exit status 1: npm ci", [log])) == "registry"
    assert transient("ExitStatus", "exit status 1: npm ci", [log + "\nbuilding" * 60]) is None
    assert transient("TypeError", "x is not a function", [log]) is None


@given(st.text(max_size=60), st.text(max_size=300), st.lists(st.text(max_size=200), max_size=3))
def test_no_text_is_too_odd(class_: str, message: str, printed: list[str]) -> None:
    found = transient(class_, message, printed)
    assert found is None or found.said


@pytest.mark.parametrize(
    "unit", ["quota ", "exceeded ", "registry ", "lock ", "browser ", "error: ", "1.1.1.1:"]
)
def test_long_lines_take_little_time(unit: str) -> None:
    line = f"error {unit * 2_000}"
    begun = time.process_time()
    transient("ExitStatus", line, [f"{line}\n" * 60])
    assert time.process_time() - begun < 2
