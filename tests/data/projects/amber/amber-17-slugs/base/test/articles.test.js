const assert = require("node:assert");
const { createArticle } = require("../src/articles");

const store = new Map();
const post = (slug) => createArticle(store, { slug, title: slug.toUpperCase() }).status;

assert.strictEqual(post("Not A Slug"), 422);
console.log("ok 1 - bad slug is refused");

assert.strictEqual(post("budget-2025"), 201);
console.log("ok 2 - first article");

assert.strictEqual(post("town-hall"), 201, "second article");
console.log("ok 3 - second article");

assert.strictEqual(post("town-hall"), 409, "same slug again");
console.log("ok 4 - same slug again");

assert.deepStrictEqual([post("a"), post("b"), post("c"), post("d")], [201, 201, 201, 201]);
console.log("ok 5 - several in a row");
