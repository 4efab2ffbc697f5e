"""The page with a customer's orders."""
from typing import NamedTuple

PROMO = {"promo": "free delivery this week"}


class Request(NamedTuple):
    path: str
    user: str
    promo: bool = False


class OrderPages:
    def __init__(self, repo):
        self.repo = repo

    def get(self, request: Request) -> list[dict]:
        page = self.repo.orders(request.user)
        if request.promo:
            page.insert(0, PROMO)
        return page
