import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readFleetSummary, listDevices } from '@vigil/shared/contract/http/devices';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import {
  createTicket,
  listTickets,
  manageTicket,
  readTicket,
  revealTemporaryPassword,
  updateTicket,
  type TicketRequest,
} from '@vigil/shared/contract/http/tickets';
import { listUsers, searchUsers } from '@vigil/shared/contract/http/users';
import { TicketPk, type GroupPk } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { ADMINISTRATOR_TYPE, memberTypeColumns } from '@vigil/shared/domain/member-types';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, mailsTo } from '../../testing/mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  PASSWORD,
  tokenOf,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const HOUR_MS = 3_600_000;
const test = apiTest({ TICKETS: '1' });
let api: TestApi;
let company: TestCompany;
let requester: TestUser;
let approver: TestUser;
let room: GroupPk;
let device: TestDevice;
let beside: TestDevice;
let hidden: TestDevice;

const fromNow = (hours: number) => new Date(api.deps.now() + hours * HOUR_MS).toISOString();

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  room = await addGroup(api, company, 'Room');
  const confirmed = { emailVerifiedAt: new Date(), langCode: 'en' } as const;
  approver = await addMember(api, company, {
    name: 'Head',
    email: 'head@tickets.test',
    position: 'Team lead',
    department: 'Operations',
    useApprovalFunction: 1,
    ...confirmed,
  });
  const rights = { groups: [room], approverFk: approver.pk, department: 'Field service' };
  requester = await addMember(api, company, { name: 'Asker', email: 'asker@tickets.test', ...confirmed, ...rights });
  [device, beside] = (await addDevices(api, { company, group: room, alias: 'Kiosk' }, 2)) as [TestDevice, TestDevice];
  [hidden] = (await addDevices(api, { company, alias: 'Hidden' }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
});

test.beforeEach(() => api.resetClock());

const bodyOf = (more: Partial<TicketRequest> = {}): TicketRequest => ({
  reqr_work_startdate: fromNow(0),
  reqr_work_enddate: fromNow(4),
  reqr_work_reason: 'Replace the card reader',
  device_pks: [device.pk],
  ...more,
});
const ask = (more: Partial<TicketRequest> = {}, token = requester.token) =>
  api.call(token, createTicket, { body: bodyOf(more) });
const decide = (pk: number, action_type: 'approve' | 'reject' | 'terminate', extra = '', token = approver.token) =>
  api.call(token, manageTicket, { body: { ticket_pk: TicketPk.parse(pk), action_type, extra } });
const edit = (pk: number, more: Partial<TicketRequest> = {}, token = requester.token) =>
  api.call(token, updateTicket, { params: { pk: String(pk) }, body: bodyOf(more) });
const read = async (pk: number, token = requester.token) =>
  (await api.call(token, readTicket, { params: { pk: String(pk) } })).objects?.[0];
const idOf = async (more: Partial<TicketRequest> = {}) => (await ask(more)).objects[0]?.id ?? 0;
const keyOf = (url: string | null | undefined) => new URL(url ?? 'http://none').searchParams.get('key') ?? '';

/** An approved ticket with its revealed password. */
async function approved(more: Partial<TicketRequest> = {}) {
  const pk = await idOf(more);
  await decide(pk, 'approve');
  const key = keyOf((await read(pk))?.reveal_url);
  const { mgrid, pw } = (await api.call(null, revealTemporaryPassword, { body: { key } })).objects;
  return { pk, key, mgrid, pw, enter: () => api.call(null, signIn, { body: { type: '1STEP', mail: mgrid, pw } }) };
}

