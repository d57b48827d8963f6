import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { GroupTreePanel } from '../features/tree/group-tree-panel.tsx';
import { useLanguage } from '../lib/language.ts';
import { ManageNav, SupportNav } from './side-nav.tsx';

/** The panel at the left of a page; only the tree of groups can be resized. */
export interface Panel {
  label: string;
  content: ReactNode;
  resizable: boolean;
}

export function usePanel(): Panel {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { pathname } = useLocation();
  const [section] = pathname.slice(`/${language}/`.length).split('/');
  if (section === 'management') return { label: t('menu_all'), content: <ManageNav />, resizable: false };
  if (section === 'support') return { label: t('menu_all'), content: <SupportNav />, resizable: false };
  return { label: t('menu'), content: <GroupTreePanel />, resizable: true };
}
