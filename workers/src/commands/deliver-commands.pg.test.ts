import { randomUUID } from 'node:crypto';
import { CommandId, DeviceGuid, type DevicePk, type UserPk } from '@vigil/shared/contract/ids';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import { openCommandsWorker, scriptAgent } from '../testing/scripted-agent.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { deliverCommand } from './deliver-commands.ts';
import { queueDueCommands } from './queue-due-commands.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;
let guid: DeviceGuid;

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  const [row] = await system((tx) => tx.select({ guid: devices.guid }).from(devices).where(eq(devices.pk, device)));
  guid = DeviceGuid.parse(row?.guid);
  const worker = openCommandsWorker(workers);
  return () => worker[Symbol.asyncDispose]();
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

type NewRow = Partial<typeof commands.$inferInsert>;

/** Adds a command that the API has signed, altered by `more` after that, and its job. */
async function queue(more: NewRow = {}): Promise<CommandId> {
  const id = CommandId.parse(randomUUID());
  const command = { id, type: 'process_end', args: { pid: 7, name: 'editor' } } as const;
  const deadline = new Date(Date.now() + 60_000);
  const { key_id: keyId, signature } = await workers.deps.commandSigner.sign({ ...command, guid, deadline });
  const row = { ...command, deadline, keyId, signature, companyFk: workers.company, deviceFk: device };
  await system((tx) => tx.insert(commands).values({ ...row, deviceAlias: 'Device', ...more }));
  await workers.deps.queues.add('commands', [{ id, data: { id, company: workers.company } }]);
  return id;
}

async function addUser(columns: Partial<typeof users.$inferInsert>) {
  const mgrid = `person-${randomUUID().slice(0, 8)}`;
  const row = { companyFk: workers.company, mgrid, passwordHash: 'none', ...columns };
  const [user] = await system((tx) => tx.insert(users).values(row).returning({ pk: users.pk }));
  return user!.pk;
}

async function find(id: CommandId) {
  const [row] = await system((tx) => tx.select().from(commands).where(eq(commands.id, id)));
  return row;
}

test('[CMD-8] a worker passes the signature on as the API has made it', async () => {
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  const id = await queue();
  await eventually(async () => expect((await find(id))?.state).toBe('done'));
  const { keyId, signature, deadline } = (await find(id))!;
  expect(agent.received).toMatchObject([
    { signed_only: false, command: { id, key_id: keyId, signature, deadline: deadline.toISOString() } },
  ]);
});

test.each<[string, NewRow]>([
  ['arguments', { args: { pid: 1, name: 'editor' } }],
  ['type', { type: 'shutdown' }],
  ['deadline', { deadline: new Date(Date.now() + 3_600_000) }],
  ['key', { keyId: 'unknown' }],
  ['signature', { keyId: null, signature: null }],
])('[CMD-8] a command whose %s was altered in the database is not delivered', async (_what, altered) => {
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  const id = await queue(altered);
  await eventually(async () =>
    expect(await find(id)).toMatchObject({ state: 'failed', message: 'signature_invalid', sentAt: null }),
  );
  expect(agent.received).toEqual([]);
});

test('[CMD-8] the refusal of an agent is in the ledger as it is', async () => {
  await scriptAgent(workers, device, () => ({ ok: false, state: 'failed', error: { code: 'signature_invalid' } }));
  const id = await queue();
  await eventually(async () =>
    expect(await find(id)).toMatchObject({
      state: 'failed',
      message: 'signature_invalid',
      finishedAt: expect.any(Date),
    }),
  );
});

test('[CMD-9] a company that takes no agents of protocol 1 says so with each command', async () => {
  const allow = (allowProtocol1: 0 | 1) =>
    system((tx) => tx.update(companies).set({ allowProtocol1 }).where(eq(companies.pk, workers.company)));
  await allow(0);
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  const id = await queue();
  await eventually(async () => expect((await find(id))?.state).toBe('done'));
  expect(agent.received).toMatchObject([{ signed_only: true }]);
  await allow(1);
});

test('[CMD-4] a scheduled command whose job comes early waits for its time', async () => {
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  const id = await queue({ notBefore: new Date(Date.now() + 3_600_000), deadline: new Date(Date.now() + 3_660_000) });
  const jobs = workers.deps.queues.all().find(({ name }) => name === 'commands')!;
  await eventually(async () => expect(await jobs.getJob(id)).toBeUndefined());
  expect(await find(id)).toMatchObject({ state: 'queued', sentAt: null });
  expect(agent.received).toEqual([]);
});

