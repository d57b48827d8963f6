import { randomUUID } from 'node:crypto';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import { commandStates, type CommandState } from '@vigil/shared/contract/names';
import { isFinalCommandState, OUTCOME_UNKNOWN_AFTER_DEADLINE_MS } from '@vigil/shared/domain/command-life';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../tests/support/scope.ts';
import { maintainUsagePartitions } from '../housekeeping/partitions.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { endOverdueCommands } from './expire-commands.ts';
import { storeCommandStep } from './ledger.ts';
import { queueDueCommands } from './queue-due-commands.ts';

const DAY_MS = 24 * 3_600_000;

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;

test.beforeAll(({ workers: started, device: added }) => {
  [workers, device] = [started, added];
});

async function addCommand(more: Partial<typeof commands.$inferInsert> = {}): Promise<CommandId> {
  const id = CommandId.parse(randomUUID());
  const { company, deps } = workers;
  const deadline = new Date(Date.now() + 60_000);
  await deps.database.asSystem((tx) =>
    tx
      .insert(commands)
      .values({ id, companyFk: company, deviceFk: device, deviceAlias: 'Device', type: 'reboot', deadline, ...more }),
  );
  return id;
}
const step = (id: CommandId, state: CommandState, reporter?: DevicePk) =>
  workers.deps.database.asSystem((tx) =>
    storeCommandStep(tx, { id, state, at: new Date() }, reporter && { company: workers.company, device: reporter }),
  );
const rowOf = async (id: CommandId) => {
  const [row] = await workers.deps.database.asSystem((tx) => tx.select().from(commands).where(eq(commands.id, id)));
  return row;
};

test('[CMD-1] for reports in any order, a state never goes back and a final state never changes', async () => {
  const reports = fc.array(fc.constantFrom(...commandStates), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(reports, async (states) => {
      const id = await addCommand();
      let now: CommandState = 'queued';
      for (const state of states) {
        await step(id, state);
        const next = (await rowOf(id))?.state ?? 'queued';
        if (isFinalCommandState(now)) expect(next).toBe(now);
        else expect(commandStates.indexOf(next)).toBeGreaterThanOrEqual(commandStates.indexOf(now));
        now = next;
      }
      const steps = await workers.deps.database.asSystem((tx) =>
        tx.select().from(commandSteps).where(eq(commandSteps.commandFk, id)).orderBy(commandSteps.pk),
      );
      expect(steps.filter((one) => isFinalCommandState(one.state)).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: runsOf({ usual: 15, all: 40 }), seed: 20_261_121 },
  );
});

test('a command that counted its progress ends at 100 percent, and one that fails stays where it was', async () => {
  const counted = { type: 'application_install', state: 'running', percent: 95 } as const;
  const [done, failed, silent] = [await addCommand(counted), await addCommand(counted), await addCommand()];
  for (const id of [done, silent]) await step(id, 'done');
  await step(failed, 'failed');
  expect([await rowOf(done), await rowOf(failed), await rowOf(silent)].map((row) => row?.percent)).toEqual([
    100,
    95,
    null,
  ]);
});

test('[CMD-7] an agent reports on commands to its own device only', async () => {
  const id = await addCommand();
  const otherDevice = await workers.addDevice();
  expect(await step(id, 'done', otherDevice)).toBeUndefined();
  expect(await step(id, 'done', device)).toMatchObject({ state: 'done' });
});

test('[CMD-4] [CMD-6] a command that was not sent expires at its deadline; what became of others is unknown 15 minutes later', async () => {
  const past = (ms: number) => new Date(Date.now() - ms);
  const ids = {
    due: await addCommand({ deadline: past(1) }),
    waiting: await addCommand(),
    sent: await addCommand({ state: 'sent', deadline: past(1_000) }),
    unanswered: await addCommand({ state: 'sent', deadline: past(OUTCOME_UNKNOWN_AFTER_DEADLINE_MS + 1_000) }),
    working: await addCommand({ state: 'running', deadline: past(1_000) }),
    lost: await addCommand({ state: 'running', deadline: past(OUTCOME_UNKNOWN_AFTER_DEADLINE_MS + 1_000) }),
    done: await addCommand({ state: 'done', deadline: past(DAY_MS) }),
  };
  await endOverdueCommands(workers.deps);
  const states = await Promise.all(
    Object.entries(ids).map(async ([name, id]) => [name, (await rowOf(id))?.state] as const),
  );
  expect(Object.fromEntries(states)).toEqual({
    due: 'expired',
    waiting: 'queued',
    sent: 'sent',
    unanswered: 'failed',
    working: 'running',
    lost: 'failed',
    done: 'done',
  });
  expect((await rowOf(ids.due))?.message).toBe('command_expired');
  for (const id of [ids.unanswered, ids.lost]) expect((await rowOf(id))?.message).toBe('outcome_unknown');
});

test('[CMD-6] a command whose job was lost is queued again, once', async () => {
  const lost = await addCommand({ createdAt: new Date(Date.now() - 10_000) });
  const fresh = await addCommand();
  const accepted = await addCommand({ state: 'accepted', createdAt: new Date(Date.now() - 10_000) });
  await queueDueCommands(workers.deps);
  await queueDueCommands(workers.deps);
  const jobs = (await workers.deps.queues.all()[0]?.getJobs(['waiting', 'delayed'])) ?? [];
  const ids = jobs.map((job) => job.id);
  expect(ids.filter((id) => id === lost)).toHaveLength(1);
  expect([ids.includes(fresh), ids.includes(accepted)]).toEqual([false, false]);
});

test('partitions are created ahead, and dropped after their retention', async () => {
  const tables = async () =>
    (
      await workers.deps.database.asSystem((tx) =>
        tx.execute<{ name: string }>(
          sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_minutes'::regclass`,
        ),
      )
    )
      .map((row) => row.name)
      .toSorted();
  const keepAt = (time: string) => maintainUsagePartitions({ ...workers.deps, now: () => Date.parse(time) }, 30);
  await Promise.all([keepAt('2026-02-27T12:00:00Z'), keepAt('2026-02-27T12:00:00Z')]);
  expect(await tables()).toEqual(
    ['20260226', '20260227', '20260228', '20260301', '20260302'].map((day) => `usage_minutes_${day}`),
  );
  await keepAt('2026-03-29T00:00:00Z');
  expect((await tables())[0]).toBe('usage_minutes_20260227');
  await keepAt('2026-05-01T00:00:00Z');
  expect((await tables())[0]).toBe('usage_minutes_20260401');
});
