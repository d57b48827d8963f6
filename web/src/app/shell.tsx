import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { CommandTray } from '../features/commands/command-tray.tsx';
import { GroupTreePanel } from '../features/tree/group-tree-panel.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { paneWidths, isMobileQuery, treeWidthAtom } from '../lib/layout.ts';
import { useKeptFor } from '../lib/use-kept-for.ts';
import { ResizeHandle } from '../ui/resize-handle.tsx';
import { Dialogs } from './dialogs.tsx';
import { Header } from './header/header.tsx';
import { StaleBanner } from './header/stale-banner.tsx';
import classes from './shell.module.css';
import { useTreeFollowsEvents } from './use-tree-follows-events.ts';

export function Shell() {
  const { t } = useTranslation(['shell', 'common']);
  const isMobile = useMediaQuery(isMobileQuery);
  const [treeWidth, setTreeWidth] = useAtom(treeWidthAtom);
  const { pathname } = useLocation();
  // Going somewhere closes the drawer: it was opened for the page before.
  const [treeOpen, setTreeOpen] = useKeptFor(pathname, false);
  useTreeFollowsEvents();

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Header onMenu={isMobile ? () => setTreeOpen(true) : null} />
      <StaleBanner />
      <div className={classes.body}>
        {isMobile ? (
          <Drawer
            opened={treeOpen}
            onClose={() => setTreeOpen(false)}
            title={t('menu')}
            size={320}
            padding={0}
            classNames={{ header: classes.drawerHeader }}
            closeButtonProps={{ 'aria-label': t('common:close') }}
            // Its heading is not another banner of the page.
            attributes={{ header: { role: 'none' } }}
          >
            <div className={classes.drawer}>
              <GroupTreePanel />
            </div>
          </Drawer>
        ) : (
          <nav className={classes.tree} style={{ width: treeWidth }} aria-label={t('menu')}>
            <div className={classes.panel}>
              <GroupTreePanel />
            </div>
            <ResizeHandle
              label={t('resize_tree')}
              width={treeWidth}
              {...paneWidths.tree}
              pane="left"
              onResize={setTreeWidth}
            />
          </nav>
        )}
        <div id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </div>
      </div>
      <CommandTray />
      <Dialogs />
      <Palette />
    </div>
  );
}
