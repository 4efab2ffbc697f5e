from harvest import Orchard


def test_no_workers():
    assert len(Orchard(7).simulate(range(4))) == 4


def test_years_differ():
    harvest = Orchard(7).simulate(range(8), workers=4)
    assert len(set(harvest)) == 8


def test_same_seed_same_harvest():
    assert Orchard(7).simulate(range(8), workers=4) == Orchard(7).simulate(range(8), workers=4)


def test_other_seed_other_harvest():
    assert Orchard(7).simulate(range(4), workers=2) != Orchard(8).simulate(range(4), workers=2)
