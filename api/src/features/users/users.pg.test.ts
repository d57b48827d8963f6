import type { CallOf } from '@vigil/shared/contract/endpoint';
import { checkLoginIdAvailability } from '@vigil/shared/contract/http/accounts';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { replaceDeviceTags } from '@vigil/shared/contract/http/devices';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import {
  createUser,
  deleteUser,
  readUser,
  resetUserPassword,
  unlockUser,
  updateUser,
} from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { lockUserChanges } from '@vigil/shared/platform/users/user-rows';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { runsOf } from '../../../../tests/support/scope.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addMember, PASSWORD, type TestCompany } from '../../testing/world.ts';

const test = apiTest({}, { nonAdmins: 1_000 });
let api: TestApi;
let company: TestCompany;
let adminPk: UserPk;
test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  adminPk = await pkOf(company.adminId);
});

const pkOf = async (mgrid: string): Promise<UserPk> => {
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, mgrid)));
  if (!row) throw new Error(`no user ${mgrid}`);
  return row.pk;
};
const params = (pk: UserPk) => ({ pk: String(pk) });
type Change = NonNullable<CallOf<typeof updateUser>['body']>;
const put = (token: string, pk: UserPk, body: Change) => api.call(token, updateUser, { params: params(pk), body });
const enter = async (id: string, pw = PASSWORD) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail: id, pw } })).objects;
const profileOf = async (token: string) => (await api.call(token, readProfile)).objects[0];
const add = (body: Partial<CallOf<typeof createUser>['body']> & { mgrid: string }, token = company.admin) =>
  api.call(token, createUser, { body: { pw: PASSWORD, name: 'Lee', ...body } });

test('a user who was added can sign in at once, and is in the audit without the password', async () => {
  const { objects } = await add({ mgrid: 'new-user', email: 'new@vigil.test', department: 'Lab', use_approval: 1 });
  expect(objects).toMatchObject([
    { mgrid: 'new-user', department: 'Lab', flag_active: 1, email_verified: 1, approver_fk: adminPk, lang_code: 'ko' },
  ]);
  expect(await enter('new-user')).toMatchObject({ step1: 'success', step2: 'success', step3: 'success' });
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { q: '40' } });
  expect(audits.map(({ old_value, new_value }) => [old_value, new_value])).toEqual(
    expect.arrayContaining([
      ['new-user user_type: ', 'new-user user_type: 1'],
      ['new-user approver_fk: ', `new-user approver_fk: ${company.adminId}`],
    ]),
  );
  expect(JSON.stringify(audits)).not.toContain(PASSWORD);
});

test('a new user is checked in the order of the specification', async () => {
  const codeOf = async (body: Parameters<typeof add>[0]) => (await add(body)).error?.code;
  expect(await codeOf({ mgrid: 'no', pw: '1', name: '' })).toBe('invalid_id');
  expect(await codeOf({ mgrid: company.adminId, pw: '1', name: '' })).toBe('id_exist');
  expect(await codeOf({ mgrid: 'www.evil-shop.test' })).toBe('invalid_id');
  expect(await codeOf({ mgrid: 'order-1', pw: 'short', name: '' })).toBe('password_level3');
  expect(await codeOf({ mgrid: 'order-1', name: '' })).toBe('name_requirement');
  expect(await codeOf({ mgrid: 'order-1', name: 'Mr.Click' })).toBe('name_invalid');
  expect(await codeOf({ mgrid: 'order-1', email: 'no-address' })).toBe('email-invalid');
  expect(await codeOf({ mgrid: 'order-1', user_type: 2 })).toBe('not_allowed');
  const member = await addMember(api, company);
  expect(await codeOf({ mgrid: 'order-1', approver_fk: member.pk })).toBe('search_manager_405');
  expect(await codeOf({ mgrid: 'order-1' })).toBeUndefined();
});

