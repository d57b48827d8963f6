import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readFleetSummary } from '@vigil/shared/contract/http/devices';
import { changeIpPolicy, readIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { UNRESTRICTED_ACCESS_POLICY } from '@vigil/shared/domain/access-policy';
import { bumpAccessPolicyVersion, lockAccessPolicy } from '@vigil/shared/platform/access-policy';
import { invalidateAccessPolicy, cacheAccessPolicy } from '@vigil/shared/platform/access-policy-cache';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { ipPolicies, ipRules } from '@vigil/shared/platform/db/schema/policies';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { sessionsOf } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, tokenOf, type TestCompany } from '../../testing/world.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

type Body = NonNullable<CallOf<typeof changeIpPolicy>['body']>;
const MINUTE_MS = 60_000;
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const HERE = '127.0.0.1';
const AWAY = '203.0.113.9';

const change = (token: string, body: Body, ip = HERE) => api.call(token, changeIpPolicy, { body, ...from(ip) });
const read = async (token: string, query: CallOf<typeof readIpPolicy>['query'] = {}, ip = HERE) => {
  const { objects, meta } = await api.call(token, readIpPolicy, { query: query ?? {}, ...from(ip) });
  return { policy: objects[0]!, total: meta.total_count };
};
const codeFrom = async (token: string, ip: string) => {
  const { status, error } = await api.call(token, readProfile, from(ip));
  return status === 200 ? 'open' : error?.code;
};
const startsOf = async (token: string) =>
  (await read(token, { search_mode: 'all', by: 'start_ip_address', order: 'asc' })).policy.list.map(
    ({ start_ip_address: [start], end_ip_address: [end] }) => (end ? `${start} ~ ${end}` : start),
  );
const post = (start_ip_address: string, end_ip_address = ''): Body => ({
  type: 'post',
  start_ip_address,
  end_ip_address,
});

/** Puts rules in force that admit where the tests call from. */
async function withRules(company: TestCompany, block: 0 | 1, ...starts: readonly string[]) {
  const rows = starts.map((start_ip_address) => ({ start_ip_address }));
  expect((await change(company.admin, { type: 'post', rows })).status).toBe(200);
  expect((await change(company.admin, { type: 'set', policy_use: 1, block })).status).toBe(200);
}

test('a company begins without rules, and its administrators have the page', async () => {
  const company = await addCompany(api);
  expect((await read(company.admin)).policy).toEqual({
    policy_use: 0,
    block: 1,
    external: 1,
    list: [],
    rule_count: 0,
    my_ip: HERE,
    own: { address: HERE, denial: null, rule: null },
    checked: null,
    map: { rows: [], more: 0 },
  });
  expect((await api.call(company.admin, readFleetSummary)).objects[0]).toMatchObject({ ip_policy: 1 });
  const { token } = await addMember(api, company);
  expect((await api.call(token, readIpPolicy)).error).toMatchObject({
    code: 'not_allowed',
    reason: 'role',
  });
  expect((await change(token, { type: 'set', policy_use: 1 })).error?.code).toBe('not_allowed');
});

test('addresses, ranges and subnets of both families are added once, with their reason and time', async () => {
  const { admin } = await addCompany(api);
  const reason = 'head office';
  const added = await change(admin, { ...post('198.51.100.7'), reason } as Body);
  expect(added.objects).toMatchObject({ added: 1, deleted: 0, ends: { count: 0, own: false } });
  await change(admin, post('192.0.2.10', '192.0.2.20'));
  await change(admin, post('10.1.2.3/8'));
  await change(admin, post('2001:DB8::/32'));
  await change(admin, { type: 'post', start_ip_address: ['2001:db8::1'], end_ip_address: ['2001:db8::9'] });
  expect(await startsOf(admin)).toEqual([
    '10.1.2.3/8',
    '192.0.2.10 ~ 192.0.2.20',
    '198.51.100.7',
    '2001:db8::/32',
    '2001:db8::1 ~ 2001:db8::9',
  ]);
  const again = await change(admin, {
    type: 'post',
    rows: [
      { start_ip_address: '10.0.0.0/8' },
      { start_ip_address: '::ffff:198.51.100.7' },
      { start_ip_address: '8.8.8.8' },
    ],
  });
  expect(again.objects).toMatchObject({ added: 1, rows: [{ state: 'exists' }, { state: 'exists' }, { state: 'ok' }] });
  const [rule] = (await read(admin, { search_key: 'reason', search_value: 'OFFICE' })).policy.list;
  expect(rule).toMatchObject({ start_ip_address: ['198.51.100.7'], end_ip_address: [], reason });
  expect(Math.abs(Date.parse(rule!.time_added) - api.deps.now())).toBeLessThan(60_000);
});