test('a request names its requester, approver, devices and time, and is found by those who may see it', async () => {
  const { objects } = await ask();
  const [ticket] = objects;
  expect(ticket).toMatchObject({
    state: 0,
    reqr_user_name: 'Asker',
    reqr_user_part: 'Field service',
    reqr_work_reason: 'Replace the card reader',
    devices: [{ pk: device.pk, device_name: 'Kiosk 1' }],
    reqr_appr_mgr: { pk: approver.pk, name: 'Head', position: 'Team lead', part: 'Operations' },
    appr_mgr: null,
    worker: null,
    reveal_url: null,
    can: { approve: 0, reject: 0, terminate: 0, edit: 1 },
    history: [{ move: null, state: 0, actor_name: 'Asker' }],
  });
  const pk = ticket?.id ?? 0;
  expect((await read(pk, approver.token))?.can).toEqual({ approve: 1, reject: 1, terminate: 0, edit: 0 });
  expect(await read(pk, company.admin)).toMatchObject({ id: pk });
  expect(await read(pk, (await addMember(api, company)).token)).toBeUndefined();
  const stranger = await addCompany(api);
  expect(await read(pk, stranger.admin)).toBeUndefined();
  const [mail] = await mailsTo(api, 'head@tickets.test');
  expect(mail).toMatchObject({ subject: `Approval request: access ticket #${pk}` });
});

test('a request to nobody in particular goes to all administrators, of whom any decides', async () => {
  const emails = ['second@tickets.test', 'third@tickets.test'] as const;
  const [second] = await Promise.all(
    emails.map((email) =>
      addMember(api, company, {
        type: 'Manager',
        memberTypeId: 2,
        name: 'Second',
        email,
        emailVerifiedAt: new Date(),
        langCode: 'en',
      }),
    ),
  );
  const { objects } = await ask({ reqr_appr_mgr: 0 });
  expect(objects).toMatchObject([{ reqr_appr_mgr: null, appr_mgr: null }]);
  const pk = objects[0]?.id ?? 0;
  for (const email of emails)
    expect(await mailsTo(api, email)).toMatchObject([{ subject: `Approval request: access ticket #${pk}` }]);
  expect(await read(pk, approver.token)).toBeUndefined();
  // A change that names nobody leaves it with them.
  expect((await edit(pk)).objects).toMatchObject([{ reqr_appr_mgr: null }]);
  for (const email of emails) expect(await mailsTo(api, email)).toHaveLength(2);
  expect((await decide(pk, 'approve', '', second?.token)).objects).toMatchObject([
    { state: 2, reqr_appr_mgr: null, appr_mgr: { name: 'Second' } },
  ]);
});

test('nobody decides what they ask for themselves but the only active administrator, whose decision the audit marks', async () => {
  const own = await addCompany(api);
  const [kiosk] = (await addDevices(api, { company: own }, 1)) as [TestDevice];
  const other = await addMember(api, own, memberTypeColumns[2]);
  const asked = async () => (await ask({ device_pks: [kiosk.pk] }, own.admin)).objects[0];
  const first = await asked();
  expect(first).toMatchObject({ waits_for_other: 1, can: { approve: 0, reject: 0, edit: 1 } });
  const pk = first?.id ?? 0;
  for (const move of ['approve', 'reject'] as const)
    expect((await decide(pk, move, 'no', own.admin)).error?.code).toBe('own_request');
  expect((await decide(pk, 'approve', '', other.token)).objects[0]?.state).toBe(2);
  // Ending their own work takes nothing from anybody.
  expect((await decide(pk, 'terminate', '', own.admin)).status).toBe(200);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, other.pk)));
  const alone = await asked();
  expect(alone).toMatchObject({ waits_for_other: 0, can: { approve: 1, reject: 1 } });
  expect((await decide(alone?.id ?? 0, 'approve', '', own.admin)).objects[0]?.state).toBe(2);
  const { objects } = await api.call(own.admin, listAudits, { query: { limit: '20' } });
  const marked = objects.filter(({ new_value }) => new_value?.includes('own request'));
  expect(marked.map(({ new_value }) => new_value)).toEqual([expect.stringContaining(`#${alone?.id} approve`)]);
});

test('without a choice and without an own approver a request goes to all administrators', async () => {
  const { token } = await addMember(api, company, { groups: [room] });
  expect((await ask({}, token)).objects).toMatchObject([{ reqr_appr_mgr: null }]);
});

