import { SegmentedControl } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { languages } from '@vigil/shared/contract/languages';
import { useTranslation } from 'react-i18next';
import { RefreshSettingRows } from '../../entities/profile/refresh-setting-rows.tsx';
import { TimeZoneField } from '../../entities/profile/time-zone-field.tsx';
import { languageNames } from '../../lib/language.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { useUserChange } from './use-users.ts';

const formatIds = [0, 1, 2] as const;

/** How the user's screen shows times, and how often it refreshes (spec 3 §2, settings card). */
export function SettingsCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { run } = useUserChange(user.pk);
  const denial = useUserChangeDenial()('details', user);
  return (
    <Section title={t('settings.title')} {...(denial === null ? {} : { text: denial })}>
      <LabelledRow label={t('settings.zone')}>
        <TimeZoneField
          value={user.time_zone_id}
          busy={denial !== null}
          onChange={(time_zone_id) => void run({ time_zone_id })}
        />
      </LabelledRow>
      <LabelledRow label={t('settings.date')}>
        <SegmentedControl
          size="xs"
          aria-label={t('settings.date')}
          data={formatIds.map((id) => ({ value: String(id), label: dateFormats[id] }))}
          value={String(user.date_fmt_id)}
          disabled={denial !== null}
          onChange={(value) => void run({ date_fmt_id: Number(value) as (typeof formatIds)[number] })}
        />
      </LabelledRow>
      <LabelledRow label={t('settings.language')} hint={t('settings.language_hint')}>
        <SegmentedControl
          size="xs"
          aria-label={t('settings.language')}
          data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
          value={user.lang_code}
          disabled={denial !== null}
          onChange={(lang_code) => void run({ lang_code })}
        />
      </LabelledRow>
      <LabelledRow label={t('settings.mail')} hint={t('settings.mail_hint')}>
        <LockableSwitch
          aria-label={t('settings.mail')}
          reason={denial}
          checked={user.flag_recept_mail === 1}
          onToggle={() => void run({ flag_recept_mail: user.flag_recept_mail === 1 ? 0 : 1 })}
        />
      </LabelledRow>
      <RefreshSettingRows user={user} denial={denial} onChange={({ name, value }) => void run({ [name]: value })} />
    </Section>
  );
}
