import { listAudits } from '@vigil/shared/contract/http/audits';
import { cancelScheduledCommand, issueBulkCommand, listCommands } from '@vigil/shared/contract/http/commands';
import type { CommandId, GroupPk } from '@vigil/shared/contract/ids';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  guestTokenOf,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
let online: TestDevice;
let offline: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  floor = await addGroup(api, company, 'Floor');
  [online, offline] = (await addDevices(api, { company, group: floor }, 2)) as [TestDevice, TestDevice];
  await connectDevices(api, company, [online.pk]);
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
interface Order {
  readonly token?: string;
  readonly type?: 'reboot' | 'information';
}
const schedule = (at: string, { token = company.admin, type = 'reboot' }: Order = {}) =>
  api.call(token, issueBulkCommand, {
    body: { device_pks: [online.pk, offline.pk], type, schedule_time: at },
  });
const cancel = (id: CommandId, token = company.admin) => api.call(token, cancelScheduledCommand, { params: { id } });
const rowOf = async (id: CommandId) =>
  (await api.call(company.admin, listCommands, { query: { search_mode: 'all' } })).objects.find((row) => row.id === id);

test('a scheduled restart waits for its time without a job, also for a device that is offline now', async () => {
  const at = inHours(8);
  const { objects } = await schedule(at);
  expect(objects).toMatchObject({ commands: [{ state: 'queued' }, { state: 'queued' }], refused: [] });
  const [first] = objects.commands;
  expect(await rowOf(first!.id)).toMatchObject({ schedule_time: at, state: 'queued', message: null });
  const jobs = (await api.deps.queues.all()[0]?.getJobs(['waiting', 'delayed', 'active'])) ?? [];
  expect(jobs.map(({ id }) => id)).not.toContain(first!.id);
});

test('a schedule is cancelled once, which the audit has', async () => {
  const [command] = (await schedule(inHours(9))).objects.commands;
  expect((await cancel(command!.id)).objects).toEqual([command!.id]);
  expect(await rowOf(command!.id)).toMatchObject({ state: 'failed', message: 'cancelled' });
  expect((await cancel(command!.id)).error?.code).toBe('conflict');
  const audits = await api.call(company.admin, listAudits, { query: { device_pk: String(online.pk) } });
  expect(audits.objects[0]).toMatchObject({ act_name_id: 3, old_value: online.alias });
});

test('what runs at once cannot be cancelled, and what is no restart is not found', async () => {
  const { objects } = await api.call(company.admin, issueBulkCommand, {
    body: { device_pks: [online.pk], type: 'reboot' },
  });
  expect((await cancel(objects.commands[0]!.id)).error?.code).toBe('conflict');
  const information = await api.call(company.admin, issueBulkCommand, {
    body: { device_pks: [online.pk], type: 'information' },
  });
  expect((await cancel(information.objects.commands[0]!.id)).error?.code).toBe('not_found');
});

test('only administrators schedule and cancel, only restarts and shutdowns, only within 30 days', async () => {
  const member = await addMember(api, company, { groups: [floor], authVal: 15 });
  const guest = await guestTokenOf(api, company);
  expect((await schedule(inHours(1), { token: member.token })).error).toMatchObject({ code: 'not_allowed' });
  expect((await schedule(inHours(1), { token: guest })).error).toMatchObject({ code: 'not_allowed', detail: 'guest' });
  const [command] = (await schedule(inHours(2))).objects.commands;
  expect((await cancel(command!.id, member.token)).error).toMatchObject({ code: 'not_allowed', detail: 'isAdmin' });
  expect((await schedule(inHours(1), { type: 'information' })).error?.code).toBe('schedule_invalid');
  for (const hours of [-1, 31 * 24]) expect((await schedule(inHours(hours))).error?.code).toBe('schedule_invalid');
  const other = await addCompany(api);
  expect((await cancel(command!.id, other.admin)).error?.code).toBe('not_found');
});
