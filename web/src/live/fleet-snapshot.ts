import type { DeviceRow } from '@vigil/shared/contract/device';
import { readSnapshot } from '@vigil/shared/contract/http/devices';
import type { Call } from './call.ts';

/** The largest page that the server accepts. */
const PAGE = 2_000;

/**
 * Every device that the user may see, and the `seq` that the first page is true for (SEQ-3). Later pages may be newer;
 * the events in between are applied again, which changes nothing.
 */
export async function readFleetSnapshot(call: Call): Promise<{ rows: DeviceRow[]; seq: number }> {
  const page = (after: number | null) =>
    call(readSnapshot, { query: { limit: PAGE, ...(after === null ? {} : { after: String(after) }) } });
  const { objects, meta } = await page(null);
  const rows = [...objects];
  for (let { next } = meta; next !== null;) {
    const more = await page(next);
    rows.push(...more.objects);
    next = more.meta.next;
  }
  return { rows, seq: meta.seq };
}
