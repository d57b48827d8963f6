// @module-tag slow
import type { FunctionSettings } from '@vigil/shared/contract/function-settings-rules';
import { listDevices } from '@vigil/shared/contract/http/devices';
import {
  previewFunctionSettings,
  readFunctionSettings,
  writeFunctionSettings,
} from '@vigil/shared/contract/http/function-settings';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { CallFailed, type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';

const WINDOWS = 1;

async function readSettings(client: Client) {
  const [now] = (await client.call(readFunctionSettings)).objects;
  if (!now) throw new Error('no settings');
  const { changes: _changes, ...settings } = now;
  return settings;
}

const save = async (client: Client, changed: Partial<FunctionSettings>) =>
  client.call(writeFunctionSettings, { body: { ...(await readSettings(client)), ...changed } });

const effects = async (client: Client) =>
  (await client.call(previewFunctionSettings, { body: await readSettings(client) })).objects;

/** 1: the session was opened with a verified device, 0: with one that is not; or the demand that was not met. */
const open = (client: Client, pk: DevicePk) =>
  client.call(createRemoteSessionByGet, { query: { device_pk: pk, type: 'rc' } }).then(
    ({ objects }) => objects.verified,
    (cause: unknown) => (cause instanceof CallFailed ? cause.error.detail : Promise.reject(cause as Error)),
  );

test('demands reach the agents, which answer them, and sessions follow the answers', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  await using _fleet = await startFleetOn(stack, 12);
  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const windows = devices.filter(({ dev_os_id }) => dev_os_id === WINDOWS);
  const [device] = windows;
  if (!device) throw new Error('no device with Windows');

  await save(client, { vaccine: 'no-such-guard' });
  await eventually(async () =>
    expect(await effects(client)).toMatchObject({ vaccine_unmet: devices.length, vaccine_unknown: 0 }),
  );
  expect(await open(client, device.pk)).toBe('vaccine');

  // Every simulated Windows runs this one.
  await save(client, { vaccine: 'Explorer.exe' });
  await eventually(async () => expect(await open(client, device.pk)).toBe(1));

  // Known since they connected: a demand on the version is in force at once.
  await save(client, { vaccine: '', min_os_major: 11 });
  expect(await open(client, device.pk)).toBe('min_os');
  expect(await effects(client)).toMatchObject({ windows: windows.length, os_unmet: windows.length, os_unknown: 0 });
  await save(client, { min_os_major: 10 });
  expect(await open(client, device.pk)).toBe(1);
});
