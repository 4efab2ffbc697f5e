import sys
from pathlib import Path

from platecheck.runner import preflight

TOOL = str(Path(__file__).with_name("fake_preflight.py"))


def test_clean_plate():
    assert preflight([sys.executable, TOOL, "0"]) == (0, [])


def test_short_report():
    status, warnings = preflight([sys.executable, TOOL, "40"])
    assert (status, len(warnings)) == (3, 40)


def test_report_of_a_whole_book():
    status, warnings = preflight([sys.executable, TOOL, "2400"])
    assert (status, len(warnings)) == (3, 2400)
