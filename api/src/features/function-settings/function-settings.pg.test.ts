import { randomUUID } from 'node:crypto';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { listCommands } from '@vigil/shared/contract/http/commands';
import { readFleetSummary } from '@vigil/shared/contract/http/devices';
import {
  previewFunctionSettings,
  readFunctionSettings,
  updateOnlineAgents,
  writeFunctionSettings,
} from '@vigil/shared/contract/http/function-settings';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { insertReleases, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { functionSettings } from '../../testing/function-settings.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addMember, connectDevices } from '../../testing/world.ts';
import type { TestCompany } from '../../testing/world.ts';

const test = apiTest();

const read = async (api: TestApi, { admin }: TestCompany) => {
  const [settings] = (await api.call(admin, readFunctionSettings)).objects;
  if (!settings) throw new Error('no settings');
  return settings;
};
const save = (api: TestApi, { admin }: TestCompany, body: object) =>
  api.call(admin, writeFunctionSettings, { body: { ...functionSettings, version: 0, ...body } });

test('a company that has set nothing has the defaults, and a save returns what is in force', async ({ api }) => {
  const company = await addCompany(api);
  expect(await read(api, company)).toEqual({ ...functionSettings, version: 0, changes: {} });
  const { objects } = await save(api, company, { block_num: '7', vaccine: '  avira ', agent_restart_time: '3' });
  expect(objects).toEqual([await read(api, company)]);
  expect(objects[0]).toMatchObject({ block_num: 7, vaccine: 'avira', agent_restart_time: 3, version: 1 });
  expect(Object.keys(objects[0]?.changes ?? {}).toSorted()).toEqual(['agent_restart_time', 'block_num', 'vaccine']);
});

test('a change is audited with old and new value, and reaches agents and consoles', async ({ api }) => {
  const company = await addCompany(api);
  const published: { t: string }[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    published.push(JSON.parse(text) as { t: string }),
  );
  await save(api, company, { capture: 0, block_num: 3 });
  await eventually(() => {
    const policies = expect.objectContaining({ capture: 0 }) as unknown;
    expect(published).toContainEqual(expect.objectContaining({ t: 'settings_changed', policies }));
    expect(published).toContainEqual({ t: 'policy_changed' });
  });
  published.length = 0;
  // Nothing is different, so nothing is told.
  expect((await save(api, company, { capture: 0, block_num: 3, version: 1 })).objects[0]?.version).toBe(1);
  expect(published).toEqual([]);
  await unsubscribe();
  const { objects } = await api.call(company.admin, listAudits);
  const values = objects.filter(({ act_name_id }) => act_name_id === 50).map((row) => [row.old_value, row.new_value]);
  expect(new Set(values.map(([from, to]) => `${from} → ${to}`))).toEqual(
    new Set(['block_num: 5 → block_num: 3', 'capture: 1 → capture: 0']),
  );
});

test('a program that does not know the settings of frames leaves them as they are', async ({ api }) => {
  const company = await addCompany(api);
  const chosen = { pictures: 0, picture_retention: '1440', picture_budget: '500' };
  const stored = { pictures: 0, picture_retention: 1_440, picture_budget: 500 };
  expect((await save(api, company, chosen)).objects).toMatchObject([stored]);
  const { pictures: _, picture_retention: _retention, picture_budget: _budget, ...others } = functionSettings;
  const body = { ...others, block_num: 3, version: 1 };
  const { objects } = await api.call(company.admin, writeFunctionSettings, { body });
  expect(objects).toMatchObject([{ ...stored, block_num: 3, version: 2 }]);
  expect((await save(api, company, { ...stored, picture_budget: null, version: 2 })).objects).toMatchObject([
    { ...stored, picture_budget: null },
  ]);
});

test('of two who save at once the second is told what was changed', async ({ api }) => {
  const company = await addCompany(api);
  const [first, second] = await Promise.all([
    save(api, company, { block_num: 3, idle_time: 20 }),
    save(api, company, { block_num: 4, idle_time: 21 }),
  ]);
  const statuses = new Set([first, second].map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 409]));
  const refused = [first, second].find(({ status }) => status === 409);
  expect(refused?.error).toMatchObject({ code: 'conflict', detail: 'block_num,idle_time' });
  // Either may have been the first.
  const { block_num, idle_time } = await read(api, company);
  await save(api, company, { block_num, idle_time, self_unlock: 0, version: 1 });
  const late = await save(api, company, { block_num, idle_time, capture: 0, version: 1 });
  expect(late.error).toMatchObject({ code: 'conflict', detail: 'self_unlock' });
});

