import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { CommandLedger, type LedgerEntry } from './command-ledger.ts';
import { silentLog } from './log.ts';
import { eventually } from './testing/eventually.ts';
import { fillableStore } from './testing/full-store.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';
import { launchUpdatedAgent } from './updates/launcher.ts';
import { UpdateState } from './updates/update-state.ts';

const newId = () => CommandId.parse(randomUUID());
const entry = (): LedgerEntry => ({ id: newId(), type: 'wol', started: 1, answer: { ok: true, state: 'done' } });

test('the ledger opens while the disk is full, takes no new command, and repairs its file once there is room', () => {
  const store = fillableStore();
  const [first, refused, last] = [entry(), entry(), entry()];
  new CommandLedger(store).record(first);
  store.append('commands.jsonl', '{"id":"');
  store.isFull = true;
  const ledger = new CommandLedger(store);
  expect(ledger.find(first.id)).toEqual(first);
  expect(() => ledger.record(refused)).toThrow('ENOSPC');
  store.isFull = false;
  ledger.record(last);
  const again = new CommandLedger(store);
  expect([first, refused, last].map(({ id }) => again.find(id) !== undefined)).toEqual([true, false, true]);
});

test('an agent starts, applies settings and renews its credential while its disk is full', async () => {
  await using gateway = await TestGateway.start();
  gateway.credentialLife = 2;
  const store = fillableStore();
  {
    await using agent = createTestAgent(gateway, { store });
    await agent.start();
    await eventually(() => agent.state === 'connected' && gateway.received.alive.length > 0);
  }
  await eventually(() => gateway.sockets.length === 0);
  store.isFull = true;
  await using agent = createTestAgent(gateway, { store, random: () => 0 });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.sockets.length > 0);
  gateway.sendSettings({ version: 7 });
  await eventually(() => gateway.received.alive.at(-1)?.config_version === 7);
  const credential = gateway.handshakes.at(-1)!.credential;
  await eventually(() => gateway.renewals > 0);
  gateway.socket.disconnect(true);
  await eventually(() => gateway.handshakes.at(-1)!.credential !== credential && agent.state === 'connected');
  store.isFull = false;
  gateway.sendSettings({ version: 7 });
  await eventually(() => store.read('settings.json'));
});

test.each([
  ['is to be tried', '1.2.0'],
  ['is older than the installed one', '1.9.0'],
])('[UPD-4] the installed version runs while the disk is full and an update %s', async (_case, installed) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-full-'));
  try {
    mkdirSync(join(folder, 'versions', '1.3.0'), { recursive: true });
    writeFileSync(join(folder, 'versions', '1.3.0', 'vigil-agent.mjs'), '');
    const store = fillableStore();
    const state = new UpdateState(store);
    state.tryNext({ version: '1.3.0', command: newId() });
    if (installed === '1.9.0') state.endTrial(null);
    store.isFull = true;
    const { signal } = new AbortController();
    const installation = { folder, program: join(folder, 'vigil-agent.mjs') };
    const parts = { installation, state, signal, lock: () => Promise.resolve(), log: silentLog };
    expect(await launchUpdatedAgent({ ...parts, installed, connectWithinMs: 5_000 })).toBeNull();
    expect(new UpdateState(store).trial === null).toBe(installed === '1.9.0');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
