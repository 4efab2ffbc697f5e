import test from "node:test";
import assert from "node:assert/strict";
import { Editor } from "../src/editor.js";

const board = () => [
  { id: "title", name: "Title", x: 10, y: 20 },
  { id: "logo", name: "Logo", x: 300, y: 40 },
];

test("undo of a selection", () => {
  const editor = new Editor(board());
  editor.select("logo");
  editor.undo();
  assert.equal(editor.state.selected, null);
});

test("undo of a move puts the layer back", () => {
  const editor = new Editor(board());
  editor.moveBy("title", 5, -5);
  editor.undo();
  const { x, y } = editor.state.layers[0];
  assert.deepEqual({ x, y }, { x: 10, y: 20 });
});

test("undo with nothing done is harmless", () => {
  const editor = new Editor(board());
  editor.undo();
  assert.equal(editor.state.layers.length, 2);
});

test("two renames, two undos", () => {
  const editor = new Editor(board());
  editor.rename("logo", "Badge");
  editor.rename("logo", "Crest");
  editor.undo();
  assert.equal(editor.state.layers[1].name, "Badge");
  editor.undo();
  assert.equal(editor.state.layers[1].name, "Logo");
});