test('an ID that exists in another case is taken, and both of older ones stay two accounts', async () => {
  await add({ mgrid: 'Case.Lee' });
  for (const mgrid of ['case.lee', 'CASE.LEE', 'Case.Lee']) expect((await add({ mgrid })).error?.code).toBe('id_exist');
  const elsewhere = await addCompany(api);
  expect((await add({ mgrid: 'case.LEE' }, elsewhere.admin)).error?.code).toBe('id_exist');
  const free = (value: string) => api.call(null, checkLoginIdAvailability, { query: { type: 'mail', value } });
  expect((await free('cAse.lee')).objects).toEqual({ available: false });
  const answers = await Promise.all(['Race.Lee', 'race.lee'].map((mgrid) => add({ mgrid })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));

  const older = await addMember(api, company);
  const sameLetters = { mgrid: 'case.lee' };
  await api.deps.database.asSystem((tx) => tx.update(users).set(sameLetters).where(eq(users.pk, older.pk)));
  for (const id of ['case.lee', 'Case.Lee'])
    expect(await profileOf((await enter(id)).token)).toMatchObject({ mgrid: id });
});

test('a company adds as many users as its licences admit, also when several are added at once', async () => {
  const small = await addCompany(api, { nonAdmins: 2 });
  const answers = await Promise.all([1, 2, 3, 4].map((i) => add({ mgrid: `${small.pk}-seat-${i}` }, small.admin)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.filter(({ error }) => error?.code === 'sub_manager_limit');
  expect(refused.map(({ error }) => error?.detail)).toEqual([2, 2]);
  expect((await api.call(small.admin, listUsers)).meta.seats).toEqual({ used: 2, limit: 2 });
});

test('a password that another person chose may have to be replaced', async () => {
  await add({ mgrid: 'must-change', must_change: 1 });
  expect(await enter('must-change')).toMatchObject({ step1: 'fail', cause: { pw_reject: 'must-change' } });
});

test('a reset password works at once, ends the sessions, and is in no audit', async () => {
  const member = await addMember(api, company);
  const { objects } = await api.call(company.admin, resetUserPassword, { params: params(member.pk) });
  const pw = objects[0]?.pw ?? '';
  expect(pw).toMatch(/^.{12}$/u);
  expect((await api.call(member.token, readProfile)).error?.code).toBe('session_invalid');
  expect((await enter(member.id)).step1).toBe('fail');
  expect((await enter(member.id, pw)).step3).toBe('success');
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { q: '43' } });
  expect(audits[0]?.new_value).toContain(member.id);
  expect(JSON.stringify(audits)).not.toContain(pw);
  expect((await put(company.admin, member.pk, { pw: 'short' })).error?.code).toBe('password_level3');
  expect((await put(company.admin, adminPk, { pw: 'Another1!' })).error).toMatchObject({ detail: 'self' });
});

test('each field is changed alone, with its old and new value in the audit', async () => {
  const member = await addMember(api, company, { name: 'Kim', phone: '1' });
  const changes: readonly Change[] = [
    { phone: '010' },
    { department: 'Lab' },
    { position: 'Lead' },
    { lang_code: 'en' },
    { time_zone_id: 3 },
    { date_fmt_id: 2 },
    { refresh_interval: 30 },
    { img_refresh_interval: 60 },
    { flag_refresh: 0 },
    { flag_img_refresh: 0 },
    { email: 'kim@vigil.test' },
  ];
  for (const body of changes) expect((await put(company.admin, member.pk, body)).objects).toMatchObject([body]);
  expect(await profileOf(member.token)).toMatchObject({ phone: '010', refresh_interval: 30, flag_img_refresh: 0 });
  const { objects } = await api.call(company.admin, listAudits, { query: { q: '41', order: 'asc', limit: 200 } });
  const phone = objects.find(({ new_value: text }) => text === `${member.id} phone: 010`);
  expect(phone).toMatchObject({ old_value: `${member.id} phone: 1`, reg_mail: company.adminId });
  expect((await put(company.admin, member.pk, { name: '' })).error?.code).toBe('name_requirement');
  expect((await put(company.admin, member.pk, { refresh_interval: 0 })).error?.code).toBe('malformed');
  expect((await put(company.admin, member.pk, { phone: '1', name: 'x' })).error?.code).toBe('malformed');
});

test('rights reach an open session with the answer; bit 2 is kept by a sum without it', async () => {
  const member = await addMember(api, company, { authVal: 3 });
  const body = { auth_remotecontrol: true, auth_restart: 1, auth_filemanager: 1, auth_val: 13 } as const;
  expect((await put(company.admin, member.pk, body)).objects).toMatchObject([
    { auth_val: 15, auth_remotecontrol: 1, auth_restart: 1, auth_update: 0 },
  ]);
  expect(await profileOf(member.token)).toMatchObject({ auth_val: 15, auth_remotecontrol: 1 });
  expect((await put(company.admin, member.pk, { auth_modifyinformation: 0 })).objects[0]?.auth_val).toBe(13);
  expect((await put(company.admin, member.pk, { auth_val: 12 })).error).toMatchObject({ detail: 'always_on' });
  await put(company.admin, member.pk, { disable_filetransfer: 1 });
  expect((await put(company.admin, member.pk, { auth_filemanager: 0 })).error).toMatchObject({
    detail: 'file_transfer',
  });
});