test.each([
  [{ type: 'post' }, 405, 'ip_range_blank', 'body.start_ip_address'],
  [{ type: 'post', start_ip_address: ' ', end_ip_address: '10.0.0.1' }, 405, 'ip_range_blank', 'body.start_ip_address'],
  [post('10.0.0.256'), 406, 'ip_range_error', 'body.start_ip_address'],
  [post('10.0.0.0/33'), 406, 'ip_range_error', 'body.start_ip_address'],
  [post('10.0.0.0/0'), 406, 'ip_range_error', 'body.start_ip_address'],
  [post('10.0.0.9', '10.0.0.1'), 406, 'ip_range_error', 'body.start_ip_address'],
  [post('10.0.0.9', '2001:db8::1'), 406, 'ip_range_error', 'body.start_ip_address'],
  [
    { type: 'post', rows: [{ start_ip_address: '10.0.0.1' }, {}] },
    405,
    'ip_range_blank',
    'body.rows.1.start_ip_address',
  ],
  [{ type: 'delete', start_ip_address: 'x' }, 406, 'ip_range_error', 'body.start_ip_address'],
  [{ type: 'set', policy_use: 0, block: 0 }, 400, 'malformed', 'body.block'],
] as const)('%j is refused with %i, and changes nothing', async (body, status, code, field) => {
  const { admin } = await addCompany(api);
  const refused = await change(admin, body as Body);
  expect([refused.status, refused.error]).toMatchObject([status, { code, field }]);
  expect((await read(admin)).policy).toMatchObject({ policy_use: 0, block: 1, rule_count: 0 });
});

test('a company has 5,000 rules at most', async () => {
  const { admin } = await addCompany(api);
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ start_ip_address: `198.18.${n >> 8}.${n & 255}` }));
  expect((await change(admin, { type: 'post', rows })).objects.added).toBe(5_000);
  expect((await change(admin, post('198.18.0.0'))).objects.added).toBe(0);
  expect((await change(admin, post('8.8.8.8'))).error).toMatchObject({ code: 'ip_rule_limit', detail: 5_000 });
  // Without a limit, all of them.
  expect((await read(admin, {})).policy.list.length).toBe((await read(admin, { limit: 1 })).total);
  const { policy, total } = await read(admin, { by: 'start_ip_address', order: 'desc', limit: 3 });
  expect([policy.rule_count, total, policy.list.map((rule) => rule.start_ip_address[0])]).toEqual([
    5_000,
    5_000,
    ['198.18.19.135', '198.18.19.134', '198.18.19.133'],
  ]);
  await change(admin, { type: 'delete', all: 1 });
  expect((await read(admin)).policy.rule_count).toBe(0);
});

test('rules are deleted by their start and end, several at once, and all', async () => {
  const { admin } = await addCompany(api);
  const row = (start_ip_address: string, end_ip_address = '') => ({ start_ip_address, end_ip_address });
  const rows = [row('10.0.0.1'), row('10.0.0.1', '10.0.0.9'), row('10.0.0.0/24'), row('2001:db8::1'), row('8.8.8.8')];
  await change(admin, { type: 'post', rows });
  expect((await change(admin, { type: 'delete', ...row('10.0.0.1') })).objects.deleted).toBe(1);
  const several = [row('10.0.0.1', '10.0.0.9'), row('2001:DB8:0::1'), row('1.1.1.1')];
  expect((await change(admin, { type: 'delete', rows: several })).objects.deleted).toBe(2);
  expect(await startsOf(admin)).toEqual(['8.8.8.8', '10.0.0.0/24']);
  expect((await change(admin, { type: 'delete', all: 1 })).objects.deleted).toBe(2);
  expect(await startsOf(admin)).toEqual([]);
});

