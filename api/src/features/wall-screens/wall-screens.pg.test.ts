import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { listDevices, readFleetSummary, listLatestUsage } from '@vigil/shared/contract/http/devices';
import { createGroup, deleteGroup, listGroups, updateGroup } from '@vigil/shared/contract/http/groups';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { listUsers } from '@vigil/shared/contract/http/users';
import {
  createWallScreen,
  revokeWallScreen,
  listWallScreens,
  reportWallScreenAlive,
  updateWallScreen,
} from '@vigil/shared/contract/http/wall-screens';
import { createWallView, deleteWallView, listWallViews, updateWallView } from '@vigil/shared/contract/http/wall-views';
import type { GroupPk, WallScreenPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addWallScreen,
  tokenOf,
  typeCode,
  type TestCompany,
} from '../../testing/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const test = apiTest({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1', PUBLIC_URL: 'https://vigil.test' });
let api: TestApi;
let company: TestCompany;
let addresses = 0;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
});
test.beforeEach(() => api.resetClock());

/** From an address that was not used before. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
const codeOf = async (endpoint: AnyEndpoint, headers: Readonly<Record<string, string>>, parts: object = {}) =>
  (await api.call(null, endpoint, { ...parts, headers })).error?.code ?? 'ok';
const make = async (name: string, group_pks: GroupPk[] | null = null) =>
  (await api.call(company.admin, createWallScreen, { body: { name, group_pks } })).objects;
const revoke = (pk: WallScreenPk) => api.call(company.admin, revokeWallScreen, { params: { pk: String(pk) } });
const change = (pk: WallScreenPk, body: object) =>
  api.call(company.admin, updateWallScreen, { params: { pk: String(pk) }, body });
const saveView = async (name: string, token = company.admin) => {
  const [view] = (await api.call(token, createWallView, { body: { name } })).objects;
  if (!view) throw new Error('no view');
  return view.pk;
};
const screenOf = async (pk: WallScreenPk) =>
  (await api.call(company.admin, listWallScreens)).objects.find((screen) => screen.pk === pk);
const aliasesOf = async (headers: Readonly<Record<string, string>>) =>
  (await api.call(null, listDevices, { query: { search_mode: 'all' }, headers })).objects.map(({ alias }) => alias);

test('a code pairs a screen once, and the screen is listed with what it runs and from where', async () => {
  const { pk, code, name } = await make('Lobby Seoul');
  expect(code).toMatch(/^\d{6}$/u);
  expect(await screenOf(pk)).toMatchObject({ name, state: 'waiting', groups: null, last_seen_at: null, version: null });
  const from = elsewhere();
  const { json, setCookie, headers } = await typeCode(api, code, from);
  expect(json.objects).toEqual({ name });
  expect(setCookie).toMatch(/^screen=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/u);
  expect((await typeCode(api, code, elsewhere())).json.error?.code).toBe('screen_code_invalid');
  const report = { headers: { ...headers, ...from }, body: { version: 'main-abc.js' } };
  expect((await api.call(null, reportWallScreenAlive, report)).objects).toEqual({ name });
  expect(await screenOf(pk)).toMatchObject({
    state: 'paired',
    last_seen_ip: from['x-forwarded-for'],
    version: 'main-abc.js',
  });
  expect((await api.call(null, readProfile, { headers })).objects[0]).toMatchObject({ name, is_screen: true });
});

test('a screen refreshes its frames also when its creator has turned that off', async () => {
  const refresh = (value: 0 | 1) =>
    api.call(company.admin, updateProfile, { body: { name: 'flag_img_refresh', value } });
  expect((await refresh(0)).objects[0]).toMatchObject({ flag_img_refresh: 0 });
  const { code } = await make('Lobby Incheon');
  const { headers } = await typeCode(api, code, elsewhere());
  expect((await api.call(null, readProfile, { headers })).objects[0]).toMatchObject({ flag_img_refresh: 1 });
  await refresh(1);
});

test('a code is void five minutes later, and as soon as there is a newer one', async () => {
  const { pk, code } = await make('Lobby Busan');
  const second = (await api.call(company.admin, createWallScreen, { body: { pk } })).objects;
  expect(second.pk).toBe(pk);
  expect((await typeCode(api, code, elsewhere())).json.error?.code).toBe('screen_code_invalid');
  const stored = await api.deps.redis.commands.keys('{sc:*}:*');
  for (const key of stored) expect(await api.deps.redis.commands.pTTL(key)).toBeLessThanOrEqual(5 * 60_000);
  // Redis goes by the real clock: what is left of the code when its time is over.
  for (const key of stored) await api.deps.redis.commands.pExpire(key, 1);
  await expect.poll(() => api.deps.redis.commands.keys('{sc:*}:*')).toEqual([]);
  expect((await typeCode(api, second.code, elsewhere())).json.error?.code).toBe('screen_code_invalid');
});

test('an address has five wrong tries in five minutes, and no other address suffers from them', async () => {
  const { code } = await make('Guessed');
  const wrong = code === '000000' ? '000001' : '000000';
  const guesser = elsewhere();
  for (let i = 0; i < 5; i += 1)
    expect((await typeCode(api, wrong, guesser)).json.error?.code).toBe('screen_code_invalid');
  expect((await typeCode(api, code, guesser)).json.error?.code).toBe('too_many_requests');
  expect((await typeCode(api, code, elsewhere())).json.error).toBeUndefined();
});

test('many wrong codes void all open ones, from however many networks they come, and the operator is told', async () => {
  await using other = await startTestApi({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' });
  const { admin } = await addCompany(other);
  const body = { name: 'Guessed by many', group_pks: null };
  const screen = (await other.call(admin, createWallScreen, { body })).objects;
  const guess = (n: number, code: string) =>
    typeCode(other, code, { 'x-forwarded-for': `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}` });
  const wrong = screen.code === '000000' ? '000001' : '000000';
  for (let n = 0; n <= 300; n += 1) expect((await guess(n, wrong)).json.error?.code).toBe('screen_code_invalid');
  expect((await guess(301, screen.code)).json.error?.code).toBe('screen_code_invalid');
  expect(await other.deps.metrics.render()).toMatch(/^vigil_wall_screen_codes_voided_total\{.*\} 1$/mu);
  const renewed = (await other.call(admin, createWallScreen, { body: { pk: screen.pk } })).objects;
  expect((await guess(302, renewed.code)).json.error).toBeUndefined();
});

test('of two browsers that type a code at once one becomes the screen', async () => {
  const { code } = await make('Raced');
  const [one, other] = await Promise.all([typeCode(api, code, elsewhere()), typeCode(api, code, elsewhere())]);
  const codes = [one, other].map(({ json }) => json.error?.code ?? 'ok');
  expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['ok', 'screen_code_invalid']);
});

test('a screen that is paired again leaves the browser of before', async () => {
  const { pk, headers } = await addWallScreen(api, company);
  expect(await codeOf(readProfile, headers)).toBe('ok');
  const { code } = (await api.call(company.admin, createWallScreen, { body: { pk } })).objects;
  const again = await typeCode(api, code, elsewhere());
  const before = await api.call(null, readProfile, { headers });
  expect(before.error).toMatchObject({ code: 'session_invalid', detail: 'replaced' });
  expect(await codeOf(readProfile, again.headers)).toBe('ok');
});

test('a revoked screen is refused at once, and its code as well', async () => {
  const { pk, headers } = await addWallScreen(api, company);
  const { code } = (await api.call(company.admin, createWallScreen, { body: { pk } })).objects;
  expect((await revoke(pk)).objects).toEqual([pk]);
  expect(await codeOf(listDevices, headers)).toBe('session_invalid');
  expect((await typeCode(api, code, elsewhere())).json.error?.code).toBe('screen_code_invalid');
  expect(await screenOf(pk)).toBeUndefined();
  expect((await revoke(pk)).error?.code).toBe('not_found');
  const left = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.wallScreenFk, pk)));
  expect(left).toEqual([]);
});

test('a screen reads what the wall shows, without the people in charge of a group, and does nothing', async () => {
  const group = await addGroup(api, company, 'With a contact');
  const contact = { manager_name: 'Kim Jisoo', manager_email: 'kim@vigil.test', manager_phone: '01012345678' };
  await api.call(company.admin, updateGroup, { params: { pk: String(group) }, body: contact });
  const [device] = await addDevices(api, { company, group, alias: 'shown' }, 1);
  const { headers } = await addWallScreen(api, company);
  expect(await aliasesOf(headers)).toContain('shown 1');
  for (const endpoint of [readFleetSummary, listLatestUsage, listGroups])
    expect(await codeOf(endpoint, headers)).toBe('ok');
  expect(await codeOf(listOpenAlerts, headers, { query: { open: '1' } })).toBe('ok');
  const groups = await api.call(null, listGroups, { headers });
  expect(JSON.stringify(groups.objects)).toContain('With a contact');
  expect(JSON.stringify(groups.objects)).not.toMatch(/Kim Jisoo|kim@vigil|01012345678/u);
  const refused = await api.call(null, issueCommand, {
    params: { guid: device?.guid ?? '' },
    body: { type: 'reboot' },
    headers,
  });
  expect(refused.error).toMatchObject({ code: 'not_allowed', reason: 'role', detail: 'screen' });
  expect(await codeOf(listUsers, headers)).toBe('not_allowed');
});

test('the token of a screen is accepted in its cookie only, and no other token there', async () => {
  const { headers } = await addWallScreen(api, company);
  const token = headers.cookie.slice('screen='.length);
  expect(await codeOf(readProfile, { token })).toBe('session_invalid');
  expect(await codeOf(readProfile, { authorization: `Bearer ${token}` })).toBe('session_invalid');
  expect(await codeOf(readProfile, { cookie: `screen=${company.admin}` })).toBe('session_invalid');
  expect(await codeOf(readProfile, { cookie: `token=${token}` })).toBe('no_session');
  // A person who signs in to a browser that is a screen acts as this person.
  const both = await api.call(company.admin, readProfile, { headers });
  expect(both.objects[0]).toMatchObject({ mgrid: company.adminId, is_screen: false });
});

test('a screen sees its groups with all below them, as they are made and deleted', async () => {
  const seoul = await addGroup(api, company, 'Seoul');
  const busan = await addGroup(api, company, 'Busan');
  await addDevices(api, { company, group: seoul, alias: 'seoul' }, 1);
  await addDevices(api, { company, group: busan, alias: 'busan' }, 1);
  const { pk, headers } = await addWallScreen(api, company, { groups: [seoul] });
  expect(await aliasesOf(headers)).toEqual(['seoul 1']);
  const made = { name: 'Floor 3', group_fk: seoul };
  const [floor] = (await api.call(company.admin, createGroup, { body: made })).objects;
  if (!floor) throw new Error('no group');
  await addDevices(api, { company, group: floor.pk, alias: 'floor' }, 1);
  expect((await aliasesOf(headers)).toSorted()).toEqual(['floor 1', 'seoul 1']);
  const moved = { params: { pk: String(floor.pk) }, body: { group_fk: busan } };
  await api.call(company.admin, updateGroup, moved);
  expect(await aliasesOf(headers)).toEqual(['seoul 1']);
  await api.call(company.admin, deleteGroup, { params: { pk: String(seoul) }, query: { confirm: '1' } });
  expect(await aliasesOf(headers)).toEqual([]);
  expect(await screenOf(pk)).toMatchObject({ groups: [] });
});

test('the name and the groups of a screen are changed, and its browser sees the others at once', async () => {
  const [here, there] = [await addGroup(api, company, 'Here'), await addGroup(api, company, 'There')];
  await addDevices(api, { company, group: here, alias: 'here' }, 1);
  await addDevices(api, { company, group: there, alias: 'there' }, 1);
  const { pk, headers } = await addWallScreen(api, company, { groups: [here] });
  const renamed = await change(pk, { name: 'Renamed' });
  expect(renamed.objects).toMatchObject([{ pk, name: 'Renamed', groups: [{ pk: here }], state: 'paired' }]);
  expect(await aliasesOf(headers)).toEqual(['here 1']);
  expect((await api.call(null, readProfile, { headers })).objects[0]).toMatchObject({ name: 'Renamed' });
  await change(pk, { group_pks: [there] });
  expect(await aliasesOf(headers)).toEqual(['there 1']);
  await change(pk, { group_pks: null });
  expect(await aliasesOf(headers)).toEqual(expect.arrayContaining(['here 1', 'there 1']));
});

test('a change that cannot be made is refused, and changes nothing', async () => {
  const { pk } = await addWallScreen(api, company, { name: 'Kept', groups: [company.home] });
  await addWallScreen(api, company, { name: 'Taken' });
  const foreign = await saveView('Foreign', (await addCompany(api)).admin);
  const refusals: [object, string][] = [
    [{ name: 'taken' }, 'duplication_screen_name'],
    [{ name: 'Other', group_pks: [2_000_000_000] }, 'not_found'],
    [{ name: 'Other', view_pk: foreign }, 'not_found'],
    [{ group_pks: [] }, 'malformed'],
    [{}, 'malformed'],
  ];
  for (const [body, code] of refusals) expect([body, (await change(pk, body)).error?.code]).toEqual([body, code]);
  expect(await screenOf(pk)).toMatchObject({ name: 'Kept', groups: [{ pk: company.home }], view: null });
  expect((await change(2_000_000_000 as WallScreenPk, { name: 'Other' })).error?.code).toBe('not_found');
});

test('a screen reads the view that it shows, without its owner, and no other view', async () => {
  const [night, day] = [await saveView('Night'), await saveView('Day')];
  const body = { name: 'With a view', view_pk: night };
  const { pk, code } = (await api.call(company.admin, createWallScreen, { body })).objects;
  const { headers } = await typeCode(api, code, elsewhere());
  const shown = async () => (await api.call(null, listWallViews, { headers })).objects;
  expect(await shown()).toMatchObject([{ pk: night, name: 'Night', owner: null, editable: 0 }]);
  expect(await codeOf(updateWallView, headers, { params: { pk: String(night) }, body: { name: 'Mine' } })).toBe(
    'not_allowed',
  );
  await change(pk, { view_pk: day });
  expect(await shown()).toMatchObject([{ pk: day }]);
  expect(await screenOf(pk)).toMatchObject({ view: { pk: day, name: 'Day' } });
  await api.call(company.admin, deleteWallView, { params: { pk: String(day) } });
  expect(await shown()).toEqual([]);
  expect(await screenOf(pk)).toMatchObject({ view: null });
  await change(pk, { view_pk: night });
  await change(pk, { view_pk: null });
  expect(await shown()).toEqual([]);
});

test('a screen obeys the IP policy, when it is paired and afterwards', async () => {
  const other = await addCompany(api);
  const { headers } = await addWallScreen(api, other);
  const { code } = (await api.call(other.admin, createWallScreen, { body: { name: 'Outside', group_pks: null } }))
    .objects;
  await setIpRules(api, other, { block: 1, subnets: ['198.51.100.9'] });
  expect(await codeOf(readProfile, { ...headers, 'x-forwarded-for': '198.51.100.9' })).toBe('ip_blocked');
  // The answer does not tell that the code is open.
  const type = async (typed: string) => (await typeCode(api, typed, { 'x-forwarded-for': '198.51.100.9' })).json;
  expect(await type(code)).toEqual(await type(code === '000000' ? '000001' : '000000'));
  // The refusal has not used the code up.
  expect((await typeCode(api, code)).json.error).toBeUndefined();
});

test('screens are counted as no users, and stand in no list of them', async () => {
  const other = await addCompany(api);
  const before = await api.call(other.admin, listUsers);
  await addWallScreen(api, other, { name: 'Uncounted' });
  const after = await api.call(other.admin, listUsers);
  expect(after.meta).toEqual(before.meta);
  expect(JSON.stringify(after.objects)).not.toContain('Uncounted');
});

test('no company sees or changes the screens of another', async () => {
  const other = await addCompany(api);
  const { pk, headers } = await addWallScreen(api, company, { name: 'Of the first' });
  await addDevices(api, { company: other, alias: 'foreign' }, 1);
  expect((await api.call(other.admin, listWallScreens)).objects).toEqual([]);
  expect((await api.call(other.admin, revokeWallScreen, { params: { pk: String(pk) } })).error?.code).toBe('not_found');
  expect((await api.call(other.admin, createWallScreen, { body: { pk } })).error?.code).toBe('not_found');
  const renamed = { params: { pk: String(pk) }, body: { name: 'Theirs' } };
  expect((await api.call(other.admin, updateWallScreen, renamed)).error?.code).toBe('not_found');
  const theirs = { body: { name: 'Ours', group_pks: [company.home] } };
  expect((await api.call(other.admin, createWallScreen, theirs)).error?.code).toBe('not_found');
  expect(await aliasesOf(headers)).not.toContain('foreign 1');
});

test('a name stands for one screen, and the audit tells who made, paired, changed and revoked it', async () => {
  const other = await addCompany(api);
  const { pk } = await addWallScreen(api, other, { name: 'Audited', groups: [other.home] });
  const again = { body: { name: 'audited', group_pks: null } };
  expect((await api.call(other.admin, createWallScreen, again)).error).toMatchObject({
    code: 'duplication_screen_name',
    field: 'body.name',
  });
  await api.call(other.admin, updateWallScreen, { params: { pk: String(pk) }, body: { group_pks: null } });
  await api.call(other.admin, revokeWallScreen, { params: { pk: String(pk) } });
  const { objects } = await api.call(other.admin, listAudits, { query: { search_mode: 'all' } });
  const told = objects.filter(({ act_name_id }) => act_name_id === auditCode.screen);
  const values = told.map(({ old_value, new_value }) => old_value ?? new_value);
  expect(values).toHaveLength(4);
  for (const value of ['Audited', expect.stringMatching(/^Audited: [A-Z]/u), 'Audited: 127.0.0.1'])
    expect(values).toContainEqual(value);
});

test('a screen that is on lasts and gets a new cookie once a day; one that was off for a month is paired again', async () => {
  const own = await addCompany(api);
  await setPolicies(api, own, { idleTime: 5, sessionTime: 60 });
  const { pk, headers } = await addWallScreen(api, own);
  const url = '/lmm/api/v1.0/screens/report';
  const report = async (cookie: string) => {
    const reply = await api.app.inject({ method: 'POST', url, headers: { cookie }, payload: { version: '1' } });
    return { status: reply.statusCode, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
  };
  expect(await report(headers.cookie)).toEqual({ status: 200, cookie: '' });
  api.advance(25 * HOUR_MS);
  const renewed = await report(headers.cookie);
  expect(renewed).toEqual({ status: 200, cookie: expect.stringMatching(/^screen=/u) as string });
  expect(renewed.cookie).not.toBe(headers.cookie);
  expect(await report(renewed.cookie)).toEqual({ status: 200, cookie: '' });
  api.advance(29 * DAY_MS);
  expect((await report(renewed.cookie)).status).toBe(200);
  api.advance(31 * DAY_MS);
  expect((await report(renewed.cookie)).status).toBe(401);
  // The administrator's session has ended long ago.
  const admin = await tokenOf(api, own.adminId);
  const [listed] = (await api.call(admin, listWallScreens)).objects.filter((screen) => screen.pk === pk);
  expect(listed).toMatchObject({ state: 'unpaired' });
});
