// Time under the control of the test, with the limits the real timers have.
export class FakeTimers {
  #t = 0;
  #queue = [];
  now = () => this.#t;
  setTimeout = (fn, ms) => {
    const delay = ms > 2147483647 || !(ms >= 1) ? 1 : Math.trunc(ms);
    const entry = { at: this.#t + delay, fn };
    this.#queue.push(entry);
    return entry;
  };
  clearTimeout = (entry) => {
    this.#queue = this.#queue.filter((e) => e !== entry);
  };
  advance(ms) {
    const end = this.#t + ms;
    for (;;) {
      const next = this.#queue.filter((e) => e.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.clearTimeout(next);
      this.#t = next.at;
      next.fn();
    }
    this.#t = end;
  }
}
