import { useElementSize } from '@mantine/hooks';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListAddress, useListScope } from '../../entities/device/device-address.ts';
import { useDeviceScope } from '../../entities/device/use-device-scope.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleetLoaded, useLinkState } from '../../live/use-fleet.ts';
import { EmptyNote } from '../../ui/list-state.tsx';
import { useReloadAfterUpgrade } from './use-reload-after-upgrade.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWallKeys, type WallAction } from './use-wall-keys.ts';
import { useWallOrder } from './use-wall-order.ts';
import { WallHelp } from './wall-help.tsx';
import { GAP, layOutWall } from './wall-layout.ts';
import { WallStrip } from './wall-strip.tsx';
import { WallTile } from './wall-tile.tsx';
import classes from './wall.module.css';

/** How long a page stays, in seconds. */
const paces = [5, 10, 20, 60, 300] as const;
const DEFAULT_PACE = 2;

/** The devices of a group on a screen that nobody touches: those that need a human first, pages in turn when they do not fit. */
export function WallPage() {
  const { t } = useTranslation('wall');
  const navigate = useNavigate();
  const addressOf = useListAddress();
  const scope = useListScope() ?? 'all';
  const { pks, counts, alerting } = useWallOrder(useDeviceScope(scope));
  const { profile, viewer } = useViewer();
  const isLoaded = useFleetLoaded();
  const link = useLinkState();
  const { ref, width, height } = useElementSize();
  const layout = layOutWall({ count: pks.length, width, height });
  const [pace, setPace] = useState(DEFAULT_PACE);
  const [isPaused, setPaused] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const seconds = paces[pace] ?? paces[DEFAULT_PACE];
  const [page, setPage] = usePage(layout.pages, isPaused ? null : seconds);
  useWakeLock();
  useReloadAfterUpgrade();

  const actions: { readonly [A in WallAction]: () => void } = {
    next: () => setPage(page + 1),
    previous: () => setPage(page - 1),
    pause: () => setPaused(!isPaused),
    faster: () => setPace(Math.max(0, pace - 1)),
    slower: () => setPace(Math.min(paces.length - 1, pace + 1)),
    full_screen: toggleFullScreen,
    help: () => setHelpOpen(!isHelpOpen),
    leave: () => {
      if (isHelpOpen) setHelpOpen(false);
      // A wall screen has no other page.
      else if (!viewer.isScreen) void navigate(addressOf(scope));
    },
  };
  useWallKeys((action) => actions[action]());

  const perPage = layout.columns * layout.rows;
  return (
    <div className={classes.wall} data-link={link.kind}>
      <WallStrip
        scope={scope}
        counts={counts}
        total={pks.length}
        turning={{ page, pages: layout.pages, seconds, isPaused }}
        onHelp={actions.help}
      />
      <div ref={ref} className={classes.space}>
        {width > 0 && (
          <div
            role="list"
            aria-label={t('tiles')}
            className={classes.grid}
            style={{ gridTemplateColumns: `repeat(${layout.columns}, ${layout.tileWidth}px)`, gap: GAP }}
          >
            {pks.slice(page * perPage, (page + 1) * perPage).map((pk) => (
              <WallTile
                key={pk}
                pk={pk}
                width={layout.tileWidth}
                intervalMs={profile.img_refresh_interval * 1_000}
                isAlerting={alerting.has(pk)}
              />
            ))}
          </div>
        )}
        {isLoaded && pks.length === 0 && (
          <EmptyNote icon={<IconDeviceDesktop stroke={1.4} />} title={t('empty')} text={t('empty_text')} />
        )}
      </div>
      {isHelpOpen && <WallHelp canLeave={!viewer.isScreen} onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** The page that is shown, and a way to turn to another one; it turns by itself after some seconds, or never. */
function usePage(pages: number, seconds: number | null): [number, (page: number) => void] {
  const [turned, setTurned] = useState(0);
  const page = ((turned % pages) + pages) % pages;
  useEffect(() => {
    if (seconds === null || pages === 1) return;
    // Anew after each turn, so that one made by hand stays as long.
    const timer = setTimeout(() => setTurned(page + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [page, pages, seconds]);
  return [page, setTurned];
}

function toggleFullScreen(): void {
  // It may be refused, as for a page inside of another one.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}
