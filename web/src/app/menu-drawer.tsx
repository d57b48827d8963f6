import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/language.ts';
import { useSettings } from '../entities/session/settings.ts';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { NavLinks } from './header/nav-links.tsx';
import { headerEntries, supportEntries } from './nav.ts';
import type { Panel } from './panels.tsx';
import classes from './shell.module.css';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  panel: Panel;
}

const notices = supportEntries.filter(({ id }) => id === 'notices');

/** On a phone: the pages of the header, then the panel of the current page. */
export function MenuDrawer({ opened, onClose, panel }: MenuDrawerProps) {
  const { t } = useTranslation(['shell', 'common']);
  const language = useLanguage();
  const { standalone } = useSettings();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={panel.label}
      size={320}
      padding={0}
      classNames={{ header: classes.drawerHeader }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      // Its heading is not a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      <div className={classes.drawer}>
        <nav className={classes.drawerNav} aria-label={t('nav.label')}>
          <NavLinks
            entries={standalone ? headerEntries : [...headerEntries, ...notices]}
            className={classes.drawerLink}
          />
          <LanguageMenu language={language} />
        </nav>
        <div className={classes.drawerPanel}>{panel.content}</div>
      </div>
    </Drawer>
  );
}
