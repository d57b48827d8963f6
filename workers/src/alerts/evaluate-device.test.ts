import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AlertCode, type AlertThreshold } from '@vigil/shared/contract/alert';
import { AlertPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { noUsage } from '@vigil/shared/contract/usage';
import { evaluateDevice, NO_DATA_AFTER_MS, SILENCE_ENDS_ALERT_MS, type OpenAlert } from './evaluate-device.ts';

const MINUTE_MS = 60_000;
const code = AlertCode.parse('IW2');
const [device, group] = [DevicePk.parse(1), GroupPk.parse(1)];

/** What happens in one step of a day: how long after the one before, what is seen of the device, and which threshold holds. */
const step = fc.record({
  afterMs: fc.constantFrom(10_000, 30_000, 6 * MINUTE_MS, 13 * 60 * MINUTE_MS),
  online: fc.boolean(),
  value: fc.option(fc.integer({ min: 80, max: 100 })),
  hasSample: fc.boolean(),
  limit: fc.option(fc.constantFrom(88, 90, 95), { freq: 6 }),
});

interface Model {
  limit: number;
  last: number;
  unknownSince: number | null;
  readonly begun: number;
}

test('alerts follow a plain model with unknown values: only a fine value, another threshold or a day of silence ends one', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let now = 1_000_000_000_000;
      let open: OpenAlert | null = null;
      let model: Model | null = null;
      let sample: { at: number; values: typeof noUsage & { cpu_usage: number | null }; fan: string } | null = null;
      for (const { afterMs, online, value, hasSample, limit } of steps) {
        now += afterMs;
        if (online && hasSample) sample = { at: now, values: { ...noUsage, cpu_usage: value as null }, fan: '' };
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

        // The model.
        if (model) {
          if (limit === null) model = null;
          else if (isKnown) {
            const fineBelow = limit === model.limit ? limit - 2 : limit - 1e-9;
            model = value <= fineBelow ? null : { ...model, limit, last: value, unknownSince: null };
          } else {
            // A late sample says since when nothing came.
            const isLate: boolean = online && sample !== null && now - sample.at > MINUTE_MS;
            const since: number = model.unknownSince ?? (isLate && sample ? Math.max(model.begun, sample.at) : now);
            const isOver = limit === model.limit || model.last >= limit;
            model = isOver && now - since < SILENCE_ENDS_ALERT_MS ? { ...model, limit, unknownSince: since } : null;
          }
        } else if (limit !== null && isKnown && value >= limit)
          model = { limit, last: value, unknownSince: null, begun: now };

        // The evaluation, as it would be stored.
        if (open) {
          const [change] = result.updated;
          if (result.ended.length > 0) open = null;
          else if (change) open = { ...open, ...change };
        } else {
          const [found] = result.found;
          const kept = { unknownSince: null, noData: false, raisedAt: now, pk: AlertPk.parse(1), code };
          if (found)
            open = { ...kept, value: found.value, limit: found.limit, lastValue: found.value, lastValueAt: now };
        }
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
