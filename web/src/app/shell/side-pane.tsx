import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { GroupTreePanel } from '../../features/group-tree/group-tree-panel.tsx';
import { useLanguage } from '../../lib/language.ts';
import { paneWidthLimits, treeWidthAtom } from '../../lib/layout.ts';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { NavLinks } from './header/nav-links.tsx';
import classes from './side-pane.module.css';

/** The panel at the left of a page. All have one width, so that the heads of all pages begin at one edge. */
export interface SidePanelContent {
  label: string;
  content: ReactNode;
}

// The same elements for every address, so that a change of the filter, which is in the address, does not render them.
const manageNav = <SideNav menu="account" />;
const supportNav = <SideNav menu="support" />;
const statisticsNav = (
  <>
    <SideNav menu="statistics" />
    <SideNav menu="history" />
  </>
);
const groupTree = <GroupTreePanel />;

export function useSidePanel(): SidePanelContent {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { pathname } = useLocation();
  const [section] = pathname.slice(`/${language}/`.length).split('/');
  if (section === 'management') return { label: t('menu_all'), content: manageNav };
  if (section === 'statistics') return { label: t('menu_all'), content: statisticsNav };
  if (section === 'support') return { label: t('menu_all'), content: supportNav };
  return { label: t('menu'), content: groupTree };
}

/** A side menu with its heading. */
function SideNav({ menu }: { menu: 'account' | 'support' | 'statistics' | 'history' }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.side}>
      <strong>{t(`nav.${menu}`)}</strong>
      <NavLinks menu={menu} className={classes.link} />
    </div>
  );
}

/** The panel beside a page, on screens that are wide enough. */
export function SidePane({ panel: { label, content } }: { panel: SidePanelContent }) {
  const { t } = useTranslation('shell');
  const [width, setWidth] = useAtom(treeWidthAtom);
  return (
    <nav className={classes.pane} style={{ width }} aria-label={label}>
      <div className={classes.panel}>{content}</div>
      <ResizeHandle label={t('resize_tree')} width={width} {...paneWidthLimits.tree} pane="left" onResize={setWidth} />
    </nav>
  );
}
