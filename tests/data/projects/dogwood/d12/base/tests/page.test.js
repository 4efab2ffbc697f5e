import test from "node:test";
import assert from "node:assert/strict";
import { plainHunt } from "../src/rows.js";
import { nextPage } from "../src/page.js";

test("first page", () => {
  assert.deepEqual(nextPage(plainHunt(4), 3), ["1234", "2143", "2413"]);
});

test("second page goes on where the first one ended", () => {
  const rows = plainHunt(4);
  nextPage(rows, 3);
  assert.deepEqual(nextPage(rows, 2), ["4231", "4321"]);
});
