import { auditCode } from '@vigil/shared/contract/audit-codes';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createRemoteSessionByGet, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import {
  createTicket,
  manageTicket,
  readTicket,
  revealTemporaryPassword,
  updateTicket,
} from '@vigil/shared/contract/http/tickets';
import { deleteUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { TicketPk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addDevices,
  addMember,
  connectDevices,
  tokenOf,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const HOUR_MS = 3_600_000;
const test = apiTest({ TICKETS: '1' }, { nonAdmins: 100 });
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device] = (await addDevices(api, { company }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
});

/** A requester, and the approver whom the requester asks. */
async function addApproverAndRequester(): Promise<{ approver: TestUser; requester: TestUser }> {
  const approver = await addMember(api, company, { useApprovalFunction: 1, memberTypeId: 6 });
  return { approver, requester: await addMember(api, company, { groups: [company.home], approverFk: approver.pk }) };
}

async function ask({ token }: TestUser): Promise<TicketPk> {
  const fromNow = (hours: number) => new Date(api.deps.now() + hours * HOUR_MS).toISOString();
  const times = { reqr_work_startdate: fromNow(0), reqr_work_enddate: fromNow(4) };
  const body = { ...times, reqr_work_reason: 'Firmware', device_pks: [device.pk] };
  return TicketPk.parse((await api.call(token, createTicket, { body })).objects[0]?.id);
}
const decide = (ticket_pk: TicketPk, action_type: 'approve' | 'reject', token: string, extra = '') =>
  api.call(token, manageTicket, { body: { ticket_pk, action_type, extra } });
const read = async (pk: TicketPk, token = company.admin) =>
  (await api.call(token, readTicket, { params: { pk: String(pk) } })).objects?.[0];

/** The key of the link that reveals the password of an approved ticket. */
async function keyOf(pk: TicketPk, token: string): Promise<string> {
  const url = (await read(pk, token))?.reveal_url;
  return new URL(url ?? 'http://none').searchParams.get('key') ?? '';
}
const reveal = (key: string) => api.call(null, revealTemporaryPassword, { body: { key } });
const enter = async (key: string) => {
  const { mgrid, pw } = (await reveal(key)).objects;
  return (await api.call(null, signIn, { body: { type: '1STEP', mail: mgrid, pw } })).objects;
};
const remove = (user: TestUser) => api.call(company.admin, deleteUser, { params: { pk: String(user.pk) } });
const setActive = ({ pk }: TestUser, flag_active: 0 | 1) =>
  api.call(company.admin, updateUser, { params: { pk: String(pk) }, body: { flag_active } });

const closings = [
  ['deletion', remove],
  ['deactivation', (user: TestUser) => setActive(user, 0)],
] as const;

/** A requester with a ticket in each state that is open, and a rejected one. */
async function addTickets() {
  const { approver, requester } = await addApproverAndRequester();
  const undecided = await ask(requester);
  const approved = await ask(requester);
  const working = await ask(requester);
  const rejected = await ask(requester);
  for (const pk of [approved, working]) await decide(pk, 'approve', approver.token);
  await decide(rejected, 'reject', approver.token, 'No');
  const { token } = await enter(await keyOf(working, requester.token));
  expect((await read(working))?.state).toBe(3);
  return { requester, undecided, approved, working, rejected, token };
}

test.each(closings)('the %s of a requester ends the open tickets, and their history says by whom', async (_, close) => {
  const { requester, undecided, approved, working, rejected } = await addTickets();
  expect((await close(requester)).status).toBe(200);
  const last = async (pk: TicketPk) => (await read(pk))?.history.at(-1);
  const byAdmin = { actor_name: (await last(working))?.actor_name };
  expect(byAdmin.actor_name).not.toBe('');
  expect(await last(undecided)).toMatchObject({ move: 'withdraw', state: 4, ...byAdmin });
  expect(await last(approved)).toMatchObject({ move: 'revoke', state: 10, ...byAdmin });
  expect(await last(working)).toMatchObject({ move: 'revoke', state: 10, ...byAdmin });
  expect(await last(rejected)).toMatchObject({ move: 'reject', state: 4 });
  expect((await read(working))?.can).toEqual({ approve: 0, reject: 0, terminate: 0, edit: 0 });
});

test.each(closings)('the %s of a requester ends the accounts of the tickets, used or not', async (_, close) => {
  const { requester, approved, working, token } = await addTickets();
  const unused = await keyOf(approved, requester.token);
  expect((await close(requester)).status).toBe(200);
  expect((await api.call(token, readProfile)).error?.code).toBe('session_invalid');
  expect((await reveal(unused)).error?.code).toBe('link_invalid');
  const ofTicket = eq(users.ticketFk, working);
  const accounts = await api.deps.database.asSystem((tx) => tx.select().from(users).where(ofTicket));
  expect(accounts).toMatchObject([{ active: false }]);
});

test.each(closings)('the %s of a requester cuts the remote session of a ticket', async (_, close) => {
  const { requester, token } = await addTickets();
  const query = { device_pk: device.pk, type: 'rc' } as const;
  const { objects: session } = await api.call(token, createRemoteSessionByGet, { query });
  const params = { id: session.id };
  const started = { state: 'started', secret: session.secret } as const;
  const { key } = (await api.call(null, reportRemoteSession, { params, body: started })).objects;
  expect((await close(requester)).status).toBe(200);
  const headers = { authorization: `Session ${key}` };
  const sign = await api.call(null, reportRemoteSession, { params, body: { state: 'alive' }, headers });
  expect(sign.objects.cut).toBe('withdrawn');
});

test.each(closings)('the %s of a requester is audited once for each ticket that it ends', async (_, close) => {
  const { requester, undecided, approved, working } = await addTickets();
  expect((await close(requester)).status).toBe(200);
  const ofRequester = eq(audits.oldValue, requester.id);
  const written = await api.deps.database.asSystem((tx) => tx.select().from(audits).where(ofRequester));
  const decisions = written.filter(({ actNameId }) => actNameId === auditCode.ticketDecided);
  for (const [pk, move] of [
    [undecided, 'withdraw'],
    [approved, 'revoke'],
    [working, 'revoke'],
  ] as const)
    expect(decisions.filter(({ newValue }) => newValue?.startsWith(`#${pk} ${move}: `))).toHaveLength(1);
});

test.each(closings)('the %s of a requester tells the consoles which tickets ended', async (_, close) => {
  const { requester, undecided, working } = await addTickets();
  const told: { t: string; pk?: number; state?: number }[] = [];
  await api.deps.redis.subscribe(busChannels.company(company.pk), (text) => told.push(JSON.parse(text) as never));
  expect((await close(requester)).status).toBe(200);
  await eventually(() => {
    for (const [pk, state] of [
      [undecided, 4],
      [working, 10],
    ])
      expect(told).toContainEqual(expect.objectContaining({ t: 'ticket_changed', pk, state }));
  });
});

test('a requester who is activated again has the tickets ended, and asks again', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const [undecided, approved] = [await ask(requester), await ask(requester)];
  await decide(approved, 'approve', approver.token);
  await setActive(requester, 0);
  await setActive(requester, 1);
  expect([(await read(undecided))?.state, (await read(approved))?.state]).toEqual([4, 10]);
  const token = await tokenOf(api, requester.id);
  expect((await read(approved, token))?.reveal_url).toBeNull();
  expect((await read(undecided, token))?.can.edit).toBe(1);
});

