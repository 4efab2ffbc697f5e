import pytest

from letters.merge import MissingField, merge


def test_spacing_inside_the_braces_does_not_matter():
    assert merge("Dear {{name}}, flat {{  flat }}", {"name": "Mrs Okoro", "flat": "4B"}) == "Dear Mrs Okoro, flat 4B"


def test_missing_field_is_named():
    with pytest.raises(MissingField, match="deposit"):
        merge("{{ deposit }}", {})


def test_values_are_inserted_as_typed():
    share = r"\\gatehouse\scans\g7"
    assert merge("Your papers: {{ path }}", {"path": share}) == "Your papers: " + share
