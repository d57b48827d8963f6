import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signUp } from '@vigil/shared/contract/http/accounts';
import { listNotices } from '@vigil/shared/contract/http/notices';
import { openSessionByInvitation, applyForPartnerAccount } from '@vigil/shared/contract/http/partners';
import { readProfile } from '@vigil/shared/contract/http/profile';
import type { LicencePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { publishAbandonedAnnouncements } from '@vigil/shared/platform/changes/announcements';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { findCachedRights } from '@vigil/shared/platform/rights';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { apiTest } from '../testing/fixture.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addCompany, addDevices, addMember, PASSWORD, tokenOf, type TestCompany } from '../testing/world.ts';

const test = apiTest({}, { devices: 5 });
let api: TestApi;
let company: TestCompany;
let folder: string;
let run: ReturnType<typeof createOperatorRunner>['run'];
let json: ReturnType<typeof createOperatorRunner>['json'];

test.beforeAll(({ api: started, company: added, folder: own }) => {
  [api, company, folder] = [started, added, own];
  ({ run, json } = createOperatorRunner(api, folder));
});

type Row = Record<string, unknown>;
const profile = (token: string) => api.call(token, readProfile);

test('[CMD-9] command keys are added and retired, and the halves for gateways and workers follow', async () => {
  const file = path.join(folder, 'keys.json');
  await json(`keys --out ${file}`);
  const read = async (half: string) =>
    JSON.parse(await readFile(path.join(folder, `keys${half}.json`), 'utf8')) as { command: Row[] };
  const [old] = await json<Row[]>(`command-keys list --file ${file}`);
  const id = String(old?.['key_id']);
  expect(await json(`command-keys add --file ${file}`)).toMatchObject([
    { state: 'signs', signed_by: id },
    { state: 'valid', key_id: id },
  ]);
  expect(await json(`command-keys retire ${id} --file ${file}`)).toMatchObject([
    { state: 'signs' },
    { state: expect.stringMatching(/^retired/u) as string },
  ]);
  expect((await read('.workers')).command).toEqual((await read('')).command);
  const publicKeys = (await read('')).command.map(({ private: _private, ...key }) => key);
  expect((await read('.public')).command).toEqual(publicKeys);
  // The servers' own file, unless another one is named.
  const [last] = await json<Row[]>('command-keys list');
  const refused = await run(`command-keys retire ${String(last?.['key_id'])} --file ${file}`);
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('last valid') as string });
});

test('keys are not overwritten unless it is asked for, and no draft of them stays', async () => {
  const own = await mkdtemp(path.join(folder, 'keys-'));
  const file = path.join(own, 'keys.json');
  await json(`keys --out ${file}`);
  const before = await readFile(file, 'utf8');
  expect(await run(`keys --out ${file}`)).toMatchObject({
    code: 2,
    error: expect.stringContaining('--rotate') as string,
  });
  expect(await readFile(file, 'utf8')).toBe(before);
  await json(`keys --rotate --out ${file}`);
  expect(await readFile(file, 'utf8')).not.toBe(before);
  expect((await readdir(own)).toSorted()).toEqual(['keys.json', 'keys.public.json', 'keys.workers.json']);
});

test('[CMD-9] an operator sees how many agents of a company are old, and refuses commands to them', async () => {
  const [first] = await addDevices(api, { company, group: company.home }, 2);
  await api.deps.database.asSystem((tx) => tx.update(devices).set({ protocol: 2 }).where(eq(devices.pk, first!.pk)));
  expect(await json(`companies protocol ${company.pk}`)).toMatchObject({
    allow_protocol_1: 1,
    devices: 2,
    old_agents: 1,
  });
  expect(await json(`companies protocol ${company.pk} --allow-protocol-1 0`)).toMatchObject({ allow_protocol_1: 0 });
  expect(await json(`companies protocol ${company.pk}`)).toMatchObject({ allow_protocol_1: 0, old_agents: 1 });
});

test('the password of an administrator is read from a file, and has to be good enough', async () => {
  const file = path.join(folder, 'password');
  await writeFile(file, 'Passw0rd!x\n');
  const made = await json(`companies create --admin-id filed@x.test --admin-password-file ${file}`, 'From a file');
  expect(made).not.toHaveProperty('password');
  expect(await tokenOf(api, 'filed@x.test', 'Passw0rd!x')).not.toBe('');
  await writeFile(file, 'weak\n');
  const refused = await run(`companies create weak --admin-id weak@x.test --admin-password-file ${file}`);
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('--admin-password-file: too weak') });
  const missing = await run(`companies create none --admin-id none@x.test --admin-password-file ${file}.none`);
  expect(missing).toMatchObject({ code: 2, error: expect.stringContaining('--admin-password-file: cannot be read') });
});

