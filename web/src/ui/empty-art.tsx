import type { ReactNode } from 'react';
import { TiltedTiles } from './tilted-tiles.tsx';
import classes from './empty-art.module.css';

/** For an `EmptyState` with it: the drawing is wider than an icon. */
export const emptyArtClassNames = {
  indicator: classes.indicator ?? '',
  description: classes.description ?? '',
};

const COLUMNS = 8;
const ROWS = 5;

/** The drawing of an empty or failed state: tiles without a device, and the icon of what is missing above them. */
export function EmptyArt({ icon, tone = 'calm' }: { icon?: ReactNode; tone?: 'calm' | 'failed' }) {
  return (
    <div className={classes.art} data-tone={tone} aria-hidden="true">
      <TiltedTiles columns={COLUMNS} rows={ROWS} toneOf={toneOf} className={classes.tiles} />
      {icon !== undefined && <div className={classes.icon}>{icon}</div>}
    </div>
  );
}

/** Scattered, but the same at every render. */
function toneOf(index: number): string {
  const noise = (index * 7_919 + 104_729) % 97;
  if (noise < 30) return 'on';
  return noise < 62 ? 'dim' : 'off';
}
