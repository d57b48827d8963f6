import { Logo } from './logo.tsx';
import { TiltedTiles } from './tilted-tiles.tsx';
import classes from './auth-layout.module.css';

const COLUMNS = 12;
const ROWS = 9;

/** A decorative image of a fleet, in which one device has a problem. */
export function AuthLayoutArt({ lead }: { lead: string }) {
  return (
    <aside className={classes.art}>
      <TiltedTiles columns={COLUMNS} rows={ROWS} toneOf={toneOf} className={classes.tiles} />
      <div className={classes.words}>
        <div className={classes.mark}>
          <Logo size={36} />
          Vigil
        </div>
        <p>{lead}</p>
      </div>
    </aside>
  );
}

/** Scattered, but the same at every render. */
function toneOf(index: number): string {
  const noise = (index * 7_919 + 104_729) % 97;
  if (index === 53) return 'red';
  if (noise < 5) return 'amber';
  if (noise < 16) return 'off';
  return noise < 60 ? 'on' : 'dim';
}