test('permissions that are switched at the same time do not take one another back', async () => {
  const member = await addMember(api, company, { authVal: 3 });
  const single = [{ auth_usefunction: 1 }, { auth_viewreport: 1 }, { auth_modifyinformation: 0 }] as const;
  await Promise.all(single.map((body) => put(company.admin, member.pk, body)));
  expect((await put(company.admin, member.pk, { auth_restart: 1 })).objects).toMatchObject([{ auth_val: 13 }]);
  expect((await put(company.admin, member.pk, { auth_usefunction: 0 })).objects).toMatchObject([{ auth_val: 9 }]);
});

test('in every order of changes both API processes know the rights of a user once the change is answered', async () => {
  const second = await api.startSecond();
  const processes = [api, second];
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom('auth_modifyinformation', 'auth_modifyinformation', 'auth_restart', 'flag_active'),
      value: fc.constantFrom(0, 1),
      process: fc.nat(1),
    }),
    { minLength: 1, maxLength: 6 },
  );
  // Allowed, it finds no device.
  const tag = { params: { pk: '999999' }, body: { tags: [] } };
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const member = await addMember(api, company);
      const answers = async () => {
        const all = await Promise.all(processes.map(({ call }) => call(member.token, replaceDeviceTags, tag)));
        return new Set(all.map(({ status }) => status));
      };
      expect(await answers()).toEqual(new Set([403]));
      let [isSignedIn, mayModify] = [true, false];
      for (const { name, value, process } of changes) {
        const change = { params: params(member.pk), body: { [name]: value } };
        expect((await processes[process]!.call(company.admin, updateUser, change)).status).toBe(200);
        if (name === 'flag_active') isSignedIn &&= value === 1;
        if (name === 'auth_modifyinformation') mayModify = value === 1;
        expect(await answers()).toEqual(new Set([isSignedIn ? (mayModify ? 404 : 403) : 401]));
      }
    }),
    { numRuns: runsOf({ usual: 6, all: 20 }) },
  );
});

test('type and approver: a sub-manager decides requests, an administrator is made elsewhere', async () => {
  const member = await addMember(api, company);
  const sub = (await put(company.admin, member.pk, { user_type: 6 })).objects;
  expect(sub).toMatchObject([{ member_type_id: 6, use_approval_function: 1 }]);
  expect((await put(company.admin, member.pk, { user_type: 2 })).error).toMatchObject({ detail: 'type' });
  const other = await addMember(api, company);
  const both = { approver_fk: member.pk, user_type: 1 } as const;
  expect((await put(company.admin, other.pk, both)).objects).toMatchObject([{ approver_fk: member.pk }]);
  expect((await put(company.admin, other.pk, { approver_fk: 0 })).objects).toMatchObject([{ approver_fk: 0 }]);
  expect((await put(company.admin, member.pk, { user_type: 1 })).objects).toMatchObject([{ use_approval_function: 0 }]);
  expect((await put(company.admin, other.pk, both)).error?.code).toBe('search_manager_405');
});

test('no user is their own approver, and the audit names an approver by the ID', async () => {
  const [head, member] = [await addMember(api, company, { useApprovalFunction: 1 }), await addMember(api, company)];
  expect((await put(company.admin, head.pk, { approver_fk: head.pk })).error).toMatchObject({ detail: 'own_approver' });
  await put(company.admin, member.pk, { approver_fk: head.pk });
  const { objects } = await api.call(company.admin, listAudits, { query: { q: '41', limit: 1 } });
  expect(objects).toMatchObject([
    { old_value: `${member.id} approver_fk: 0`, new_value: `${member.id} approver_fk: ${head.id}` },
  ]);
});

