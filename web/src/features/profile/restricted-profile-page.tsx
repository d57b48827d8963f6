import { IconHourglassLow } from '@tabler/icons-react';
import type { Profile } from '@vigil/shared/contract/http/profile';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft, useTimeLeftText } from '../../entities/session/time-left.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { Page, LabelledRow, Section } from '../../ui/page.tsx';
import classes from './profile.module.css';

/**
 * An invited user has the permissions of the inviting one, but may not see or change that account; a temporary account
 * has none to change.
 */
export function RestrictedProfilePage() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const left = useTimeLeftText()(useSecondsLeft(profile.session_expires));
  return (
    <Page title={t('title')}>
      <div className={classes.remaining}>
        <IconHourglassLow size={28} stroke={1.4} aria-hidden="true" />
        <div>
          <strong>{left}</strong>
          <span>{t(profile.is_temporary ? 'temporary.remaining' : 'invited.remaining')}</span>
        </div>
      </div>
      {profile.is_temporary ? <Temporary profile={profile} /> : <Invited profile={profile} />}
    </Page>
  );
}

function Invited({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const time = useTimeFormat();
  return (
    <Section title={t('invited.title')} text={t('invited.text')}>
      <LabelledRow label={t('invited.rights')}>
        {profile.name} ({profile.mgrid})
      </LabelledRow>
      <LabelledRow label={t('invited.company')}>{profile.company_name}</LabelledRow>
      <LabelledRow label={t('invited.until')}>{time.second(profile.session_expires)}</LabelledRow>
    </Section>
  );
}

function Temporary({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const time = useTimeFormat();
  return (
    <Section title={t('temporary.title')} text={t('temporary.text')}>
      <LabelledRow label={t('temporary.id')}>{profile.mgrid}</LabelledRow>
      <LabelledRow label={t('temporary.company')}>{profile.company_name}</LabelledRow>
      <LabelledRow label={t('temporary.until')}>{time.second(profile.session_expires)}</LabelledRow>
    </Section>
  );
}
