import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLinks } from './header/nav-links.tsx';
import { UserLanguageMenu } from './header/user-language-menu.tsx';
import type { SidePanelContent } from './side-pane.tsx';
import classes from './shell.module.css';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  panel: SidePanelContent;
}

/** On a phone: the pages of the header, then the panel of the current page. */
export function MenuDrawer({ opened, onClose, panel }: MenuDrawerProps) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('menu_all')}
      size={320}
      padding={0}
      classNames={{ header: classes.drawerHeader }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      // Its heading is not a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      <div className={classes.drawer}>
        <nav className={classes.drawerNav} aria-label={t('nav.label')}>
          <NavLinks menu="header" className={classes.drawerLink} />
          <NavLinks menu="phone" className={classes.drawerLink} />
          <UserLanguageMenu />
        </nav>
        <div className={classes.drawerPanel}>{panel.content}</div>
      </div>
    </Drawer>
  );
}
