import type { AlertPk, CompanyPk, DevicePk, GroupPk, IncidentPk } from '@vigil/shared/contract/ids';
import { INCIDENT_CAUSE_SETTLING_MS } from '@vigil/shared/domain/incidents';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const RUNS = 15;
const DEVICES = 6;
const MINUTE = 60;
const EVALUATION_SECONDS = 10;

let world: AlertWorld;
let company: CompanyPk;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
  ({ company } = workers);
});
beforeEach(() => world.reset());

interface Setting {
  readonly devices: readonly DevicePk[];
  readonly groups: readonly GroupPk[];
}

/** Devices of two groups behind two addresses, with thresholds for being disconnected, processor and disk. */
async function setUp(): Promise<Setting> {
  await world.system((tx) => tx.delete(maintenanceWindows));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 1 });
  await world.setThreshold('IW2', { value: 90 });
  await world.setThreshold('IW4', { value: 90 });
  const groups = [await world.addGroup('Left'), await world.addGroup('Right')];
  const devices: DevicePk[] = [];
  for (let n = 0; n < DEVICES; n += 1) {
    const device = await world.addDevice({ group: groups[n % 2]!, address: `203.0.113.${n < 4 ? 1 : 2}` });
    world.measures(device, { cpu_usage: 10, hdd_usage: 10 });
    devices.push(device);
  }
  return { devices, groups };
}

type Step = (setting: Setting) => Promise<unknown>;

