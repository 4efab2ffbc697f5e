const test = require("node:test");
const assert = require("node:assert");
const { Readable } = require("node:stream");
const { recipients } = require("../src/recipients");

const NAMES = ["Zoë Brontë", "Łukasz", "Ann"];

function inChunksOf(size) {
  const bytes = Buffer.from(NAMES.join("\n") + "\n");
  const chunks = [];
  for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.subarray(i, i + size));
  return Readable.from(chunks, { objectMode: false });
}

test("a single chunk", async () => {
  assert.deepStrictEqual(await recipients(inChunksOf(100)), NAMES);
});

test("chunks of eleven bytes", async () => {
  assert.deepStrictEqual(await recipients(inChunksOf(11)), NAMES);
});

test("chunks of five bytes", async () => {
  assert.deepStrictEqual(await recipients(inChunksOf(5)), NAMES);
});
