import { randomUUID } from 'node:crypto';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { createGroup, listGroups } from '@vigil/shared/contract/http/groups';
import {
  importGroups,
  importUsers,
  listImports,
  readImport,
  readUserImportProgress,
  type ImportResult,
} from '@vigil/shared/contract/http/imports';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import { imports } from '@vigil/shared/platform/db/schema/imports';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../tests/support/scope.ts';
import { readSheet as readWorkbook } from '../../../tests/support/workbook.ts';
import { createPublicApp } from '../app.ts';
import { apiTest } from '../testing/fixture.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addCompany, addGroup, addMember, PASSWORD, type TestCompany } from '../testing/world.ts';
import { holdImportLease } from './import-leases.ts';

const test = apiTest({}, { nonAdmins: 1_000 });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

type Body = NonNullable<CallOf<typeof importUsers>['body']>;
type GroupBody = NonNullable<CallOf<typeof importGroups>['body']>;
const post = (body: Body, of = company) => api.call(of.admin, importUsers, { body });
const postGroups = (body: GroupBody, of = company) => api.call(of.admin, importGroups, { body });

interface Reply {
  readonly status: number;
  readonly objects: ImportResult;
}

let count = 0;
const fresh = (name: string) => `${name}-${(count += 1)}-${randomUUID().slice(0, 8)}`;
const person = (mgrid: string, more: object = {}) => ({ mgrid, pw: PASSWORD, name: 'Lee', ...more });
const idsOf = async (of = company) =>
  (await api.call(of.admin, listUsers, { query: { search_mode: 'all' } })).objects.map(({ mgrid }) => mgrid);
const namesOf = async (of = company) =>
  (await api.call(of.admin, listGroups, { query: { search_mode: 'all' } })).objects.map(({ name }) => name);

test('users of an import can sign in, see their group with those above it, and are in the audit without passwords', async () => {
  const siteName = fresh('Site');
  const site = await addGroup(api, company, siteName);
  const room = fresh('Room');
  const roomPk = await addGroup(api, company, room, site);
  const mgrid = fresh('person');
  const { objects } = await post({ rows: [person(mgrid, { department: 'Lab', group_name: room.toUpperCase() })] });
  expect(objects).toEqual({ total: 1, failure: 0, exists: 0, rows: [{ index: 0, state: 'ok' }] });
  const { objects: session } = await api.call(null, signIn, { body: { type: '1STEP', mail: mgrid, pw: PASSWORD } });
  expect(session).toMatchObject({ step3: 'success' });
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, mgrid)));
  const { objects: rights } = await api.call(company.admin, readUserAccessDetails, {
    params: { pk: String(row?.pk) },
  });
  const granted = rights[0]?.groups.filter(({ link_pk }) => link_pk !== null).map(({ pk }) => pk);
  expect(new Set(granted)).toEqual(new Set([site, roomPk]));
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { limit: 200 } });
  expect(audits.some(({ act_name_id, new_value }) => act_name_id === 40 && new_value?.startsWith(mgrid))).toBe(true);
  const grants = audits.filter(({ act_name_id }) => act_name_id === 48).map(({ new_value }) => new_value);
  expect(grants.filter((value) => value?.startsWith(`${mgrid}: `))).toEqual(
    expect.arrayContaining([`${mgrid}: ${siteName}`, `${mgrid}: ${siteName}/${room}`]),
  );
  expect(JSON.stringify(audits)).not.toContain(PASSWORD);
});

