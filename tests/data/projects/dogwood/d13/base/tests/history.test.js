import test from "node:test";
import assert from "node:assert/strict";
import { Village } from "../src/village.js";
import { History } from "../src/history.js";

test("later building does not reach into the past", () => {
  const village = new Village("ora et labora");
  const history = new History();
  village.build("b4", 5);
  history.remember(village);
  village.build("c4", 7);
  assert.equal(history.undo().huts.size, 1);
});

test("one can play on from the undone village", () => {
  const village = new Village("ora et labora");
  const history = new History();
  village.build("b4", 5);
  history.remember(village);
  village.build("c4", 7);
  const before = history.undo();
  before.build("d5", 2);
  assert.equal(before.population(), 7);
  assert.equal(before.motto, "ora et labora");
});
