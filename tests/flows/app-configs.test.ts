import { createAgent } from '@vigil/agent/agent';
import { loadSigner } from '@vigil/agent/signer';
import { memoryStore } from '@vigil/agent/state-store';
import { FakeHost } from '@vigil/agent/testing/fake-host';
import {
  createAppConfig,
  deleteAppConfig,
  readDeviceConfig,
  updateAppConfig,
} from '@vigil/shared/contract/http/app-configs';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import type { AppConfigPk, DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('no rows');
  return row;
}

const path = (pk: number) => ({ pk: String(pk) });

async function configOf(client: Client, pk: DevicePk) {
  const one = first((await client.call(readDeviceConfig, { params: path(pk) })).objects);
  return { ...one, value: (key: string) => one.keys.find((entry) => entry.key === key)?.value };
}

/** Waits until the agent has reported the version that applies now. */
const applied = (client: Client, pk: DevicePk) =>
  eventually(async () => {
    const config = await configOf(client, pk);
    expect(config.version).not.toBeNull();
    expect(config.applied_version).toBe(config.version);
    return config;
  });

/** How a command ends, by the ledger. */
async function outcomeOf(client: Client, guid: DeviceGuid) {
  const { objects } = await client.call(issueCommand, { params: { guid }, body: { type: 'information' } });
  const { id } = objects as { id: string };
  return eventually(async () => {
    const rows = (await client.call(listCommands, { query: { search_mode: 'all' } })).objects;
    const state = rows.find((row) => row.id === id)?.state;
    expect(['done', 'failed']).toContain(state);
    return state;
  });
}

test('[SETTINGS-1] [SETTINGS-2] a configuration reaches the agents of its devices and of its groups, is reported, edited and deleted', async ({
  start,
}) => {
  const stack = await start({ gateways: 2 });
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using _fleet = await startFleetOn(stack, 2);
  const reported = new Map<number, number>();
  const note = (pks: readonly number[], { config_version: version }: { config_version?: number }) => {
    if (version !== undefined) for (const pk of pks) reported.set(pk, version);
  };
  watcher.socket.on('device_changed', (event) => note([event.device_pk], event.patch));
  watcher.socket.on('devices_changed', (event) => note(event.pks, event.patch));
  let announced = 0;
  watcher.socket.on('configs_changed', () => (announced += 1));
  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const [own, inheriting] = [first(devices), first(devices.slice(1))];
  const both = [own, inheriting] as const;
  for (const { pk } of both) await applied(client, pk);

  const body = { name: 'Quiet', description: '', config: { allowed_commands: [], refresh_interval: 30 } };
  const { pk } = first((await client.call(createAppConfig, { body })).objects);
  const giveToGroup = (app_config_fk: AppConfigPk | null) =>
    client.call(updateGroup, { params: path(inheriting.device_group_fk), body: { app_config_fk } });
  await client.call(updateDevice, { params: path(own.pk), body: { app_config_fk: pk } });
  expect((await applied(client, own.pk)).value('refresh_interval')).toBe(30);
  expect((await configOf(client, inheriting.pk)).value('refresh_interval')).toBe(5);
  expect([await outcomeOf(client, own.guid), await outcomeOf(client, inheriting.guid)]).toEqual(['failed', 'done']);

  await giveToGroup(pk);
  expect((await applied(client, inheriting.pk)).value('refresh_interval')).toBe(30);
  expect(await outcomeOf(client, inheriting.guid)).toBe('failed');

  // The time from the answer to the applied version is told, not judged: the machine may be slow.
  const began = performance.now();
  const edit = { version: 1, config: { refresh_interval: 40 }, confirm: 2 };
  await client.call(updateAppConfig, { params: path(pk), body: edit });
  for (const one of both) {
    expect((await applied(client, one.pk)).value('refresh_interval')).toBe(40);
    // The message comes over a socket, and may be later than the answer.
    await eventually(async () => expect(reported.get(one.pk)).toBe((await configOf(client, one.pk)).version));
  }
  console.info(`an edit was applied and reported by both agents after ${Math.round(performance.now() - began)} ms`);
  expect(await outcomeOf(client, own.guid)).toBe('done');

  const before = announced;
  await client.call(deleteAppConfig, { params: path(pk), query: { confirm: '2' } });
  for (const one of both) {
    const config = await applied(client, one.pk);
    expect([config.value('refresh_interval'), config.sources.length]).toEqual([5, 1]);
  }
  await eventually(() => expect(announced).toBeGreaterThan(before));
});

test('[SETTINGS-1] a configuration is pushed: it reaches a connected agent without a task of the workers, a question or a new connection', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const store = memoryStore();
  let connections = 0;
  await using agent = createAgent({
    server: stack.url,
    enrolToken: await stack.operator.enrolToken(1),
    version: '1.0.0',
    store,
    signer: loadSigner(store),
    host: new FakeHost(),
    observer: { connected: () => void (connections += 1) },
  });
  await agent.start();
  const interval = () =>
    (JSON.parse(store.read('settings.json') ?? '{}') as { refresh_interval?: number }).refresh_interval;
  await eventually(() => expect(interval()).toBe(5));
  const device = await eventually(async () =>
    first((await client.call(listDevices, { query: { search_mode: 'all' } })).objects),
  );
  // What works by the clock is away: only the call and the messages that follow from it are left.
  for (const worker of stack.workers) await worker.stop();
  const asked: unknown[] = [];
  agent.socket?.onAnyOutgoing((name) => asked.push(name));

  for (const refresh_interval of [40, 50]) {
    const body = { name: `Every ${refresh_interval} s`, description: '', config: { refresh_interval } };
    const { pk } = first((await client.call(createAppConfig, { body })).objects);
    const began = performance.now();
    await client.call(updateDevice, { params: path(device.pk), body: { app_config_fk: pk } });
    await eventually(() => expect(interval()).toBe(refresh_interval));
    console.info(`a configuration was applied ${Math.round(performance.now() - began)} ms after the call`);
  }
  expect(connections).toBe(1);
  // Reports, which nothing answers with settings.
  const reports = ['alive', 'system_usage', 'policy_state', 'inventory', 'processes'];
  expect(asked.filter((name) => !reports.includes(String(name)))).toEqual([]);
});
