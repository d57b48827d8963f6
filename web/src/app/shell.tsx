import { useMediaQuery } from '@mantine/hooks';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { CommandTray } from '../features/commands/command-tray.tsx';
import { isMobileQuery } from '../lib/layout.ts';
import { dialogStackAtom } from '../lib/dialog-stack.ts';
import { useKeyedState } from '../lib/use-keyed-state.ts';
import { Prefetch } from './prefetch.tsx';
import { Header } from './header/header.tsx';
import { StaleBanner } from './header/stale-banner.tsx';
import { SubHeader } from './header/sub-header.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { LicenceWarning } from './licence-warning.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { Dialogs, shellPrefetch } from './shell-parts.ts';
import { PaletteLoader } from './palette-loader.tsx';
import { usePanel } from './panels.tsx';
import classes from './shell.module.css';
import { SidePane } from './side-pane.tsx';
import { useInvalidations } from './use-invalidations.ts';
import { useGroupChanges } from './use-group-changes.ts';

export function Shell() {
  const { t } = useTranslation('shell');
  const isMobile = useMediaQuery(isMobileQuery);
  const { pathname } = useLocation();
  const panel = usePanel();
  const hasDialogs = useAtomValue(dialogStackAtom).length > 0;
  // Navigation closes the drawer: it was opened for the previous page.
  const [menuOpen, setMenuOpen] = useKeyedState(pathname, false);
  useGroupChanges();
  useInvalidations();

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <header className={classes.top}>
        <Header onMenu={isMobile ? { label: panel.label, open: () => setMenuOpen(true) } : null} />
        <SubHeader />
      </header>
      <StaleBanner />
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
      <Suspense>{hasDialogs && <Dialogs />}</Suspense>
      <PaletteLoader />
      <Prefetch load={shellPrefetch} />
      <IdleGuard />
      <LicenceWarning />
    </div>
  );
}
