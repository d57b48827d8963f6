import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { changeIpPolicy, readIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { apiTest } from '../testing/fixture.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addCompany, addFleet, PASSWORD, type TestCompany } from '../testing/world.ts';

const POLICY_CHANGE = 50;
const test = apiTest({}, { devices: 5 });
let api: TestApi;
let company: TestCompany;
let run: ReturnType<typeof createOperatorRunner>['run'];
let json: ReturnType<typeof createOperatorRunner>['json'];

test.beforeAll(({ api: started, company: added, folder }) => {
  [api, company] = [started, added];
  ({ run, json } = createOperatorRunner(api, folder));
});

const profile = (token: string) => api.call(token, readProfile);
const recorded = () =>
  api.deps.database.asSystem(async (tx) => {
    const rows = await tx.select().from(audits).where(eq(audits.actNameId, POLICY_CHANGE)).orderBy(audits.pk);
    return rows.map(({ oldValue, newValue, name }) => [oldValue, newValue, name]);
  });

test('policies of a company reach its agents, consoles and open sessions, and are audited', async () => {
  const published: Record<string, unknown>[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    published.push(JSON.parse(text) as Record<string, unknown>),
  );
  const set = await json(`policies set ${company.pk} --security-agreement 1 --file-transfer 0 --idle-time 30`);
  expect(set).toMatchObject({ security_agreement: 1, file_transfer: 0, idle_time: 30, password_level: 3 });
  expect(await json(`policies show ${company.pk}`)).toEqual(set);
  await eventually(() => {
    const policies = expect.objectContaining({ security_agreement: 1, file_transfer: 0 }) as unknown;
    expect(published).toContainEqual(expect.objectContaining({ t: 'settings_changed', policies }));
    expect(published).toContainEqual({ t: 'policy_changed' });
  });
  await unsubscribe();
  expect((await recorded()).slice(-3)).toEqual([
    ['security_agreement: 0', 'security_agreement: 1', 'operator'],
    ['file_transfer: 1', 'file_transfer: 0', 'operator'],
    ['idle_time: 0', 'idle_time: 30', 'operator'],
  ]);
  expect(await run(`policies set ${company.pk} --idle-time 1441`)).toMatchObject({ code: 2 });
  expect(await run(`policies set ${company.pk}`)).toMatchObject({ code: 2 });
  expect(await run('policies set 999999 --idle-time 1')).toMatchObject({ code: 1 });
});

test('a company that has locked itself out comes back by the command line', async () => {
  const locked = await addCompany(api);
  const rule = { type: 'post', start_ip_address: '203.0.113.0/24' } as const;
  await api.call(locked.admin, changeIpPolicy, { body: rule });
  const allow = { type: 'set', policy_use: 1, block: 0, confirm: 1 } as const;
  expect((await api.call(locked.admin, changeIpPolicy, { body: allow })).status).toBe(200);
  const signedIn = async () =>
    (await api.call(null, signIn, { body: { type: '1STEP', mail: locked.adminId, pw: PASSWORD } })).objects;
  expect(await signedIn()).toMatchObject({ step1: 'fail', cause: { ip_allow: true } });
  const listed = async () => (await api.call((await signedIn()).token, readIpPolicy)).objects[0];
  expect(await json(`policies set ${locked.pk} --policy-use 0`)).toMatchObject({ policy_use: 0, ip_policy: 1 });
  expect(await listed()).toMatchObject({ policy_use: 0, rule_count: 1 });
  await json(`policies set ${locked.pk} --ip-policy 0`);
  expect((await api.call((await signedIn()).token, readIpPolicy)).error?.code).toBe('not_allowed');
  await json(`policies set ${locked.pk} --ip-policy 1 --policy-use 1`);
  expect(await signedIn()).toMatchObject({ step1: 'fail', cause: { ip_allow: true } });
});

test('the limit over which a bulk change is confirmed is set for a company, and in force at once', async () => {
  const device_pks = await addFleet(api, { company, group: company.home }, 3);
  const change = async (confirm?: number) => {
    const body = { action: 'config' as const, app_config_fk: null, device_pks, ...(confirm ? { confirm } : {}) };
    return (await api.call(company.admin, runBulkDeviceAction, { body })).error;
  };
  expect(await change()).toBeUndefined();
  expect(await json(`policies set ${company.pk} --bulk-confirm-over 2`)).toMatchObject({ bulk_confirm_over: 2 });
  expect(await json(`policies show ${company.pk}`)).toMatchObject({ bulk_confirm_over: 2 });
  expect(await change()).toMatchObject({ code: 'confirm_required', detail: 3 });
  expect(await change(3)).toBeUndefined();
  expect((await profile(company.admin)).objects[0]).toMatchObject({ bulk_confirm_over: 2 });
  expect((await recorded()).at(-1)).toEqual(['bulk_confirm_over: 10', 'bulk_confirm_over: 2', 'operator']);
  for (const wrong of [0, 10_001]) {
    const { code } = await run(`policies set ${company.pk} --bulk-confirm-over ${wrong}`);
    expect(code).toBe(2);
  }
});

test('operators switch screens of a company off, and set how long and at what rate frames are kept and sent', async () => {
  const other = await addCompany(api);
  await rebuildFleetIndex(api.deps.redis, api.deps.database, other.pk);
  const inForce = async () => (await readFleetIndex(api.deps.redis, other.pk))?.frames;
  const isShown = async () => (await profile(other.admin)).objects[0]?.pictures;
  expect(await isShown()).toBe(1);
  const set = await json(`policies set ${other.pk} --pictures 0 --picture-retention 1440 --picture-budget 500`);
  const stored = { pictures: 0, picture_retention: 1_440, picture_budget: 500 };
  expect(set).toMatchObject(stored);
  expect(await inForce()).toEqual(stored);
  expect(await isShown()).toBe(0);
  expect(await json(`policies set ${other.pk} --picture-budget default`)).toMatchObject({ picture_budget: null });
  expect(await inForce()).toMatchObject({ picture_budget: null });
  for (const wrong of ['--pictures 2', '--picture-retention 15', '--picture-budget 1'])
    expect(await run(`policies set ${other.pk} ${wrong}`)).toMatchObject({ code: 2 });
});
