import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { GroupTreePanel } from '../features/tree/group-tree-panel.tsx';
import { useLanguage } from '../lib/language.ts';
import { SideNav } from './side-nav.tsx';

/** The panel at the left of a page; only the tree of groups can be resized. */
export interface Panel {
  label: string;
  content: ReactNode;
  resizable: boolean;
}

// The same elements for every address, so that a change of the filter, which is in the address, does not render them.
const manageNav = <SideNav menu="account" />;
const supportNav = <SideNav menu="support" />;
const groupTree = <GroupTreePanel />;

export function usePanel(): Panel {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { pathname } = useLocation();
  const [section] = pathname.slice(`/${language}/`.length).split('/');
  if (section === 'management') return { label: t('menu_all'), content: manageNav, resizable: false };
  if (section === 'support') return { label: t('menu_all'), content: supportNav, resizable: false };
  return { label: t('menu'), content: groupTree, resizable: true };
}
