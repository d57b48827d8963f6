import {
  IconBrandChrome,
  IconBrandEdge,
  IconBrandFirefox,
  IconBrandOpera,
  IconBrandSafari,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { OsId } from '@vigil/shared/contract/device';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import classes from './sessions.module.css';

const icons: readonly [name: string, icon: Icon][] = [
  ['Chrome', IconBrandChrome],
  ['Edge', IconBrandEdge],
  ['Firefox', IconBrandFirefox],
  ['Opera', IconBrandOpera],
  ['Safari', IconBrandSafari],
];

/** The browser of a session, and at its corner the system that it runs on. */
export function BrowserIcon({ browser, os }: { browser: string; os: OsId }) {
  const Shape = icons.find(([name]) => browser.startsWith(name))?.[1] ?? IconWorld;
  return (
    <span className={classes.icon} aria-hidden="true">
      <Shape size={24} stroke={1.4} />
      {os !== 0 && (
        <span className={classes.system}>
          <OsIcon os={os} size={12} />
        </span>
      )}
    </span>
  );
}
