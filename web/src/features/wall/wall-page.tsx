import { useElementSize } from '@mantine/hooks';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { DEFAULT_WALL_PAGE_SECONDS } from '@vigil/shared/contract/limits';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListPath, type ListScope } from '../../entities/device/device-address.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { useLiveData, useFleetLoaded, useConnectionStatus } from '../../live/use-fleet.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { useReloadAfterUpgrade } from './use-reload-after-upgrade.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWallContent } from './use-wall-content.ts';
import { useWallIncidents } from './use-wall-incidents.ts';
import { useWallKeys, type WallAction } from './use-wall-keys.ts';
import { useWallScope, type WallScope } from './use-wall-scope.ts';
import { useWallState, type ShownView } from './use-wall-view.ts';
import { WallHelp } from './wall-help.tsx';
import { paginateWall } from './wall-pages.ts';
import { usageThresholdsOf, nextPace, type WallGroups } from './wall-settings.ts';
import { WallStrip } from './wall-strip.tsx';
import { WallTicker } from './wall-ticker.tsx';
import { WallTile } from './wall-tile.tsx';
import classes from './wall.module.css';

const SHIFTS = ['0 0', '2px 0', '3px 2px', '2px 3px', '0 2px', '-2px 1px', '-3px -1px', '-1px -2px'];

/**
 * Moves an element by a few pixels each minute, so that nothing burns into the screen. Not an animation of CSS: while
 * one runs, the browser prepares sixty frames a second for it.
 */
function shiftEachMinute(element: HTMLElement | null): () => void {
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    if (element) element.style.translate = SHIFTS[step % SHIFTS.length] ?? '';
  }, 60_000);
  return () => clearInterval(timer);
}

/**
 * While a wall is open, the font of the page grows with the longer side of the screen: twice as large at 3840 pixels.
 */
function useScaledFontSize(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = 'max(100%, 0.8333vmax)';
    return () => {
      style.fontSize = '';
    };
  }, []);
}

/** Loaded when it is opened. */
const WallViewsDialog = lazyWithPreload(async () => (await import('./wall-views-dialog.tsx')).WallViewsDialog);

/**
 * The devices of some groups on a screen that nobody touches: those that need a human first, pages in turn when they do
 * not fit.
 */
