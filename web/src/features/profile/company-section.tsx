import { useTranslation } from 'react-i18next';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { Row, Section } from '../../ui/page.tsx';

/** The company of the user, and what its licences include. */
export function CompanySection() {
  const { t } = useTranslation(['profile', 'common']);
  const { profile } = useViewer();
  const time = useTimeFormat();
  const { total, list } = profile.license;
  const ends = list.map(({ pay_expire: at }) => Date.parse(at));
  return (
    <Section title={t('company.title')} text={t('company.text')}>
      <Row label={t('company.name')}>{profile.company_name}</Row>
      <Row label={t('company.role')}>{t(`common:member_type.${memberTypeOf(profile.member_type_id)}`)}</Row>
      <Row label={t('company.licence')}>{total.primaryProdType === '' ? t('company.none') : total.primaryProdType}</Row>
      <Row label={t('company.volume')}>{t('company.devices', { count: total.vol })}</Row>
      {ends.length > 0 && <Row label={t('company.until')}>{time.minute(Math.max(...ends))}</Row>}
    </Section>
  );
}
