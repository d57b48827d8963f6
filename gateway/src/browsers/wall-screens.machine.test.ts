import type { GroupNode } from '@vigil/shared/contract/group';
import { IncidentPk } from '@vigil/shared/contract/ids';
import { addressRange, mergeRanges } from '@vigil/shared/domain/ip-addresses';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, endSession, HOME, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ sessionCheckIntervalMs: 100 });
let gateways: TestGateways;
test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const screen = (more: Parameters<TestGateways['session']>[0] = {}) => gateways.session({ kind: 'screen', ...more });
const refusal = (code: string) => ({ data: { code } });

test('[SESSION-1] the token of a wall screen is accepted in its cookie only, and no other token there', async () => {
  const { token: cookie } = await screen();
  const { token } = await gateways.session();
  await expect(gateways.browser(cookie)).resolves.toBeDefined();
  await expect(gateways.browser(cookie.slice('screen='.length))).rejects.toMatchObject(refusal('session_invalid'));
  await expect(gateways.browser(`screen=${token}`)).rejects.toMatchObject(refusal('session_invalid'));
  // Whoever signs in to a browser that is a screen acts as this person.
  await expect(gateways.browser(token, { headers: { cookie } })).resolves.toBeDefined();
  const foreign = { origin: 'https://elsewhere.test', cookie };
  await expect(gateways.browser(cookie, { headers: foreign })).rejects.toBeInstanceOf(Error);
});

test('[SESSION-2] a screen that is revoked is told so and closed, and comes in no more', async () => {
  const { id, token } = await screen();
  const browser = await gateways.browser(token);
  await endSession(gateways.redis, id, { reason: 'deactivated' });
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'deactivated' }]));
  await eventually(() => expect(browser.socket.connected).toBe(false));
  await expect(gateways.browser(token)).rejects.toMatchObject(refusal('session_invalid'));
});

test('[SESSION-5] a screen obeys the network policy of its company', async () => {
  const { token } = await screen();
  const browser = await gateways.browser(token);
  const here = addressRange('127.0.0.0/8');
  await gateways.setAccessPolicy({ ip: { block: true, ranges: mergeRanges(here ? [here] : []) } });
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'policy' }]));
  await expect(gateways.browser(token)).rejects.toMatchObject(refusal('ip_blocked'));
  await gateways.setAccessPolicy({});
});

test('[ACCESS-4] a screen receives states of its devices, and nothing of the people in charge of them', async () => {
  const device = await gateways.addDevice(HOME);
  const everything = await gateways.browser((await screen()).token);
  const person = await gateways.browser((await gateways.session()).token);
  for (const browser of [everything, person]) await browser.ask('watch_fleet', { group_pk: 'all', usage: true });
  const node: GroupNode = {
    pk: HOME,
    name: 'Home',
    group_fk: null,
    root_group_fk: null,
    company_fk: gateways.company,
    flag_df_group: 0,
    flag_confirm: 0,
    dev_limit: 0,
    manager_name: 'Kim Jisoo',
    manager_email: 'kim@vigil.test',
    manager_phone: '01012345678',
    update_time: new Date(0).toISOString(),
  };
  await gateways.change({ t: 'group_changed', changed: [node], removed: [] });
  await publish(gateways.redis, busChannels.company(gateways.company), {
    t: 'incidents',
    rows: [{ pk: IncidentPk.parse(1), state: 0, groups: [[HOME, 1]] }],
  });
  using agent = await gateways.agent(device);
  await eventually(() => expect(person.received('incidents')).toHaveLength(1));
  for (const browser of [everything, person])
    await eventually(() =>
      expect(browser.received('alive').flatMap(({ rows: states }) => states)).toContainEqual([
        device.pk,
        1,
        expect.any(Number),
      ]),
    );
  expect(agent.socket.connected).toBe(true);
  expect(person.received('group_changed')).toEqual([expect.objectContaining({ changed: [node] })]);
  expect(everything.received('group_changed')).toEqual([{ seq: expect.any(Number) as number }]);
  expect(everything.received('incidents')).toHaveLength(1);
});

test('[ACCESS-2] a screen whose groups change reads the devices again', async () => {
  const { user, token } = await screen({ sight: { groups: [HOME] } });
  const browser = await gateways.browser(token);
  await gateways.changeRights(user, () => ({ sight: { groups: [HOME, ELSEWHERE] } }));
  await eventually(() => expect(browser.received('rights_changed')).toEqual([{}]));
  await eventually(() => expect(browser.socket.connected).toBe(false));
  await expect(gateways.browser(token)).resolves.toBeDefined();
});