export function WallPage() {
  const { t } = useTranslation('wall');
  const navigate = useNavigate();
  const addressOf = useListPath();
  const wall = useWallState();
  const { shown, settings } = wall;
  const scope = useWallScope(settings.groups);
  const isKnown = shown.kind === 'none' || shown.kind === 'shown';
  const { pks, devices, hidden, counts, alerting } = useWallContent(isKnown ? scope.devices : null, settings);
  const { profile, viewer } = useViewer();
  const isWallScreen = viewer.isWallScreen === true;
  const isLoaded = useFleetLoaded();
  const link = useConnectionStatus();
  const { ref, width, height } = useElementSize();
  const { open: openIncidents, owners } = useWallIncidents();
  const shownIncidents = openIncidents.filter(({ leading_alert: alert }) => alert && devices.has(alert.device_pk));
  const { layout, pages } = paginateWall({
    pks,
    pinned: alerting,
    width,
    height,
    tiles: settings.tiles,
  });
  const listScope = listScopeOf(settings.groups);
  const { seconds } = settings;
  const [secondsBefore, setSecondsBefore] = useState<number | null>(null);
  const [open, setOpen] = useState<'help' | 'views' | null>(null);
  const { page, turns, turnTo } = usePage(pages.length, seconds);
  const { watchWithoutFocus } = useLiveData().attention;
  useEffect(() => watchWithoutFocus(), [watchWithoutFocus]);
  useWakeLock();
  useScaledFontSize();
  useReloadAfterUpgrade();

  /** How long a page stayed before it was held. */
  const running = secondsBefore ?? wall.saved.seconds ?? DEFAULT_WALL_PAGE_SECONDS;
  const turn = (direction: 'faster' | 'slower') =>
    wall.change((now) => ({ seconds: nextPace(now.seconds ?? running, direction) }));
  const actions: { readonly [A in WallAction]: () => void } = {
    next: () => turnTo(page + 1),
    previous: () => turnTo(page - 1),
    pause: () => {
      setSecondsBefore(seconds ?? running);
      wall.change((now) => ({ seconds: now.seconds === null ? running : null }));
    },
    faster: () => turn('faster'),
    slower: () => turn('slower'),
    views: () => {
      if (!isWallScreen) setOpen('views');
    },
    full_screen: toggleFullScreen,
    help: () => setOpen(open === 'help' ? null : 'help'),
    leave: () => {
      if (open) setOpen(null);
      // A wall screen has no other page.
      else if (!isWallScreen) void navigate(addressOf(listScope));
    },
  };
  useWallKeys((action) => actions[action](), open && actionsOver[open]);

  const levels = usageThresholdsOf(settings);
  return (
    <div ref={shiftEachMinute} className={classes.wall} data-link={link.kind}>
      <WallStrip
        shown={shown}
        scope={scope}
        counts={counts}
        hidden={hidden}
        turning={{ page, turns, pages: pages.length, seconds }}
        onViews={isWallScreen ? null : actions.views}
        onHelp={actions.help}
      />
      <WallTicker incidents={shownIncidents} turns={turns} />
      <div ref={ref} className={classes.space}>
        {width > 0 && (
          <div
            role="list"
            aria-label={t('devices')}
            className={classes.grid}
            style={{ gridTemplateColumns: `repeat(${layout.columns}, ${layout.tileWidth}px)`, gap: layout.gap }}
          >
            {pages[page]?.map((pk) => (
              <WallTile
                key={pk}
                pk={pk}
                width={layout.tileWidth}
                intervalMs={profile.img_refresh_interval * 1_000}
                // Never on a wall screen: its hidden user does not copy this setting of its creator.
                isPaused={profile.flag_img_refresh === 0}
                isAlerting={alerting.has(pk)}
                owner={owners.get(pk) ?? null}
                // A wall screen has no other page.
                to={isWallScreen ? null : addressOf(listScope, pk)}
                levels={levels}
              />
            ))}
          </div>
        )}
        {isLoaded && pks.length === 0 && <NothingShown shown={shown} scope={scope} hidden={hidden} />}
      </div>
      {open === 'help' && <WallHelp isWallScreen={isWallScreen} onClose={() => setOpen(null)} />}
      {open === 'views' && (
        <Suspense>
          <WallViewsDialog wall={wall} scope={scope} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** What the keys of the wall do while a dialog covers it. */
const actionsOver = { help: ['help', 'leave'], views: ['leave'] } as const;

/** The list that a wall was opened from, or one that has all of its devices. */
const listScopeOf = (groups: WallGroups): ListScope =>
  typeof groups === 'string' ? groups : groups.length === 1 ? (groups[0] ?? 'all') : 'all';

interface NothingShownProps {
  shown: ShownView;
  scope: WallScope;
  hidden: number;
}

/** Why there is no tile. */
function NothingShown({ shown, scope, hidden }: NothingShownProps) {
  const { t } = useTranslation('wall');
  const { viewer } = useViewer();
  if (shown.kind === 'reading') return null;
  const isGone = scope.missing > 0 && scope.known.length === 0;
  const kind =
    shown.kind === 'missing' || shown.kind === 'failed'
      ? shown.kind
      : isGone
        ? 'gone'
        : hidden > 0
          ? 'hidden'
          : 'usual';
  // At a wall screen nobody can choose another view.
  const isForAdministrators = viewer.isWallScreen === true && kind !== 'hidden' && kind !== 'usual';
  return (
    <EmptyNote
      icon={<IconDeviceDesktop stroke={1.4} />}
      title={t(`nothing.${kind}`)}
      text={isForAdministrators ? t('nothing.screen_text') : t(`nothing.${kind}_text`, { count: hidden })}
    />
  );
}

/**
 * The page that is shown, and a way to turn to another one; it turns by itself after some seconds, or never. The time
 * to the next turn does not depend on the number of pages, which may change more often than pages turn.
 */
function usePage(pages: number, seconds: number | null) {
  const [turned, setTurned] = useState({ page: 0, turns: 0 });
  const { turns } = turned;
  const page = Math.min(turned.page, pages - 1);
  const nextPage = useLatest((page + 1) % pages);
  const turnTo = (next: number) => setTurned({ page: (next + pages) % pages, turns: turns + 1 });
  useEffect(() => {
    if (seconds === null) return;
    // Anew after each turn, so that one made by hand stays as long.
    const timer = setTimeout(() => setTurned({ page: nextPage.current, turns: turns + 1 }), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [turns, seconds, nextPage]);
  return { page, turns, turnTo };
}

function toggleFullScreen(): void {
  // It may be refused, as for a page inside of another one.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}