test.each([
  ['a device out of sight', () => ({ device_pks: [hidden.pk] }), 'not_found'],
  ['an end before the start', () => ({ reqr_work_enddate: fromNow(-1) }), 'date_validate_error'],
  ['a start that has passed', () => ({ reqr_work_startdate: fromNow(-2) }), 'date_validate_error'],
  ['no reason', () => ({ reqr_work_reason: ' ' }), 'approvals_reason'],
  ['an approver who may not decide', () => ({ reqr_appr_mgr: requester.pk }), 'approval_405'],
  ['no device', () => ({ device_pks: [] }), 'malformed'],
  ['too many devices', () => ({ device_pks: Array.from({ length: 51 }, () => device.pk) }), 'malformed'],
  ['a reason that is too long', () => ({ reqr_work_reason: 'x'.repeat(1_001) }), 'malformed'],
] as const)('a request with %s is refused', async (_, more, code) => {
  expect((await ask(more() as Partial<TicketRequest>)).error?.code).toBe(code);
});

test('a decision is recorded with its note; a rejection needs one, and the requester asks again', async () => {
  const pk = await idOf();
  expect((await decide(pk, 'reject')).error?.code).toBe('approvals_reason');
  expect((await decide(pk, 'approve', '', requester.token)).error?.code).toBe('not_allowed');
  expect((await decide(pk, 'reject', 'Not this week')).objects[0]).toMatchObject({
    state: 4,
    appr_mgr: { name: 'Head', position: 'Team lead' },
  });
  expect((await decide(pk, 'approve')).error).toMatchObject({ code: 'ticket_state' });
  expect((await edit(pk, {}, approver.token)).error?.code).toBe('not_allowed');
  expect((await edit(pk, { device_pks: [device.pk, beside.pk] })).objects[0]).toMatchObject({
    state: 1,
    devices: [{ pk: device.pk }, { pk: beside.pk }],
  });
  expect((await decide(pk, 'approve', 'Now it fits')).objects[0]?.state).toBe(2);
  const detail = await read(pk);
  expect(detail?.history.map(({ move, state, note }) => [move, state, note])).toEqual([
    [null, 0, ''],
    ['reject', 4, 'Not this week'],
    ['rerequest', 1, ''],
    ['approve', 2, 'Now it fits'],
  ]);
  for (const move of ['approve', 'reject'] as const) expect((await decide(pk, move, 'again')).status).toBe(409);
  expect((await edit(pk)).error).toMatchObject({ code: 'ticket_state' });
  const written = await api.deps.database.asSystem((tx) =>
    tx.select().from(audits).where(eq(audits.oldValue, requester.id)),
  );
  expect(written.filter(({ newValue }) => newValue?.startsWith(`#${pk} `)).map(({ actNameId }) => actNameId)).toEqual([
    58, 59, 58, 59,
  ]);
});

test('tabs, counts and the number that waits follow the states', async () => {
  const own = await addCompany(api);
  const [kiosk] = (await addDevices(api, { company: own }, 1)) as [TestDevice];
  const head = await addMember(api, own, { useApprovalFunction: 1 });
  const asker = await addMember(api, own, { groups: [own.home], approverFk: head.pk });
  const made: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const more = { device_pks: [kiosk.pk], reqr_work_reason: `number ${i}` };
    made.push((await ask(more, asker.token)).objects[0]?.id ?? 0);
  }
  const [, second = 0, third = 0, fourth = 0] = made;
  await decide(second, 'approve', '', head.token);
  await decide(third, 'reject', 'no', head.token);
  await decide(fourth, 'approve', '', head.token);
  await decide(fourth, 'terminate', '', head.token);
  const { meta, objects } = await api.call(head.token, listTickets, { query: { state: 'requested' } });
  expect(meta).toEqual({ total_count: 2, requested: 2, approved: 1, reject: 1, completed: 1 });
  expect(objects.map(({ id }) => id)).toEqual([made[4], made[0]]);
  const waiting = async (token: string) => (await api.call(token, readFleetSummary)).meta.request_ticket;
  expect([await waiting(head.token), await waiting(own.admin), await waiting(asker.token)]).toEqual([2, 2, 0]);
  const found = await api.call(head.token, listTickets, {
    query: { search_key: 'device_name', search_value: kiosk.alias },
  });
  expect(found.meta.total_count).toBe(5);
  // An administrator does not decide an own ticket while there is another one (decision 134).
  const other = await addMember(api, own, { type: ADMINISTRATOR_TYPE });
  await ask({ device_pks: [kiosk.pk], reqr_work_reason: 'own' }, own.admin);
  expect([await waiting(own.admin), await waiting(other.token)]).toEqual([2, 3]);
});

