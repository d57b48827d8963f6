import type { DevicePk, FavouritePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { approvalForViewer, type DevicesInOpenWindow } from '@vigil/shared/domain/visible-parts';
import { shownFrameFormat, shownMeasure, type FleetRows, type ListedRow } from './fleet-rows.ts';
import { createEventLoopYield } from './yield-to-event-loop.ts';

/** Rows as one viewer sees them. */
export interface ViewerRows {
  readonly rows: readonly ListedRow[];
  readonly groups: FleetRows['groups'];
  readonly favourites: ReadonlyMap<DevicePk, FavouritePk>;
  /** The windows of the viewer that are open. */
  readonly windows: DevicesInOpenWindow;
}

const SLICE = 250;
/** Of larger lists no JSON is kept: it would take as much memory as the rows themselves, and long to be moved about. */
const MOST_KEPT = 10_000;

const usageKeys = usageColumns.map((name) => `"${name === 'fan_speed' ? 'fan_speed_id' : name}":`);

/** All of a row but what depends on the viewer, and the closing brace. */
function rowJson(row: ListedRow, groups: FleetRows['groups']): string {
  const { approval: _approval, ...stored } = row.stored;
  let json = JSON.stringify(stored).slice(0, -1);
  json += `,"device_group_name":${JSON.stringify(groups.get(stored.device_group_fk)?.name ?? '')}`;
  json += `,"alive":${Number(row.online)},"_ext":${JSON.stringify(shownFrameFormat(row))}`;
  for (const [i, key] of usageKeys.entries()) json += `,${key}${shownMeasure(row, i) ?? 'null'}`;
  return json;
}

/**
 * The rows as a JSON array of `DeviceRow`, in pieces. Only rows that changed since the last time are serialised again.
 */
export async function serializeRows({ rows, groups, favourites, windows }: ViewerRows): Promise<Buffer[]> {
  const pause = createEventLoopYield();
  const pieces: Buffer[] = [];
  const isKept = rows.length <= MOST_KEPT;
  const textOf = (row: ListedRow): string => {
    const json = row.json ?? rowJson(row, groups);
    if (isKept) row.json = json;
    const favourite = favourites.get(row.stored.pk);
    const own = `,"approval":${approvalForViewer(windows, row.stored)}`;
    return `${json}${own}${favourite === undefined ? ',"favorate":null}' : `,"favorate":{"pk":${favourite}}}`}`;
  };
  for (let i = 0; i < rows.length; i += SLICE) {
    const slice = rows.slice(i, i + SLICE).map(textOf);
    pieces.push(Buffer.from(`${i === 0 ? '[' : ','}${slice.join(',')}`));
    await pause();
  }
  pieces.push(Buffer.from(rows.length === 0 ? '[]' : ']'));
  return pieces;
}
