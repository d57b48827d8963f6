import type { OsId } from '@vigil/shared/contract/device';
import { MAX_PREVIEW_WEEK_DEVICES, previewThreshold } from '@vigil/shared/contract/http/threshold-previews';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import {
  alertCodeOf,
  alertKindNumbers,
  alertKindOf,
  isThresholdCrossed,
  measuredKinds,
  type AlertKind,
} from '@vigil/shared/domain/thresholds';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readLatestSamples, type StoredSample } from '@vigil/shared/platform/redis/usage';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { countDevicesOverSince, hasGroup, selectDevicesOfThreshold } from './queries.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const systems: readonly OsId[] = [1, 2, 3, 4, 5];

interface DeviceNow {
  readonly isOnline: boolean;
  readonly disconnectedAt: Date | null;
  readonly sample: StoredSample | undefined;
}

/** Whether a device is over a limit at this moment, as far as it is known. */
function isOver(kind: AlertKind, limit: number, device: DeviceNow, now: number): boolean {
  if (kind === alertKindNumbers.disconnected) {
    const { isOnline, disconnectedAt } = device;
    return !isOnline && disconnectedAt !== null && now - disconnectedAt.getTime() >= limit * MINUTE_MS;
  }
  const field = measuredKinds.find((measured) => measured.kind === kind)?.field;
  const { isOnline, sample } = device;
  if (!field || !isOnline || !sample || now - sample.at > MINUTE_MS) return false;
  const value = sample.values[usageColumns.indexOf(field)];
  return value != null && isThresholdCrossed(kind, value, limit, false);
}

export function registerThresholdPreviewRoutes(routes: RouteRegistry, { database, redis, now }: Deps): void {
  routes.on(previewThreshold, async ({ caller, params: { pk: group }, query: { alert_code: code, limit } }) => {
    const kind = alertKindOf(code);
    const osId = systems.find((os) => alertCodeOf(os, kind) === code);
    const at = now();
    const [online, samples, stored] = await Promise.all([
      onlineDevices(redis, caller.company),
      readLatestSamples(redis, caller.company),
      database.read(caller.company, async (tx) => {
        if (!(await hasGroup(tx, group))) throw new Problem('not_found');
        const devices = osId === undefined ? [] : await selectDevicesOfThreshold(tx, { group, code, osId });
        const pks: DevicePk[] = devices.map(({ pk }) => pk);
        const isTooMany = pks.length > MAX_PREVIEW_WEEK_DEVICES;
        const since = new Date(at - WEEK_MS);
        return { devices, week: isTooMany ? null : await countDevicesOverSince(tx, pks, { kind, limit, since }) };
      }),
    ]);
    const over = stored.devices.filter(({ pk, disconnectedAt }) =>
      isOver(kind, limit, { isOnline: online.has(pk), disconnectedAt, sample: samples.get(pk) }, at),
    );
    return {
      objects: [{ device_count: stored.devices.length, now_count: over.length, week_count: stored.week }],
    };
  });
}
