import unittest
from unittest import mock

import cbor


class EncodeTest(unittest.TestCase):
    def test_1_flags(self):
        self.assertEqual(cbor.encode(True).hex(), "f5")
        self.assertEqual(cbor.encode(False).hex(), "f4")

    def test_2_counts(self):
        self.assertEqual(cbor.encode(1).hex(), "01")
        self.assertEqual(cbor.encode(0).hex(), "00")
        self.assertEqual(cbor.encode(200).hex(), "18c8")

    def test_3_levels(self):
        self.assertEqual(cbor.encode(0.0).hex(), "fb0000000000000000")
        self.assertEqual(cbor.encode(-0.0).hex(), "fb8000000000000000")
        self.assertEqual(cbor.encode(1.0).hex(), "fb3ff0000000000000")

    def test_4_lists(self):
        self.assertEqual(cbor.encode([1, 0]).hex(), "820100")
        self.assertEqual(cbor.encode([True, False]).hex(), "82f5f4")

    def test_5_the_usual_report_comes_from_the_cache(self):
        report = [float(n) for n in range(2, 20)] + [True, 7]
        first = cbor.encode(report)
        with mock.patch.object(cbor, "struct", None):  # nothing can be packed any more
            self.assertEqual(cbor.encode(list(report)), first)


if __name__ == "__main__":
    unittest.main()
