import { eq, sql } from 'drizzle-orm';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

type Report = EntryOf<'policy_state'> | EntryOf<'processes'>;

/** Of several reports of a device, the one of the latest time. */
function lastOfEach<E extends Report>(entries: readonly E[]): readonly E[] {
  const last = new Map<number, E>();
  for (const entry of entries) {
    if (entry.data.at >= (last.get(entry.data.device)?.data.at ?? 0)) last.set(entry.data.device, entry);
  }
  return [...last.values()];
}

/** Writes the hardware and software of devices; of several reports of a device, the one that came last. */
export async function persistInventory({ database }: Deps, entries: readonly EntryOf<'inventory'>[]): Promise<void> {
  const last = new Map(entries.map(({ data }) => [data.device, data.inventory]));
  if (last.size === 0) return;
  await database.asSystem(async (tx) => {
    for (const [device, { hardware, software }] of last) {
      await tx.update(devices).set({ hardware, software }).where(eq(devices.pk, device));
    }
  });
}

/** Writes what each device reported last about the demands of its company's policies. */
export async function persistPolicyStates(
  { database }: Deps,
  entries: readonly EntryOf<'policy_state'>[],
): Promise<void> {
  if (entries.length === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of lastOfEach(entries)) {
      await tx.execute(sql`
        update devices set policy_state = ${JSON.stringify(data.state)}::jsonb
        where pk = ${data.device} and company_fk = ${company}`);
    }
  });
}

/** Writes the last process list of each device; an older one that arrives late changes nothing. */
export async function persistProcesses({ database }: Deps, entries: readonly EntryOf<'processes'>[]): Promise<void> {
  if (entries.length === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of lastOfEach(entries)) {
      // The device may have been deleted meanwhile.
      await tx.execute(sql`
        insert into device_processes as p (device_fk, company_fk, at, rows)
        select pk, company_fk, ${new Date(data.at).toISOString()}::timestamptz, ${JSON.stringify(data.rows)}::jsonb
        from devices where pk = ${data.device} and company_fk = ${company}
        on conflict (device_fk) do update set at = excluded.at, rows = excluded.rows where p.at < excluded.at`);
    }
  });
}
