import { devices } from '@vigil/shared/platform/db/schema/devices';
import { timeOfStreamEntry, type StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Deps } from '../deps.ts';

/** An entry that was claimed from a dead worker may be older than what is stored. */
const isNotNewer = (column: PgColumn, at: Date) => or(isNull(column), lte(column, at));

type Report = StreamEntryOf<'policy_state'> | StreamEntryOf<'processes'>;

/** Of several reports of a device, the one of the latest time. */
function lastOfEach<E extends Report>(entries: readonly E[]): readonly E[] {
  const last = new Map<number, E>();
  for (const entry of entries) {
    if (entry.data.at >= (last.get(entry.data.device)?.data.at ?? 0)) last.set(entry.data.device, entry);
  }
  return [...last.values()];
}

/** Writes the hardware and software that each device reported last. */
export async function persistInventory(
  { database }: Deps,
  entries: readonly StreamEntryOf<'inventory'>[],
): Promise<void> {
  const last = new Map(entries.map((entry) => [entry.data.device, entry]));
  if (last.size === 0) return;
  await database.asSystem(async (tx) => {
    for (const { id, data } of last.values()) {
      const { hardware, software, software_total: softwareTotal = null } = data.inventory;
      const inventoryAt = timeOfStreamEntry(id);
      await tx
        .update(devices)
        .set({ hardware, software, softwareTotal, inventoryAt })
        .where(and(eq(devices.pk, data.device), isNotNewer(devices.inventoryAt, inventoryAt)));
    }
  });
}

/** Writes what each device reported last about the demands of its company's policies. */
export async function persistPolicyStates(
  { database }: Deps,
  entries: readonly StreamEntryOf<'policy_state'>[],
): Promise<void> {
  if (entries.length === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of lastOfEach(entries)) {
      const policyStateAt = new Date(data.at);
      await tx
        .update(devices)
        .set({ policyState: data.state, policyStateAt })
        .where(
          and(
            eq(devices.pk, data.device),
            eq(devices.companyFk, company),
            isNotNewer(devices.policyStateAt, policyStateAt),
          ),
        );
    }
  });
}

/** Writes the last process list of each device; an older one that arrives late changes nothing. */
export async function persistProcesses(
  { database }: Deps,
  entries: readonly StreamEntryOf<'processes'>[],
): Promise<void> {
  if (entries.length === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of lastOfEach(entries)) {
      // The device may have been deleted meanwhile.
      await tx.execute(sql`
        insert into device_processes as p (device_fk, company_fk, at, rows, total)
        select pk, company_fk, ${new Date(data.at).toISOString()}::timestamptz, ${JSON.stringify(data.rows)}::jsonb,
          ${data.total ?? null}::int
        from devices where pk = ${data.device} and company_fk = ${company}
        on conflict (device_fk) do update set at = excluded.at, rows = excluded.rows, total = excluded.total
          where p.at < excluded.at`);
    }
  });
}
