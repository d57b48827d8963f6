import { randomUUID } from 'node:crypto';
import { CommandId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { CommandLedger, type LedgerEntry } from './command-ledger.ts';
import { memoryStore } from './state-store.ts';

const entryOf = (state: 'accepted' | 'running' | 'done'): LedgerEntry => ({
  id: CommandId.parse(randomUUID()),
  type: 'reboot',
  started: 1,
  answer: { ok: true, state },
});

test('the newest answer of each command survives a restart', () => {
  const store = memoryStore();
  const entry = entryOf('accepted');
  const ledger = new CommandLedger(store);
  ledger.record(entry);
  ledger.record({ ...entry, answer: { ok: true, state: 'done' } });
  expect(new CommandLedger(store).find(entry.id)?.answer.state).toBe('done');
});

test('the number of entries is limited, in memory and on disk', () => {
  const store = memoryStore();
  const ledger = new CommandLedger(store, 10);
  const entries = Array.from({ length: 200 }, () => entryOf('done'));
  for (const entry of entries) ledger.record(entry);
  expect(ledger.find(entries[0]!.id)).toBeUndefined();
  expect(ledger.find(entries[199]!.id)).toBeDefined();
  expect(store.read('commands.jsonl')!.split('\n').length).toBeLessThan(30);
  const again = new CommandLedger(store, 10);
  expect(again.find(entries[199]!.id)).toBeDefined();
});

test('a line truncated by a power failure loses that line only', () => {
  const store = memoryStore();
  const entry = entryOf('running');
  new CommandLedger(store).record(entry);
  store.append('commands.jsonl', '{"id":"');
  const again = new CommandLedger(store);
  expect(again.unfinished()).toEqual([entry]);
  const next = entryOf('done');
  again.record(next);
  expect(new CommandLedger(store).find(next.id)).toEqual(next);
});
