import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';
import { expect, test } from 'vitest';
import { fitIntoPacket } from './fit-into-packet.ts';

const rowsOf = (letter: string) =>
  Array.from({ length: 2_000 }, (_, pid) => ({ name: letter.repeat(300), pid, cpu_usage: 1, memory_usage: 1 }));

test.each([
  ['A', 1_400],
  ['가', 500],
  ['"', 750],
])('of 2,000 processes with names of 300 × %s the first are sent that fit', (letter, least) => {
  const rows = rowsOf(letter);
  const first = fitIntoPacket(rows);
  expect(first).toEqual(rows.slice(0, first.length));
  expect(first.length).toBeGreaterThan(least);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(MAX_SOCKET_PACKET_BYTES);
});

test('what fits is sent whole, and what stands beside the rows takes its room', () => {
  const rows = rowsOf('A').slice(0, 1_000);
  expect(fitIntoPacket(rows)).toBe(rows);
  expect(fitIntoPacket(rows, 'x'.repeat(400_000)).length).toBeLessThan(500);
  expect(fitIntoPacket(rows, 'x'.repeat(MAX_SOCKET_PACKET_BYTES))).toEqual([]);
});
