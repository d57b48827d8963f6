import { useMediaQuery } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import type { RouteHandle } from '../../entities/area.ts';
import { useAdoptEarlierSkips } from '../../entities/notice/earlier-skips.ts';
import { supportChatOpenAtom, useSupportChatUrl } from '../../entities/session/support-chat.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { CommandTray } from '../../features/commands/command-tray.tsx';
import { dialogStackAtom } from '../../lib/dialog-stack.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { useDocumentTitle } from '../../lib/page-title.ts';
import { useHasBeenIdle } from '../../lib/use-has-been-idle.ts';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { useFleetLoaded, useConnectionStatus } from '../../live/use-fleet.ts';
import { Prefetch } from '../chunks/prefetch.tsx';
import { Dialogs, ExportTray, ImportTray, shellPrefetch, SupportChat } from '../chunks/shell-parts.ts';
import { useRereadOnAnnouncements } from '../data/reread-on-announcements.ts';
import { useSyncGroupTree } from '../data/use-sync-group-tree.ts';
import { CompanyDeletionStrip } from '../session/company-deletion-strip.tsx';
import { IdleGuard } from '../session/idle-guard.tsx';
import { LicenceEndReminder } from '../session/licence-end-reminder.tsx';
import { useRemoteSessionWarnings } from '../session/use-remote-session-warnings.ts';
import { Header } from './header/header.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { PaletteLoader } from './palette-loader.tsx';
import { SidePane, useSidePanel } from './side-pane.tsx';
import { useShellKeys } from './use-shell-keys.ts';
import classes from './shell.module.css';

/** Everything around the page, unless it stands alone on the screen. */
export function Shell() {
  const isFullScreen = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isFullScreen);
  const hasDialogs = useAtomValue(dialogStackAtom).length > 0;
  useSyncGroupTree();
  useRereadOnAnnouncements();
  useRemoteSessionWarnings();
  return (
    <>
      {isFullScreen ? <FullScreen /> : <Frame />}
      <Suspense>{hasDialogs && <Dialogs />}</Suspense>
      <IdleGuard />
    </>
  );
}

function FullScreen() {
  useDocumentTitle();
  return (
    <main id="content" className={classes.fullScreen}>
      <Outlet />
    </main>
  );
}

function Frame() {
  const { t } = useTranslation('shell');
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY);
  const { pathname } = useLocation();
  const panel = useSidePanel();
  const chat = useSupportChatUrl();
  const isChatOpen = useAtomValue(supportChatOpenAtom);
  // Navigation closes the drawer: it was opened for the previous page.
  const [menuOpen, setMenuOpen] = useKeyedState(pathname, false);
  // What one click opens would otherwise be loaded before the list itself.
  const isIdle = useHasBeenIdle(useFleetLoaded());
  useAdoptEarlierSkips();
  useShellKeys();

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <header className={classes.top}>
        <Header onMenu={isMobile ? { label: t('menu_all'), open: () => setMenuOpen(true) } : null} />
      </header>
      <StaleBanner />
      <CompanyDeletionStrip />
      <div className={classes.body}>
        {isMobile ? (
          <MenuDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} panel={panel} />
        ) : (
          <SidePane panel={panel} />
        )}
        <div id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </div>
      </div>
      <CommandTray />
      <Suspense>{isIdle && <ExportTray />}</Suspense>
      <Suspense>{isIdle && <ImportTray />}</Suspense>
      <Suspense>{chat !== null && isChatOpen && <SupportChat url={chat} />}</Suspense>
      <PaletteLoader />
      {isIdle && <Prefetch load={shellPrefetch} />}
      <LicenceEndReminder />
    </div>
  );
}

/** Shows since when the data on the screen is out of date. */
function StaleBanner() {
  const { t } = useTranslation('shell');
  const time = useTimeFormat();
  const state = useConnectionStatus();
  if (state.kind !== 'offline') return null;
  return (
    <div className={classes.stale} role="alert">
      <IconCloudOff size={16} stroke={1.8} aria-hidden="true" />
      {t('stale', { time: time.second(state.since) })}
    </div>
  );
}
