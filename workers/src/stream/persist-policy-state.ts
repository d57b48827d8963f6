import { sql } from 'drizzle-orm';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

/** Writes what each device reported last about the demands of its company's policies. */
export async function persistPolicyStates(
  { database }: Deps,
  entries: readonly EntryOf<'policy_state'>[],
): Promise<void> {
  const last = new Map<number, EntryOf<'policy_state'>>();
  for (const entry of entries) {
    if (entry.data.at >= (last.get(entry.data.device)?.data.at ?? 0)) last.set(entry.data.device, entry);
  }
  if (last.size === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of last.values()) {
      await tx.execute(sql`
        update devices set policy_state = ${JSON.stringify(data.state)}::jsonb
        where pk = ${data.device} and company_fk = ${company}`);
    }
  });
}
