import assert from "node:assert/strict";
import { codesIn, invalid } from "./cues.js";

const good = ["00:00:01:00", "00:00:04:12", "00:01:00:05", "00:01:07:24"];

assert.deepEqual(codesIn("in 00:00:01:00 out 00:00:04:12"), ["00:00:01:00", "00:00:04:12"]);
console.log("ok - codes in a line");
assert.deepEqual(codesIn("no codes here"), []);
console.log("ok - line without codes");
assert.deepEqual(invalid(["00:00:0x:00", ...good]), ["00:00:0x:00"], "one bad row");
console.log("ok - one bad row among good ones");
assert.deepEqual(invalid(good), [], "all rows are good");
console.log("ok - all rows good");
assert.deepEqual(invalid(["take 12"]), ["take 12"], "row without a code");
assert.deepEqual(invalid(["00:00:01:00 "]), ["00:00:01:00 "], "blank behind the code");
console.log("ok - row without a code, blank behind the code");
