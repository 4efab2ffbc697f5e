import gc
import unittest
import weakref

from meerwasser.alarm import Alarm
from meerwasser.devices import Pump

LOG = []


def siren(text):
    LOG.append(text)


class AlarmTest(unittest.TestCase):
    def test_function_hears_the_alarm(self):
        alarm = Alarm()
        alarm.subscribe(siren)
        alarm.raise_("salinity")
        self.assertEqual(LOG, ["salinity"])

    def test_pump_hears_the_alarm(self):
        alarm = Alarm()
        pump = Pump("skimmer", alarm)
        alarm.raise_("overflow")
        self.assertEqual(pump.heard, ["overflow"])

    def test_removed_pump_is_freed(self):
        alarm = Alarm()
        pump = Pump("skimmer", alarm)
        gone = weakref.ref(pump)
        del pump
        gc.collect()
        self.assertIsNone(gone())
        alarm.raise_("overflow")