test('a scheduled command is not delivered for a requester who is no administrator any more', async () => {
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  const notBefore = new Date(Date.now() - 1_000);
  const admin = await queue({ notBefore, issuedBy: await addUser({ type: 'Manager' }) });
  await eventually(async () => expect((await find(admin))?.state).toBe('done'));
  for (const columns of [{ type: 'Manager', active: false }, { type: 'Member' }]) {
    const id = await queue({ notBefore, issuedBy: await addUser(columns) });
    await eventually(async () =>
      expect(await find(id)).toMatchObject({ state: 'failed', message: 'not_allowed', sentAt: null }),
    );
  }
  expect(agent.received).toHaveLength(1);
});

test('a command whose deliveries all failed in a gap of the network is delivered once its device is back', async () => {
  const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
  await agent.setOnline(false);
  const createdAt = new Date(Date.now() - 10_000);
  const id = await queue({ state: 'sent', sentAt: createdAt, createdAt });
  const jobs = workers.deps.queues.all().find(({ name }) => name === 'commands')!;
  const hasEnded = async () => (await (await jobs.getJob(id))?.isFailed()) ?? true;
  await eventually(async () => expect(await hasEnded()).toBe(true));
  await agent.setOnline(true);
  await queueDueCommands(workers.deps);
  await eventually(async () => expect((await find(id))?.state).toBe('done'));
});

const withdrawals: [string, (requester: UserPk) => Promise<unknown>][] = [
  ['was deactivated', (pk) => system((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, pk)))],
  ['was deleted', (pk) => system((tx) => tx.delete(users).where(eq(users.pk, pk)))],
  ['lost the flag', (pk) => system((tx) => tx.update(users).set({ authDevicemanagement: 0 }).where(eq(users.pk, pk)))],
  ['lost the group', (pk) => system((tx) => tx.delete(groupMembers).where(eq(groupMembers.memberFk, pk)))],
  ['was bound to windows', (pk) => system((tx) => tx.update(users).set({ useApproval: 1 }).where(eq(users.pk, pk)))],
  [
    'came to its end',
    (pk) =>
      system((tx) =>
        tx
          .update(users)
          .set({ validUntil: new Date(0) })
          .where(eq(users.pk, pk)),
      ),
  ],
  ['ordered from a device that is not approved any more', () => setApproval(0)],
];

const setApproval = (approval: 0 | 1) =>
  system((tx) => tx.update(devices).set({ approval }).where(eq(devices.pk, device)));

/** A member who may end processes on the device. */
async function addRequester(): Promise<UserPk> {
  const pk = await addUser({ type: 'Member', authDevicemanagement: 1 });
  await system(async (tx) => {
    const [row] = await tx.select({ group: devices.groupFk }).from(devices).where(eq(devices.pk, device));
    await tx.insert(groupMembers).values({ companyFk: workers.company, memberFk: pk, groupFk: row!.group });
  });
  return pk;
}

test.each(withdrawals)(
  '[CMD-6] a sent command is only asked about, and a queued one fails, when its requester %s',
  async (_what, withdraw) => {
    const agent = await scriptAgent(workers, device, () => ({ ok: true, state: 'done' }));
    const issuedBy = await addRequester();
    const control = await queue({ state: 'sent', sentAt: new Date(), issuedBy });
    await eventually(async () => expect((await find(control))?.state).toBe('done'));
    await withdraw(issuedBy);
    const sent = await queue({ state: 'sent', sentAt: new Date(), issuedBy });
    const queued = await queue({ issuedBy });
    await eventually(async () => expect(await find(queued)).toMatchObject({ state: 'failed', sentAt: null }));
    const job = { id: sent, company: workers.company };
    await deliverCommand(workers.deps, job);
    expect(agent.received.map(({ command }) => command.id)).toEqual([control]);
    await deliverCommand({ ...workers.deps, now: () => Date.now() + 90_000 }, job);
    expect(agent.received.map(({ command }) => command.id)).toEqual([control, sent]);
    await setApproval(1);
  },
);