test('texts about a user are stored without characters that hide or reorder others; a name with them is refused', async () => {
  const member = await addMember(api, company);
  const hidden = 'La\u202Eb\u200B';
  expect((await put(company.admin, member.pk, { department: hidden })).objects).toMatchObject([{ department: 'Lab' }]);
  expect((await put(company.admin, member.pk, { name: hidden })).error?.code).toBe('name_invalid');
});

test('the right to decide requests belongs to the type of a sub-manager: it cannot be off, and is restored with the type', async () => {
  const member = await addMember(api, company, { memberTypeId: 6, useApprovalFunction: 1 });
  expect((await put(company.admin, member.pk, { use_approval_function: 0 })).error).toMatchObject({
    code: 'not_allowed',
    detail: 'sub_manager',
  });
  const broken = await addMember(api, company, { memberTypeId: 6, useApprovalFunction: 0 });
  expect((await put(company.admin, broken.pk, { user_type: 6 })).objects).toMatchObject([{ use_approval_function: 1 }]);
  expect((await add({ mgrid: 'no-approval', user_type: 6 })).error).toMatchObject({
    code: 'sub_manager_without_approval',
    field: 'body.use_approval',
  });
  expect((await add({ mgrid: 'with-approval', user_type: 6, use_approval: 1 })).objects).toMatchObject([
    { member_type_id: 6, use_approval_function: 1 },
  ]);
});

test('the members of a sub-manager who becomes an ordinary user have no approver, and the audit says so', async () => {
  const head = await addMember(api, company, { memberTypeId: 6, useApprovalFunction: 1 });
  const members = [0, 1].map(() => addMember(api, company, { approverFk: head.pk }));
  const pks = (await Promise.all(members)).map(({ pk }) => pk);
  const read = async (pk: UserPk) => (await api.call(company.admin, readUser, { params: params(pk) })).objects[0];
  expect((await read(head.pk))?.member_count).toBe(2);
  await put(company.admin, head.pk, { user_type: 1 });
  for (const pk of pks) expect((await read(pk))?.approver_fk).toBe(0);
  const { objects } = await api.call(company.admin, listAudits, { query: { q: '41', limit: 200 } });
  const released = objects.filter(({ old_value: text }) => text?.endsWith(` approver_fk: ${head.id}`));
  expect(released.map(({ new_value: text }) => text?.split(' ')[1])).toEqual(['approver_fk:', 'approver_fk:']);
});

test('an administrator who becomes an ordinary user has no members and no requests any more', async () => {
  const two = await addCompany(api);
  const head = await addMember(api, two, { type: 'Manager', memberTypeId: 2 });
  const member = await addMember(api, two, { approverFk: head.pk, groups: [two.home], authRemotecontrol: 1 });
  const [device] = await addDevices(api, { company: two }, 1);
  if (!device) throw new Error('no device');
  const span = { start_time: '2099-01-01T00:00:00Z', end_time: '2099-01-02T00:00:00Z' };
  await api.call(member.token, postApproval, {
    body: { device_pk: device.pk, approval_reason: 'x', ...span },
  });
  const read = async () => (await api.call(two.admin, readUser, { params: params(member.pk) })).objects[0];
  const requests = async () => (await api.call(two.admin, listApprovals, { query: { search_mode: 'all' } })).objects;
  // An administrator decides requests without the function too.
  await put(two.admin, head.pk, { use_approval_function: 0 });
  expect([(await read())?.approver_fk, (await requests())[0]?.approver_id]).toEqual([head.pk, head.id]);
  expect((await put(two.admin, head.pk, { user_type: 1, origin_pw: PASSWORD })).status).toBe(200);
  expect([(await read())?.approver_fk, (await requests())[0]?.approver_id]).toEqual([0, two.adminId]);
});

test('a user is not added with an approver who is demoted meanwhile', async () => {
  const two = await addCompany(api);
  const head = await addMember(api, two, { memberTypeId: 6, useApprovalFunction: 1 });
  const { asSystem } = api.deps.database;
  const waiting = async () => {
    const [row] = await asSystem((tx) =>
      tx.execute<{ n: number }>(sql`
        select count(*)::int as n from pg_locks
        where locktype = 'advisory' and not granted and objid = ${two.pk}
          and database = (select oid from pg_database where datname = current_database())`),
    );
    return row?.n;
  };
  const adding = await asSystem(async (tx) => {
    await lockUserChanges(tx, two.pk);
    const answer = add({ mgrid: 'of-demoted', use_approval: 1, approver_fk: head.pk }, two.admin);
    await eventually(async () => expect(await waiting()).toBe(1));
    await tx.update(users).set({ memberTypeId: 1, useApprovalFunction: 0 }).where(eq(users.pk, head.pk));
    return { answer };
  });
  expect((await adding.answer).error).toMatchObject({ code: 'search_manager_405', field: 'body.approver_fk' });
});

