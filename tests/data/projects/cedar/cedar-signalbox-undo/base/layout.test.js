import test from 'node:test';
import assert from 'node:assert/strict';
import { History, Layout, Point } from './layout.js';

const fresh = () => new Layout({ P1: new Point('main', 'yard'), P2: new Point('north', 'south') });

test('throwing points changes the route', () => {
  const box = new History(fresh());
  box.throwPoint('P1');
  assert.equal(box.layout.route(), 'yard north');
});

test('undo goes back one step', () => {
  const box = new History(fresh());
  box.throwPoint('P1');
  box.throwPoint('P2');
  box.undo();
  assert.equal(box.layout.route(), 'yard north');
});

test('after undo one can go on', () => {
  const box = new History(fresh());
  box.throwPoint('P1');
  box.undo();
  box.throwPoint('P2');
  assert.equal(box.layout.route(), 'main south');
});