test('the search finds rules by their text, and those that cover an address; any address can be checked', async () => {
  const company = await addCompany(api);
  const { admin } = company;
  await withRules(company, 1, '203.0.113.0/24', '198.51.100.7', '2001:db8::/32');
  await change(admin, post('192.0.2.10', '192.0.2.20'));
  const found = async (search_value: string) =>
    (await read(admin, { search_key: 'address', search_value })).policy.list.map((rule) => rule.start_ip_address[0]);
  expect(await found('203.0.113.77')).toEqual(['203.0.113.0/24']);
  expect(await found('::ffff:192.0.2.15')).toEqual(['192.0.2.10']);
  expect(await found('2001:db8:7::1')).toEqual(['2001:db8::/32']);
  expect(await found('0.113')).toEqual(['203.0.113.0/24']);
  expect(await found('%')).toEqual([]);
  const { policy } = await read(admin, { check: ' 203.0.113.5 ' });
  expect(policy.checked).toMatchObject({
    address: '203.0.113.5',
    denial: 'ip_block',
    rule: { start_ip_address: ['203.0.113.0/24'] },
  });
  expect((await read(admin, { check: '8.8.8.8' })).policy.checked).toMatchObject({ denial: null, rule: null });
  const wrong = await api.call(admin, readIpPolicy, { query: { check: 'office' } });
  expect(wrong.error).toMatchObject({ code: 'ip_range_error', field: 'query.check' });
});

test("the page says which rule covers the caller's address, as the trusted proxy tells it", async () => {
  const company = await addCompany(api);
  await withRules(company, 0, '203.0.113.0/24', HERE);
  expect((await read(company.admin, {}, AWAY)).policy).toMatchObject({
    my_ip: AWAY,
    own: { denial: null, rule: { start_ip_address: ['203.0.113.0/24'] } },
  });
});

test('sessions that a change ends are counted and named, and end only when their number is confirmed', async () => {
  const company = await addCompany(api);
  const [near, far] = [await addMember(api, company), await addMember(api, company, { name: 'Far Away' })];
  const second = await tokenOf(api, far.id);
  api.advance(2 * MINUTE_MS);
  for (const token of [far.token, second]) expect(await codeFrom(token, AWAY)).toBe('open');
  await change(company.admin, post('203.0.113.0/24'));
  const body = { type: 'set', policy_use: 1, block: 1 } as const;
  const { objects } = await change(company.admin, { ...body, preview: 1 });
  expect(objects.ends).toEqual({
    count: 2,
    people: 1,
    own: false,
    sessions: Array.from({ length: 2 }, () => ({ name: 'Far Away', mgrid: far.id, ip: AWAY, own: false })),
  });
  expect((await read(company.admin)).policy.policy_use).toBe(0);
  for (const confirm of [undefined, 1, 3]) {
    const refused = await change(company.admin, confirm === undefined ? body : { ...body, confirm });
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'confirm_required', detail: 2 }]);
  }
  expect(await codeFrom(far.token, AWAY)).toBe('open');
  expect((await change(company.admin, { ...body, confirm: 2 })).status).toBe(200);
  for (const token of [far.token, second]) expect(await codeFrom(token, HERE)).toBe('session_invalid');
  expect(await codeFrom(near.token, AWAY)).toBe('ip_blocked');
  expect(await codeFrom(near.token, HERE)).toBe('open');
  expect(await sessionsOf(api, company)).toEqual({ open: 2, policy: 2 });
});

