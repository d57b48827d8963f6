import { ActionIcon, Kbd } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useViewer } from '../../../entities/session/viewer.ts';
import { Bell } from '../../../features/notification-bell/bell.tsx';
import { useLanguage } from '../../../lib/language.ts';
import { palette } from '../../../lib/palette-store.ts';
import { Logo } from '../../../ui/logo.tsx';
import { ConnectionChip } from './connection-chip.tsx';
import { HeaderNav } from './header-nav.tsx';
import { InvitationSessionCountdown } from './invitation-session-countdown.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserLanguageMenu } from './user-language-menu.tsx';
import classes from './header.module.css';

const commandKey = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K';

/** `onMenu` opens the side menu on screens that are too narrow for it. */
export const Header = memo(function Header({ onMenu }: { onMenu: { label: string; open: () => void } | null }) {
  const { t } = useTranslation(['shell', 'common']);
  const { viewer } = useViewer();
  const { isAdmin, isSubManager } = viewer.flags;

  return (
    <div className={classes.header}>
      {onMenu && (
        <ActionIcon size={36} onClick={onMenu.open} aria-label={onMenu.label}>
          <IconMenu2 size={20} stroke={1.7} />
        </ActionIcon>
      )}
      <Home />
      <HeaderNav />
      <button
        type="button"
        className={classes.search}
        onClick={palette.open}
        aria-label={`${t('search')} ${commandKey}`}
      >
        <IconSearch size={15} stroke={1.8} />
        <span>{t('search')}</span>
        <Kbd size="xs">{commandKey}</Kbd>
      </button>
      <InvitationSessionCountdown />
      <ConnectionChip />
      <Bell />
      {(isAdmin || isSubManager) && (
        <span className={classes.role}>
          {t(`common:member_type.${isAdmin ? memberTypes.admin : memberTypes.subManager}`)}
        </span>
      )}
      <div className={classes.language}>
        <UserLanguageMenu />
      </div>
      <ThemeMenu />
      <ProfileMenu />
    </div>
  );
});

/** The company's own logo, if it has one, or else its name. */
function Home() {
  const language = useLanguage();
  const { profile } = useViewer();
  const name = profile.company_name || 'Vigil';
  return (
    <Link className={classes.home} to={`/${language}/device/all`} aria-label={name}>
      {profile.logo_url === '' ? (
        <>
          <Logo />
          <b title={name}>{name}</b>
        </>
      ) : (
        <img className={classes.logo} src={profile.logo_url} alt={profile.company_name} />
      )}
    </Link>
  );
}