test('the account controls its devices remotely until the work ends, transfers no files, and does nothing else', async () => {
  const { enter, pk } = await approved();
  const { token } = (await enter()).objects;
  const open = (device_pk: TestDevice['pk'], type: 'rc' | 'ft') =>
    api.call(token, createRemoteSessionByGet, { query: { device_pk, type } });
  const workEnd = (await read(pk))?.reqr_work_enddate;
  expect((await open(device.pk, 'rc')).objects).toMatchObject({ rc_auth: 1, ft_auth: 0, ends_at: workEnd });
  expect((await open(device.pk, 'ft')).error?.code).toBe('not_allowed');
  expect((await open(beside.pk, 'rc')).error?.code).toBe('not_found');
  expect((await ask({}, token)).error).toMatchObject({ code: 'not_allowed', reason: 'role', detail: 'temporary' });
  expect((await api.call(token, listTickets)).error?.detail).toBe('temporary');
});

test('ending a ticket ends the sessions of its account at once, and the account signs in no more', async () => {
  const { pk, enter } = await approved();
  const { token } = (await enter()).objects;
  expect((await decide(pk, 'terminate', 'Done early')).objects[0]).toMatchObject({ state: 10 });
  expect((await api.call(token, readProfile)).error?.code).toBe('session_invalid');
  expect((await enter()).objects.step1).toBe('fail');
  expect((await decide(pk, 'terminate')).error?.code).toBe('ticket_state');
});

test('a ticket that ends before its link was used has no password to reveal', async () => {
  const pk = await idOf();
  await decide(pk, 'approve');
  const key = keyOf((await read(pk))?.reveal_url);
  await decide(pk, 'terminate');
  expect((await read(pk))?.reveal_url).toBeNull();
  expect((await api.call(null, revealTemporaryPassword, { body: { key } })).error?.code).toBe('link_invalid');
});

test('temporary accounts stand in no list, count for no limit, and are no approvers', async () => {
  const own = await addCompany(api, { nonAdmins: 2 });
  const [kiosk] = (await addDevices(api, { company: own }, 1)) as [TestDevice];
  const made = await ask({ device_pks: [kiosk.pk] }, own.admin);
  await decide(made.objects[0]?.id ?? 0, 'approve', '', own.admin);
  const [worker] = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(users)
      .where(eq(users.ticketFk, TicketPk.parse(made.objects[0]?.id))),
  );
  expect(worker?.mgrid).toBe((await read(made.objects[0]?.id ?? 0, own.admin))?.worker?.mgrid);
  const listed = await api.call(own.admin, listUsers, { query: { search_mode: 'all' } });
  expect(listed.objects.map(({ mgrid }) => mgrid)).toEqual([own.adminId]);
  const found = await api.call(own.admin, searchUsers, { query: { search_mode: 'all', name: worker?.mgrid ?? '' } });
  expect(found.objects).toEqual([]);
});

test('a token of the requester reads the ticket without the link to the password', async () => {
  const pk = await idOf();
  await decide(pk, 'approve');
  const body = { name: 'Report', scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD };
  const { api_token } = (await api.call(requester.token, createApiToken, { body })).objects;
  expect(await read(pk, api_token)).toMatchObject({ id: pk, state: 2, reveal_url: null });
  expect((await read(pk))?.reveal_url).toContain('/access-ticket/reveal?key=');
});

