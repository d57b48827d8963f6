import type { DevicePk } from '@vigil/shared/contract/ids';
import { layOutWall, type Wall, type WallGridLayout } from './wall-layout.ts';

interface WallDevices extends Omit<Wall, 'count'> {
  /** In the order of the wall. */
  pks: readonly DevicePk[];
  /** The devices that stand on every page, first where there are several. */
  pinned: ReadonlySet<DevicePk>;
}

interface WallPages {
  readonly layout: WallGridLayout;
  readonly pages: readonly (readonly DevicePk[])[];
}

/** Of a page; with more pinned devices than this, too few places would be left for the others, and all of them turn. */
const MOST_PINNED_SHARE = 0.75;

/** Pages that turn, filled evenly: an almost empty last page would waste its time, and its tiles would be no larger. */
export function paginateWall({ pks, pinned, ...wall }: WallDevices): WallPages {
  const whole = layOutWall({ ...wall, count: pks.length });
  if (whole.pages === 1) return { layout: whole, pages: [pks] };
  const first = pks.filter((pk) => pinned.has(pk));
  const turning = pks.filter((pk) => !pinned.has(pk));
  const places = whole.columns * whole.rows;
  const canPin = first.length <= places * MOST_PINNED_SHARE;
  const [fixed, others] = canPin ? [first, turning] : [[], [...first, ...turning]];
  const count = Math.ceil(others.length / (places - fixed.length));
  const each = Math.ceil(others.length / count);
  const pages = Array.from({ length: count }, (_, page) => [...fixed, ...others.slice(page * each, (page + 1) * each)]);
  return { layout: layOutWall({ ...wall, count: fixed.length + each }), pages };
}
