import { deviceProcesses, devices } from '@vigil/shared/platform/db/schema/devices';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import { persistInventory, persistPolicyStates, persistProcesses } from './persist-last-reports.ts';

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

test('of a list that was cut the number of all is stored, until one is whole', async ({ workers }) => {
  const { deps, company } = workers;
  const device = await workers.addDevice();
  const entry = (at: number) => ({ id: `${at}-0`, company, seq: 0 });
  const rows = [{ name: 'init', pid: 1, cpu_usage: 0, memory_usage: 0 }];
  const totals = async () => {
    const [row] = await deps.database.asSystem((tx) =>
      tx
        .select({ software: devices.softwareTotal, processes: deviceProcesses.total })
        .from(devices)
        .leftJoin(deviceProcesses, eq(deviceProcesses.deviceFk, devices.pk))
        .where(eq(devices.pk, device)),
    );
    return row;
  };
  const inventory = { hardware: [], software: [] };
  await persistInventory(deps, [
    { ...entry(1), kind: 'inventory', data: { device, inventory: { ...inventory, software_total: 5_001 } } },
  ]);
  await persistProcesses(deps, [{ ...entry(1), kind: 'processes', data: { device, at: 1, rows, total: 2_400 } }]);
  expect(await totals()).toEqual({ software: 5_001, processes: 2_400 });
  await persistInventory(deps, [{ ...entry(2), kind: 'inventory', data: { device, inventory } }]);
  await persistProcesses(deps, [{ ...entry(2), kind: 'processes', data: { device, at: 2, rows } }]);
  expect(await totals()).toEqual({ software: null, processes: null });
});
