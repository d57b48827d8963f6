import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { languages, type Language } from '@vigil/shared/contract/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfileChange, type ProfileChange } from '../../entities/profile/profile.ts';
import { RefreshSettingRows } from '../../entities/profile/refresh-setting-rows.tsx';
import { TimeZoneField } from '../../entities/profile/time-zone-field.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { switchLanguage, languageNames, useLanguage } from '../../lib/language.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

const schemes = ['auto', 'light', 'dark'] as const;
const formatIds = [0, 1, 2] as const;

/** Time zone, date format, appearance and language of this user. */
export function DisplaySection() {
  const { t } = useTranslation(['profile', 'shell']);
  const { profile } = useViewer();
  const language = useLanguage();
  const time = useTimeFormat();
  const problemText = useProblemText();
  const change = useProfileChange();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [now] = useState(() => Date.now());
  const save = useMutation({
    mutationFn: (what: ProfileChange) => change(what),
    onSuccess: () => notifyDone(t('saved')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const speak = async (next: Language) => {
    await save.mutateAsync({ name: 'lang_code', value: next });
    switchLanguage(next);
  };

  return (
    <Section title={t('display.title')} text={t('display.text')}>
      <LabelledRow label={t('display.zone')} hint={t('display.now', { time: time.minute(now) })}>
        <TimeZoneField
          value={profile.time_zone_id}
          busy={save.isPending}
          onChange={(value) => save.mutate({ name: 'time_zone_id', value })}
        />
      </LabelledRow>
      <LabelledRow label={t('display.date')}>
        <SegmentedControl
          size="xs"
          aria-label={t('display.date')}
          data={formatIds.map((id) => ({ value: String(id), label: dateFormats[id] }))}
          value={String(profile.date_fmt_id)}
          disabled={save.isPending}
          onChange={(value) => save.mutate({ name: 'date_fmt_id', value: Number(value) as 0 | 1 | 2 })}
        />
      </LabelledRow>
      <LabelledRow label={t('shell:theme.label')} hint={t('display.theme_hint')}>
        <SegmentedControl
          size="xs"
          aria-label={t('shell:theme.label')}
          data={schemes.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </LabelledRow>
      <LabelledRow label={t('display.language')} hint={t('display.language_hint')}>
        <Select
          size="xs"
          maw={180}
          aria-label={t('display.language')}
          data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
          value={language}
          allowDeselect={false}
          disabled={save.isPending}
          onChange={(next) => next && next !== language && void speak(next).catch(() => undefined)}
        />
      </LabelledRow>
      <RefreshSettingRows user={profile} denial={null} onChange={(what) => save.mutate(what)} />
    </Section>
  );
}