test('a company is made with an administrator who can sign in, and a licence that can be changed', async () => {
  const made = await json('companies create --admin-id boss@x.test --type Basic --devices 3', '회사 주식회사');
  const token = await tokenOf(api, 'boss@x.test', String(made['password']));
  const own = async () => (await profile(token)).objects[0]?.license;
  expect(await own()).toMatchObject({ total: { vol: 3, primaryProdType: 'Basic' } });
  await json(`licences grant --company ${String(made['pk'])} --type Corporate --devices 10 --days 400`);
  expect((await own())?.total.vol).toBe(13);
  const rows = await json<Row[]>(`licences list --company ${String(made['pk'])}`);
  const [first] = rows;
  const pk = Number(first?.['pk']) as LicencePk;
  const reminded = async () =>
    (await api.deps.database.asSystem((tx) => tx.select().from(licences).where(eq(licences.pk, pk))))[0]?.remindedDays;
  await api.deps.database.asSystem((tx) => tx.update(licences).set({ remindedDays: 7 }).where(eq(licences.pk, pk)));
  const extended = await json(`licences extend ${String(first?.['pk'])} --days 30 --devices 7`);
  expect(Date.parse(String(extended['expires_at'])) - Date.parse(String(first?.['expires_at']))).toBe(30 * 86_400_000);
  expect((await own())?.total.vol).toBe(17);
  // Its administrators are reminded of the new end as of the first.
  expect(await reminded()).toBeNull();
  expect((await json<Row[]>('companies list')).at(-1)).toMatchObject({ name: '회사 주식회사', users: 1, devices: 0 });
});

test('a licence admits the users of its type and volume, or as many as the operator says', async () => {
  const made = await json('companies create --admin-id seats@x.test --devices 100', 'Seats');
  const option = `--company ${String(made['pk'])}`;
  const [first] = await json<Row[]>(`licences list ${option}`);
  expect(first).toMatchObject({ type: 'Corporate', managers: 50 });
  expect(await json(`licences grant ${option} --type Basic --devices 100`)).toMatchObject({ managers: 20 });
  expect(await json(`licences grant ${option} --type Free --devices 100`)).toMatchObject({ managers: 5 });
  const agreed = await json(`licences grant ${option} --type Basic --devices 100 --managers 7`);
  expect(agreed).toMatchObject({ managers: 7 });
  const extend = (pk: unknown) => json(`licences extend ${String(pk)} --days 1 --devices 200`);
  expect(await extend(first?.['pk'])).toMatchObject({ managers: 100 });
  expect(await extend(agreed['pk'])).toMatchObject({ managers: 7 });
});

test('a company is shown with how it has signed up', async () => {
  const mgrid = 'fair@x.test';
  const origin = { subscription: 'fair-2026', use_for: 'personal', pcany_user: 'YES' } as const;
  const person = { mgrid, pw: PASSWORD, name: 'Kim', mail: mgrid, company_name: 'Fair', company_website: 'fair.test' };
  await api.call(null, signUp, { body: { ...person, ...origin, agree_use: true, agree_privacy: true } });
  const own = (await json<Row[]>('companies list')).find(({ name }) => name === 'Fair');
  expect(await json(`companies show ${String(own?.['pk'])}`)).toEqual({
    ...own,
    ...origin,
    website: 'fair.test',
  });
  const made = await json('companies create --admin-id made@x.test', 'Made');
  const unknown = { subscription: null, use_for: null, pcany_user: null };
  expect(await json(`companies show ${String(made['pk'])}`)).toMatchObject({ name: 'Made', ...unknown });
});

test('a changed licence applies to open sessions at once', async () => {
  const made = await json('companies create --admin-id basic@x.test --type Basic', 'Basic');
  const token = await tokenOf(api, 'basic@x.test', String(made['password']));
  const look = () => api.app.inject({ url: '/liveview/00000000-0000-4000-8000-000000000000.jpg', headers: { token } });
  expect((await look()).statusCode).toBe(403);
  await json(`licences grant --company ${String(made['pk'])} --type Corporate --devices 1 --days 999`);
  expect((await look()).statusCode).toBe(404);
});

test('a notice is sanitised, published to browsers, and can be removed', async () => {
  const published: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.everyone, (text) => published.push(JSON.parse(text)));
  const file = path.join(folder, 'notice.html');
  await writeFile(file, '<h1>Down</h1><p onclick="x()">tonight</p><script>x()</script>');
  const posted = await json(`notices post --language en --until 2099-12-31 --file ${file}`, 'Maintenance');
  // As a worker does, after a moment.
  await eventually(async () => {
    await publishAbandonedAnnouncements(api.deps);
    expect(published).toEqual([{ t: 'notice_posted', pk: posted['pk'] }]);
  });
  await unsubscribe();
  const read = async () => (await api.call(null, listNotices, { query: { type: 'en' } })).objects;
  expect(await read()).toMatchObject([
    {
      notice_title: 'Maintenance',
      notice_content: '<h3>Down</h3><p>tonight</p>',
      notice_date: '2099-12-31T23:59:59.000Z',
    },
  ]);
  expect(await json<Row[]>('notices list --language en')).toHaveLength(1);
  await json(`notices remove ${String(posted['pk'])}`);
  expect(await read()).toEqual([]);
  expect((await run('notices post x')).code).toBe(2);
});