const someDevices = fc.uniqueArray(fc.nat(DEVICES - 1), { minLength: 1, maxLength: DEVICES });
const forEachOf = (chosen: readonly number[], act: (device: DevicePk) => unknown): Step => {
  return async ({ devices }) => {
    for (const n of chosen) await act(devices[n]!);
  };
};
const value = fc.constantFrom(10, 89, 95, undefined);
const samples = fc.oneof(
  { weight: 4, arbitrary: fc.record({ cpu_usage: value, hdd_usage: value }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const endMaintenance = () =>
  world.system((tx) => tx.update(maintenanceWindows).set({ removedAt: new Date(world.now()) }));
const addMaintenance = (devicePks: DevicePk[]) =>
  world.system((tx) =>
    tx.insert(maintenanceWindows).values({
      companyFk: company,
      startAt: new Date(world.now()),
      endAt: new Date(world.now() + 5 * MINUTE * 1_000),
      timeZoneId: 16,
      devicePks,
    }),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  someDevices.map((chosen) => forEachOf(chosen, (device) => world.disconnect(device))),
  someDevices.map((chosen) => forEachOf(chosen, (device) => world.connect(device))),
  fc
    .tuple(someDevices, samples)
    .map(([chosen, sample]) => forEachOf(chosen, (device) => world.measures(device, sample && definedOf(sample)))),
  fc.tuple(fc.nat(DEVICES - 1), fc.nat(1)).map(
    ([n, group]): Step =>
      ({ devices, groups }) =>
        world.move(devices[n]!, groups[group]!),
  ),
  someDevices.map(
    (chosen): Step =>
      ({ devices }) =>
        addMaintenance(chosen.map((n) => devices[n]!)),
  ),
  fc.constant<Step>(endMaintenance),
  fc.constant<Step>(() => world.emptyRedis()),
  fc.boolean().map(
    (present): Step =>
      () =>
        Promise.resolve(world.setGateways(present)),
  ),
  fc.constantFrom(89, 90, 96).map(
    (limit): Step =>
      () =>
        world.setThreshold('IW4', { value: limit }),
  ),
);
/** What to do, and how many evaluations come after it. */
type Moment = readonly [Step, number];
const moment = fc.tuple(step, fc.constantFrom(1, 2, 3, 7, 20));
const disconnect = (chosen: readonly number[]) => forEachOf(chosen, (device) => world.disconnect(device));
/** Two devices are an incident each until two more of their address, found ten seconds later, make a site of them. */
const merging: Moment[] = [
  [disconnect([0, 1]), 1],
  [disconnect([2, 3]), 7],
];
const history = fc
  .array(
    fc.oneof({ weight: 7, arbitrary: moment.map((one) => [one]) }, { weight: 1, arbitrary: fc.constant(merging) }),
    {
      maxLength: 16,
    },
  )
  .map((parts) => parts.flat());

const definedOf = (sample: { cpu_usage: number | undefined; hdd_usage: number | undefined }) =>
  Object.fromEntries(Object.entries(sample).filter(([, measured]) => measured !== undefined));

interface StoredAlert {
  readonly [column: string]: unknown;
  readonly pk: AlertPk;
  readonly cause: string;
  readonly isOpen: boolean;
  readonly isQuiet: boolean;
  readonly incident: IncidentPk | null;
}
interface StoredIncident {
  readonly [column: string]: unknown;
  readonly pk: IncidentPk;
  readonly isOver: boolean;
  readonly devices: number;
  readonly openedAt: string;
}

const read = () =>
  world.system(async (tx) => ({
    alerts: await tx.execute<StoredAlert>(sql`
      select pk::int as pk, device_fk || alert_code as cause, ended_at is null as "isOpen", is_quiet as "isQuiet",
        incident_fk::int as incident from alerts`),
    incidents: await tx.execute<StoredIncident>(sql`
      select i.pk::int as pk, i.resolved_at is not null as "isOver", i.device_count as devices,
        i.opened_at::text as "openedAt" from incidents i`),
    members: await tx.execute<{ incident: number; devices: number; open: number }>(sql`
      select incident_fk::int as incident, count(distinct device_fk)::int as devices,
        (count(*) filter (where ended_at is null))::int as open from alerts where incident_fk is not null group by 1`),
  }));
type Stored = Awaited<ReturnType<typeof read>>;

/** What holds after each evaluation, whatever has happened. */
function expectSound({ alerts, incidents, members }: Stored, before: Stored | undefined): void {
  // Each in exactly one, except for what is quiet and was not told.
  expect(alerts.filter(({ incident, isQuiet }) => incident === null && !isQuiet)).toEqual([]);
  const membersOf = new Map(members.map((row) => [row.incident, row]));
  expect(new Set<number>(membersOf.keys())).toEqual(new Set<number>(incidents.map(({ pk }) => pk)));
  for (const { pk, isOver, devices } of incidents) {
    const own = membersOf.get(pk);
    expect([pk, own?.devices, own?.open === 0]).toEqual([pk, devices, isOver]);
  }
  const open = alerts.filter(({ isOpen }) => isOpen).map(({ cause }) => cause);
  expect(open).toHaveLength(new Set(open).size);
  // Only an incident whose cause is not fixed yet loses an alert.
  const now = new Map(alerts.map(({ pk, incident }) => [pk, incident]));
  const openedAt = new Map(before?.incidents.map((one) => [one.pk, Date.parse(one.openedAt)]));
  for (const { pk, incident } of before?.alerts ?? []) {
    if (incident === null || now.get(pk) === incident) continue;
    expect(world.now() - openedAt.get(incident)!).toBeLessThan(INCIDENT_CAUSE_SETTLING_MS);
  }
}

test('each alert is in exactly one incident, through a history of devices, values, maintenance and absences', async () => {
  let raised = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const setting = await setUp();
      let before: Stored | undefined;
      const evaluate = async (times: number) => {
        for (let evaluation = 0; evaluation < times; evaluation += 1) {
          await world.pass(EVALUATION_SECONDS);
          const after = await read();
          expectSound(after, before);
          before = after;
        }
      };
      for (const [act, evaluations] of steps) {
        await act(setting);
        await evaluate(evaluations);
      }
      // All is well again, and nobody asks for quiet.
      world.setGateways(true);
      await endMaintenance();
      for (const device of setting.devices) {
        await world.connect(device);
        world.measures(device, { cpu_usage: 10, hdd_usage: 10 });
      }
      await evaluate(2);
      expect(before?.alerts.filter(({ isOpen }) => isOpen)).toEqual([]);
      expect(before?.incidents.filter(({ isOver }) => !isOver)).toEqual([]);
      raised += before?.alerts.length ?? 0;
    }),
    { numRuns: RUNS },
  );
  expect(raised).toBeGreaterThan(RUNS);
});
