"""Devices that react to alarms."""


class Pump:
    def __init__(self, name, alarm):
        self.name = name
        self.heard = []
        alarm.subscribe(self.on_alarm)

    def on_alarm(self, text):
        self.heard.append(text)
