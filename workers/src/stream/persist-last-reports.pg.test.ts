import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { workersTest } from '../testing/fixture.ts';
import { persistInventory, persistPolicyStates } from './persist-last-reports.ts';

const test = workersTest();

test('a report that is handled again changes nothing once a later one is stored', async ({ workers }) => {
  const { deps, company } = workers;
  const device = await workers.addDevice();
  const inventory = (at: number, name: string) =>
    persistInventory(deps, [
      {
        id: `${at}-0`,
        company,
        kind: 'inventory',
        seq: 0,
        data: { device, inventory: { hardware: [{ name, description: '' }], software: [] } },
      },
    ]);
  const policyState = (at: number, os_version: string) => {
    const state = { os_version, vaccine: '', vaccine_running: null, stays_awake: null };
    return persistPolicyStates(deps, [
      { id: `${at}-0`, company, kind: 'policy_state', seq: 0, data: { device, at, state } },
    ]);
  };
  for (const at of [1, 3, 2]) {
    await inventory(at, `cpu ${at}`);
    await policyState(at, `10.${at}`);
  }
  const [row] = await deps.database.asSystem((tx) => tx.select().from(devices).where(eq(devices.pk, device)));
  expect(row?.hardware).toEqual([{ name: 'cpu 3', description: '' }]);
  expect(row?.policyState).toMatchObject({ os_version: '10.3' });
});
