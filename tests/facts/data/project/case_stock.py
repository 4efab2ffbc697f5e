"""Unittest cases that fail in many ways."""

import unittest


class Stock(unittest.TestCase):
    maxDiff = None

    def test_counts(self):
        self.assertEqual(3, 3)

    def test_equal(self):
        self.assertEqual(3, 4)

    def test_not_equal(self):
        self.assertNotEqual("a", "a")

    def test_lists(self):
        """Two lists, one element apart."""
        self.assertEqual([1, 2, 3], [1, 5, 3])

    def test_dicts(self):
        self.assertEqual({"a": 1}, {"a": 2}, "prices differ")

    def test_texts(self):
        self.assertEqual("one\ntwo", "one\nten")

    def test_true(self):
        self.assertTrue([])

    def test_false(self):
        self.assertFalse("x")

    def test_in(self):
        self.assertIn("screw", ["nut", "bolt"])

    def test_not_in(self):
        self.assertNotIn("nut", ["nut", "bolt"])

    def test_is(self):
        self.assertIs(3.5, None)

    def test_is_none(self):
        self.assertIsNone(0)

    def test_is_not_none(self):
        self.assertIsNotNone(None)

    def test_greater(self):
        self.assertGreaterEqual(2, 3)

    def test_close(self):
        self.assertAlmostEqual(0.1, 0.2, places=3)

    def test_instance(self):
        self.assertIsInstance(3, str)

    def test_regex(self):
        self.assertRegex("open 24h", "^closed")

    def test_raises(self):
        with self.assertRaises(KeyError):
            {}.get("x")

    def test_error(self):
        {"nut": 1}["screw"]

    def test_parts(self):
        for number in (1, 2):
            with self.subTest(number=number):
                self.assertEqual(number, 1)

    @unittest.skip("no printer")
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail("known")


if __name__ == "__main__":
    unittest.main()

# ruff: noqa: PT009, PT027
