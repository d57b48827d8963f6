import { postApproval } from '@vigil/shared/contract/http/approvals';
import { createTicket } from '@vigil/shared/contract/http/tickets';
import type { UserPk } from '@vigil/shared/contract/ids';
import { memberTypeColumns } from '@vigil/shared/domain/member-types';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { mailsTo } from '../testing/mails.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addDevices, addMember, type TestCompany, type TestDevice } from '../testing/world.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1', TICKETS: '1' });
const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device] = (await addDevices(api, { company }, 1)) as [TestDevice];
});

const addDecider = async () => {
  const email = `${crypto.randomUUID()}@vigil.test`;
  const columns = { ...memberTypeColumns[6], email, emailVerifiedAt: new Date(), langCode: 'en' as const };
  return { email, ...(await addMember(api, company, { ...columns, groups: [company.home] })) };
};
const addAsker = (approverFk: UserPk) => addMember(api, company, { groups: [company.home], approverFk });
const askTicket = async (token: string) => {
  const times = { reqr_work_startdate: fromNow(0), reqr_work_enddate: fromNow(4) };
  const body = { ...times, reqr_work_reason: 'Work', device_pks: [device.pk] };
  expect((await api.call(token, createTicket, { body })).status).toBe(200);
};
const subjectsTo = async (email: string) => (await mailsTo(api, email)).map(({ subject }) => subject);

test('one member causes ten mails an hour, requests and tickets together, and then one that says how many requests wait', async () => {
  const decider = await addDecider();
  const [loud, quiet] = [await addAsker(decider.pk), await addAsker(decider.pk)];
  const body = { device_pk: device.pk, start_time: fromNow(0), end_time: fromNow(2), approval_reason: 'x' };
  expect((await api.call(loud.token, postApproval, { body })).status).toBe(200);
  for (let count = 0; count < 14; count += 1) await askTicket(loud.token);
  const subjects = await subjectsTo(decider.email);
  const more = subjects.filter((subject) => subject.startsWith('Requests that wait'));
  expect([subjects.length, more]).toEqual([11, ['Requests that wait for a decision: 11']]);
  const collective = (await mailsTo(api, decider.email)).find(({ subject }) => subject === more[0]);
  expect(collective?.text).toMatch(/\/en\/management\/access-user$/mu);
  // The mail about the request of somebody else is not among those that were used up.
  await askTicket(quiet.token);
  expect(await subjectsTo(decider.email)).toHaveLength(12);
});

test('beyond the mails of a recipient one says how many requests wait', async () => {
  const decider = await addDecider();
  const askers = await Promise.all(Array.from({ length: 7 }, () => addAsker(decider.pk)));
  for (const { token } of askers) for (let count = 0; count < 9; count += 1) await askTicket(token);
  const subjects = await subjectsTo(decider.email);
  expect(subjects).toHaveLength(61);
  expect(subjects.filter((subject) => subject.startsWith('Requests that wait'))).toEqual([
    'Requests that wait for a decision: 61',
  ]);
});
