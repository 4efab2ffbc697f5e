import asyncio

from boxoffice.holds import Holds
from boxoffice.store import Store


def hold_all(*wanted):
    async def main():
        holds = Holds(Store())
        results = await asyncio.gather(*(holds.hold(seat, guest) for seat, guest in wanted))
        return results, holds.store
    return asyncio.run(main())


def test_taken_seat_is_refused_later():
    async def main():
        holds = Holds(Store())
        return [await holds.hold("A1", "ida"), await holds.hold("A1", "jon")]
    assert asyncio.run(main()) == [True, False]


def test_seats_do_not_wait_for_one_another():
    _, store = hold_all(*((f"B{n}", "ida") for n in range(6)))
    assert store.most_in_flight == 6


def test_one_seat_two_guests_at_once():
    results, store = hold_all(("A1", "ida"), ("A1", "jon"))
    assert results.count(True) == 1
    assert store.data["A1"] == "ida"
