import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { createEnrolToken, listEnrolTokens } from '@vigil/shared/contract/http/agents';
import { createApiToken, listApiTokens, revokeApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { listDevices, moveDevices, readFleetSummary, updateDevice } from '@vigil/shared/contract/http/devices';
import { createGroup, deleteGroup, listGroups } from '@vigil/shared/contract/http/groups';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { endOtherSessions } from '@vigil/shared/contract/http/sessions';
import { createSignInLink, signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import { deleteUser, readUser, resetUserPassword, updateUser } from '@vigil/shared/contract/http/user-changes';
import type { ApiTokenPk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_API_TOKENS_PER_USER } from '@vigil/shared/contract/limits';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { generateApiToken } from '@vigil/shared/platform/api-tokens';
import { apiTokens } from '@vigil/shared/platform/db/schema/api-tokens';
import { bulkJobs } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  PASSWORD,
  type TestCompany,
  type TestUser,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let serial = 0;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const everything: BodyOf<typeof createApiToken>['scopes'] = ['read', 'commands', 'administration'];

const create = (session: string, more: Partial<BodyOf<typeof createApiToken>> = {}) =>
  api.call(session, createApiToken, {
    body: { name: `token ${(serial += 1)}`, scopes: everything, expires_in_d: 30, origin_pw: PASSWORD, ...more },
  });
const secretOf = async (session: string, more: Partial<BodyOf<typeof createApiToken>> = {}): Promise<string> =>
  (await create(session, more)).objects.api_token;
const revoke = (session: string, pk: ApiTokenPk) => api.call(session, revokeApiToken, { params: { pk: String(pk) } });
const codeOf = async (token: string) => (await api.call(token, readProfile)).error?.code ?? 'ok';
const listed = async (session: string) => (await api.call(session, listApiTokens)).objects;

test('a token is shown once, acts as its owner, and is refused from the moment of its revocation', async () => {
  const { id, token: session } = await addMember(api, company);
  const { objects } = await create(session, { name: 'Nightly' });
  expect(objects.token).toMatchObject({ name: 'Nightly', state: 'active', groups: null, last_used_at: null });
  expect(objects.api_token).toMatch(/^vgl_[\da-f]{56}$/u);
  expect((await api.call(objects.api_token, readProfile)).objects[0]).toMatchObject({ mgrid: id });
  const [row] = await listed(session);
  expect(JSON.stringify(row)).not.toContain(objects.api_token);
  expect(row?.last_used_ip).toBe('127.0.0.1');
  expect((await revoke(session, objects.token.pk)).objects).toEqual([objects.token.pk]);
  expect((await api.call(objects.api_token, readProfile)).error).toMatchObject({ code: 'token_invalid' });
  expect((await revoke(session, objects.token.pk)).error?.code).toBe('not_found');
});

test('the database has no secret, and the audit tells of both events without it', async () => {
  const { id, token: session } = await addMember(api, company);
  const { objects } = await create(session, { name: 'Ledger', scopes: ['read'] });
  await revoke(company.admin, objects.token.pk);
  const room = await addGroup(api, company, 'Audited room', await addGroup(api, company, 'Audited site'));
  const limited = await create(company.admin, { name: 'Room', scopes: ['read'], group_pks: [room] });
  await revoke(company.admin, limited.objects.token.pk);
  const { objects: ofRoom } = await api.call(company.admin, listAudits, { query: { q: 76, limit: 2 } });
  expect(ofRoom[1]?.new_value).toMatch(/; Audited site\/Audited room$/u);
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { q: 76, offset: 2, limit: 2 } });
  expect(audits.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    [`${id}: Ledger`, null],
    [null, expect.stringMatching(/^Ledger: read; \d{4}-\d{2}-\d{2}$/u)],
  ]);
  const rows = await api.deps.database.asSystem((tx) => tx.select().from(apiTokens));
  expect(JSON.stringify([audits, rows])).not.toContain(objects.api_token.slice(12));
});

