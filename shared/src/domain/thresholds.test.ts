import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertCode, AlertThreshold } from '../contract/alert.ts';
import type { GroupPk } from '../contract/ids.ts';
import {
  alertCodeOf,
  alertKindNumbers,
  isThresholdCrossed,
  alertKindOf,
  measuredKinds,
  thresholdFor,
  mostSensitiveThresholds,
  type MeasuredKind,
  type ThresholdsByGroup,
} from './thresholds.ts';

const { cpuUsage, fanSpeed, disconnected } = alertKindNumbers;

test('a value that hovers around its threshold alerts once, and is over two points below', () => {
  const alerting = (values: readonly number[]) => {
    let open = false;
    return values.map((value) => (open = isThresholdCrossed(cpuUsage, value, 90, open)));
  };
  expect(alerting([89, 90, 89, 88.1, 91, 88, 89, 90])).toEqual([false, true, true, true, true, false, false, true]);
});

test('a fan is over five percent above its threshold', () => {
  expect([1_000, 1_001, 1_049, 1_050].map((rpm) => isThresholdCrossed(fanSpeed, rpm, 1_000, false))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([1_000, 1_001, 1_049, 1_050].map((rpm) => isThresholdCrossed(fanSpeed, rpm, 1_000, true))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('an alert of a threshold within the margin of nothing can end', () => {
  expect(isThresholdCrossed(cpuUsage, 0, 1, true)).toBe(false);
});

const group = fc.integer({ min: 1, max: 6 }).map((pk) => pk as GroupPk);
const code = fc
  .record({ os: fc.constantFrom(1 as const, 2 as const), kind: fc.constantFrom(...Object.values(alertKindNumbers)) })
  .map(({ os, kind }) => alertCodeOf(os, kind) as AlertCode);
const threshold = fc.record({ group, code, value: fc.integer({ min: 1, max: 100 }) });
/** Each group lies below one with a smaller number, or at the top. */
const tree = fc
  .array(fc.nat(), { minLength: 6, maxLength: 6 })
  .map(
    (choices) =>
      new Map(
        choices.map(
          (choice, i) => [i + 1, choice % (i + 1) === 0 ? null : choice % (i + 1)] as [GroupPk, GroupPk | null],
        ),
      ),
  );
const tableOf = (rows: readonly { group: GroupPk; code: AlertCode; value: number }[]): ThresholdsByGroup => {
  const table = new Map<GroupPk, Map<AlertCode, AlertThreshold>>();
  for (const { group: pk, code: alert_code, value } of rows) {
    const isTime = alertKindOf(alert_code) === disconnected;
    const row = { alert_code, alert_time: isTime ? value : null, alert_th_value: isTime ? null : value };
    table.set(pk, (table.get(pk) ?? new Map<AlertCode, AlertThreshold>()).set(alert_code, row));
  }
  return table;
};

test("the threshold in force is that of the device's group, else of the nearest group above", () => {
  fc.assert(
    fc.property(tree, fc.array(threshold), group, code, (parents, rows, own, wanted) => {
      const thresholds = tableOf(rows);
      // A model: the way up as a list, and the last row that was written for the first group on it.
      const way: GroupPk[] = [];
      for (let pk: GroupPk | null = own; pk !== null; pk = parents.get(pk) ?? null) way.push(pk);
      const model = way.map((pk) => rows.findLast((row) => row.group === pk && row.code === wanted)).find((row) => row);
      const found = thresholdFor(wanted, own, { thresholds, parents });
      expect(found?.alert_time ?? found?.alert_th_value).toBe(model?.value);
    }),
  );
});

test('what crosses the threshold of its group crosses the widest of all', () => {
  const kind = fc.constantFrom(...measuredKinds.map((one): MeasuredKind => one.kind));
  fc.assert(
    fc.property(tree, fc.array(threshold), group, kind, fc.nat(110), (parents, rows, own, wanted, value) => {
      const thresholds = tableOf(rows);
      const inForce = thresholdFor(alertCodeOf(1, wanted) as AlertCode, own, { thresholds, parents })?.alert_th_value;
      const widest = mostSensitiveThresholds(thresholds).get(wanted);
      const found = inForce != null && isThresholdCrossed(wanted, value, inForce, false);
      expect(!found || (widest !== undefined && isThresholdCrossed(wanted, value, widest, false))).toBe(true);
    }),
  );
});
