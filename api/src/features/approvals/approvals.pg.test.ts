import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, GroupPk } from '@vigil/shared/contract/ids';
import { readContiguousWindowEnd } from '@vigil/shared/platform/approval-windows';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember } from '../../testing/world.ts';
import type { TestCompany, TestDevice, TestUser } from '../../testing/world.ts';

const HOUR_MS = 3_600_000;
const PARIS = 18;

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let requester: TestUser;
let approver: TestUser;
let room: GroupPk;
let device: TestDevice;
let hidden: TestDevice;

const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  room = await addGroup(api, company, 'Room');
  approver = await addMember(api, company, {
    name: 'Head',
    email: 'head@vigil.test',
    emailVerifiedAt: new Date(),
    langCode: 'en',
    useApprovalFunction: 1,
    timeZoneId: PARIS,
  });
  requester = await addMember(api, company, {
    name: 'Asker',
    email: 'asker@vigil.test',
    emailVerifiedAt: new Date(),
    langCode: 'ko',
    groups: [room],
    approverFk: approver.pk,
  });
  [device] = (await addDevices(api, { company, group: room, alias: 'Kiosk' }, 1)) as [TestDevice];
  [hidden] = (await addDevices(api, { company, alias: 'Hidden' }, 1)) as [TestDevice];
});

type PostedBody = NonNullable<CallOf<typeof postApproval>['body']>;
type RequestFields = Partial<Extract<PostedBody, { device_pk: unknown }>>;
const ask = (more: RequestFields = {}, token = requester.token) =>
  api.call(token, postApproval, {
    body: {
      device_pk: device.pk,
      approver_pk: approver.pk,
      start_time: fromNow(0),
      end_time: fromNow(2),
      approval_reason: 'maintenance',
      ...more,
    },
  });
const answer = (token: string, pk: ApprovalPk, is_accept: 0 | 1, react_reason = '') =>
  api.call(token, postApproval, { body: { pk, is_accept, react_reason } });
const codeOf = async (reply: Promise<{ error: { code: string } | undefined }>) => (await reply).error?.code;

let pk: ApprovalPk;
beforeEach(async () => {
  const { objects } = await ask();
  pk = objects[0]?.pk as ApprovalPk;
});

test('a request notifies the approver by mail and socket, and its decision the requester', async () => {
  const published: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    published.push(JSON.parse(text)),
  );
  const again = await ask({ approval_reason: 'to restart it' });
  expect(again.objects).toMatchObject([
    { pk, device_alias: 'Kiosk 1', approver_name: 'Head', requester_name: 'Asker', approve_state: 0 },
  ]);
  await answer(approver.token, pk, 1);
  const to = [requester.pk, approver.pk];
  const approved = { t: 'approval_changed', to, pk, state: 2 };
  await eventually(() => expect(published).toEqual([{ ...approved, state: 0 }, approved]));
  await unsubscribe();
  const written = await api.deps.database.asSystem((tx) => tx.select().from(mails).orderBy(mails.pk));
  const [asked, decided] = written.slice(-2);
  expect(asked).toMatchObject({ to: 'head@vigil.test', subject: 'Approval request: remote access to Kiosk 1' });
  expect(asked?.text).toContain('Asker requests remote access to Kiosk 1');
  expect(asked?.text).toMatch(/to restart it[^]*\/(?:en|ko|ja)\/management\/access$/mu);
  expect(decided).toMatchObject({ to: 'asker@vigil.test', subject: '원격 접속이 승인되었습니다: Kiosk 1' });
});

test('an approver gets a limited number of mails, and the answers do not show it', async () => {
  await using limited = await startTestApi({ RATE_LIMIT_FACTOR: '0.1' });
  const place = { company: await addCompany(limited) };
  const email = 'busy@vigil.test';
  const busy = await addMember(limited, place.company, {
    email,
    emailVerifiedAt: new Date(),
    useApprovalFunction: 1,
  });
  const [kiosk] = (await addDevices(limited, place, 1)) as [TestDevice];
  for (let n = 0; n < 8; n += 1) {
    const asking = await addMember(limited, place.company, { groups: [place.company.home], approverFk: busy.pk });
    const times = { start_time: fromNow(0), end_time: fromNow(2) };
    const body = { device_pk: kiosk.pk, approver_pk: busy.pk, ...times, approval_reason: `request ${n}` };
    expect((await limited.call(asking.token, postApproval, { body })).status).toBe(200);
  }
  expect(await mailsTo(limited, email)).toHaveLength(6);
});