const wrong = [
  ['idle_time', '1441', 'invalid_idle_time'],
  ['idle_time', '1.5', 'invalid_idle_time'],
  ['session_time', '-1', 'invalid_session_time'],
  ['block_num', '100', 'invalid_block_num'],
  ['password_change_limit', '366', 'invalid_password_change_limit'],
  ['min_os_major', 'ten', 'invalid_min_os_major'],
  ['min_os_minor', null, 'invalid_min_os_minor'],
  ['password_level', '4', 'invalid_password_level'],
  ['agent_restart_time', '24', 'invalid_agent_restart_time'],
  ['statistics_delete_period', '4', 'invalid_agent_restart_time'],
  ['picture_retention', '15', 'invalid_picture_retention'],
  ['picture_retention', null, 'invalid_picture_retention'],
  ['picture_budget', '49', 'invalid_picture_budget'],
] as const;

test('each field that is wrong is refused with its own message', async ({ api, company }) => {
  for (const [field, value, code] of wrong) {
    const { status, error } = await save(api, company, { [field]: value });
    expect([field, status, error]).toMatchObject([field, 422, { code, field: `body.${field}` }]);
  }
});

test('the first check in the order of the specification decides', async ({ api, company }) => {
  const draft = { statistics_delete_period: 5, password_level: 9, block_num: '', session_time: 'x' };
  expect((await save(api, company, draft)).error).toMatchObject({ code: 'invalid_session_time' });
  expect((await save(api, company, { ...draft, session_time: 0 })).error).toMatchObject({ code: 'invalid_block_num' });
});

test("sessions that would end at once are confirmed, one's own among them", async ({ api }) => {
  const company = await addCompany(api);
  await addMember(api, company);
  const age = sql`update sessions set created_at = now() - interval '2 hours' where company_fk = ${company.pk}`;
  await api.deps.database.asSystem((tx) => tx.execute(age));
  const body = { ...functionSettings, session_time: 60 };
  const { objects } = await api.call(company.admin, previewFunctionSettings, { body });
  expect(objects).toMatchObject({ sessions: 2, ended_sessions: 2, ends_own: true });
  expect((await save(api, company, { session_time: 60 })).error).toMatchObject({ code: 'confirm_required', detail: 2 });
  expect(await read(api, company)).toMatchObject({ session_time: 0, version: 0 });
});

