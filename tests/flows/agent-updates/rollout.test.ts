// @module-tag slow
import {
  changeRollout,
  createRollout,
  listRolloutDevices,
  listRollouts,
  readAgentReleases,
} from '@vigil/shared/contract/http/agent-updates';
import { listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startFleetOn } from '../../support/fleet.ts';
import { test } from '../../support/system-test.ts';
import { createVendor } from './vendor.ts';

const DEVICES = 200;
const VERSION = '5.0.0';

async function rolloutOf(client: Client) {
  const [rollout] = (await client.call(listRollouts)).objects;
  if (!rollout) throw new Error('there is no rollout');
  return rollout;
}

const commandsOf = async (client: Client) =>
  (await client.call(listCommands, { query: { search_mode: 'all' } })).objects.filter(({ type }) => type === 'update');

test('[UPD-7] a rollout over 200 devices, of which a tenth is broken, stops by itself', async ({ start }) => {
  const stack = await start({ workers: 2 });
  const client = await stack.signIn();
  const vendor = await createVendor(stack);
  await using fleet = await startFleetOn(stack, DEVICES, { scenario: 'broken' });
  // The simulated devices check the release, and leave out the download.
  const bytes = Buffer.from('a package');
  await vendor.publish(VERSION, { 'linux-x64': bytes, 'windows-x64': bytes, 'macos-x64': bytes });
  const able = await eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const found = objects.filter(({ latest_ver }) => latest_ver === VERSION).length;
    expect(found).toBe(fleet.devices.filter(({ host }) => [1, 2, 3].includes(host.identity().dev_os_id)).length);
    return found;
  });
  const body = { device_group_fk: null, version: VERSION, percent: 100, confirm: able };
  const [rollout] = (await client.call(createRollout, { body })).objects;
  expect(rollout).toMatchObject({ state: 'running', counts: { total: able, share: able } });

  // A process that ends in the middle takes nothing with it, and repeats nothing.
  await eventually(async () => expect((await rolloutOf(client)).counts.open).toBeGreaterThan(0));
  await stack.workers[0]?.kill();
  await stack.workers[0]?.start();

  const stopped = await eventually(async () => {
    const now = await rolloutOf(client);
    expect(now).toMatchObject({ state: 'stopped', reason: 'failure_rate', counts: { open: 0 } });
    return now;
  });
  const { done, failed, waiting } = stopped.counts;
  expect(failed).toBeGreaterThan(0);
  expect(done + failed).toBeGreaterThanOrEqual(stopped.least_decided);
  expect(waiting).toBeGreaterThan(DEVICES / 3);
  const commands = await commandsOf(client);
  expect(new Set(commands.map(({ device_pk }) => device_pk)).size).toBe(commands.length);
  expect(commands).toHaveLength(done + failed);

  const params = { pk: String(stopped.pk) };
  const { objects: rows } = await client.call(listRolloutDevices, { params });
  const failures = rows.filter(({ state }) => state === 'failed');
  expect(failures).toHaveLength(failed);
  expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(['update_not_connected']));
  const { versions } = (await client.call(readAgentReleases)).objects;
  expect(versions[0]).toEqual({ version: VERSION, devices: done, outdated: 0 });
  await expect(client.call(changeRollout, { params, body: { action: 'resume' } })).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
});
