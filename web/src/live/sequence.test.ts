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
const receive = (sequence: ReturnType<typeof listening>['sequence'], ...seqs: number[]) =>
  seqs.forEach((seq) => sequence.accept({ seq }));

test('events before the snapshot wait for it, and only newer ones are applied', () => {
  const { sequence, applied, gaps } = listening();
  receive(sequence, 4, 5, 6);
  expect(applied).toEqual([]);
  sequence.adopt(5);
  expect(applied).toEqual([6]);
  expect(gaps()).toBe(0);
});

test('events are applied in the order of their numbers, once each', () => {
  const { sequence, applied } = listening();
  sequence.adopt(0);
  receive(sequence, 1, 2, 3);
  expect(applied).toEqual([1, 2, 3]);
});

test('[SEQ-4] a gap asks for a snapshot, and no event after it is applied', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(1);
  receive(sequence, 2, 4);
  expect(applied).toEqual([2]);
  expect(gaps()).toBe(1);
  expect(sequence.hasGap).toBe(true);
});

test('a gap is closed by the late event', () => {
  const { sequence, applied } = listening();
  sequence.adopt(1);
  receive(sequence, 3, 2);
  expect(applied).toEqual([2, 3]);
  expect(sequence.hasGap).toBe(false);
});

test('[SEQ-3] events received during a snapshot are applied to it', () => {
  const { sequence, applied } = listening();
  sequence.adopt(1);
  receive(sequence, 4, 5);
  sequence.adopt(4);
  expect(applied).toEqual([5]);
  expect(sequence.at).toBe(5);
});

test('an older snapshot does not undo applied events', () => {
  const { sequence, applied } = listening();
  sequence.adopt(0);
  receive(sequence, 1, 2, 3);
  sequence.adopt(1);
  expect(applied).toEqual([1, 2, 3, 2, 3]);
  expect(sequence.at).toBe(3);
});

test('a server that counts from the beginning again is detected', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(5_000);
  receive(sequence, 5_001, 1, 2);
  expect(gaps()).toBe(1);
  sequence.adopt(1);
  expect(applied).toEqual([5_001, 2]);
});

test('[SEQ-4] a missed last event is found by the number of the server', () => {
  const { sequence, gaps } = listening();
  sequence.adopt(7);
  sequence.confirm(7);
  expect(gaps()).toBe(0);
  sequence.confirm(8);
  expect(gaps()).toBe(1);
  expect(sequence.hasGap).toBe(true);
});

test('numbers of an earlier connection are discarded', () => {
  const { sequence, applied, gaps } = listening();
  sequence.adopt(10);
  receive(sequence, 11);
  sequence.restart();
  receive(sequence, 3);
  sequence.adopt(2);
  expect(applied).toEqual([11, 3]);
  expect(gaps()).toBe(0);
});
