"""The gate is held against a classifier that sees only how a story looks."""

import pytest

from reflectgit.ab.style import PLAIN, control, features


def test_lengths_filled_fields_and_new_words_do_clearly_worse(amber):
    found = control(amber, shown=PLAIN)
    assert found is not None
    assert found.better >= 0.08
    assert found.interval is not None
    assert found.interval[0] > 0


def test_the_habits_of_an_author_can_be_learnt_from_the_author_alone(amber):
    """With all that can be counted, style tells this author's true stories from the wrong ones nearly every time.

    So a figure on one author's set shows little by itself; what the gate tells apart among stories of equal
    look, and what style is worth at another author's (below), does.
    """
    found = control(amber)
    assert found is not None
    assert found.style_auc >= 0.9
    assert found.auc_at_equal_style >= 0.65


@pytest.mark.shared
@pytest.mark.parametrize("shown", [PLAIN, ()])
def test_style_learnt_from_one_author_is_of_little_use_at_another(amber, development, shown):
    for one, other in ((amber, development), (development, amber)):
        found = control(one, other, shown)
        assert found is not None
        assert found.style_auc <= 0.75
        assert found.interval is not None
        assert found.interval[0] >= 0.2


def test_the_same_set_gives_the_same_figures_in_any_order(amber):
    few = [one for one in amber if one.case in sorted({one.case for one in amber})[:6]]
    forth, back = control(few, shown=PLAIN), control(few[::-1], shown=PLAIN)
    assert forth is not None
    assert back is not None
    assert back.style_auc == pytest.approx(forth.style_auc, abs=1e-9)
    assert back.interval == pytest.approx(forth.interval)


def test_style_sees_neither_decision_nor_label(amber):
    for one in amber[:20]:
        assert set(PLAIN) < set(features(one))
        assert not {name for name in features(one) if "grade" in name or "agreement" in name}


def test_without_anything_admitted_there_is_nothing_to_hold_against(amber):
    assert control([one for one in amber if not one.admitted]) is None
    assert control([]) is None
