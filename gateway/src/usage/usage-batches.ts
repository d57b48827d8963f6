import { usageBatchColumns } from '@vigil/shared/contract/events/browser-down/fleet-state';
import type { CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { storedUsageRow } from '@vigil/shared/platform/redis/usage';
import type { Deps } from '../deps.ts';

// The first sample after an idle period is sent within the minimum; under load the interval grows to the maximum.
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 500;
/** The interval grows while batches carry more samples than this. */
const GROW_ABOVE_SAMPLES = 200;

const HEAD = `,"cols":${JSON.stringify(usageBatchColumns)},"rows":[`;

/** A sample as one row of JSON, serialised once for the stored latest values and for the publication. */
function usageRow(device: DevicePk, sample: UsageSample): string {
  let row = `[${device}`;
  for (const column of usageColumns as readonly UsageField[]) row += `,${sample[column] ?? 'null'}`;
  return `${row}]`;
}

interface PendingSample {
  readonly row: string;
  readonly fan: string;
}

export interface LatestUsagePublisher extends Disposable {
  add(place: { company: CompanyPk; group: GroupPk; device: DevicePk }, sample: UsageSample): void;
}

/**
 * Collects samples and writes them in batches: one write of latest values per company, one publication per company and
 * group. A batch carries only the newest sample of a device. Batches are dropped while Redis is unreachable, because
 * newer samples follow.
 */
export function createLatestUsagePublisher({ redis, log, now, metrics }: Deps): LatestUsagePublisher {
  const pending = new Map<CompanyPk, Map<GroupPk, Map<DevicePk, PendingSample>>>();
  const samples = metrics.counter('vigil_usage_samples_total', 'Usage samples received from agents');
  const batches = metrics.counter('vigil_usage_batches_total', 'Usage batches written to Redis');
  let timer: NodeJS.Timeout | undefined;
  let interval = MIN_INTERVAL_MS;
  let count = 0;

  const writeCompany = async (company: CompanyPk, groups: Map<GroupPk, Map<DevicePk, PendingSample>>) => {
    const at = now();
    const latest: [string, string][] = [];
    const work: Promise<unknown>[] = [];
    for (const [group, rows] of groups) {
      for (const [device, { row, fan }] of rows) latest.push([String(device), storedUsageRow(row, { at, fan })]);
      // A `system_usage` message of the bus, assembled from rows that are already serialised.
      const message = `{"t":"system_usage","group":${group},"at":${at}${HEAD}${[...rows.values()].map(({ row }) => row).join(',')}]}`;
      work.push(redis.publish(busChannels.usage(company, group), message));
    }
    work.push(redis.commands.hSet(redisKeys.usage(company), latest.flat()));
    await Promise.all(work);
    batches.inc();
  };

  const flush = () => {
    timer = undefined;
    samples.inc(count);
    interval = Math.min(
      MAX_INTERVAL_MS,
      Math.max(MIN_INTERVAL_MS, count > GROW_ABOVE_SAMPLES ? interval * 2 : interval / 2),
    );
    count = 0;
    const taken = [...pending];
    pending.clear();
    for (const [company, groups] of taken) {
      writeCompany(company, groups).catch((cause: unknown) => log.debug({ err: cause }, 'usage batch dropped'));
    }
  };

  return {
    add({ company, group, device }, sample) {
      count += 1;
      const groups = pending.get(company) ?? new Map<GroupPk, Map<DevicePk, PendingSample>>();
      pending.set(company, groups);
      const rows = groups.get(group) ?? new Map<DevicePk, PendingSample>();
      groups.set(group, rows);
      rows.set(device, { row: usageRow(device, sample), fan: sample.fan_name ?? '' });
      timer ??= setTimeout(flush, interval);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