test.each([
  ['no name', { name: ' ' }],
  ['a name that cannot be seen', { name: '\u202E\u3164' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['no scope', { scopes: [] }],
  ['a scope twice', { scopes: ['read', 'read'] as const }],
  ['an unknown scope', { scopes: ['all'] as never }],
  ['no group', { group_pks: [] }],
  ['no day', { expires_in_d: 0 }],
  ['more than a year', { expires_in_d: 366 }],
])('a token with %s is malformed', async (_, more) => {
  expect((await create(company.admin, more as object)).error?.code).toBe('malformed');
});

test('a name is stored without characters that hide or reorder others', async () => {
  const { token: session } = await addMember(api, company);
  expect((await create(session, { name: '\u202EHid\u200Bden ' })).objects.token.name).toBe('Hidden');
});

test('names are unique for each user, and a user has a limited number of tokens, also at once', async () => {
  const { token: session } = await addMember(api, company);
  const made = await Promise.all(
    Array.from({ length: MAX_API_TOKENS_PER_USER + 3 }, (_, at) => create(session, { name: `n${Math.max(1, at)}` })),
  );
  const codes = made.map(({ error }) => error?.code ?? 'ok');
  expect(codes.filter((code) => code === 'ok')).toHaveLength(MAX_API_TOKENS_PER_USER);
  expect(new Set(codes)).toEqual(new Set(['ok', 'duplication_token_name', 'token_limit']));
  expect((await create(session, { name: 'N1' })).error).toMatchObject({
    code: 'duplication_token_name',
    field: 'body.name',
  });
  expect((await create(session)).error).toMatchObject({ code: 'token_limit', detail: MAX_API_TOKENS_PER_USER });
  expect((await create(company.admin, { name: 'n1' })).status).toBe(200);
});

test('users see and revoke their own tokens, administrators all of their company, by name of token or owner', async () => {
  const [one, two] = [await addMember(api, company), await addMember(api, company)];
  const mine = (await create(one.token, { name: 'Of one' })).objects.token;
  const theirs = (await create(two.token, { name: 'Of two' })).objects.token;
  expect((await listed(one.token)).map(({ name }) => name)).toEqual(['Of one']);
  expect((await revoke(one.token, theirs.pk)).error?.code).toBe('not_found');
  const query = { search_key: 'owner_id', search_value: one.id } as const;
  const found = (await api.call(company.admin, listApiTokens, { query })).objects;
  expect(found).toMatchObject([{ pk: mine.pk, owner_pk: one.pk, owner_id: one.id }]);
  const other = await addCompany(api);
  expect((await listed(other.admin)).length).toBe(0);
  expect((await revoke(other.admin, mine.pk)).error?.code).toBe('not_found');
  expect((await revoke(company.admin, mine.pk)).status).toBe(200);
});

test('a scope that a token lacks is named, and what is for sessions only is refused with any scope', async () => {
  const reader = await secretOf(company.admin, { scopes: ['read'] });
  const operator = await secretOf(company.admin, { scopes: ['commands'] });
  const all = await secretOf(company.admin);
  const body = { name: 'by token', group_fk: null };
  expect((await api.call(reader, listDevices)).status).toBe(200);
  expect((await api.call(operator, listDevices)).error).toMatchObject({ code: 'token_scope', detail: 'read' });
  expect((await api.call(operator, createGroup, { body })).error).toMatchObject({ detail: 'administration' });
  expect((await api.call(all, createGroup, { body })).status).toBe(200);
  for (const refused of [listApiTokens, endOtherSessions])
    expect((await api.call(all, refused)).error).toMatchObject({ code: 'token_not_allowed' });
  expect((await create(all)).error?.code).toBe('token_not_allowed');
  const password = { name: 'pw', pw: PASSWORD, value: 'Other-Passw0rd!' } as never;
  expect((await api.call(all, updateProfile, { body: password })).error?.code).toBe('token_not_allowed');
});

test('no token creates an enrolment token, which would outlive it', async () => {
  const all = await secretOf(company.admin);
  const { error } = await api.call(all, createEnrolToken, { body: { uses: null, expires_in_h: 8_760 } });
  expect(error).toMatchObject({ code: 'token_not_allowed' });
  expect((await api.call(all, listEnrolTokens)).objects).toEqual([]);
});

test('no token changes how a person signs in', async () => {
  const all = await secretOf(company.admin);
  const { pk } = await addMember(api, company);
  const change = (body: object) =>
    api.call(all, updateUser, { params: { pk: String(pk) }, body: body as BodyOf<typeof updateUser> });
  for (const body of [{ pw: 'Other-Passw0rd!' }, { email: 'thief@vigil.test' }, { flag_create_qrcode: false }])
    expect([body, (await change(body)).error?.code]).toEqual([body, 'token_not_allowed']);
  expect((await change({ department: 'Lab' })).status).toBe(200);
  expect((await change({ flag_active: 0 })).status).toBe(200);
});

test('what a token does is recorded with its name', async () => {
  const all = await secretOf(company.admin, { name: 'Renamer' });
  const [device] = await addDevices(api, { company }, 1);
  await api.call(all, updateDevice, { params: { pk: String(device?.pk) }, body: { alias: 'by token' } });
  const [audit] = (await api.call(company.admin, listAudits, { query: { q: 11, limit: 1 } })).objects;
  expect(audit?.name).toMatch(/\(API: Renamer\)$/u);
});

test('only a Bearer header carries a token, and never beside a session', async () => {
  const secret = await secretOf(company.admin);
  const call = async (headers: Record<string, string>, search = '') => {
    const reply = await api.app.inject({ url: `${API_BASE}/user/0${search}`, headers });
    return [reply.statusCode, reply.json<{ error?: { code: string } }>().error?.code];
  };
  expect(await call({ authorization: `Bearer ${secret}` })).toEqual([200, undefined]);
  expect(await call({ authorization: `bearer  ${secret}` })).toEqual([200, undefined]);
  expect(await call({ authorization: `Basic ${secret}` })).toEqual([401, 'no_session']);
  expect(await call({ token: secret })).toEqual([401, 'session_invalid']);
  expect(await call({ cookie: `token=${secret}` }, `?token=${secret}&access_token=${secret}`)).toEqual([
    401,
    'no_session',
  ]);
  expect(await call({ authorization: `Bearer ${secret}`, token: company.admin })).toEqual([400, 'malformed']);
  expect(await call({ authorization: `Bearer ${generateApiToken()}` })).toEqual([401, 'token_invalid']);
  expect(await call({ authorization: `Bearer ${secret.slice(0, -1)}x` })).toEqual([401, 'token_invalid']);
});

test('a token ends with its time', async () => {
  const other = await addCompany(api);
  const { objects } = await create(other.admin, { expires_in_d: 1 });
  await api.deps.database.asSystem((tx) =>
    tx
      .update(apiTokens)
      .set({ expiresAt: new Date(api.deps.now()) })
      .where(eq(apiTokens.pk, objects.token.pk)),
  );
  expect((await api.call(objects.api_token, readProfile)).error).toMatchObject({
    code: 'token_invalid',
    detail: 'expired',
  });
  expect((await listed(other.admin))[0]).toMatchObject({ state: 'expired', last_used_at: null });
});

test.each([
  ['is deactivated', { active: false }],
  ['is locked', { lockedAt: new Date() }],
  ['has to replace the password', { mustChange: 1 as const }],
  ['became a partner', { memberTypeId: 7 }],
])('a token is refused from the moment in which its owner %s, and only as long', async (_, change) => {
  const { pk, token: session } = await addMember(api, company);
  const { objects } = await create(session);
  const set = (values: Partial<typeof users.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(users).set(values).where(eq(users.pk, pk)));
  expect(await codeOf(objects.api_token)).toBe('ok');
  await set(change);
  expect((await api.call(objects.api_token, readProfile)).error).toMatchObject({ detail: 'suspended' });
  const query = { search_value: objects.token.name };
  expect((await api.call(company.admin, listApiTokens, { query })).objects).toMatchObject([{ state: 'suspended' }]);
  await set({ active: true, lockedAt: null, mustChange: 0, memberTypeId: 1 });
  expect(await codeOf(objects.api_token)).toBe('ok');
});

test('a token is created only by a session that began with the password, and by whoever types it again', async () => {
  const { token: session } = await addMember(api, company);
  expect((await create(session, { origin_pw: 'Other-Passw0rd!' })).error).toMatchObject({
    code: 'current_password_wrong',
    field: 'body.origin_pw',
  });
  const { url } = (await api.call(session, createSignInLink, { body: {} })).objects;
  const key = new URL(url).searchParams.get('token') ?? '';
  const byLink = (await api.call(null, signIn, { body: { type: 'LINK', key } })).objects.token ?? '';
  expect(await codeOf(byLink)).toBe('ok');
  expect((await create(byLink)).error).toMatchObject({ code: 'not_allowed', detail: 'by_password' });
  expect(await listed(session)).toEqual([]);
});

test.each<[string, (owner: TestUser) => Promise<unknown>]>([
  ['signs out all other sessions', ({ token }) => api.call(token, endOtherSessions)],
  [
    'gets a password from an administrator',
    ({ pk }) =>
      api.call(company.admin, updateUser, {
        params: { pk: String(pk) },
        body: { pw: 'N3xt-Passw0!', must_change: 0 },
      }),
  ],
  [
    'gets a random password from an administrator',
    ({ pk }) => api.call(company.admin, resetUserPassword, { params: { pk: String(pk) }, body: {} }),
  ],
])('a token is revoked, and the audit says so, when its owner %s', async (_, cleanUp) => {
  const owner = await addMember(api, company);
  const secret = await secretOf(owner.token, { name: 'Forgotten' });
  const kept = await secretOf((await addMember(api, company)).token);
  await cleanUp(owner);
  expect([await codeOf(secret), await codeOf(kept)]).toEqual(['token_invalid', 'ok']);
  const { objects } = await api.call(company.admin, listAudits, { query: { limit: '20' } });
  expect(objects.map(({ old_value }) => old_value)).toContain(`${owner.id}: Forgotten`);
});

test('a token survives what changes nothing for others: a new password of its user, and signing out', async () => {
  const owner = await addMember(api, company);
  const secret = await secretOf(owner.token);
  const next = 'N3xt-Passw0!';
  await api.call(owner.token, updateProfile, { body: { name: 'pw', value: next, origin_pw: PASSWORD } });
  await api.call(owner.token, signOut);
  expect(await codeOf(secret)).toBe('ok');
});

test('a password that is too old suspends', async () => {
  const other = await addCompany(api);
  const secret = await secretOf(other.admin);
  await setPolicies(api, other, { passwordChangeLimit: 1 });
  await api.deps.database.asSystem((tx) =>
    tx
      .update(users)
      .set({ passwordChangedAt: new Date(0) })
      .where(eq(users.companyFk, other.pk)),
  );
  expect(await codeOf(secret)).toBe('token_invalid');
});

test('a deleted user leaves no token', async () => {
  const { pk, token: session } = await addMember(api, company);
  const secret = await secretOf(session);
  await api.call(company.admin, deleteUser, { params: { pk: String(pk) } });
  expect(await codeOf(secret)).toBe('token_invalid');
});

test('the rights are those of this moment, within the scopes', async () => {
  const member = await addMember(api, company, { type: 'Manager' });
  const secret = await secretOf(member.token);
  const group = await addGroup(api, company, 'Rights');
  const remove = () => api.call(secret, deleteGroup, { params: { pk: String(group) }, query: { confirm: '0' } });
  await api.deps.database.asSystem((tx) => tx.update(users).set({ type: 'Member' }).where(eq(users.pk, member.pk)));
  expect((await remove()).error).toMatchObject({ code: 'not_allowed', reason: 'role' });
  await api.deps.database.asSystem((tx) => tx.update(users).set({ type: 'Manager' }).where(eq(users.pk, member.pk)));
  expect((await remove()).status).toBe(200);
});

test('the IP rules of the company count for each request', async () => {
  const other = await addCompany(api);
  const secret = await secretOf(other.admin);
  expect(await codeOf(secret)).toBe('ok');
  await setIpRules(api, other, { block: 1, subnets: ['127.0.0.0/8'] });
  expect((await api.call(secret, readProfile)).error).toMatchObject({ code: 'ip_blocked', reason: 'policy' });
});

test('the last use is written once a minute', async () => {
  const { token: session } = await addMember(api, company);
  const { objects } = await create(session);
  const used = async () => {
    await Promise.all([codeOf(objects.api_token), codeOf(objects.api_token)]);
    return (await listed(session))[0]?.last_used_at;
  };
  const first = await used();
  expect(first).not.toBeNull();
  // Half a minute is left for a slow machine.
  api.advance(30_000);
  expect(await used()).toBe(first);
  api.advance(31_000);
  expect(await used()).not.toBe(first);
});

test('a token limited to a group sees what is in it and below it, and of that only what its owner sees', async () => {
  const top = await addGroup(api, company, 'Limit');
  const below = await addGroup(api, company, 'Limit below', top);
  const beside = await addGroup(api, company, 'Limit beside');
  const place = (group: GroupPk) => addDevices(api, { company, group }, 2);
  const [inTop, inBelow, inBeside] = [await place(top), await place(below), await place(beside)];
  const pks = (rows: readonly { pk: number }[]) => rows.map(({ pk }) => pk).toSorted((a, b) => a - b);
  const seenBy = async (token: string) =>
    pks((await api.call(token, listDevices, { query: { search_mode: 'all' } })).objects);

  const limited = await secretOf(company.admin, { group_pks: [top] });
  expect(await seenBy(limited)).toEqual(pks([...inTop, ...inBelow]));
  expect((await api.call(limited, readFleetSummary)).objects[0]).toMatchObject({ total: 4 });
  const groups = (await api.call(limited, listGroups, { query: { search_mode: 'all' } })).objects;
  expect(groups.map(({ pk }) => pk).toSorted((a, b) => a - b)).toEqual(pks([{ pk: top }, { pk: below }]));

  const member = await addMember(api, company, { groups: [top, beside] });
  const ofMember = await secretOf(member.token, { group_pks: [top] });
  expect(await seenBy(ofMember)).toEqual(pks(inTop));
  await api.deps.database.asSystem((tx) => tx.delete(groupMembers).where(eq(groupMembers.memberFk, member.pk)));
  expect(await seenBy(ofMember)).toEqual([]);
  const hidden = await create(member.token, { group_pks: [company.home] });
  expect(hidden.error).toMatchObject({ code: 'not_found', field: 'body.group_pks' });

  // What is changed stays inside, too.
  const [own, foreign] = [inTop[0]?.pk, inBeside[0]?.pk] as const;
  if (own === undefined || foreign === undefined) throw new Error('no devices');
  const move = (device_pk: typeof own, to: GroupPk) =>
    api.call(limited, moveDevices, { body: { device_pk, new_device_group_fk: to } });
  expect((await move(own, beside)).error?.code).toBe('moved_device_fail');
  expect((await move(foreign, top)).error?.code).toBe('not_found');
  expect((await move(own, below)).status).toBe(200);
  const tagged = { action: 'tag', add: ['x'], remove: [], device_pks: [own, foreign] } as const;
  const bulk = await api.call(limited, runBulkDeviceAction, { body: tagged as never });
  expect(bulk.objects).toEqual({ done: [own], refused: [{ device_pk: foreign, code: 'not_found' }] });
  const [job] = await api.deps.database.asSystem((tx) =>
    tx.select().from(bulkJobs).where(eq(bulkJobs.companyFk, company.pk)),
  );
  expect(job?.groupPks).toEqual([top]);
  expect((await api.call(limited, readUser, { params: { pk: String(member.pk) } })).error).toMatchObject({
    code: 'token_not_allowed',
    reason: 'group',
  });

  // A group that is gone limits still.
  await api.call(company.admin, deleteGroup, { params: { pk: String(top) }, query: { confirm: '4' } });
  expect(await seenBy(limited)).toEqual([]);
  expect((await listed(company.admin)).find(({ groups: limit }) => limit !== null)?.groups).toEqual([]);
});
