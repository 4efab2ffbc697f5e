"""Text that is too long to be held: what is kept, what is counted, and in how much memory."""

import base64
import hashlib
import re
import subprocess
import sys
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.sources.events import Changed, Ran, Trouble
from reflectgit.sources.importers import diff, plain_log, pytest_cases
from reflectgit.text.bound_stream import Kept

GAP = re.compile(rb"\[\.\.\. (\d+) bytes elided, sha256 ([0-9a-f]{64}) \.\.\.\]\n")
LIMIT = 65_536


def _kept(data: bytes, step: int = 10_007) -> bytes:
    kept = Kept(LIMIT)
    for at in range(0, len(data), step):
        kept.add(data[at : at + step])
    return kept.data()


@given(st.binary(max_size=3_000))
def test_what_fits_is_kept_whole(data: bytes) -> None:
    assert _kept(data, 7) == data


def test_gaps_have_the_size_and_digest_of_what_is_missing() -> None:
    data = b"".join(b"line %d of a quiet log\n" % number for number in range(40_000))
    kept = _kept(data)
    (gap,) = GAP.finditer(kept)
    head, tail = kept[: gap.start()], kept[gap.end() :]
    missing = data[len(head) : len(data) - len(tail)]
    assert data == head + missing + tail
    assert (int(gap[1]), gap[2].decode()) == (len(missing), hashlib.sha256(missing).hexdigest())
    assert len(kept) <= LIMIT + 200


def test_the_parts_around_failures_stay() -> None:
    quiet = b"all is well in here\n" * 20_000
    crash = (
        b"Traceback (most recent call last):\n  File \"a.py\", line 2, in go\n    gone\nKeyError: 'oats'\n"
    )
    kept = _kept(quiet + b"just before it\n" + crash + b"just after it\n" + quiet)
    assert b"just before it\n" + crash + b"just after it\n" in kept
    assert len(GAP.findall(kept)) == 2


@given(
    st.lists(
        st.sampled_from([b"error: no\n", b"quiet\n" * 400, b"x" * 9_000, b"\n", b"word " * 900]), max_size=60
    )
)
@settings(max_examples=40, deadline=None)
def test_nothing_is_lost_from_the_count(parts: list[bytes]) -> None:
    data = b"".join(parts)
    kept = _kept(data)
    missing = sum(int(gap[1]) for gap in GAP.finditer(kept))
    shown = len(GAP.sub(b"", kept))
    assert (
        0 <= missing + shown - len(data) <= len(GAP.findall(kept))
    )  # a line end in front of a gap in a line
    assert len(kept) <= LIMIT + 200 * (1 + len(GAP.findall(kept)))


def test_no_half_of_a_token_is_kept() -> None:
    token = b"ghp_" + b"a1B2" * 9
    for shift in range(0, 120, 7):
        kept = _kept(b"-" * shift + (b"see " + token + b" there, ") * 9_000)
        words = re.findall(rb"[A-Za-z0-9_]{5,}", GAP.sub(b" ", kept))
        assert {word for word in words if word != b"there"} == {token}


LINES = b"".join(b"line %d of the log\n" % number for number in range(60_000))


@settings(deadline=None, max_examples=15)
@given(st.integers(min_value=500, max_value=300_000))
def test_the_pieces_make_no_difference(size: int) -> None:
    assert _kept(LINES, size) == _kept(LINES)


def test_the_rest_of_a_key_whose_beginning_is_left_out_is_not_kept() -> None:
    body = base64.b64encode(hashlib.shake_256(b"key").digest(1_500))
    lines = b"".join(body[at : at + 64] + b"\n" for at in range(0, len(body), 64))
    key = b"-----BEGIN RSA PRIVATE KEY-----\n" + lines + b"-----END RSA PRIVATE KEY-----\n"
    cut = 0
    for filler in range(0, 2_600, 40):
        kept = _kept(LINES + key + b"quiet one\n" * (2_000 + filler // 10) + b"x" * (filler % 10))
        whole = b"BEGIN RSA PRIVATE KEY" in kept
        assert whole or not re.search(rb"^[A-Za-z0-9+/=]{9,}$|END RSA", kept, re.MULTILINE)
        cut += not whole and b"quiet one" in kept
    assert cut, "it was cut in its middle at least once"


def test_lines_that_only_look_like_a_key_are_kept() -> None:
    ids = b"".join(hashlib.sha1(b"%d" % number).hexdigest().encode() + b"\n" for number in range(9_000))
    assert _kept(ids).endswith(ids[-20_000:])


def test_a_log_in_utf_16() -> None:
    (ran,) = plain_log.IMPORTER.read(BytesIO("KeyError: 'Häcksel'\n".encode("utf-16")), "x")
    assert isinstance(ran, Ran)
    assert ran.output == "KeyError: 'Häcksel'\n"


@given(st.binary(max_size=500))
@settings(max_examples=60, deadline=None)
def test_no_bytes_are_too_odd(data: bytes) -> None:
    for importer in (plain_log.IMPORTER, diff.IMPORTER, pytest_cases.IMPORTER):
        importer.recognises(data, "x")
        list(importer.read(BytesIO(data), "x"))


PATCH = b"diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    ("data", "name", "known"),
    [
        (PATCH, "x", True),
        (b"From 1f2 Mon\nSubject: [PATCH] oats\n\n" + PATCH, "x", True),
        (PATCH[25:], "x", True),
        (b"@@ -1 +1 @@\n-a\n+b\n", "x.diff", True),
        (b"E   - a\nE   + b\nFAILED x\n", "x", False),
        (b"", "x", False),
    ],
)
def test_which_files_are_diffs(data: bytes, name: str, known: bool) -> None:
    assert diff.IMPORTER.recognises(data, name) is known


def test_a_diff_that_is_too_long_is_cut_between_files() -> None:
    big = b"".join(PATCH.replace(b"x.py", b"f%d.py" % number) for number in range(70_000))
    trouble, changed = diff.IMPORTER.read(BytesIO(big), "x")
    assert isinstance(trouble, Trouble)
    assert isinstance(changed, Changed)
    assert changed.diff.endswith("+b\n")


_LONG = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (400_000_000, 400_000_000))
from reflectgit.collection import read_events
from reflectgit.sources.failures import failures_of
(ran,) = read_events(sys.argv[1])
(seen,) = failures_of(ran)
most = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(seen.failure.class_, seen.failure.site, most)
"""


def test_a_log_of_200_megabytes(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("long") / "run.log"
    quiet = b"2026-03-04 05:06:07 the feeder went round and came back without a word\n" * 14_000
    crash = b"Traceback (most recent call last):\n  File \"app/feed.py\", line 2, in give\n    gone\nKeyError: 'oats'\n"
    with path.open("wb") as file:
        for number in range(200):
            file.write(quiet + (crash if number == 120 else b""))
    assert path.stat().st_size > 190_000_000
    done = subprocess.run([sys.executable, "-c", _LONG, path], capture_output=True, text=True, check=False)
    path.unlink()
    assert done.returncode == 0, done.stderr
    class_, site, kib = done.stdout.split()
    assert (class_, site) == ("KeyError", "app/feed.py:give")
    assert int(kib) < 120_000
