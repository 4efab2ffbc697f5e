const test = require("node:test");
const assert = require("node:assert");
const { Pool } = require("../src/pool");
const { receipts } = require("../src/receipts");

test("answers the receipts", async () => {
  const rows = await receipts(new Pool(1), "t-4");
  assert.deepStrictEqual(rows, [{ till: "t-4", total: 499 }]);
});

test("gives the client back", async () => {
  const pool = new Pool(1);
  await receipts(pool, "t-4");
  await receipts(pool, "t-5");
  assert.strictEqual(pool.idle.length, 1);
});