test('an application is decided once, and the applicant gets an e-mail', async () => {
  const body = { mgrid: 'partner-1', pw: PASSWORD, name: 'Park', mail: 'park@x.test', lang_code: 'en' } as const;
  await api.call(null, applyForPartnerAccount, { body });
  await api.call(null, applyForPartnerAccount, { body: { ...body, mgrid: 'partner-2' } });
  const [first, second] = await json<Row[]>('partners list --state open');
  expect((await run(`partners reject ${String(first?.['pk'])}`)).code).toBe(2);
  await json(`partners reject ${String(first?.['pk'])} --reason`, 'no capacity');
  await json(`partners approve ${String(second?.['pk'])}`);
  const again = await run(`partners approve ${String(first?.['pk'])}`);
  expect([again.code, again.error]).toEqual([1, `application ${String(first?.['pk'])} is already rejected\n`]);
  const written = await api.deps.database.asSystem((tx) => tx.select().from(mails).orderBy(mails.pk));
  expect(written.slice(-2).map(({ text }) => text)).toEqual([
    expect.stringContaining('no capacity'),
    expect.stringContaining('has been approved'),
  ]);
  expect(JSON.stringify(written)).not.toContain('Park');
});

test('an invitation is mailed, opens a session, and ends it when it is revoked', async () => {
  const member = await addMember(api, company, { langCode: 'en' });
  const made = await json(`invitations create --user ${member.id} --hours 3 --mail guest@x.test`);
  const [mail] = await api.deps.database.asSystem((tx) => tx.select().from(mails).where(eq(mails.to, 'guest@x.test')));
  expect(mail?.text).toContain(String(made['code']));
  expect(mail?.text).toContain('https://vigil.test/en/email-invitation');
  const { objects } = await api.call(null, openSessionByInvitation, { body: { code: String(made['code']) } });
  const listed = (await json<Row[]>('invitations list')).filter(({ user }) => user === member.id);
  expect(listed).toMatchObject([{ pk: made['pk'], state: 'used' }]);
  expect(await json(`invitations revoke ${String(made['pk'])}`)).toEqual({ revoked: made['pk'], sessions_ended: 1 });
  const ended = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.userFk, member.pk), eq(sessions.kind, 'invitation'))),
  );
  expect(ended.map(({ endReason }) => endReason)).toEqual(['operator']);
  expect((await profile(objects.token)).error?.code).toBe('session_invalid');
  expect((await profile(member.token)).status).toBe(200);
  expect((await run(`invitations create --user ${member.id} --until 2020-01-01`)).code).toBe(2);
});

test('accounts are unlocked, reset, deactivated and activated', async () => {
  const member = await addMember(api, company);
  const change = (columns: Partial<typeof users.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(users).set(columns).where(eq(users.pk, member.pk)));
  await change({ lockedAt: new Date(), failureCount: 5, otpSecret: 'sealed', otpConfirmedAt: new Date() });
  expect(await json(`users unlock ${member.id}`)).toMatchObject({ locked: false, otp: true });
  expect(await json(`users reset-otp ${member.id}`)).toMatchObject({ otp: false });
  expect(await json(`users deactivate ${member.id}`)).toMatchObject({ active: false, sessions_ended: 1 });
  expect((await profile(member.token)).error?.code).toBe('session_invalid');
  expect(await json(`users activate ${member.id}`)).toMatchObject({ active: true });
  expect((await profile(await tokenOf(api, member.id))).status).toBe(200);
  const rows = await json<Row[]>(`users list --company ${company.pk}`);
  expect(rows.map((row) => row['id'])).toContain(member.id);
  expect(JSON.stringify(rows)).not.toContain('$argon2');
});

