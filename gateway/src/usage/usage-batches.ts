import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { usageBatchColumns } from '@vigil/shared/contract/events/browser-down/system-usage';
import type { CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { channels } from '@vigil/shared/platform/bus/channels';
import { keys } from '@vigil/shared/platform/redis/keys';
import type { Deps } from '../deps.ts';

/** The first sample of a quiet moment leaves within this; under load the interval stretches to the longest. */
const SHORTEST_MS = 20;
const LONGEST_MS = 500;
/** One batch is worth waiting for once it carries this many samples. */
const FULL_BATCH = 200;

const HEAD = `,"cols":${JSON.stringify(usageBatchColumns)},"rows":[`;

/** A sample as one row of JSON, made once for the store and the publication alike. */
function usageRow(device: DevicePk, sample: UsageSample): string {
  let row = `[${device}`;
  for (const column of usageColumns as readonly UsageField[]) row += `,${sample[column] ?? 'null'}`;
  return `${row}]`;
}

/**
 * Collects samples and writes them in batches: one write of latest values a company, one publication a company and
 * group. Only the newest sample of a device travels. Nothing is kept for a Redis that is away: newer ones follow.
 */
export function createUsageBatches({ redis, log, now, metrics }: Deps): Disposable & {
  add(place: { company: CompanyPk; group: GroupPk; device: DevicePk }, sample: UsageSample): void;
} {
  const pending = new Map<CompanyPk, Map<GroupPk, Map<DevicePk, string>>>();
  const samples = metrics.counter('vigil_usage_samples_total', 'Samples taken in');
  const batches = metrics.counter('vigil_usage_batches_total', 'Batches written');
  let timer: NodeJS.Timeout | undefined;
  let interval = SHORTEST_MS;
  let count = 0;

  const writeCompany = async (company: CompanyPk, groups: Map<GroupPk, Map<DevicePk, string>>) => {
    const at = now();
    const latest: [string, string][] = [];
    const work: Promise<unknown>[] = [];
    for (const [group, rows] of groups) {
      for (const [device, row] of rows) latest.push([String(device), row]);
      // The message of the bus, from rows that are serialised already.
      const message = `{"t":"system_usage","group":${group},"at":${at}${HEAD}${[...rows.values()].join(',')}]}`;
      work.push(redis.publish(channels.usage(company, group), message));
    }
    work.push(redis.commands.hSet(keys.usage(company), latest.flat()));
    await Promise.all(work);
    batches.inc();
  };

  const flush = () => {
    timer = undefined;
    samples.inc(count);
    // Stretch while batches fill up faster than they leave, relax when they do not.
    interval = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, count > FULL_BATCH ? interval * 2 : interval / 2));
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
      const groups = pending.get(company) ?? new Map<GroupPk, Map<DevicePk, string>>();
      pending.set(company, groups);
      const rows = groups.get(group) ?? new Map<DevicePk, string>();
      groups.set(group, rows);
      rows.set(device, usageRow(device, sample));
      timer ??= setTimeout(flush, interval);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
