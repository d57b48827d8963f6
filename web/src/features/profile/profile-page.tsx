import { Button } from '@mantine/core';
import { IconBell, IconBuilding, IconPalette, IconShieldLock, IconUser, type Icon } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { initialsOf } from '../../entities/profile/initials.ts';
import { changePasswordDialog } from '../../entities/session/dialogs.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { CompanyDataSection } from './company-data-section.tsx';
import { CompanySection } from './company-section.tsx';
import { DisplaySection } from './display-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OtherDeviceSection } from './other-device-section.tsx';
import { OtpSection } from './otp-section.tsx';
import { PersonalDetailsSection } from './personal-details-section.tsx';
import { RestrictedProfilePage } from './restricted-profile-page.tsx';
import { SessionsSection } from './sessions-section.tsx';
import classes from './profile.module.css';

/** The parts of the profile, each with an address of its own. */
const parts = {
  profile: { path: '', icon: IconUser, Content: PersonalDetailsSection },
  security: { path: '/security', icon: IconShieldLock, Content: SecurityPart },
  notifications: { path: '/notifications', icon: IconBell, Content: NotificationsSection },
  display: { path: '/display', icon: IconPalette, Content: DisplaySection },
  company: { path: '/company', icon: IconBuilding, Content: CompanyPart },
} as const satisfies Record<string, { path: string; icon: Icon; Content: () => React.ReactNode }>;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as readonly Part[];

function SecurityPart() {
  return (
    <>
      <PasswordSection />
      <OtpSection />
      <OtherDeviceSection />
      <SessionsSection />
    </>
  );
}

function CompanyPart() {
  const { viewer } = useViewer();
  return (
    <>
      <CompanySection />
      {viewer.flags.isAdmin && <LogoSection />}
      {viewer.flags.isAdmin && <CompanyDataSection />}
    </>
  );
}

/** Spec 2, profile screen. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const language = useLanguage();
  const { part } = useParams();
  const shown = partNames.find((name) => parts[name].path === (part === undefined ? '' : `/${part}`));
  if (shown === undefined) return <Navigate to={`/${language}/management/profile`} replace />;
  if (profile.is_invited) return <RestrictedProfilePage />;
  const { Content } = parts[shown];
  return (
    <Page title={t('title')}>
      <ProfileHeading />
      <PageTabs
        label={t('parts.label')}
        tabs={partNames.map((name) => ({
          to: `/${language}/management/profile${parts[name].path}`,
          label: t(`parts.${name}`),
          icon: parts[name].icon,
          isCurrent: name === shown,
        }))}
      />
      <Content />
    </Page>
  );
}

function ProfileHeading() {
  const { profile } = useViewer();
  return (
    <div className={classes.heading}>
      <span className={classes.avatar} data-initials={initialsOf(profile.name)} aria-hidden="true" />
      <div>
        <strong>{profile.name}</strong>
        <span>
          {profile.mgrid} · {profile.company_name}
        </span>
      </div>
    </div>
  );
}

function PasswordSection() {
  const { t } = useTranslation('profile');
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <Section
      title={t('person.password')}
      text={t('password.text')}
      tools={
        <Button variant="default" onClick={() => openDialog(changePasswordDialog({}))}>
          {t('password.change')}
        </Button>
      }
    />
  );
}