test('a ticket is approved for what its requester sees at that moment', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const pk = await ask(requester);
  const ofRequester = eq(groupMembers.memberFk, requester.pk);
  await api.deps.database.asSystem((tx) => tx.delete(groupMembers).where(ofRequester));
  expect((await decide(pk, 'approve', approver.token)).error?.code).toBe('ticket_state');
  const accounts = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.ticketFk, pk)));
  expect(accounts).toEqual([]);
  const granted = { companyFk: company.pk, groupFk: company.home, memberFk: requester.pk };
  await api.deps.database.asSystem((tx) => tx.insert(groupMembers).values(granted));
  expect((await decide(pk, 'approve', approver.token)).objects[0]?.state).toBe(2);
});

test('a decision is about the request that its approver saw', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const pk = await ask(requester);
  const stepOf = async () => (await read(pk, approver.token))?.history.at(-1)?.at ?? '';
  const seen_at = await stepOf();
  api.advance(1);
  const later = new Date(api.deps.now() + 9 * HOUR_MS).toISOString();
  const times = { reqr_work_startdate: new Date(api.deps.now()).toISOString(), reqr_work_enddate: later };
  const body = { ...times, reqr_work_reason: 'Much longer', device_pks: [device.pk] };
  expect((await api.call(requester.token, updateTicket, { params: { pk: String(pk) }, body })).status).toBe(200);
  const move = (action_type: 'approve' | 'reject', seen: string) =>
    api.call(approver.token, manageTicket, {
      body: { ticket_pk: pk, action_type, extra: 'Seen', seen_at: seen },
    });
  for (const action of ['approve', 'reject'] as const)
    expect((await move(action, seen_at)).error?.code).toBe('ticket_state');
  expect((await move('approve', await stepOf())).objects[0]?.state).toBe(2);
});

test('a requester who is inactive gets no approval and no password, whatever deactivated the account', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const [undecided, approved] = [await ask(requester), await ask(requester)];
  await decide(approved, 'approve', approver.token);
  const key = await keyOf(approved, requester.token);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, requester.pk)));
  expect((await decide(undecided, 'approve', approver.token)).error?.code).toBe('ticket_state');
  expect((await reveal(key)).error?.code).toBe('link_invalid');
  expect((await decide(undecided, 'reject', approver.token, 'Gone')).objects[0]?.state).toBe(4);
});

test('the deletion of an approver gives undecided tickets to an administrator, and approved ones go on', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const [undecided, approved] = [await ask(requester), await ask(requester)];
  await decide(approved, 'approve', approver.token);
  const { token } = await enter(await keyOf(approved, requester.token));

  expect((await remove(approver)).status).toBe(200);
  expect(await read(undecided)).toMatchObject({ state: 0, reqr_appr_mgr: { name: 'Administrator' } });
  expect(await read(approved)).toMatchObject({ state: 3, appr_mgr: { pk: null } });
  expect((await api.call(token, readProfile)).status).toBe(200);
  expect((await decide(undecided, 'approve', company.admin)).objects[0]?.state).toBe(2);
});

test('an approver who becomes an ordinary user hands undecided tickets over as well', async () => {
  const { approver, requester } = await addApproverAndRequester();
  const undecided = await ask(requester);
  const params = { pk: String(approver.pk) };
  const reply = await api.call(company.admin, updateUser, { params, body: { user_type: 1 } });
  expect(reply.status).toBe(200);
  expect(await read(undecided)).toMatchObject({ state: 0, reqr_appr_mgr: { name: 'Administrator' } });
});
