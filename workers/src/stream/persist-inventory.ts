import { eq } from 'drizzle-orm';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { Deps } from '../deps.ts';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';

/** Writes the hardware and software of devices; of several reports of a device, the last one. */
export async function persistInventory({ database }: Deps, entries: readonly EntryOf<'inventory'>[]): Promise<void> {
  const last = new Map(entries.map(({ data }) => [data.device, data.inventory]));
  if (last.size === 0) return;
  await database.asSystem(async (tx) => {
    for (const [device, { hardware, software }] of last) {
      await tx.update(devices).set({ hardware, software }).where(eq(devices.pk, device));
    }
  });
}