test('each change is announced to the requester, the approver and the administrators', async () => {
  const seen: { t: string; to: number[]; pk?: number; state?: number }[] = [];
  await api.deps.redis.subscribe(busChannels.company(company.pk), (text) => seen.push(JSON.parse(text) as never));
  const pk = await idOf();
  await decide(pk, 'approve');
  const [admin] = await api.deps.database.asSystem((tx) =>
    tx.select().from(users).where(eq(users.mgrid, company.adminId)),
  );
  await eventually(() => {
    const told = seen.filter(({ t, pk: of }) => t === 'ticket_changed' && of === pk);
    expect(told.map(({ state }) => state)).toEqual([0, 2]);
    for (const { to } of told) expect(to).toEqual(expect.arrayContaining([requester.pk, approver.pk, admin?.pk]));
  });
});

test('of two decisions at once one is made, and no second account', async () => {
  const pk = await idOf();
  const both = await Promise.all([decide(pk, 'approve'), decide(pk, 'approve', '', company.admin)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const accounts = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(users)
      .where(eq(users.ticketFk, TicketPk.parse(pk))),
  );
  expect(accounts).toHaveLength(1);
});

test('without the feature every call is unknown', async () => {
  await using plain = await startTestApi();
  const own = await addCompany(plain);
  for (const [method, path] of [
    ['GET', '/access_ticket_manage'],
    ['GET', '/access_ticket_manage/1'],
    ['POST', '/access_ticket_manage'],
    ['POST', '/access_ticket'],
    ['PUT', '/access_ticket/1'],
    ['POST', '/access_ticket/reveal'],
  ] as const) {
    const reply = await plain.app.inject({ method, url: `${API_BASE}${path}`, headers: { token: own.admin } });
    expect([path, reply.statusCode]).toEqual([path, 404]);
  }
  expect((await plain.call(own.admin, readFleetSummary)).meta.request_ticket).toBe(0);
  expect(await plain.deps.database.asSystem((tx) => tx.$count(tickets))).toBe(0);
  expect(await tokenOf(plain, own.adminId)).not.toBe('');
});

test('the link reveals the password once, to its owner only, and the account is valid for the time of the work', async () => {
  const pk = await idOf({ reqr_work_startdate: fromNow(1), reqr_work_enddate: fromNow(3) });
  const approval = (await decide(pk, 'approve')).objects[0];
  expect(approval).toMatchObject({ reveal_url: null, worker: { mgrid: expect.stringMatching(`^t${pk}[a-z0-9]{6}$`) } });
  expect((await read(pk, company.admin))?.reveal_url).toBeNull();
  const key = keyOf((await read(pk))?.reveal_url);
  const [mail] = await mailsTo(api, 'asker@tickets.test');
  expect(mail && keyIn(mail)).toBe(key);
  const both = await Promise.all([1, 2].map(() => api.call(null, revealTemporaryPassword, { body: { key } })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const opened = both.find(({ status }) => status === 200)?.objects;
  if (!opened) throw new Error('not revealed');
  expect((await read(pk))?.reveal_url).toBeNull();
  const enter = () => api.call(null, signIn, { body: { type: '1STEP', mail: opened.mgrid, pw: opened.pw } });
  expect((await enter()).objects).toMatchObject({ step1: 'fail', cause: { not_yet: opened.valid_from } });
  api.advance(HOUR_MS + 1_000);
  const { token } = (await enter()).objects;
  expect((await read(pk))?.state).toBe(3);
  const [profile] = (await api.call(token, readProfile)).objects;
  expect(profile).toMatchObject({ is_temporary: true, mgrid: opened.mgrid, use_approval: 0 });
  // By it the page tells that the work is over, and not that the session is.
  expect(profile?.work_ends).toBe((await read(pk))?.reqr_work_enddate);
  const [asker] = (await api.call(requester.token, readProfile)).objects;
  expect(asker).not.toHaveProperty('work_ends');
  expect((await api.call(token, listDevices)).objects.map((row) => row.pk)).toEqual([device.pk]);
  // The end of the work is the end of the session, without any process that ends it.
  api.advance(2 * HOUR_MS);
  expect((await api.call(token, readProfile)).error?.code).toBe('session_invalid');
  expect((await enter()).objects).toMatchObject({ step1: 'fail', cause: { inactive: true } });
});