test('a deactivated user is signed out and stays out; a locked one is let in again', async () => {
  const member = await addMember(api, company);
  await put(company.admin, member.pk, { flag_active: 0 });
  expect((await api.call(member.token, readProfile)).error).toMatchObject({ detail: 'deactivated' });
  expect((await enter(member.id)).cause).toEqual({ inactive: true });
  await put(company.admin, member.pk, { flag_active: true });
  const locked = { lockedAt: new Date(), failureCount: 5 };
  await api.deps.database.asSystem((tx) => tx.update(users).set(locked).where(eq(users.pk, member.pk)));
  expect((await enter(member.id)).step1).toBe('fail');
  const read = async () => (await api.call(company.admin, readUser, { params: params(member.pk) })).objects[0];
  expect((await read())?.locked).toBe(1);
  await api.call(company.admin, unlockUser, { params: params(member.pk) });
  expect((await read())?.locked).toBe(0);
  expect((await enter(member.id)).step3).toBe('success');
});

test('a switched one-time code ends a sign-in that waits for it', async () => {
  const member = await addMember(api, company);
  await put(company.admin, member.pk, { flag_use_otp: 1 });
  const waiting = await enter(member.id);
  expect(waiting.step3).toBe('wait');
  await put(company.admin, member.pk, { flag_create_qrcode: false });
  const third = { type: '3STEP', code: '123456' } as const;
  expect((await api.call(waiting.token, signIn, { body: third })).error?.code).toBe('session_invalid');
  const basic = await addCompany(api, { type: 'Basic' });
  const other = await addMember(api, basic);
  expect((await put(basic.admin, other.pk, { flag_use_otp: 1 })).error).toMatchObject({ reason: 'licence' });
  // One that was on before the licence was changed can be switched off.
  await api.deps.database.asSystem((tx) => tx.update(users).set({ flagUseOtp: 1 }).where(eq(users.pk, other.pk)));
  expect((await put(basic.admin, other.pk, { flag_use_otp: 0 })).objects[0]).toMatchObject({ flag_use_otp: 0 });
});

test('of two administrators who deactivate each other one stays, and none deactivates or deletes oneself', async () => {
  const two = await addCompany(api);
  const own = await pkOf(two.adminId);
  const other = await addMember(api, two, { type: 'Manager', memberTypeId: 2 });
  expect((await put(two.admin, own, { flag_active: 0 })).error).toMatchObject({ detail: 'self' });
  expect((await api.call(two.admin, deleteUser, { params: params(own) })).error).toMatchObject({ detail: 'self' });
  const answers = await Promise.all([
    put(two.admin, other.pk, { flag_active: 0 }),
    api.call(other.token, deleteUser, { params: params(own) }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a deleted user is gone from lists and sessions; requests go to an administrator', async () => {
  const head = await addMember(api, company, { memberTypeId: 6, useApprovalFunction: 1 });
  const member = await addMember(api, company, { approverFk: head.pk, groups: [company.home], authRemotecontrol: 1 });
  const [device] = await addDevices(api, { company }, 1);
  if (!device) throw new Error('no device');
  const span = { start_time: '2099-01-01T00:00:00Z', end_time: '2099-01-02T00:00:00Z' };
  await api.call(member.token, postApproval, {
    body: { device_pk: device.pk, approval_reason: 'x', ...span },
  });
  expect((await api.call(company.admin, deleteUser, { params: params(head.pk) })).objects).toEqual([head.pk]);
  expect((await api.call(head.token, readProfile)).status).toBe(401);
  const read = await api.call(company.admin, readUser, { params: params(member.pk) });
  expect(read.objects[0]?.approver_fk).toBe(0);
  const { objects } = await api.call(company.admin, listApprovals, { query: { search_mode: 'all' } });
  expect(objects).toMatchObject([{ requester_id: member.id, approver_id: company.adminId }]);
  expect((await api.call(company.admin, deleteUser, { params: params(head.pk) })).error?.code).toBe('not_found');
});