test('each row is checked by itself, in the order of the specification, and a dry run changes nothing', async () => {
  await addGroup(api, company, 'Twice', await addGroup(api, company, fresh('A')));
  await addGroup(api, company, 'Twice', await addGroup(api, company, fresh('B')));
  const [first, second] = [fresh('person'), fresh('person')];
  const rows = [
    person(first),
    person('no'),
    person('evil.zip'),
    person(company.adminId),
    person(second, { pw: 'password' }),
    person(second, { name: ' ' }),
    person(second, { email: 'no-address' }),
    person(second, { department: 'x'.repeat(101) }),
    person(second, { group_name: 'no such group' }),
    person(second, { group_name: 'Twice' }),
    person(first.toUpperCase()),
    person(second, { department: 'La\u202Eb' }),
  ];
  const expected = [
    ['ok', undefined],
    ['failed', 'invalid_id'],
    ['failed', 'invalid_id'],
    ['exists', 'id_exist'],
    ['failed', 'password_level3'],
    ['failed', 'name_requirement'],
    ['failed', 'email-invalid'],
    ['failed', 'too_long'],
    ['failed', 'group_unknown'],
    ['failed', 'group_ambiguous'],
    ['exists', 'id_exist'],
    ['ok', undefined],
  ];
  const dry = (await post({ rows, dry_run: 1 })).objects;
  expect(dry.rows.map(({ state, code }) => [state, code])).toEqual(expected);
  expect(dry).toMatchObject({ total: 12, failure: 8, exists: 2 });
  expect(await idsOf()).not.toContain(first);
  expect((await post({ rows })).objects).toEqual(dry);
  expect(await idsOf()).toEqual(expect.arrayContaining([first, second]));
  const found = { search_key: 'mgrid', search_value: second } as const;
  expect((await api.call(company.admin, listUsers, { query: found })).objects).toMatchObject([{ department: 'Lab' }]);
});

test('rows beyond the seats of the licences fail one by one', async () => {
  const small = await addCompany(api, { nonAdmins: 2 });
  const rows = [1, 2, 3, 4].map((n) => person(fresh(`seat${n}`)));
  const { objects } = await post({ rows }, small);
  expect(objects.rows.map(({ code }) => code ?? 'ok')).toEqual(['ok', 'ok', 'sub_manager_limit', 'sub_manager_limit']);
});

test('the same import is made once, also when it is sent twice at once, to two processes, and repeated later', async () => {
  const second = await api.startSecond();
  const body = { rows: [person(fresh('once')), person(fresh('once'))], import_id: randomUUID() };
  const before = (await idsOf()).length;
  const answers = await Promise.all([
    post(body),
    post(body),
    second.call(company.admin, importUsers, { body }),
    second.call(company.admin, importUsers, { body }),
  ]);
  for (const { objects } of answers) expect(objects).toMatchObject({ total: 2, failure: 0, exists: 0 });
  expect((await post(body)).objects).toEqual(answers[0]?.objects);
  expect((await idsOf()).length).toBe(before + 2);
  const progress = await api.call(company.admin, readUserImportProgress, { params: { import_id: body.import_id } });
  expect(progress.objects).toEqual({ done: 2, total: 2, finished: true });
});

test('an import is found again by the one who began it, with the numbers of its rows in the file, and by nobody else', async () => {
  const [mgrid, import_id] = [fresh('found'), randomUUID()];
  const rows = [person(mgrid), person(mgrid), person('x')];
  const { objects } = await post({ rows, import_id, row_numbers: [2, 5, 9] });
  expect(objects.rows.map(({ row, state }) => [row, state])).toEqual([
    [2, 'ok'],
    [5, 'exists'],
    [9, 'failed'],
  ]);
  const list = async (of = company) => (await api.call(of.admin, listImports)).objects;
  const record = { id: import_id, kind: 'users', state: 'finished', ok: 1, exists: 1, failure: 1 };
  expect((await list())[0]).toMatchObject(record);
  const read = { params: { import_id } };
  expect((await api.call(company.admin, readImport, read)).objects).toMatchObject({ ...record, rows: objects.rows });

  const other = await addCompany(api, { nonAdmins: 10 });
  expect(await list(other)).toEqual([]);
  expect((await api.call(other.admin, readImport, read)).error?.code).toBe('not_found');
  const second = await addMember(api, company, { type: 'Manager', memberTypeId: 2 });
  expect((await api.call(second.token, listImports)).objects).toEqual([]);
  expect((await api.call(second.token, readImport, read)).error?.code).toBe('not_found');
});

