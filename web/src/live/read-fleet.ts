import type { DeviceRow } from '@vigil/shared/contract/device';
import { listDevices } from '@vigil/shared/contract/http/devices';
import type { Call } from './call.ts';

const PAGE = 1_000;

/**
 * Every device that the user may see, and the `seq` that the first page is true for. Later pages may be newer; the
 * events in between are applied again, which changes nothing.
 */
export async function readFleet(call: Call): Promise<{ rows: DeviceRow[]; seq: number }> {
  const page = (offset: number) =>
    call(listDevices, {
      query: { search_mode: offset === 0 ? 'all' : 'pagination', by: 'alias', limit: PAGE, offset },
    });
  const { objects, meta } = await page(0);
  const rows = [...objects];
  while (rows.length < meta.total_count) {
    const more = await page(rows.length);
    if (more.objects.length === 0) break;
    rows.push(...more.objects);
  }
  return { rows, seq: meta.seq };
}
