import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOperatorCli } from '@vigil/infra/local/servers/operator';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { listUnknownAgents, readmitUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import { bundlesFolder } from '../support/programs.ts';
import { expect, test } from '../support/system-test.ts';

test(
  '[HELLO-5] [HELLO-11] after a restored backup no agent forgets itself, and those that are newer are taken in again',
  { tags: 'slow' },
  async ({ start, onTestFinished }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigil-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stack = await start();
    const client = await stack.signIn();
    using older = new Computer(stack, { name: 'Older', mac: '02:00:00:00:00:01' });
    await older.turnOn(await stack.operator.enrolToken(1));
    await eventually(() => expect(older.isConnected).toBe(true));
    const backup = path.join(folder, 'backup');
    await stack.operator.json(['backup', backup]);

    using newer = new Computer(stack, { name: 'Newer', mac: '02:00:00:00:00:02' });
    await newer.turnOn(await stack.operator.enrolToken(1));
    await eventually(() => expect(newer.isConnected).toBe(true));
    const identities = [older.guid, newer.guid];

    // Redis keeps what it has, as with operators who restore the database only.
    const servers = [stack.api, ...stack.gateways, ...stack.workers];
    await Promise.all(servers.map((server) => server.stop()));
    const env = { DATABASE_URL: stack.databaseUrl, KEYS_FILE: stack.keysFile };
    await createOperatorCli(env, await bundlesFolder()).json(['restore', backup, '--force']);
    await stack.restore();

    const unknown = await eventually(async () => {
      const { objects } = await client.call(listUnknownAgents, {});
      expect(objects.map(({ guid, name }) => [guid, name])).toEqual([[newer.guid, 'fake']]);
      return objects;
    });
    await eventually(() => expect([older.isConnected, newer.isConnected]).toEqual([true, false]));
    await client.call(readmitUnknownAgents, { body: { pks: unknown.map(({ pk }) => pk) } });
    await eventually(() => expect([older.isConnected, newer.isConnected]).toEqual([true, true]));
    expect([older.guid, newer.guid]).toEqual(identities);
    expect([older.ends, newer.ends]).toEqual([[], []]);
    const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
    expect(devices.map(({ guid }) => guid).toSorted()).toEqual(identities.toSorted());
  },
);