test("the caller's session counts by the address of the request, also with an allow list", async () => {
  const company = await addCompany(api);
  await withRules(company, 0, HERE, '203.0.113.0/24');
  const rows = [{ start_ip_address: '203.0.113.0/24' }];
  const preview = await change(company.admin, { type: 'delete', rows, preview: 1 }, AWAY);
  expect(preview.objects.ends).toMatchObject({
    count: 1,
    own: true,
    sessions: [{ mgrid: company.adminId, own: true }],
  });
  expect((await change(company.admin, { type: 'delete', rows }, AWAY)).error?.code).toBe('confirm_required');
  expect((await change(company.admin, { type: 'delete', rows, confirm: 1 }, AWAY)).status).toBe(200);
  expect(await codeFrom(company.admin, HERE)).toBe('session_invalid');
});

test('a forwarded address of a peer that is no trusted proxy is not believed', async () => {
  const company = await addCompany(api);
  await withRules(company, 1, '203.0.113.0/24');
  const url = '/lmm/api/v1.0/user/0';
  const statusOf = async (remoteAddress: string, forwarded: string) =>
    (await api.app.inject({ url, remoteAddress, headers: { token: company.admin, 'x-forwarded-for': forwarded } }))
      .statusCode;
  expect(await statusOf(AWAY, HERE)).toBe(403);
  expect(await statusOf('198.51.100.1', AWAY)).toBe(200);
  expect(await statusOf(HERE, AWAY)).toBe(403);
});

test('a change is in force at once in every process of the API, and after Redis has lost it', async () => {
  const company = await addCompany(api);
  const { token } = await addMember(api, company);
  const second = await api.startSecond();
  const codeOfSecond = async () => (await second.call(token, readProfile, from(AWAY))).error?.code ?? 'open';
  expect([await codeFrom(token, AWAY), await codeOfSecond()]).toEqual(['open', 'open']);
  await withRules(company, 1, '203.0.113.0/24');
  expect([await codeFrom(token, AWAY), await codeOfSecond()]).toEqual(['ip_blocked', 'ip_blocked']);
  await api.redis.clear();
  expect([await codeOfSecond(), await codeFrom(token, AWAY)]).toEqual(['ip_blocked', 'ip_blocked']);
  await change(company.admin, { type: 'set', policy_use: 0 });
  expect([await codeFrom(token, AWAY), await codeOfSecond()]).toEqual(['open', 'open']);
});

