import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertPk, DevicePk, GroupPk, IncidentPk } from '../contract/ids.ts';
import { causeKey, groupAlertsIntoIncidents, type IncidentPlanAlert, type IncidentGroupingInput } from './incidents.ts';
import { alertKindNumbers } from './thresholds.ts';

const { disconnected, cpuUsage, memoryUsage } = alertKindNumbers;
const SECOND = 1_000;

const alertOf = (pk: number, more: Partial<Omit<IncidentPlanAlert, 'pk'>> = {}): IncidentPlanAlert => ({
  pk: pk as AlertPk,
  device: pk as DevicePk,
  group: 1 as GroupPk,
  alertKind: disconnected,
  address: '203.0.113.7',
  at: 0,
  ...more,
});
const plan = (facts: Partial<IncidentGroupingInput>) =>
  groupAlertsIntoIncidents({ alerts: [], settled: [], connectedAt: () => 0, ...facts });
/** The causes of the opened incidents with the alerts of each. */
const opened = (facts: Partial<IncidentGroupingInput>) =>
  plan(facts).opened.map(({ cause, alerts }) => [causeKey(cause), alerts.map(({ pk }) => pk as number)]);

test('three devices are a site if half of those that were connected behind the address are gone', () => {
  const alerts = [1, 2, 3].map((pk) => alertOf(pk, { group: pk as GroupPk }));
  expect(opened({ alerts, connectedAt: () => 3 })).toEqual([['site 203.0.113.7', [1, 2, 3]]]);
  expect(opened({ alerts, connectedAt: () => 4 }).map(([cause]) => cause)).toEqual([
    'device 1',
    'device 2',
    'device 3',
  ]);
  expect(opened({ alerts: alerts.slice(0, 2) }).map(([cause]) => cause)).toEqual(['device 1', 'device 2']);
});

test('devices of a group with alerts of one kind are one incident, and alerts of one device another', () => {
  const alerts = [
    alertOf(1, { alertKind: cpuUsage }),
    alertOf(2, { alertKind: cpuUsage }),
    alertOf(3, { alertKind: memoryUsage, device: 9 as DevicePk }),
    alertOf(4, { alertKind: disconnected, device: 9 as DevicePk, address: null }),
  ];
  expect(opened({ alerts })).toEqual([
    ['group 1 2', [1, 2]],
    ['device 9', [3, 4]],
  ]);
});

test('the window begins with the first alert', () => {
  const at = [0, 60, 120, 121, 200].map((seconds) => seconds * SECOND);
  const alerts = at.map((time, i) => alertOf(i + 1, { at: time }));
  expect(opened({ alerts })).toEqual([
    ['site 203.0.113.7', [1, 2, 3]],
    ['group 1 1', [4, 5]],
  ]);
  // A single early one does not take the window of those that belong together.
  const late = [0, 121, 122].map((seconds, i) => alertOf(i + 1, { at: seconds * SECOND }));
  expect(opened({ alerts: late })).toEqual([
    ['group 1 1', [2, 3]],
    ['device 1', [1]],
  ]);
});

test('an incident that is settled takes what begins in its window, and begins again within three minutes of its end', () => {
  const settled = [
    { pk: 7 as IncidentPk, cause: { kind: 'site', address: '203.0.113.7' } as const, firstAt: 0, resolvedAt: null },
  ];
  const joined = (facts: Partial<IncidentGroupingInput>) =>
    [...plan(facts).joined].map(([pk, alerts]) => [pk as number, alerts.map((one) => one.pk as number)]);
  const alerts = [alertOf(1, { at: 120 * SECOND }), alertOf(2, { at: 121 * SECOND })];
  expect(joined({ alerts, settled })).toEqual([[7, [1]]]);
  expect(opened({ alerts, settled })).toEqual([['device 2', [2]]]);
  const over = settled.map((one) => ({ ...one, resolvedAt: 300 * SECOND }));
  const again = [alertOf(3, { at: 480 * SECOND }), alertOf(4, { at: 481 * SECOND })];
  expect(joined({ alerts: again, settled: over })).toEqual([[7, [3]]]);
});

const alert = fc.record({
  device: fc.integer({ min: 1, max: 12 }),
  alertKind: fc.constantFrom(...Object.values(alertKindNumbers)),
  at: fc.integer({ min: 0, max: 300 }).map((seconds) => seconds * SECOND),
});
/** A device has one group and one address. */
const alerts = fc.array(alert, { maxLength: 40 }).map((rows) =>
  rows.map(({ device, ...row }, i) =>
    alertOf(i + 1, {
      ...row,
      device: device as DevicePk,
      group: ((device % 3) + 1) as GroupPk,
      address: device % 5 === 0 ? null : `203.0.113.${device % 2}`,
    }),
  ),
);
const settled = fc
  .array(
    fc.record({
      cause: fc.constantFrom(
        { kind: 'site', address: '203.0.113.1' } as const,
        { kind: 'group', group: 2 as GroupPk, alertKind: cpuUsage } as const,
        { kind: 'device', device: 5 as DevicePk } as const,
      ),
      firstAt: fc.integer({ min: -200, max: 300 }).map((seconds) => seconds * SECOND),
      resolvedAt: fc.option(fc.integer({ min: -700, max: 300 }).map((seconds) => seconds * SECOND)),
    }),
    { maxLength: 4 },
  )
  .map((rows) => rows.map((row, i) => ({ ...row, pk: (i + 1) as IncidentPk })));
const connected = fc.nat(6);

/** The incident of each alert, as text. */
const placesOf = ({ joined, opened: made }: ReturnType<typeof groupAlertsIntoIncidents>): Record<string, string> =>
  Object.fromEntries([
    ...[...joined].flatMap(([pk, list]) => list.map((one) => [one.pk, `incident ${pk}`])),
    ...made.flatMap(({ cause, alerts: list }) =>
      list.map((one) => [one.pk, `${causeKey(cause)} with ${list.map(({ pk }) => pk).join(' ')}`]),
    ),
  ]);

test('the order in which alerts are given makes no difference, and each is in exactly one incident', () => {
  fc.assert(
    fc.property(alerts, settled, connected, fc.infiniteStream(fc.nat()), (list, known, count, random) => {
      const facts = { settled: known, connectedAt: () => count };
      const shuffled = list
        .map((one) => [random.next().value ?? 0, one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one);
      const first = groupAlertsIntoIncidents({ ...facts, alerts: list });
      expect(placesOf(groupAlertsIntoIncidents({ ...facts, alerts: shuffled }))).toEqual(placesOf(first));
      const placed = [...[...first.joined.values()].flat(), ...first.opened.flatMap((one) => one.alerts)];
      expect(placed.map(({ pk }) => pk).toSorted((a, b) => a - b)).toEqual(list.map(({ pk }) => pk));
    }),
  );
});

test('an incident spans no more than its window, and all of its alerts have its cause', () => {
  fc.assert(
    fc.property(alerts, connected, (list, count) => {
      for (const { cause, alerts: own } of groupAlertsIntoIncidents({
        alerts: list,
        settled: [],
        connectedAt: () => count,
      }).opened) {
        const times = own.map(({ at }) => at);
        expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(120 * SECOND);
        for (const one of own) {
          if (cause.kind === 'site') expect([one.address, one.alertKind]).toEqual([cause.address, disconnected]);
          else if (cause.kind === 'group') expect([one.group, one.alertKind]).toEqual([cause.group, cause.alertKind]);
          else expect(one.device).toBe(cause.device);
        }
      }
    }),
  );
});
