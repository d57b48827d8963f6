import { randomUUID } from 'node:crypto';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { expect } from 'vitest';
import { CommandWorld } from '../testing/command-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';

const test = workersTest();

/** An update whose version has connected, and may not stay. */
async function triedUpdate(workers: WorkersTestContext): Promise<CommandWorld> {
  const one = new CommandWorld(workers, { type: 'update', device: await workers.addDevice() });
  await one.start();
  await one.deliver();
  one.tryUpdate();
  await one.storeFacts();
  await one.sendReports();
  await one.sweep(10_000);
  // A report is repeated when a gateway announces its sockets anew.
  await one.storeFacts();
  await one.sweep(10_000);
  expect((await one.row()).state).toBe('running');
  return one;
}

test('[UPD-5] an update is done once its version is no longer on trial', async ({ workers }) => {
  const one = await triedUpdate(workers);
  one.onTrial = false;
  one.facts = { ...one.facts, agent_start_id: randomUUID() };
  await one.storeFacts();
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'done', message: null });
});

test('[UPD-5] an update whose version connected on trial and did not stay has failed with the reason of the agent', async ({
  workers,
}) => {
  const one = await triedUpdate(workers);
  one.returnFromUpdate('1.0.0', 'update_interrupted');
  await one.storeFacts();
  await one.sendReports();
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'update_interrupted' });
  expect((await one.steps()).filter(({ state }) => isFinalCommandState(state))).toHaveLength(1);
});