test('a process that ends between the commit and the publication leaves no older policy behind', async () => {
  const company = await addCompany(api);
  const { token } = await addMember(api, company);
  expect(await codeFrom(token, AWAY)).toBe('open');
  const waiting = async () =>
    (
      await api.deps.database.outsideCompany((tx) =>
        tx.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${company.pk}`),
      )
    ).length;
  let meanwhile: Promise<string | undefined> | undefined;
  // What a change does up to its commit, and no more.
  await api.deps.database.inCompany(company.pk, async (tx) => {
    await lockAccessPolicy(tx, company.pk);
    await bumpAccessPolicyVersion(tx, company.pk);
    await invalidateAccessPolicy(api.deps.redis, company.pk);
    await tx.insert(ipRules).values({ companyFk: company.pk, start: '203.0.113.0/24' });
    await tx.update(ipPolicies).set({ policyUse: 1, block: 1 }).where(eq(ipPolicies.companyFk, company.pk));
    // What a request reads meanwhile is not from before: it waits for the transaction.
    meanwhile = codeFrom(token, AWAY);
    await eventually(async () => expect(await waiting()).toBe(1));
  });
  expect([await meanwhile, await codeFrom(token, AWAY)]).toEqual(['ip_blocked', 'ip_blocked']);
  expect(await api.deps.redis.commands.hGet(redisKeys.accessPolicy(company.pk), 'version')).toBe('1');
});

test('an older policy in a Redis that comes back is not trusted', async () => {
  const company = await addCompany(api);
  const { token } = await addMember(api, company);
  const { commands } = api.deps.redis;
  await withRules(company, 1, '203.0.113.0/24');
  // As a replica that took over before it had the last writes.
  await cacheAccessPolicy(api.deps.redis, company.pk, {
    version: 1,
    policy: UNRESTRICTED_ACCESS_POLICY,
  });
  await api.redis.stop({ kill: true });
  await api.redis.start();
  await eventually(async () => expect(await codeFrom(token, AWAY)).toBe('ip_blocked'));
  // Requests are answered from Postgres before the connection to Redis is restored.
  await eventually(async () => expect(await commands.hGet(redisKeys.accessPolicy(company.pk), 'version')).toBe('2'));
});

test('one copy of the rules is in Redis for any number of sessions', async () => {
  const company = await addCompany(api);
  const tokens = [];
  for (let i = 0; i < 5; i += 1) tokens.push((await addMember(api, company)).token);
  await withRules(company, 1, '203.0.113.0/24');
  for (const token of tokens) expect(await codeFrom(token, HERE)).toBe('open');
  const { commands } = api.deps.redis;
  const found: string[] = [];
  for await (const batch of commands.scanIterator()) found.push(...batch);
  const records = await Promise.all(found.filter((key) => key.endsWith(':identity')).map((key) => commands.get(key)));
  expect(records.length).toBeGreaterThan(5);
  expect(records.filter((text) => text?.includes('ranges'))).toEqual([]);
});

test('what an operator has switched off is neither in force nor offered', async () => {
  const company = await addCompany(api);
  await withRules(company, 1, '203.0.113.0/24');
  await api.deps.accessPolicies.change(company.pk, async (tx) => {
    await tx.update(companies).set({ ipPolicy: 0 }).where(eq(companies.pk, company.pk));
    return { value: undefined, done: true };
  });
  expect(await codeFrom(company.admin, AWAY)).toBe('open');
  expect((await api.call(company.admin, readIpPolicy)).error).toMatchObject({
    code: 'not_allowed',
    reason: 'policy',
  });
  expect((await change(company.admin, post('8.8.8.8'))).error).toMatchObject({ code: 'not_allowed', reason: 'policy' });
  expect((await api.call(company.admin, readFleetSummary)).objects[0]).toMatchObject({ ip_policy: 0 });
});

test('external access is set here as well', async () => {
  const company = await addCompany(api);
  expect((await change(company.admin, { type: 'set', policy_use: 0, external: 0 })).status).toBe(200);
  expect(await codeFrom(company.admin, AWAY)).toBe('external_access');
  expect((await read(company.admin, { check: '8.8.8.8' })).policy).toMatchObject({
    external: 0,
    checked: { denial: 'external_access' },
  });
});

test('each change is audited with what it was and what it is', async () => {
  const company = await addCompany(api);
  await change(company.admin, { ...post('192.0.2.10', '192.0.2.20'), reason: 'guests' } as Body);
  await change(company.admin, { type: 'set', policy_use: 1, block: 1 });
  await change(company.admin, { type: 'set', policy_use: 1, block: 1 });
  const rows = Array.from({ length: 25 }, (_, n) => ({ start_ip_address: `198.18.0.${n}` }));
  await change(company.admin, { type: 'post', rows });
  await change(company.admin, { type: 'delete', start_ip_address: '192.0.2.10', end_ip_address: '192.0.2.20' });
  const { objects } = await api.call(company.admin, listAudits, { query: { order: 'asc', search_mode: 'all' } });
  const found = objects.filter(({ act_name_id: code }) => code === auditCode.ipRule || code === auditCode.policyChange);
  expect(found.map((row) => [row.act_name_id, row.act_type_id, row.old_value, row.new_value])).toEqual([
    [51, 1, null, '192.0.2.10 ~ 192.0.2.20 (guests)'],
    [50, 1, 'policy_use: 0', 'policy_use: 1'],
    [51, 1, null, expect.stringMatching(/^198\.18\.0\.0, .* … 5 more$/u)],
    [51, 5, '192.0.2.10 ~ 192.0.2.20 (guests)', null],
  ]);
});

test('two changes at once are both made', async () => {
  const { admin } = await addCompany(api);
  const second = await api.startSecond();
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? api : second).call(admin, changeIpPolicy, { body: post(`10.0.0.${n % 4}`) }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await startsOf(admin)).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3']);
});
