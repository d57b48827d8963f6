import {
  MAX_AGENT_VERSIONS,
  MAX_MEASURED_DEVICES,
  readDashboard,
  type Dashboard,
} from '@vigil/shared/contract/http/dashboard';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { countFleet } from '@vigil/shared/domain/fleet-counts';
import { sightKey } from '@vigil/shared/domain/sight';
import { alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { approvalForViewer, showsDetails } from '@vigil/shared/domain/visible-parts';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readLatestUsage, type UsageValues } from '@vigil/shared/platform/redis/usage';
import { countAwaitingDecision } from '../../access/awaiting-decision.ts';
import { createExpiringCache } from '../../caching/expiring-cache.ts';
import type { Deps } from '../../deps.ts';
import { selectStateCounts } from '../../fleet/state-count-queries.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  countAlertsByKind,
  countOpenIncidents,
  countRunningSessions,
  selectDevicesOfDashboard,
  selectServerAbsences,
} from './queries.ts';

const STEP_MS = 30 * 60_000;
const STEPS = 49;
/** The state of a device is stored some seconds after it has changed. */
const SETTLE_MS = 60_000;
const KEPT_MS = 60_000;

type StoredDevice = Awaited<ReturnType<typeof selectDevicesOfDashboard>>[number];
interface Measured {
  readonly devices: readonly StoredDevice[];
  readonly online: ReadonlySet<DevicePk>;
  readonly usage: ReadonlyMap<DevicePk, UsageValues>;
}

/** The devices that are online with the highest values of one measure. A device that waits for approval shows none. */
function highest({ devices, online, usage }: Measured, field: UsageField): Dashboard['hottest'] {
  const column = usageColumns.indexOf(field);
  return devices
    .flatMap((device) => {
      const value = online.has(device.pk) && showsDetails(device) ? usage.get(device.pk)?.[column] : null;
      return value == null ? [] : [{ device_pk: device.pk, alias: device.alias, value }];
    })
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_MEASURED_DEVICES);
}

function versionsOf(devices: readonly StoredDevice[]): Dashboard['versions'] {
  const counts = Map.groupBy(devices, ({ version }) => version);
  return [...counts]
    .map(([version, own]) => ({ version, devices: own.length }))
    .toSorted((a, b) => b.devices - a.devices || String(b.version).localeCompare(String(a.version)))
    .slice(0, MAX_AGENT_VERSIONS);
}

/**
 * The last 24 hours by half hours, from the connections that are stored. While the servers were away themselves,
 * nothing is known of a device: those moments count none.
 */
async function readAvailability({ database }: Deps, caller: Caller, last: number): Promise<Dashboard['availability']> {
  const first = last - (STEPS - 1) * STEP_MS;
  const { rows, absences } = await database.read(caller.company, async (tx) => ({
    rows: await selectStateCounts(tx, caller, 'all', { first, last, step: STEP_MS }),
    absences: await selectServerAbsences(tx, new Date(first)),
  }));
  return rows.map(({ total, online }, i) => {
    const at = new Date(first + i * STEP_MS);
    const isKnown = !absences.some(({ from, until }) => from <= at && at < until);
    return { at: at.toISOString(), total: isKnown ? Number(total) : 0, online: isKnown ? Number(online) : 0 };
  });
}

/** What the landing page of the statistics shows, in one answer. */
export function registerDashboardRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, redis, config, now } = deps;
  const availabilities = createExpiringCache<Dashboard['availability']>(deps, KEPT_MS);

  const availabilityOf = (caller: Caller) => {
    const last = Math.floor((now() - SETTLE_MS) / STEP_MS) * STEP_MS;
    const key = JSON.stringify([caller.company, sightKey(caller.sight), last]);
    return availabilities(key, () => readAvailability(deps, caller, last));
  };

  const readStored = (caller: Caller, at: Date) =>
    database.read(caller.company, async (tx) => ({
      devices: await selectDevicesOfDashboard(tx, caller),
      windows: await readOpenWindowDevices(tx, caller, at),
      incidents: await countOpenIncidents(tx, caller),
      alerts: await countAlertsByKind(tx, caller),
      sessions: await countRunningSessions(tx, caller),
      waiting: await countAwaitingDecision(tx, caller, { at, hasTickets: config.TICKETS }),
      licence: caller.sight === 'all' ? await readLicenceUse(tx, caller.company, at) : null,
    }));

  routes.on(readDashboard, async ({ caller }) => {
    const at = new Date(now());
    const [{ devices, windows, alerts, ...stored }, online, usage, availability] = await Promise.all([
      readStored(caller, at),
      onlineDevices(redis, caller.company),
      readLatestUsage(redis, caller.company),
      availabilityOf(caller),
    ]);
    const { groups: _groups, ...counts } = countFleet(
      devices.map((device) => ({
        group: device.group,
        online: online.has(device.pk),
        approved: approvalForViewer(windows, device) === 1,
      })),
    );
    const measured = { devices, online, usage };
    const dashboard: Dashboard = {
      at: at.toISOString(),
      devices: counts,
      availability,
      alerts: Object.values(alertKindNumbers).map((category) => ({ category, count: alerts.get(category) ?? 0 })),
      hottest: highest(measured, 'cpu_temp'),
      slowest: highest(measured, 'cpu_usage'),
      versions: versionsOf(devices),
      ...stored,
    };
    return { objects: [dashboard] };
  });
}
