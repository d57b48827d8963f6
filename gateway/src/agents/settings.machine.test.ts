import { AppConfigPk, type GroupPk } from '@vigil/shared/contract/ids';
import { DEFAULT_AGENT_POLICIES } from '@vigil/shared/domain/agent-settings';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, ROOM, startTestGateways, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;
const [fast, slow] = [AppConfigPk.parse(1), AppConfigPk.parse(2)];

test.beforeEach(async ({ gateways: started }) => {
  gateways = started;
  const configs = [
    { pk: fast, config: { refresh_interval: 1, log_level: 'debug' } },
    { pk: slow, config: { refresh_interval: 60 } },
  ];
  const groups = [HOME, ROOM, ELSEWHERE].map((group): [GroupPk, null] => [group, null]);
  await gateways.change({ t: 'settings_changed', configs, groups, policies: DEFAULT_AGENT_POLICIES });
});

const settings = (agent: TestSocket) => agent.received('settings').at(-1);

test('[SETTINGS-1] an agent receives its settings on connect: the device’s configuration over its group’s over those of the groups above', async () => {
  await gateways.change({ t: 'settings_changed', configs: [], groups: [[HOME, slow]] });
  const [own, inherited] = [await gateways.addDevice(ROOM), await gateways.addDevice(ROOM)];
  await gateways.change({ t: 'device_changed', device_pk: own.pk, patch: { app_config_fk: fast } });
  using first = await gateways.agent(own);
  using second = await gateways.agent(inherited);
  await eventually(() =>
    expect(settings(first)).toMatchObject({ refresh_interval: 1, config: { log_level: 'debug' } }),
  );
  await eventually(() =>
    expect(settings(second)).toMatchObject({ refresh_interval: 60, config: { refresh_interval: 60 } }),
  );
});

test('[SETTINGS-1] a changed configuration reaches the connected agents that use it, with a higher version, and no others', async () => {
  await gateways.change({ t: 'settings_changed', configs: [], groups: [[HOME, null]] });
  const [one, other] = [await gateways.addDevice(HOME), await gateways.addDevice(HOME)];
  await gateways.change({ t: 'device_changed', device_pk: one.pk, patch: { app_config_fk: fast } });
  using agent = await gateways.agent(one);
  using bystander = await gateways.agent(other);
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 1 }));
  await eventually(() => expect(bystander.received('settings')).toHaveLength(1));
  const before = Number(settings(agent)?.['version']);
  const configs = [{ pk: fast, config: { refresh_interval: 2 } }];
  await gateways.change({ t: 'settings_changed', configs, groups: [] });
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 2 }));
  expect(Number(settings(agent)?.['version'])).toBeGreaterThan(before);
  expect(bystander.received('settings')).toHaveLength(1);
});

test('[SETTINGS-1] a deleted configuration is not in effect any more, and raises the version of all that used it', async () => {
  const gone = AppConfigPk.parse(3);
  const configs = [{ pk: gone, config: { refresh_interval: 7 } }];
  await gateways.change({ t: 'settings_changed', configs, groups: [[HOME, gone]] });
  const [own, inherited] = [await gateways.addDevice(ELSEWHERE), await gateways.addDevice(ROOM)];
  await gateways.change({ t: 'device_changed', device_pk: own.pk, patch: { app_config_fk: gone } });
  using first = await gateways.agent(own);
  using second = await gateways.agent(inherited);
  for (const agent of [first, second])
    await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 7 }));
  const before = [first, second].map((agent) => Number(settings(agent)?.['version']));
  await gateways.change({ t: 'settings_changed', configs: [{ pk: gone, config: null }], groups: [] });
  for (const agent of [first, second])
    await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 5, config: {} }));
  [first, second].forEach((agent, i) => expect(Number(settings(agent)?.['version'])).toBeGreaterThan(before[i] ?? 0));
  await gateways.change({ t: 'settings_changed', configs: [], groups: [[HOME, null]] });
});

test('[SETTINGS-1] devices that get their configuration together receive their settings', async () => {
  const devices = [await gateways.addDevice(ELSEWHERE), await gateways.addDevice(ELSEWHERE)];
  using first = await gateways.agent(devices[0]!);
  using second = await gateways.agent(devices[1]!);
  const pks = devices.map(({ pk }) => pk);
  await gateways.change({ t: 'devices_changed', pks, patch: { app_config_fk: slow } });
  for (const agent of [first, second])
    await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 60 }));
});

test('[SETTINGS-1] the default configuration is below all others, and its change reaches every agent', async () => {
  const base = AppConfigPk.parse(4);
  const device = await gateways.addDevice(ELSEWHERE);
  await gateways.change({ t: 'device_changed', device_pk: device.pk, patch: { app_config_fk: fast } });
  using agent = await gateways.agent(device);
  await eventually(() => expect(settings(agent)).toMatchObject({ config: { refresh_interval: 1 } }));
  const configs = [{ pk: base, config: { refresh_interval: 30, capture_never: 1 } }];
  await gateways.change({ t: 'settings_changed', configs, groups: [], base });
  await eventually(() => expect(settings(agent)).toMatchObject({ config: { refresh_interval: 1, capture_never: 1 } }));
  await gateways.change({ t: 'settings_changed', configs: [{ pk: base, config: {} }], groups: [] });
  await eventually(() => expect(settings(agent)?.['config']).not.toHaveProperty('capture_never'));
});

test('a moved device receives the settings of its new group', async () => {
  await gateways.change({
    t: 'settings_changed',
    configs: [],
    groups: [
      [ROOM, slow],
      [HOME, null],
    ],
  });
  const device = await gateways.addDevice(HOME);
  using agent = await gateways.agent(device);
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 5 }));
  await gateways.change({ t: 'devices_moved', pks: [device.pk], from: HOME, to: ROOM, group_name: 'Room' });
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 60 }));
});

test('policies of the company are sent to every agent', async () => {
  const device = await gateways.addDevice(ROOM);
  using agent = await gateways.agent(device);
  await eventually(() => expect(settings(agent)).toMatchObject({ policies: DEFAULT_AGENT_POLICIES }));
  const policies = { ...DEFAULT_AGENT_POLICIES, vaccine: 'clamd', capture: 0 as const };
  await gateways.change({ t: 'settings_changed', policies, configs: [], groups: [] });
  await eventually(() => expect(settings(agent)).toMatchObject({ policies }));
});

test('[CMD-9] settings name the command keys that are valid', async () => {
  using agent = await gateways.agent(await gateways.addDevice(ROOM));
  const command_keys = gateways.keyRing.command.map(({ kid }) => kid);
  await eventually(() => expect(settings(agent)).toMatchObject({ command_keys }));
});

test('[SETTINGS-1] settings that changed while a message was lost are sent once the index was read again', async () => {
  // The index of the others stays as their changes count it.
  await using alone = await startTestGateways();
  const device = await alone.addDevice(ROOM);
  using agent = await alone.agent(device);
  await eventually(() => expect(agent.received('settings')).toHaveLength(1));
  const { redis, company } = alone;
  const [key, before] = [redisKeys.index(company), Number(settings(agent)?.['version'])];
  // Redis has a newer index than what was published, as after a rebuild.
  await redis.commands.hSet(key, { version: '1000', [`c${fast}`]: '1000|{"refresh_interval":9}' });
  await redis.commands.hSet(key, `d${device.pk}`, `1000|${ROOM}|1|${fast}`);
  await publish(redis, busChannels.company(company), { t: 'index_rebuilt', version: 1_000 });
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 9, version: 1_000 }));
  expect(before).toBeLessThan(1_000);
});
