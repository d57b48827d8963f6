import { ActionIcon, Kbd } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../lib/use-language.ts';
import { useViewer } from '../../lib/viewer.ts';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import { navEntries } from '../nav.ts';
import { ConnectionChip } from './connection-chip.tsx';
import classes from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const commandKey = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K';

/** `onMenu` opens the tree where there is no room for it beside the list. */
export function Header({ onMenu }: { onMenu: (() => void) | null }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const { isAdmin, isSubManager } = viewer.flags;

  return (
    <header className={classes.header}>
      {onMenu && (
        <ActionIcon size={36} onClick={onMenu} aria-label={t('menu')}>
          <IconMenu2 size={20} stroke={1.7} />
        </ActionIcon>
      )}
      <Link className={classes.home} to={`/${language}/device/all`} aria-label="Vigil">
        <Logo />
        <b>Vigil</b>
      </Link>
      <nav className={classes.nav} aria-label={t('nav.label')}>
        {navEntries
          .filter(({ shown }) => shown(viewer))
          .map(({ id, path, prefix }) => (
            <Link
              key={id}
              className={classes.link}
              to={`/${language}/${path}`}
              aria-current={pathname.startsWith(`/${language}/${prefix}`) ? 'page' : undefined}
            >
              {t(`nav.${id}`)}
            </Link>
          ))}
      </nav>
      <div className={classes.spacer} />
      <button
        type="button"
        className={classes.search}
        onClick={spotlight.open}
        aria-label={`${t('search')} ${commandKey}`}
      >
        <IconSearch size={15} stroke={1.8} />
        <span>{t('search')}</span>
        <Kbd size="xs">{commandKey}</Kbd>
      </button>
      <ConnectionChip />
      {(isAdmin || isSubManager) && <span className={classes.role}>{t(isAdmin ? 'role.admin' : 'role.sub')}</span>}
      <div className={classes.language}>
        <LanguageMenu language={language} />
      </div>
      <ThemeMenu />
      <ProfileMenu />
    </header>
  );
}
