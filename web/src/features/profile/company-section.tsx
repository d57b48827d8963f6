import { Button } from '@mantine/core';
import { MAX_COMPANY_NAME } from '@vigil/shared/contract/limits';
import { problems } from '@vigil/shared/contract/problems';
import { DEFAULT_TIME_ZONE_ID } from '@vigil/shared/contract/user-defaults';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import { timeZoneOf, timeZones } from '@vigil/shared/domain/time-zones';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TimeZoneField } from '../../entities/profile/time-zone-field.tsx';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLastDay } from '../../entities/session/use-last-day.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { useChangeCompany } from './use-change-company.ts';
import classes from './profile.module.css';

/** The company of the user, and what its licences include. Administrators change its name and zone. */
export function CompanySection() {
  const { t } = useTranslation(['profile', 'common']);
  const { profile, viewer } = useViewer();
  const { total, list, time_zone } = profile.license;
  const lastDay = useLastDay(time_zone);
  const ends = list.map(({ expireTimeStamp }) => expireTimeStamp);
  return (
    <Section title={t('company.title')} text={t('company.text')}>
      <LabelledRow label={t('company.name')}>
        {viewer.flags.isAdmin ? <CompanyName /> : profile.company_name}
      </LabelledRow>
      {viewer.flags.isAdmin && (
        <LabelledRow label={t('company.zone')} hint={t('company.zone_hint')}>
          <CompanyZone />
        </LabelledRow>
      )}
      <LabelledRow label={t('company.role')}>
        {t(`common:member_type.${memberTypeOf(profile.member_type_id)}`)}
      </LabelledRow>
      <LabelledRow label={t('company.licence')}>
        <div className={classes.licence}>
          {total.primaryProdType === '' ? t('company.none') : total.primaryProdType}
          <LicenceLink />
        </div>
      </LabelledRow>
      <LabelledRow label={t('company.volume')}>{t('company.devices', { count: total.vol })}</LabelledRow>
      {ends.length > 0 && (
        <LabelledRow label={t('company.until')}>{lastDay(new Date(Math.max(...ends)).toISOString())}</LabelledRow>
      )}
    </Section>
  );
}

function CompanyName() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const language = useLanguage();
  const { rename } = useChangeCompany();
  return (
    <InlineEdit
      value={profile.company_name}
      placeholder={t('person.empty')}
      label={t('company.name')}
      limit={MAX_COMPANY_NAME}
      missing={problems.name_requirement[language]}
      multiline={false}
      reason={null}
      onSave={async (name) => rename(name)}
    />
  );
}

function CompanyZone() {
  const { profile } = useViewer();
  const { moveToZone } = useChangeCompany();
  const { id } = timeZones.find(({ name }) => name === profile.license.time_zone) ?? { id: DEFAULT_TIME_ZONE_ID };
  return <TimeZoneField value={id} busy={false} onChange={(next) => moveToZone(timeZoneOf(next))} />;
}

/** Where licences are bought and renewed: by administrators, unless they are not sold. */
function LicenceLink() {
  const { t } = useTranslation('profile');
  const { viewer } = useViewer();
  const { standalone } = useInstallationSettings();
  const language = useLanguage();
  if (!viewer.flags.isAdmin || standalone) return null;
  return (
    <Button component={Link} to={`/${language}/management/license`} size="compact-xs" variant="default">
      {t('company.buy')}
    </Button>
  );
}