test('companies together send requests to an address at one pace, and of a reason only its beginning', async () => {
  await using limited = await startTestApi({ RATE_LIMIT_FACTOR: '0.1' });
  const email = 'vouched@vigil.test';
  const queueMail = createMailQueue(limited.deps, 0.1);
  for (const other of [await addCompany(limited), await addCompany(limited)]) {
    const to = { address: email, company: other.pk, kind: 'request', isConfirmed: true } as const;
    const mail = { subject: 'x', text: 'x', html: 'x' };
    for (let n = 0; n < 6; n += 1) await commitChange(limited.deps, other.pk, (tx) => queueMail(tx, to, () => mail));
  }
  const place = { company: await addCompany(limited) };
  const vouched = await addMember(limited, place.company, {
    email,
    emailVerifiedAt: new Date(),
    useApprovalFunction: 1,
  });
  const asking = await addMember(limited, place.company, { groups: [place.company.home], approverFk: vouched.pk });
  const [kiosk] = (await addDevices(limited, place, 1)) as [TestDevice];
  const body = {
    device_pk: kiosk.pk,
    start_time: fromNow(0),
    end_time: fromNow(2),
    approval_reason: 'spam '.repeat(200),
  };
  expect((await limited.call(asking.token, postApproval, { body })).status).toBe(200);
  const written = await mailsTo(limited, email);
  expect(written).toHaveLength(13);
  const [waiting, ...more] = written.filter(({ nextTryAt }) => nextTryAt.getTime() > 0);
  expect(more).toEqual([]);
  expect(waiting?.nextTryAt.getTime()).toBeGreaterThan(Date.now());
  expect(waiting?.text.split('spam').length).toBeLessThan(70);
});

test('the mail has one link, its own, also with a device and a reason that look like links', async () => {
  const [named] = await addDevices(api, { company, group: room, alias: 'bonus.evil.example' }, 1);
  await ask({ device_pk: named?.pk as TestDevice['pk'], approval_reason: 'see http://evil.example/form' });
  const [mail] = await mailsTo(api, 'head@vigil.test');
  expect(mail?.subject.replaceAll('\u200B', '')).toBe('Approval request: remote access to bonus.evil.example 1');
  for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toMatch(/evil\.example|http:\/\/evil/u);
  expect(mail?.html.match(/href=/gu)).toHaveLength(1);
});

test('words of a requester are not mailed to an address that is not confirmed', async () => {
  const to = 'unconfirmed@vigil.test';
  const stranger = await addMember(api, company, { email: to, emailVerifiedAt: null, useApprovalFunction: 1 });
  expect((await ask({ approver_pk: stranger.pk })).objects).toMatchObject([{ approve_state: 0 }]);
  expect(await mailsTo(api, to)).toEqual([]);
});

test('times are ISO 8601, or in the time zone of the caller', async () => {
  const year = new Date().getUTCFullYear() + 1;
  const { objects } = await ask({ start_time: `${year}-01-10 09:00`, end_time: `${year}-01-10 18:30` });
  expect(objects[0]).toMatchObject({
    start_time: `${year}-01-10T00:00:00.000Z`,
    end_time: `${year}-01-10T09:30:00.000Z`,
  });
});

