from bazaar.pages import PROMO, OrderPages, Request


class Repo:
    def __init__(self):
        self.calls = 0

    def orders(self, user):
        self.calls += 1
        return [{"order": f"{user}-1"}, {"order": f"{user}-2"}]


def ana(promo=False):
    return Request("/orders?page=1", "ana", promo)


def test_second_view_is_served_from_the_cache():
    pages = OrderPages(Repo())
    assert pages.get(ana()) == pages.get(ana())
    assert pages.repo.calls == 1


def test_everybody_sees_their_own_orders():
    pages = OrderPages(Repo())
    pages.get(ana())
    assert pages.get(Request("/orders?page=1", "bob"))[0] == {"order": "bob-1"}


def test_promo_comes_and_goes():
    pages = OrderPages(Repo())
    lengths = [len(pages.get(ana(promo))) for promo in (False, True, True, False)]
    assert lengths == [2, 3, 3, 2]
