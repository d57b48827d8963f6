import type { CommandRow } from '@vigil/shared/contract/http/commands';
import type { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import {
  countBatchItemStates,
  createCommandBatchStore,
  type CommandBatch,
  type CommandChange,
} from './command-batch-store.ts';

const change = (id: string, state: CommandChange['state'], message?: string): CommandChange => ({
  id: id as CommandId,
  device_pk: 1 as DevicePk,
  type: 'reboot',
  state,
  at: 0,
  ...(message === undefined ? {} : { message }),
});

const batch = (...ids: string[]): CommandBatch => ({
  id: 'bulk',
  type: 'reboot',
  startedAt: 0,
  lines: ids.map((id) => ({ id, device_pk: 1 as DevicePk, alias: id, state: 'queued', percent: null, message: null })),
});

test('a state that arrives before the answer with the ids is kept', () => {
  const board = createCommandBatchStore();
  board.apply(change('a', 'done'));
  board.add(batch('a', 'b'));
  expect(countBatchItemStates(board.batches()[0]!)).toEqual({ total: 2, done: 1, failed: 0, open: 1 });
});

test('states only move forward', () => {
  const board = createCommandBatchStore();
  board.add(batch('a'));
  board.apply(change('a', 'failed', 'power_not_allowed'));
  board.apply(change('a', 'running'));
  expect(board.batches()[0]?.lines[0]).toMatchObject({ state: 'failed', message: 'power_not_allowed' });
});

test('expired and refused count as failed', () => {
  const board = createCommandBatchStore();
  const [line] = batch('c').lines;
  board.add({ ...batch('a', 'b'), lines: [...batch('a', 'b').lines, { ...line!, state: 'refused' }] });
  board.apply(change('a', 'expired'));
  expect(countBatchItemStates(board.batches()[0]!)).toEqual({ total: 3, done: 0, failed: 2, open: 1 });
});

const row = (id: string, state: CommandRow['state'], message: string | null = null) =>
  ({
    id,
    bulk_id: 'bulk',
    type: 'reboot',
    created_at: '2026-01-01T00:00:00Z',
    state,
    message,
    senders: [],
  }) as unknown as CommandRow;

test('a recovery brings states of which no message came, and undoes none that came since its records were read', () => {
  const board = createCommandBatchStore();
  board.add(batch('a', 'b', 'c'));
  board.apply(change('b', 'done'));
  board.apply(change('c', 'failed', 'outcome_unknown'));
  board.recover([row('a', 'done'), row('b', 'running'), row('c', 'done')]);
  expect(board.batches()[0]?.lines.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'done'],
    ['b', 'done'],
    ['c', 'done'],
  ]);
});

test('a recovery leaves batches at their places, and lines with the names that are shown', () => {
  const board = createCommandBatchStore();
  board.add({ ...batch('a'), id: 'old' });
  board.add({ ...batch('b'), lines: [{ ...batch('b').lines[0]!, alias: 'PC-1 · editor' }] });
  const read = [
    { ...row('a', 'running'), bulk_id: 'old' },
    { ...row('b', 'running'), device_alias: 'PC-1' },
  ];
  board.recover(read);
  expect(board.batches().map(({ id, lines }) => [id, lines[0]?.alias, lines[0]?.state])).toEqual([
    ['bulk', 'PC-1 · editor', 'running'],
    ['old', 'a', 'running'],
  ]);
});

test('a dismissed batch does not return by a recovery', () => {
  const board = createCommandBatchStore();
  board.add(batch('a'));
  board.dismiss('bulk');
  board.recover([row('a', 'queued')]);
  expect(board.batches()).toEqual([]);
});