test('an import without a result is under way, and interrupted when no process is at it any more', async () => {
  const begin = (id: string, createdAt: Date) =>
    api.deps.database.asSystem(async (tx) => {
      const [admin] = await tx.select().from(users).where(eq(users.mgrid, company.adminId));
      const begun = { kind: 'users', id, total: 3, createdAt } as const;
      await tx.insert(imports).values({ ...begun, companyFk: company.pk, userFk: admin!.pk });
    });
  const [held, lapsed] = [randomUUID(), randomUUID()];
  for (const id of [held, lapsed]) await begin(id, new Date());
  using _ = await holdImportLease(api.deps, { company: company.pk, kind: 'users', id: held });
  const records = new Map((await api.call(company.admin, listImports)).objects.map((record) => [record.id, record]));
  expect(records.get(held)).toMatchObject({ state: 'running', done: 0, total: 3 });
  expect(records.get(lapsed)).toMatchObject({ state: 'interrupted', done: 0, total: 3 });
});

test('while an import is under way another one of the company is told so', async () => {
  const rows = Array.from({ length: 20 }, () => person(fresh('busy')));
  const answers = await Promise.all([post({ rows }), post({ rows: [person(fresh('late'))] })]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.error).toMatchObject({ code: 'import_under_way' });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('an import belongs to its company', async () => {
  const other = await addCompany(api, { nonAdmins: 10 });
  const import_id = randomUUID();
  const mine = await post({ rows: [person(fresh('mine'))], import_id });
  expect(mine.objects.total).toBe(1);
  const read = { params: { import_id } };
  const nothing = { done: 0, total: 0, finished: false };
  expect((await api.call(other.admin, readUserImportProgress, read)).objects).toEqual(nothing);
  const theirs = await post({ rows: [person(fresh('theirs')), person(fresh('theirs'))], import_id }, other);
  expect(theirs.objects.total).toBe(2);
});

test('rows may come bare, as an array or as its JSON text; more than a thousand, or other text, are malformed', async () => {
  const bare = await post([person(fresh('bare'))]);
  expect(bare.objects.total).toBe(1);
  const asText = (text: string) =>
    api.app.inject({
      method: 'POST',
      url: '/lmm/api/v1.0/users-excel',
      headers: { token: company.admin, 'content-type': 'application/json' },
      payload: JSON.stringify(text),
    });
  expect((await asText(JSON.stringify([person(fresh('text'))]))).json()).toMatchObject({ objects: { failure: 0 } });
  for (const text of ['no json', '{}']) expect((await asText(text)).statusCode).toBe(400);
  expect((await post({ rows: Array.from({ length: 1_001 }, () => person('x')) })).status).toBe(400);
  expect((await post({ rows: [person('x'.repeat(2_200_000))] })).status).toBe(413);
  expect((await post({ rows: [person('x'.repeat(900_000))] })).objects.failure).toBe(1);
});

test('groups are made in their places at once; what exists stays, and what has no place fails', async () => {
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
  const [site, floor, room, old] = [fresh('Site'), fresh('Floor'), fresh('Room'), fresh('Old')];
  await addGroup(api, company, old);
  const rows = [
    { name: room, parent_group_name: floor },
    { name: site, parent_group_name: '' },
    { name: floor, parent_group_name: site },
    { name: fresh('deep'), parent_group_name: room },
    { name: old.toUpperCase(), parent_group_name: '' },
    { name: fresh('under'), parent_group_name: old },
    { name: fresh('lost'), parent_group_name: 'no such group' },
    { name: 'x'.repeat(41), parent_group_name: '' },
    { name: fresh('home'), parent_group_name: 'ROOT' },
  ];
  const expected = ['ok', 'ok', 'ok', 'excel_group_fail', 'exists', 'ok', 'group_unknown', 'too_long', 'default_group'];
  const dry = (await postGroups({ rows, dry_run: true })).objects;
  expect(dry.rows.map(({ state, code }) => code ?? state)).toEqual(expected);
  expect(await namesOf()).not.toContain(site);
  const import_id = randomUUID();
  const answers = await Promise.all([postGroups({ rows, import_id }), postGroups({ rows, import_id })]);
  for (const { objects } of answers) expect(objects).toEqual(dry);
  const { objects: all } = await api.call(company.admin, listGroups, { query: { search_mode: 'all' } });
  const named = (name: string) => all.find((group) => group.name === name);
  expect(named(room)).toMatchObject({ group_fk: named(floor)?.pk, root_group_fk: named(site)?.pk });
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { q: '89', limit: 200 } });
  expect(audits.map(({ new_value }) => new_value)).toEqual(expect.arrayContaining([`${site}/${floor}/${room}`, site]));
  const index = await readFleetIndex(api.deps.redis, company.pk);
  expect(index?.groups.get(named(room)!.pk)?.parent).toBe(named(floor)?.pk);
  // Once more: everything exists.
  const again = (await postGroups({ rows: rows.slice(0, 3) })).objects;
  expect(again).toMatchObject({ failure: 0, exists: 3 });
  expect((await api.call(company.admin, createGroup, { body: { name: site, group_fk: null } })).status).toBe(409);
});

