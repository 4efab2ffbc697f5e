"""Alarm bus of the sea water aquarium."""


class Alarm:
    def __init__(self):
        self._listeners = []

    def subscribe(self, listener):
        """Call listener(text) at each alarm."""
        self._listeners.append(listener)

    def raise_(self, text):
        for listener in self._listeners:
            listener(text)
