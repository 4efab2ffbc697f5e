import sys

import pytest

import probe


def analyser(count, status=0):
    return [sys.executable, "analyser.py", str(count), str(status)]


def test_short_clip():
    assert len(probe.frames(analyser(25))) == 25


def test_broken_clip():
    with pytest.raises(probe.ProbeError, match="exit status 4"):
        probe.frames(analyser(3, 4))


def test_clip_of_two_minutes():
    assert len(probe.frames(analyser(3000))) == 3000
