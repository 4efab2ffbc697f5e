import { test, mock } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { ringAfter } from "../src/bell.js";

const DAY = 24 * 60 * 60 * 1000;

test("a young wine is not announced at once", async () => {
  let rung = 0;
  const takeDown = ringAfter(60, () => rung++);
  await pause(50);
  takeDown();
  assert.equal(rung, 0);
});

test("announced on the sixtieth day and not before", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let rung = 0;
  ringAfter(60, () => rung++);
  for (let day = 1; day < 60; day++) {
    mock.timers.tick(DAY);
    assert.equal(rung, 0, `rung on day ${day}`);
  }
  mock.timers.tick(DAY);
  assert.equal(rung, 1);
  mock.timers.reset();
});
