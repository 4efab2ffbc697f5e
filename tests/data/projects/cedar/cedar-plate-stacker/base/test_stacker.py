import faulthandler
import unittest

from stacker import stack


class StackTest(unittest.TestCase):
    def setUp(self):
        faulthandler.dump_traceback_later(6, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)

    def test_a_few_plates(self):
        self.assertEqual(stack(3), ("sum 3", 3))

    def test_b_progress(self):
        seen = []
        stack(40, seen.append)
        self.assertEqual(seen[:2], ["used 0", "used 1"])

    def test_c_whole_night(self):
        self.assertEqual(stack(4000, lambda line: None), ("sum 4000", 4000))
