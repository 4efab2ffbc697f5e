import test from "node:test";
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Holds } from "../src/holds.js";
import { FakeTimers } from "./fakeTimers.js";

const HOUR = 3600e3;
const DAY = 24 * HOUR;

test("a hold of two hours lapses after two hours", () => {
  const timers = new FakeTimers();
  const holds = new Holds(timers);
  holds.hold("B7", 2 * HOUR);
  timers.advance(2 * HOUR - 1);
  assert.equal(holds.isHeld("B7"), true);
  timers.advance(1);
  assert.equal(holds.isHeld("B7"), false);
});

test("a winter hold is still there a moment later (real timers)", async () => {
  const unref = (fn, ms) => setTimeout(fn, ms).unref();
  const holds = new Holds({ setTimeout: unref, clearTimeout, now: Date.now });
  holds.hold("A1", Date.now() + 150 * DAY);
  await sleep(50);
  assert.equal(holds.isHeld("A1"), true);
});

test("a winter hold lasts for the winter", () => {
  const timers = new FakeTimers();
  const holds = new Holds(timers);
  holds.hold("A1", 150 * DAY);
  for (let day = 1; day < 150; day++) {
    timers.advance(DAY);
    assert.equal(holds.isHeld("A1"), true, `gone on day ${day}`);
  }
  timers.advance(DAY);
  assert.equal(holds.isHeld("A1"), false);
});
