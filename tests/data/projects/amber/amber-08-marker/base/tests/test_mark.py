from findmark.mark import mark


def test_case_does_not_matter():
    assert mark("Weg nach KÖLN", "köln") == "Weg nach [KÖLN]"


def test_hit_behind_a_sharp_s():
    assert mark("Große Straße nach Köln, Ost", "köln") == "Große Straße nach [Köln], Ost"


def test_term_spelt_with_double_s():
    assert mark("Lange Straße 4", "strasse") == "Lange [Straße] 4"


def test_no_hit():
    assert mark("Große Straße", "bonn") == "Große Straße"
