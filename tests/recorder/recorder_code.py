"""A small module with two faults, its tests, and the repairs."""

PRICES = """\
def net(order):
    return order["gross"] - order["rebate"]


def short(name):
    return name.rstrip(".txt")
"""
TESTS = """\
import unittest

from prices import net, short


class PriceTest(unittest.TestCase):
    def test_net(self):
        self.assertEqual(net({"gross": 8}), 8)

    def test_short(self):
        self.assertEqual(short("text.txt"), "text")

    def test_rebate(self):
        self.assertEqual(net({"gross": 8, "rebate": 3}), 5)
"""
NET_MENDED = PRICES.replace('order["rebate"]', 'order.get("rebate", 0)')
BOTH_MENDED = NET_MENDED.replace("rstrip", "removesuffix")
