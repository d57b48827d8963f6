import { useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { matchPath, Outlet, useLocation } from 'react-router-dom';
import { DevicesOverLicencePage } from '../../features/licence-gate/licence-gate.tsx';
import { closeAllDialogsAtom, dialogStackAtom } from '../../lib/dialog-stack.ts';
import { Logo } from '../../ui/logo.tsx';
import { Dialogs } from '../chunks/shell-parts.ts';
import { ProfileMenu } from '../shell/header/profile-menu.tsx';
import { ThemeMenu } from '../shell/header/theme-menu.tsx';
import { UserLanguageMenu } from '../shell/header/user-language-menu.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { useGateAnnouncements } from './use-gate-announcements.ts';
import headerClasses from '../shell/header/header.module.css';
import classes from '../shell/shell.module.css';

const OPEN_PAGES = [
  '/:lang/management/profile/:part?',
  '/:lang/management/license',
  '/:lang/management/payments/:id?',
  // Mails about licences link to these, which lead to the pages above.
  '/:lang/license',
  '/:lang/payments',
];

/**
 * The shell while the company is blocked by its licence: one's own profile, licences and payments, and the gate in
 * place of every other page. No devices are live.
 */
export function LicenceGateShell() {
  const hasDialogs = useAtomValue(dialogStackAtom).length > 0;
  const closeAll = useSetAtom(closeAllDialogsAtom);
  // A dialog of the console, such as the reminder of the licence, would cover the gate.
  useEffect(closeAll, [closeAll]);
  useGateAnnouncements();
  const { pathname } = useLocation();
  const isOpen = OPEN_PAGES.some((pattern) => matchPath(pattern, pathname) !== null);
  return (
    <div className={classes.shell}>
      <header className={classes.top}>
        <div className={headerClasses.header}>
          <span className={headerClasses.home}>
            <Logo />
            <b>Vigil</b>
          </span>
          <div className={headerClasses.spacer} />
          <div className={headerClasses.language}>
            <UserLanguageMenu />
          </div>
          <ThemeMenu />
          <ProfileMenu />
        </div>
      </header>
      <div className={classes.body}>{isOpen ? <Outlet /> : <DevicesOverLicencePage />}</div>
      <Suspense>{hasDialogs && <Dialogs />}</Suspense>
      <IdleGuard />
    </div>
  );
}