test('names of groups are stored without characters that hide or reorder others, however they come', async () => {
  const [typed, imported] = [fresh('Typed'), fresh('Imported')];
  const hidden = (name: string) => `\u202E${name}\u200B `;
  const rows = [{ name: hidden(imported), parent_group_name: '' }];
  expect((await postGroups({ rows })).objects).toMatchObject({ failure: 0, exists: 0 });
  expect((await postGroups({ rows: [{ name: imported, parent_group_name: '' }] })).objects.exists).toBe(1);
  const create = (name: string) => api.call(company.admin, createGroup, { body: { name, group_fk: null } });
  expect((await create(hidden(typed))).status).toBe(200);
  expect((await create(typed)).error?.code).toBe('duplication_group_name');
  expect((await create('\u202E\u3164')).error?.code).toBe('malformed');
  expect(await namesOf()).toEqual(expect.arrayContaining([typed, imported]));
});

test('an import that was interrupted is made by its repetition', async () => {
  const import_id = randomUUID();
  const mgrid = fresh('interrupted');
  const [admin] = await api.deps.database.asSystem((tx) =>
    tx.select().from(users).where(eq(users.mgrid, company.adminId)),
  );
  const begun = { kind: 'users', id: import_id, done: 25, total: 30, createdAt: new Date() } as const;
  await api.deps.database.asSystem((tx) =>
    tx.insert(imports).values({ ...begun, companyFk: company.pk, userFk: admin!.pk }),
  );
  expect((await post({ rows: [person(mgrid)], import_id })).objects).toMatchObject({ total: 1, failure: 0 });
  expect(await idsOf()).toContain(mgrid);
});

test('where imports are switched off they are refused, and the settings say so', async () => {
  const config = { ...api.deps.config, BULK_IMPORT: false };
  await using app = await createPublicApp({ ...api.deps, config });
  const headers = { token: company.admin };
  for (const url of ['/lmm/api/v1.0/users-excel', '/lmm/api/v1.0/device-groups-excel']) {
    const reply = await app.inject({ method: 'POST', url, headers, payload: { rows: [] } });
    expect(reply.json()).toMatchObject({ status: 403, error: { reason: 'policy', detail: 'bulk_import' } });
  }
  const settings = await app.inject({ method: 'GET', url: '/lmm/api/v1.0/settings' });
  expect(settings.json()).toMatchObject({ objects: { bulk_import: false } });
});

