import { expect, test } from 'vitest';
import { createSequence } from './sequence.ts';

function listening() {
  const applied: number[] = [];
  let gaps = 0;
  const sequence = createSequence<{ seq: number }>(
    ({ seq }) => applied.push(seq),
    () => (gaps += 1),
  );
  return { sequence, applied, gaps: () => gaps };
}
const hear = (sequence: ReturnType<typeof listening>['sequence'], ...seqs: number[]) =>
  seqs.forEach((seq) => sequence.accept({ seq }));

test('what is heard before the snapshot waits for it, and only what is newer is applied', () => {
  const { sequence, applied, gaps } = listening();
  hear(sequence, 4, 5, 6);
  expect(applied).toEqual([]);
  sequence.adopt(5);
  expect(applied).toEqual([6]);
  expect(gaps()).toBe(0);
});

test('events apply in order of their number, each once', () => {
  const { sequence, applied } = listening();
  sequence.adopt(0);
  hear(sequence, 1, 2, 3);
  expect(applied).toEqual([1, 2, 3]);
});

test('a hole asks for a snapshot, and nothing is applied past it', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(1);
  hear(sequence, 2, 4);
  expect(applied).toEqual([2]);
  expect(gaps()).toBe(1);
  expect(sequence.hasGap).toBe(true);
});

test('a hole that fills in late closes by itself', () => {
  const { sequence, applied } = listening();
  sequence.adopt(1);
  hear(sequence, 3, 2);
  expect(applied).toEqual([2, 3]);
  expect(sequence.hasGap).toBe(false);
});

test('the snapshot after a hole takes in what was heard meanwhile', () => {
  const { sequence, applied } = listening();
  sequence.adopt(1);
  hear(sequence, 4, 5);
  sequence.adopt(4);
  expect(applied).toEqual([5]);
  expect(sequence.at).toBe(5);
});

test('a snapshot that is older than what was applied does not take anything back', () => {
  const { sequence, applied } = listening();
  sequence.adopt(0);
  hear(sequence, 1, 2, 3);
  sequence.adopt(1);
  expect(applied).toEqual([1, 2, 3, 2, 3]);
  expect(sequence.at).toBe(3);
});

test('a server that counts from the beginning again is noticed', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(5_000);
  hear(sequence, 5_001, 1, 2);
  expect(gaps()).toBe(1);
  sequence.adopt(1);
  expect(applied).toEqual([5_001, 2]);
});

test('a missed last event is found out by the number that the server says', () => {
  const { sequence, gaps } = listening();
  sequence.adopt(7);
  sequence.confirm(7);
  expect(gaps()).toBe(0);
  sequence.confirm(8);
  expect(gaps()).toBe(1);
  expect(sequence.hasGap).toBe(true);
});

test('numbers of an earlier connection are forgotten', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(10);
  hear(sequence, 11);
  sequence.restart();
  hear(sequence, 3);
  sequence.adopt(2);
  expect(applied).toEqual([11, 3]);
  expect(gaps()).toBe(0);
});
