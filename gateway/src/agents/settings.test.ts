import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_AGENT_POLICIES } from '@vigil/shared/domain/agent-settings';
import { AppConfigPk } from '@vigil/shared/contract/ids';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { HOME, ROOM, startTestGateways, type TestGateways } from '../testing/test-gateway.ts';

let gateways: TestGateways;
const [fast, slow] = [AppConfigPk.parse(1), AppConfigPk.parse(2)];

beforeAll(async () => {
  gateways = await startTestGateways();
  const configs = [
    { pk: fast, config: { refresh_interval: 1, log_level: 'debug' } },
    { pk: slow, config: { refresh_interval: 60 } },
  ];
  await gateways.change({ t: 'settings_changed', configs, groups: [] });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const settings = (agent: TestSocket) => agent.heard('settings').at(-1);

test('[SETTINGS-1] an agent gets the settings of its device on connect: its own over its group’s over those above', async () => {
  await gateways.change({ t: 'settings_changed', configs: [], groups: [[HOME, slow]] });
  const [own, inherited] = [await gateways.addMachine(ROOM), await gateways.addMachine(ROOM)];
  await gateways.change({ t: 'device_changed', device_pk: own.device, patch: { app_config_fk: fast } });
  using first = await gateways.agent(own);
  using second = await gateways.agent(inherited);
  await eventually(() =>
    expect(settings(first)).toMatchObject({ refresh_interval: 1, config: { log_level: 'debug' } }),
  );
  await eventually(() =>
    expect(settings(second)).toMatchObject({ refresh_interval: 60, config: { refresh_interval: 60 } }),
  );
});

test('[SETTINGS-1] a changed configuration reaches connected agents, under a higher version, and those of others do not', async () => {
  await gateways.change({ t: 'settings_changed', configs: [], groups: [[HOME, null]] });
  const [one, other] = [await gateways.addMachine(HOME), await gateways.addMachine(HOME)];
  await gateways.change({ t: 'device_changed', device_pk: one.device, patch: { app_config_fk: fast } });
  using agent = await gateways.agent(one);
  using bystander = await gateways.agent(other);
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 1 }));
  await eventually(() => expect(bystander.heard('settings')).toHaveLength(1));
  const before = Number(settings(agent)?.['version']);
  const configs = [{ pk: fast, config: { refresh_interval: 2 } }];
  await gateways.change({ t: 'settings_changed', configs, groups: [] });
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 2 }));
  expect(Number(settings(agent)?.['version'])).toBeGreaterThan(before);
  expect(bystander.heard('settings')).toHaveLength(1);
});

test('a device that is moved gets what holds in its new group', async () => {
  await gateways.change({
    t: 'settings_changed',
    configs: [],
    groups: [
      [ROOM, slow],
      [HOME, null],
    ],
  });
  const machine = await gateways.addMachine(HOME);
  using agent = await gateways.agent(machine);
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 5 }));
  await gateways.change({ t: 'devices_moved', pks: [machine.device], from: HOME, to: ROOM, group_name: 'Room' });
  await eventually(() => expect(settings(agent)).toMatchObject({ refresh_interval: 60 }));
});

test('policies of the company reach every agent', async () => {
  const machine = await gateways.addMachine(ROOM);
  using agent = await gateways.agent(machine);
  await eventually(() => expect(settings(agent)).toMatchObject({ policies: DEFAULT_AGENT_POLICIES }));
  const policies = { ...DEFAULT_AGENT_POLICIES, vaccine: 'clamd', capture: 0 as const };
  await gateways.change({ t: 'settings_changed', policies, configs: [], groups: [] });
  await eventually(() => expect(settings(agent)).toMatchObject({ policies }));
});
