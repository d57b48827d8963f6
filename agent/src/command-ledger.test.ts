import { randomUUID } from 'node:crypto';
import { CommandId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { CommandLedger, type LedgerEntry } from './command-ledger.ts';
import { memoryStore, type StateStore } from './state-store.ts';

const entryOf = (state: 'accepted' | 'running' | 'done'): LedgerEntry => ({
  id: CommandId.parse(randomUUID()),
  type: 'reboot',
  started: 1,
  answer: { ok: true, state },
});

const REFUSED = { ok: false, state: 'failed', error: { code: 'command_expired' } } as const;

test('the newest answer of each command survives a restart', () => {
  const store = memoryStore();
  const entry = entryOf('accepted');
  const ledger = new CommandLedger(store);
  ledger.record(entry);
  ledger.record({ ...entry, answer: { ok: true, state: 'done' } });
  expect(new CommandLedger(store).find(entry.id)?.answer.state).toBe('done');
});

test('[CMD-3] a power failure after a command was accepted loses its progress at most', () => {
  // Loses what was appended since the last text that had to be on the disk.
  const [disk, memory] = [memoryStore(), memoryStore()];
  const store: StateStore = {
    ...memory,
    write(name, text) {
      memory.write(name, text);
      disk.write(name, text);
    },
    append(name, text, how) {
      memory.append(name, text);
      if (how?.isDurable) disk.write(name, memory.read(name) ?? '');
    },
  };
  const ledger = new CommandLedger(store);
  const [refused, accepted] = [{ ...entryOf('accepted'), answer: REFUSED }, entryOf('accepted')];
  ledger.record(refused);
  expect(disk.read('commands.jsonl')).toBeNull();
  ledger.record(accepted);
  ledger.record({ ...accepted, answer: { ok: true, state: 'done' } });
  expect(new CommandLedger(disk).unfinished()).toEqual([accepted]);
});

test('the number of entries is limited, in memory and on disk', () => {
  const store = memoryStore();
  const ledger = new CommandLedger(store, { limit: 10 });
  const entries = Array.from({ length: 200 }, () => entryOf('done'));
  for (const entry of entries) ledger.record(entry);
  expect(ledger.find(entries[0]!.id)).toBeUndefined();
  expect(ledger.find(entries[199]!.id)).toBeDefined();
  expect(store.read('commands.jsonl')!.split('\n').length).toBeLessThan(30);
  const again = new CommandLedger(store, { limit: 10 });
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

test('[CMD-3] a command that runs, or has ended within ten minutes, is not forgotten for newer ones', () => {
  const store = memoryStore();
  let now = 1_000_000;
  const ledger = new CommandLedger(store, { limit: 10, now: () => now });
  const running = { ...entryOf('running'), started: now };
  ledger.record(running);
  const first = { ...entryOf('done'), started: now };
  ledger.record(first);
  for (let i = 0; i < 50; i += 1) ledger.record({ ...entryOf('done'), started: now });
  expect(ledger.unfinished()).toEqual([running]);
  const again = new CommandLedger(store, { limit: 10, now: () => now });
  expect([running, first].map(({ id }) => again.find(id))).toEqual([running, first]);
  now += 600_001;
  again.record({ ...entryOf('done'), started: now });
  expect(again.unfinished()).toEqual([running]);
  expect(again.find(first.id)).toBeUndefined();
  expect(again.ended()).toHaveLength(9);
});