test.each([
  ['an end before its start', { start_time: fromNow(3), end_time: fromNow(2) }, 'date_validate_error'],
  ['an end at its start', { start_time: '2099-01-01 10:00', end_time: '2099-01-01 10:00' }, 'date_validate_error'],
  ['a start that has passed', { start_time: fromNow(-1) }, 'date_validate_error'],
  [
    'a day that does not exist',
    { start_time: '2099-02-31 10:00', end_time: '2099-03-02 10:00' },
    'date_validate_error',
  ],
  ['no reason', { approval_reason: '  ' }, 'approvals_reason'],
])('%s is refused', async (_, wish, code) => expect(await codeOf(ask(wish))).toBe(code));

test('access to an invisible or unknown device cannot be requested', async () => {
  expect(await codeOf(ask({ device_pk: hidden.pk }))).toBe('not_found');
  const foreign = await addCompany(api);
  expect(await codeOf(ask({}, foreign.admin))).toBe('not_found');
});

test('the chosen approver must be an approver of the company and not the requester', async () => {
  const plain = await addMember(api, company);
  const foreign = await addMember(api, await addCompany(api), { useApprovalFunction: 1 });
  for (const approver_pk of [plain.pk, foreign.pk, requester.pk])
    expect(await codeOf(ask({ approver_pk }))).toBe('approval_405');
});

test('without a choice the request goes to the requester’s approver', async () => {
  const body = { device_pk: device.pk, start_time: fromNow(1), end_time: fromNow(2), approval_reason: 'x' };
  const { objects } = await api.call(requester.token, postApproval, { body });
  expect(objects[0]?.approver_pk).toBe(approver.pk);
});

test('a request to nobody in particular notifies all administrators, and belongs to the one who decides it', async () => {
  const published: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    published.push(JSON.parse(text)),
  );
  const email = 'second@vigil.test';
  const second = await addMember(api, company, {
    type: 'Manager',
    memberTypeId: 2,
    name: 'Second',
    email,
    emailVerifiedAt: new Date(),
  });
  const resting = await addMember(api, company, { type: 'Manager', memberTypeId: 2, active: false });
  const { objects } = await ask({ device_pk: device.pk, approver_pk: 0, approval_reason: 'whoever is there' });
  expect(objects).toMatchObject([{ approver_pk: null, approver_id: '', approver_name: '', approve_state: 0 }]);
  expect(await mailsTo(api, email)).toHaveLength(1);
  const made = objects[0]?.pk as ApprovalPk;
  const [told] = published as [{ to: number[] }];
  expect(told.to).toContain(second.pk);
  expect(told.to).not.toContain(resting.pk);
  expect(told.to).not.toContain(approver.pk);
  expect(await codeOf(answer(approver.token, made, 1))).toBe('not_found');

  const body = { pk: made, start_time: fromNow(1), end_time: fromNow(3), approval_reason: 'later' };
  const changed = (await api.call(requester.token, postApproval, { body })).objects;
  expect(changed).toMatchObject([{ approver_pk: null }]);
  expect((await answer(second.token, made, 1)).objects).toMatchObject([
    { approver_pk: second.pk, approver_name: 'Second', approve_state: 2 },
  ]);
  await unsubscribe();
});

test('without a choice and without an own approver the request goes to all administrators', async () => {
  const { token } = await addMember(api, company, { groups: [room] });
  const body = { device_pk: device.pk, start_time: fromNow(1), end_time: fromNow(2), approval_reason: 'x' };
  expect((await api.call(token, postApproval, { body })).objects).toMatchObject([{ approver_pk: null }]);
});

test('only the approver and administrators decide', async () => {
  expect(await codeOf(answer(requester.token, pk, 1))).toBe('not_allowed');
  const other = await addMember(api, company, { useApprovalFunction: 1 });
  expect(await codeOf(answer(other.token, pk, 1))).toBe('not_found');
  const foreign = await addCompany(api);
  expect(await codeOf(answer(foreign.admin, pk, 1))).toBe('not_found');
  expect((await answer(approver.token, pk, 1)).objects[0]?.approve_state).toBe(2);
  expect((await answer(company.admin, pk, 0, 'not today')).objects[0]).toMatchObject({
    approve_state: 1,
    react_reason: 'not today',
  });
});

