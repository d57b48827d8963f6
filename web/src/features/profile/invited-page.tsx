import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { Page, Row, Section } from '../../ui/page.tsx';

/** An invited user has the permissions of the inviting one, but may not see or change that account. */
export function InvitedPage() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const time = useTimeFormat();
  return (
    <Page title={t('title')}>
      <Section title={t('invited.title')} text={t('invited.text')}>
        <Row label={t('invited.rights')}>
          {profile.name} ({profile.mgrid})
        </Row>
        <Row label={t('invited.company')}>{profile.company_name}</Row>
        <Row label={t('invited.until')}>{time.minute(profile.session_expires)}</Row>
      </Section>
    </Page>
  );
}