test('a shorter retention is confirmed with the number of entries that the next night deletes', async ({ api }) => {
  const company = await addCompany(api);
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at)
      select ${company.pk}, 1, 'Kiosk', 1, 'IW2', now() - days * interval '1 day', now() - days * interval '1 day'
      from unnest(array[10, 100, 200, 300]) days`),
  );
  const body = { ...functionSettings, statistics_delete_period: 3 };
  expect((await api.call(company.admin, previewFunctionSettings, { body })).objects).toMatchObject({ old_entries: 3 });
  const shorter = (more: object) => save(api, company, { statistics_delete_period: 3, ...more });
  const refusal = { code: 'confirm_required', field: 'body.confirm_rows', detail: 3 };
  expect((await shorter({})).error).toMatchObject(refusal);
  expect((await shorter({ confirm_rows: 2, confirm: 3 })).error).toMatchObject(refusal);
  expect((await shorter({ confirm_rows: 3 })).objects).toMatchObject([{ statistics_delete_period: 3, version: 1 }]);
  const longer = await save(api, company, { statistics_delete_period: 36, version: 1 });
  expect(longer.objects).toMatchObject([{ statistics_delete_period: 36 }]);
  // Also when no entry would go (decision 85).
  const empty = await addCompany(api);
  expect((await save(api, empty, { statistics_delete_period: 1 })).error).toMatchObject({ ...refusal, detail: 0 });
});

test('the effects of a draft are counted', async ({ api }) => {
  const company = await addCompany(api);
  const [old, near, locked] = [
    await addMember(api, company),
    await addMember(api, company),
    await addMember(api, company),
  ];
  const change = (pk: typeof old.pk, values: Partial<typeof users.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(users).set(values).where(eq(users.pk, pk)));
  await change(old.pk, { passwordChangedAt: new Date(Date.now() - 40 * 86_400_000) });
  await change(near.pk, { failureCount: 3 });
  await change(locked.pk, { lockedAt: new Date() });
  const state = { os_version: '6.1.7601', vaccine: 'avira', vaccine_running: true, stays_awake: false };
  await addDevices(api, { company }, 1, { osId: 1, policyState: state });
  await addDevices(api, { company }, 2, { osId: 1 });
  await addDevices(api, { company }, 1, { osId: 2 });
  const draft = { password_change_limit: 30, block_num: 3, min_os_major: 10, vaccine: 'avira' };
  const { objects } = await api.call(company.admin, previewFunctionSettings, {
    body: { ...functionSettings, ...draft },
  });
  expect(objects).toMatchObject({
    users: 4,
    must_change: 1,
    follow_level: 4,
    locked: 1,
    near_lock: 1,
    devices: 4,
    windows: 3,
    os_unmet: 1,
    os_unknown: 2,
    vaccine_unmet: 0,
    vaccine_unknown: 3,
    cannot_stay_awake: 1,
  });
});

test('what the operator does not offer is said by the summary, and refused', async ({ api }) => {
  const company = await addCompany(api);
  const page = async () => (await api.call(company.admin, readFleetSummary)).objects[0]?.common_policy;
  expect(await page()).toBe(1);
  await api.deps.database.asSystem((tx) =>
    tx.update(companies).set({ commonPolicy: 0 }).where(eq(companies.pk, company.pk)),
  );
  expect(await page()).toBe(0);
  const refused = { code: 'not_allowed', reason: 'policy' };
  expect((await api.call(company.admin, readFunctionSettings)).error).toMatchObject(refused);
  expect((await save(api, company, { capture: 0 })).error).toMatchObject(refused);
  const preview = await api.call(company.admin, previewFunctionSettings, { body: functionSettings });
  expect(preview.error).toMatchObject(refused);
});

test('all online agents of an older version are updated as one bulk of the ledger', async ({ api }) => {
  const company = await addCompany(api);
  const old = { osId: 2, arch: 'x64', agentVersion: '1.0.0', latestVersion: '1.1.0' } as const;
  const [first, second, offline] = await addDevices(api, { company }, 3, old);
  const [newest] = await addDevices(api, { company, alias: 'newest' }, 1, { ...old, agentVersion: '1.1.0' });
  await connectDevices(api, company, [first!.pk, second!.pk, newest!.pk]);
  const update = (more: object = {}, pk: number = company.pk) =>
    api.call(company.admin, updateOnlineAgents, {
      params: { company_fk: String(pk) },
      body: { type: 'batch_update', ...more },
    });
  await api.deps.database.asSystem((tx) => insertReleases(tx, [releaseRow('1.1.0')]));
  const preview = await api.call(company.admin, previewFunctionSettings, { body: functionSettings });
  expect(preview.objects.outdated).toBe(2);
  expect((await update({}, company.pk + 1)).status).toBe(404);
  await api.deps.database.asSystem((tx) =>
    tx.update(companies).set({ bulkConfirmOver: 1 }).where(eq(companies.pk, company.pk)),
  );
  expect((await update()).error).toMatchObject({ code: 'confirm_required', detail: 2 });

  const bulk_id = randomUUID();
  const { objects } = await update({ bulk_id, confirm: 2 });
  expect(objects).toEqual({ bulk_id, count: 2 });
  const ledger = await api.call(company.admin, listCommands, { query: { bulk_id } });
  expect(new Set(ledger.objects.map(({ device_pk, type }) => `${type} ${device_pk}`))).toEqual(
    new Set([`update ${first!.pk}`, `update ${second!.pk}`]),
  );
  // The same request again issues nothing.
  expect((await update({ bulk_id, confirm: 2 })).objects).toEqual({ bulk_id, count: 2 });
  expect((await api.call(company.admin, listCommands)).objects).toHaveLength(2);
  const newer = sql`update devices set cs_ver = '1.1.0' where pk <> ${offline!.pk}`;
  await api.deps.database.asSystem((tx) => tx.execute(newer));
  expect((await update()).error).toMatchObject({ code: 'already_newest' });
});