test('refusing needs a reason, approving takes none, and a decision may be changed', async () => {
  expect(await codeOf(answer(approver.token, pk, 0))).toBe('approvals_reason');
  expect(await codeOf(answer(approver.token, pk, 1, 'no'))).toBe('approval_takes_no_reason');
  expect((await answer(approver.token, pk, 0, 'no')).objects[0]?.approve_state).toBe(1);
  expect((await answer(approver.token, pk, 1)).objects[0]).toMatchObject({ approve_state: 2, react_reason: '' });
});

test('an approved window is open from its start to its end, unless it is withdrawn', async () => {
  const { pk: user, token } = await addMember(api, company, { groups: [room] });
  const asked = (await ask({}, token)).objects[0]?.pk as ApprovalPk;
  const at = (hours: number) =>
    api.deps.database.inCompany(company.pk, (tx) =>
      readContiguousWindowEnd(tx, { user, device: device.pk }, new Date(Date.now() + hours * HOUR_MS)),
    );
  expect(await at(1)).toBeNull();
  await answer(approver.token, asked, 1);
  expect(await at(1)).toEqual(expect.any(Date));
  expect([await at(-1), await at(3)]).toEqual([null, null]);
  await answer(approver.token, asked, 0, 'over');
  expect(await at(1)).toBeNull();
});

test('users see the requests that they made or decide', async () => {
  const seen = async (token: string, type?: 'request' | 'history') => {
    const query = { search_mode: 'all', ...(type ? { type } : {}) } as const;
    return (await api.call(token, listApprovals, { query })).objects.some((row) => row.pk === pk);
  };
  const outsider = await addMember(api, company);
  expect([await seen(requester.token), await seen(approver.token), await seen(company.admin)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([await seen(requester.token, 'history'), await seen(approver.token, 'request')]).toEqual([false, false]);
  expect([await seen(outsider.token), await seen((await addCompany(api)).admin)]).toEqual([false, false]);
});

test('lists are searched, sorted and cut into pages', async () => {
  await answer(approver.token, pk, 0, 'no');
  const list = async (query: NonNullable<CallOf<typeof listApprovals>['query']>) =>
    (await api.call(requester.token, listApprovals, { query })).objects.map((row) => row.pk);
  expect(await list({ search_key: 'approve_state', search_value: '1' })).toContain(pk);
  expect(await list({ search_key: 'approve_state', search_value: '0' })).not.toContain(pk);
  expect(await list({ search_key: 'device_alias', search_value: 'kio', order: 'desc', limit: 1 })).toEqual([pk]);
  expect(await list({ search_key: 'device_alias', search_value: 'kio', state: 0 })).not.toContain(pk);
  expect(await list({ start_date: '2020-01-01 00:00:00', end_date: '2020-12-31 23:59:59' })).toEqual([]);
  expect(await list({ device_pk: hidden.pk })).toEqual([]);
});

test('a request outlives its device, and can no longer be decided', async () => {
  const group = await addGroup(api, company, 'Short-lived');
  const [gone] = (await addDevices(api, { company, group, alias: 'Gone' }, 1)) as [TestDevice];
  const asked = (await ask({ device_pk: gone.pk, approver_pk: approver.pk }, company.admin)).objects[0]
    ?.pk as ApprovalPk;
  await api.deps.database.asSystem((tx) => tx.delete(devices).where(eq(devices.pk, gone.pk)));
  const query = { search_key: 'approve_state', search_value: '4' } as const;
  const { objects } = await api.call(company.admin, listApprovals, { query });
  expect(objects).toMatchObject([{ pk: asked, device_pk: null, device_alias: 'Gone 1', approve_state: 4 }]);
  expect(await codeOf(answer(approver.token, asked, 1))).toBe('conflict');
});

test('a user who is no approver any more cannot decide', async () => {
  const former = await addMember(api, company, { useApprovalFunction: 1 });
  const asked = (await ask({ approver_pk: former.pk })).objects[0]?.pk as ApprovalPk;
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, former.pk)));
  expect(await codeOf(ask({ approver_pk: former.pk }))).toBe('approval_405');
  expect((await answer(company.admin, asked, 1)).status).toBe(200);
});

