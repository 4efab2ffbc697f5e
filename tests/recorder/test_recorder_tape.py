"""What is kept of an output of any length, in whatever pieces it comes."""

import base64
import hashlib
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.recorder.tape import Tape

LIMIT = 620_000
LINES = b"".join(b"line %d of the log\n" % number for number in range(60_000))


def kept(data: bytes, size: int = 7_001) -> str:
    tape = Tape()
    for begin in range(0, len(data), size):
        tape.add(data[begin : begin + size])
    assert tape.size == len(data)
    return tape.text()


@given(st.binary(max_size=4_000), st.integers(min_value=1, max_value=999))
def test_what_is_short_is_kept_whole(data: bytes, size: int) -> None:
    assert kept(data, size) == data.decode("utf-8", "replace")


@settings(deadline=None, max_examples=15)
@given(st.integers(min_value=500, max_value=300_000))
def test_the_pieces_make_no_difference(size: int) -> None:
    assert kept(LINES, size) == kept(LINES)


def test_the_ends_and_the_parts_that_tell_are_kept_and_the_rest_is_accounted_for() -> None:
    middle = LINES + b"KeyError: 'amount'\n" + LINES
    text = kept(middle)
    assert len(text) < LIMIT
    assert text.startswith("line 0 of the log\n")
    assert text.endswith("line 59999 of the log\n")
    assert "KeyError: 'amount'" in text
    gaps = re.findall(r"\[\.\.\. (\d+) bytes elided, sha256 ([0-9a-f]{64}) \.\.\.\]", text)
    assert len(gaps) == 2
    begin = text.index("\n[... ")
    size, digest = gaps[0]
    assert hashlib.sha256(middle[begin : begin + int(size)]).hexdigest() == digest


def test_a_log_that_tells_everywhere_is_bounded() -> None:
    assert len(kept(b"ERROR: no\n" * 1_000_000)) < LIMIT
    assert len(kept(b"x" * 10_000_000)) < LIMIT


def test_the_rest_of_a_key_whose_beginning_is_left_out_is_not_kept() -> None:
    body = base64.b64encode(hashlib.shake_256(b"key").digest(1_500))
    lines = b"".join(body[at : at + 64] + b"\n" for at in range(0, len(body), 64))
    key = b"-----BEGIN RSA PRIVATE KEY-----\n" + lines + b"-----END RSA PRIVATE KEY-----\n"
    cut = 0
    for filler in range(20_000, 24_000, 40):
        text = kept(LINES + key + b"quiet one\n" * (filler - 4_000))
        end = lines.splitlines()[-2].decode()
        assert end not in text or "BEGIN RSA PRIVATE KEY" in text
        cut += "[redacted:private-key]\n" in text
    assert cut, "it was cut in its middle at least once"
