import { AlertCode, type AlertThreshold } from '@vigil/shared/contract/alert';
import { AlertPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { UsageField } from '@vigil/shared/contract/names';
import { noUsage } from '@vigil/shared/contract/usage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  evaluateDevice,
  NO_DATA_AFTER_MS,
  SILENCE_ENDS_ALERT_MS,
  type DeviceEvaluation,
  type OpenAlert,
} from './evaluate-device.ts';

const MINUTE_MS = 60_000;
const code = AlertCode.parse('IW2');
const [device, group] = [DevicePk.parse(1), GroupPk.parse(1)];

/**
 * What happens in one step of a day: how long after the one before, what is seen of the device, and which threshold
 * holds.
 */
const step = fc.record({
  afterMs: fc.constantFrom(10_000, 30_000, 6 * MINUTE_MS, 13 * 60 * MINUTE_MS),
  online: fc.boolean(),
  value: fc.option(fc.integer({ min: 80, max: 100 })),
  hasSample: fc.boolean(),
  limit: fc.option(fc.constantFrom(88, 90, 95), { freq: 6 }),
});

interface Model {
  readonly limit: number;
  readonly last: number;
  readonly unknownSince: number | null;
  readonly begun: number;
}

interface Moment {
  readonly now: number;
  readonly limit: number | null;
  /** Null while it is not known. */
  readonly value: number | null;
  /** Since when it would be unknown. */
  readonly silentSince: number;
}

/** What the rules say, without any of their code. */
function followModel(model: Model | null, { now, limit, value, silentSince }: Moment): Model | null {
  if (limit === null) return null;
  if (!model) {
    return value !== null && value >= limit ? { limit, last: value, unknownSince: null, begun: now } : null;
  }
  const isSame = limit === model.limit;
  if (value !== null) {
    const isOver = isSame ? value > limit - 2 : value >= limit;
    return isOver ? { ...model, limit, last: value, unknownSince: null } : null;
  }
  const unknownSince = model.unknownSince ?? Math.max(model.begun, silentSince);
  const isOver = isSame || model.last >= limit;
  return isOver && now - unknownSince < SILENCE_ENDS_ALERT_MS ? { ...model, limit, unknownSince } : null;
}

/** The open alert after an evaluation, as it is stored. */
function storeResult(
  open: OpenAlert | null,
  { ended, updated, found }: DeviceEvaluation,
  now: number,
): OpenAlert | null {
  if (open) return ended.length > 0 ? null : { ...open, ...updated[0] };
  const [finding] = found;
  if (!finding) return null;
  const { value, limit } = finding;
  return {
    pk: AlertPk.parse(1),
    code,
    value,
    limit,
    lastValue: value,
    lastValueAt: now,
    unknownSince: null,
    noData: false,
    sensor: '',
    raisedAt: now,
  };
}

test('alerts follow a plain model with unknown values: only a fine value, another threshold or a day of silence ends one', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let now = 1_000_000_000_000;
      let open: OpenAlert | null = null;
      let model: Model | null = null;
      let sample: { at: number; values: Record<UsageField, number | null>; fan: string } | null = null;
      for (const { afterMs, online, value, hasSample, limit } of steps) {
        now += afterMs;
        if (online && hasSample) sample = { at: now, values: { ...noUsage, cpu_usage: value }, fan: '' };
        const isKnown = online && hasSample && value !== null;
        const thresholds: AlertThreshold[] =
          limit === null ? [] : [{ alert_code: code, alert_time: null, alert_th_value: limit }];
        const result = evaluateDevice(
          {
            pk: device,
            group,
            osId: 1,
            online,
            // It has only just connected, so that nothing of before counts.
            onlineSince: online ? now : null,
            offlineSince: online ? null : now,
            sample,
            maxSampleAgeMs: MINUTE_MS,
            open: open ? [open] : [],
          },
          {
            thresholds: new Map([[group, new Map(thresholds.map((one) => [one.alert_code, one]))]]),
            parents: new Map([[group, null]]),
            absences: [],
            now,
          },
        );

        const isLate = online && sample !== null && now - sample.at > MINUTE_MS;
        const silentSince = isLate && sample ? sample.at : now;
        model = followModel(model, { now, limit, value: isKnown ? value : null, silentSince });
        open = storeResult(open, result, now);
        expect(open === null).toBe(model === null);
        expect(open?.unknownSince ?? null).toBe(model?.unknownSince ?? null);
        expect(open?.limit).toBe(model?.limit);
      }
    }),
  );
});

test('a device that is connected and silent is found at its first measured threshold, once five minutes could be seen', () => {
  const now = 10 * MINUTE_MS;
  const found = (silentMs: number, awayMs = 0) =>
    evaluateDevice(
      {
        pk: device,
        group,
        osId: 1,
        online: true,
        onlineSince: now - silentMs,
        offlineSince: null,
        sample: null,
        maxSampleAgeMs: MINUTE_MS,
        open: [],
      },
      {
        thresholds: new Map([[group, new Map([[code, { alert_code: code, alert_time: null, alert_th_value: 90 }]])]]),
        parents: new Map(),
        absences: awayMs === 0 ? [] : [[now - awayMs, now]],
        now,
      },
    ).found;
  expect(found(NO_DATA_AFTER_MS - 1)).toEqual([]);
  expect(found(NO_DATA_AFTER_MS)).toMatchObject([{ code, value: null, limit: 90 }]);
  expect(found(NO_DATA_AFTER_MS, 1)).toEqual([]);
});