test('what an operator changes of a company is in its audit', async () => {
  const own = await addCompany(api);
  const member = await addMember(api, own);
  const last = async (code: number) => (await auditsOf(code)).at(-1);
  await json(`companies protocol ${own.pk} --allow-protocol-1 0`);
  expect(await last(50)).toEqual(['allow_protocol_1: 1', 'allow_protocol_1: 0', 'operator']);
  const licence = await json(`licences grant --company ${own.pk} --type Basic --devices 3`);
  expect(await last(50)).toMatchObject([
    'licence: ',
    expect.stringContaining('licence: Basic, 3 devices, 5 users beside administrators'),
    'operator',
  ]);
  await json(`licences extend ${String(licence['pk'])} --days 1 --devices 4`);
  expect((await last(50))?.[1]).toContain('Basic, 4 devices');
  await json(`sessions end --user ${member.id}`);
  expect(await last(41)).toEqual([`${member.id} sessions: 1`, `${member.id} sessions: 0`, 'operator']);
  const { pk } = await json(`invitations create --user ${member.id}`);
  expect((await last(41))?.[1]).toContain(`${member.id} invitation: #${String(pk)} until`);
  await json(`invitations revoke ${String(pk)}`);
  expect((await last(41))?.[1]).toBe(`${member.id} invitation: revoked`);
  await json(`enrol-token --company ${own.pk}`);
  const [before, made, actor] = (await last(95)) ?? [];
  expect([before, actor]).toEqual([null, 'operator']);
  expect(JSON.parse(String(made))).toEqual({ devices: 100, expires_at: expect.any(String) as string });
});

test('open sessions are listed and ended', async () => {
  const member = await addMember(api, company);
  const second = await tokenOf(api, member.id);
  const rows = await json<Row[]>(`sessions list --user ${member.id}`);
  expect(rows).toMatchObject([{ user: member.id, kind: 'password' }, { user: member.id }]);
  expect(await json(`sessions end --id ${String(rows[0]?.['id'])}`)).toEqual({ ended: 1, tokens_revoked: 0 });
  expect(await json(`sessions end --user ${member.id}`)).toEqual({ ended: 1, tokens_revoked: 0 });
  for (const token of [member.token, second]) expect((await profile(token)).error?.code).toBe('session_invalid');
  expect((await run('sessions end')).code).toBe(2);
});

test('queues are counted', async () => {
  expect(await json<Row[]>('queues')).toContainEqual({
    queue: 'commands',
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
  });
});

test('without --json the answer is a table', async () => {
  const { out } = await run('companies list');
  const [head = '', ...rows] = out.trimEnd().split('\n');
  expect(head).toMatch(/^pk +name +users +devices +created_at$/u);
  expect(rows.length).toBeGreaterThan(0);
});

test.each([
  ['users unlock unknown@x.test', 1, 'no user with the ID unknown@x.test\n'],
  ['licences grant --company 999 --type Free --devices 1', 1, 'company 999 not found\n'],
  ['companies show 999', 1, 'company 999 not found\n'],
  ['enrol-token --company 999', 1, 'company 999 not found\n'],
  ['companies create x --admin-id a', 2, '--admin-id: '],
  ['companies create x --admin-id www.evil-shop.test', 2, '--admin-id: '],
  ['licences grant --company x --type Free --devices 1', 2, '--company: must be a number'],
  ['notices remove', 2, "missing required argument 'pk'"],
  ['companies list --nonsense', 2, "unknown option '--nonsense'"],
  ['nonsense', 2, "unknown command 'nonsense'"],
])('%s exits with %d and a reason', async (line, code, message) => {
  const run_ = await run(line);
  expect([run_.code, run_.error]).toEqual([code, expect.stringContaining(message)]);
});

test('rights of a user apply to the open sessions', async () => {
  const member = await addMember(api, company);
  const approver = await addMember(api, company, { useApprovalFunction: 1 });
  const flags = async () => (await profile(member.token)).objects[0];
  expect(await flags()).toMatchObject({ use_approval: 0, auth_remotecontrol: 0 });
  const changed = await json(`users rights ${member.id} --use-approval 1 --remote-control 1 --approver ${approver.id}`);
  expect(changed).toMatchObject({ use_approval: 1, remote_control: 1, approver: approver.pk });
  expect(await flags()).toMatchObject({ use_approval: 1, auth_remotecontrol: 1 });
  expect((await findCachedRights(api.deps.redis, member.pk))?.rights).toMatchObject({
    usesApproval: true,
    flags: { CSRemoteControl: true },
  });
  // A repetition changes nothing, and is not recorded.
  expect((await run(`users rights ${member.id} --use-approval 1 --remote-control 1`)).code).toBe(0);
  const recorded = async (code: number) =>
    (await auditsOf(code)).map(([, value]) => value).filter((value) => value?.startsWith(member.id));
  expect(await recorded(41)).toEqual([`${member.id} use_approval: 1`, `${member.id} approver_fk: ${approver.id}`]);
  // As by an administrator.
  expect(await recorded(46)).toEqual([`${member.id} CSRemoteControl: 1`]);
  expect(await run(`users rights ${member.id} --use-approval 2`)).toMatchObject({ code: 2 });
});

const auditsOf = (code: number) =>
  api.deps.database.asSystem(async (tx) => {
    const rows = await tx.select().from(audits).where(eq(audits.actNameId, code)).orderBy(audits.pk);
    return rows.map(({ oldValue, newValue, name }) => [oldValue, newValue, name]);
  });