type ResubmitFields = Partial<Extract<PostedBody, { pk: unknown; start_time: unknown }>>;
const resubmit = (token: string, more: ResubmitFields = {}) =>
  api.call(token, postApproval, {
    body: { pk, start_time: fromNow(3), end_time: fromNow(4), approval_reason: 'later', ...more },
  });

test('an undecided request is changed by its requester alone, and keeps its approver unless another is chosen', async () => {
  const changed = (await resubmit(requester.token)).objects[0];
  expect(changed).toMatchObject({ pk, approval_reason: 'later', approver_pk: approver.pk, approve_state: 0 });
  const other = await addMember(api, company, { useApprovalFunction: 1 });
  expect((await resubmit(requester.token, { approver_pk: other.pk })).objects[0]?.approver_pk).toBe(other.pk);
  expect(await codeOf(resubmit(company.admin))).toBe('not_allowed');
  expect(await codeOf(resubmit(approver.token))).toBe('not_found');
  expect(await codeOf(resubmit(requester.token, { approval_reason: ' ' }))).toBe('approvals_reason');
  expect(await codeOf(resubmit(requester.token, { end_time: fromNow(2) }))).toBe('date_validate_error');
  await answer(company.admin, pk, 0, 'no');
  expect(await codeOf(resubmit(requester.token))).toBe('conflict');
});

test('a request whose time is over has lapsed: it may be rejected or changed, not approved', async () => {
  const ended = new Date(Date.now() - HOUR_MS);
  const started = new Date(Date.now() - 2 * HOUR_MS);
  await api.deps.database.asSystem((tx) =>
    tx.update(approvals).set({ startTime: started, endTime: ended }).where(eq(approvals.pk, pk)),
  );
  const read = async (token: string) => {
    const { objects } = await api.call(token, listApprovals, { query: { search_mode: 'all' } });
    return objects.find((row) => row.pk === pk);
  };
  expect(await read(approver.token)).toMatchObject({
    is_over: 1,
    can: { approve: 0, reject: 1, resubmit: 0, renew: 0 },
  });
  expect(await read(requester.token)).toMatchObject({ can: { approve: 0, reject: 0, resubmit: 1, renew: 0 } });
  expect(await codeOf(answer(approver.token, pk, 1))).toBe('date_validate_error');
  expect((await resubmit(requester.token)).objects[0]).toMatchObject({ is_over: 0 });
  expect((await answer(approver.token, pk, 1)).objects[0]?.approve_state).toBe(2);
});

test('the same decision again changes nothing and writes nothing', async () => {
  const recorded = () =>
    api.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(audits)
        .where(and(eq(audits.companyFk, company.pk), eq(audits.actNameId, auditCode.accessApproved))),
    );
  await answer(approver.token, pk, 1);
  const [before, mailed] = [await recorded(), await mailsTo(api, 'asker@vigil.test')];
  expect(before.at(-1)).toMatchObject({ memberFk: approver.pk, deviceFk: device.pk });
  expect((await answer(approver.token, pk, 1)).objects[0]?.approve_state).toBe(2);
  expect(await recorded()).toEqual(before);
  expect(await mailsTo(api, 'asker@vigil.test')).toEqual(mailed);
});

test('a decision is about the request that its approver saw', async () => {
  const proposal_time = (await ask()).objects[0]?.proposal_time ?? '';
  const changed = (await resubmit(requester.token, { end_time: fromNow(8_760) })).objects[0]?.proposal_time ?? '';
  expect(changed).not.toBe(proposal_time);
  const decide = (is_accept: 0 | 1, seen: string) => {
    const react_reason = is_accept === 1 ? '' : 'no';
    return api.call(approver.token, postApproval, {
      body: { pk, is_accept, react_reason, proposal_time: seen },
    });
  };
  for (const is_accept of [0, 1] as const) expect(await codeOf(decide(is_accept, proposal_time))).toBe('conflict');
  expect((await decide(1, changed)).objects[0]?.approve_state).toBe(2);
});
