import test from 'node:test';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { once } from 'node:events';
import { relay } from './relay.js';

function socketOf(text, ...cuts) {
  const bytes = Buffer.from(text, 'utf8');
  const edges = [0, ...cuts, bytes.length];
  const chunks = edges.slice(1).map((to, i) => bytes.subarray(edges[i], to));
  return new Readable({ read() { setImmediate(() => this.push(chunks.shift() ?? null)); } });
}

async function shown(socket) {
  const lines = [];
  relay(socket, (line) => lines.push(line));
  await once(socket, 'end');
  return lines;
}

test('a title is shown before the act is over', async () => {
  const lines = [];
  const socket = new Readable({ read() {} });
  relay(socket, (line) => lines.push(line));
  socket.push(Buffer.from('Vissi d\'arte\nVissi'));
  await new Promise((r) => setTimeout(r, 20));
  assert.deepEqual(lines, ['Vissi d\'arte']);
});

test('a title may come in two pieces', async () => {
  assert.deepEqual(await shown(socketOf('Nessun dorma\nTu pure\n', 6)), ['Nessun dorma', 'Tu pure']);
});

test('accents survive wherever the network cuts', async () => {
  const want = ['Già nella notte densa', 'È l\'ora'];
  const text = want.join('\n') + '\n';
  for (let cut = 1; cut < Buffer.byteLength(text); cut++) {
    assert.deepEqual(await shown(socketOf(text, cut)), want, `cut after byte ${cut}`);
  }
});
