import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { Page } from '../../ui/page.tsx';
import { InvitedPage } from './invited-page.tsx';
import { DisplaySection } from './display-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { OtpSection } from './otp-section.tsx';
import { PersonSection } from './person-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Spec 2, profile screen. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const { viewer, profile } = useViewer();
  if (profile.is_invited) return <InvitedPage />;
  return (
    <Page title={t('title')}>
      <PersonSection />
      <OtpSection />
      <DisplaySection />
      {viewer.flags.isAdmin && <LogoSection />}
      <SessionsSection />
    </Page>
  );
}
