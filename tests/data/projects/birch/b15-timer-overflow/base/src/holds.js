// Berths held for a customer until a date; the hold lapses by itself.

export class Holds {
  constructor(timers = { setTimeout, clearTimeout, now: Date.now }) {
    this.timers = timers;
    this.held = new Map();
  }

  hold(berth, until) {
    this.held.set(berth, until);
  }

  isHeld(berth) {
    return this.held.has(berth);
  }
}