test('the templates are workbooks of text in each language, for those who are signed in', async () => {
  const template = (name: string, token = company.admin) =>
    api.app.inject({ method: 'GET', url: `/lmm/api/v1.0/templates/${name}.xlsx`, headers: { token } });
  const rows = async (name: string) => {
    const { rawPayload, statusCode } = await template(name);
    expect(statusCode).toBe(200);
    return (await readWorkbook(rawPayload)).rows;
  };
  const titles = async (name: string) => (await rows(name))[0];
  expect(await titles('users.ko')).toContain('비밀번호');
  expect(await titles('groups.en')).toEqual(['Level 1', 'Level 2', 'Level 3']);
  expect(await titles('ip.ja')).toContain('理由');
  expect((await rows('users.en'))[1]).toContain('jane@example.com');
  for (const name of ['users.fr', 'devices.en', 'users']) expect((await template(name)).statusCode).toBe(404);
  expect((await template('users.ko', 'none')).statusCode).toBe(401);
});

test('for any rows, an import does what its dry run said, and each row has one outcome', async () => {
  const own = await addCompany(api, { nonAdmins: 1_000 });
  const old = fresh('Old');
  await addGroup(api, own, old);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 45 }),
    fc.constantFrom('', ' ', old, `${old}/x`, "'=1"),
  );
  const stored = text.map((value) => value.toWellFormed().replaceAll('\0', ''));
  const id = fc.oneof(
    stored,
    fc.integer({ min: 0, max: 30 }).map((n) => `prop.${old}.${n}`),
    fc.constant(own.adminId),
  );
  const user = fc.record({
    mgrid: id,
    pw: fc.oneof(fc.constant(PASSWORD), stored),
    name: fc.oneof(fc.constant('Lee'), stored),
    email: fc.oneof(fc.constant(''), stored),
    department: stored,
    group_name: fc.oneof(fc.constant(''), stored),
  });
  const name = fc.oneof(fc.constantFrom('A', 'a', 'B', 'C', 'D', old, 'ROOT'), stored);
  const group = fc.record({ name, parent_group_name: fc.oneof(fc.constant(''), name) });
  const check = async <Row>(send: (body: { rows: Row[]; dry_run: boolean }) => Promise<Reply>, rows: Row[]) => {
    const dry = await send({ rows, dry_run: true });
    const run = await send({ rows, dry_run: false });
    expect([dry.status, run.status]).toEqual([200, 200]);
    expect(run.objects).toEqual(dry.objects);
    const { total, failure, exists, rows: outcomes } = run.objects;
    const ok = outcomes.filter(({ state }) => state === 'ok').length;
    expect([ok + exists + failure, outcomes.length]).toEqual([total, total]);
    expect(total).toBe(rows.length);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(user, { maxLength: 8 }), (rows) => check((body) => post(body, own), rows)),
    { numRuns: runsOf({ usual: 8, all: 25 }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 8 }), (rows) => check((body) => postGroups(body, own), rows)),
    { numRuns: runsOf({ usual: 8, all: 25 }) },
  );
});

test.each(['R\ud83dD', 'R\0D'])(
  'a row with the text %j, which no column takes, fails by its field; the others are made',
  async (text) => {
    const name = fresh('storable');
    const rows = [
      { name: `${name} ${text}`, parent_group_name: '' },
      { name, parent_group_name: '' },
      { name: fresh('below'), parent_group_name: `${name} ${text}` },
    ];
    const { objects } = await postGroups({ rows });
    expect(objects.rows).toEqual([
      { index: 0, state: 'failed', code: 'text_not_storable', field: 'name' },
      { index: 1, state: 'ok' },
      { index: 2, state: 'failed', code: 'text_not_storable', field: 'parent_group_name' },
    ]);
    const given = { mgrid: fresh('user'), pw: 'Passw0rd!', name: 'Kim', department: text };
    const made = await post({ rows: [given, { ...given, department: '' }] });
    expect(made.objects.rows).toEqual([
      { index: 0, state: 'failed', code: 'text_not_storable', field: 'department' },
      { index: 1, state: 'ok' },
    ]);
  },
);
