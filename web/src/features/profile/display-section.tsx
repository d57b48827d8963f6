import { SegmentedControl, Select } from '@mantine/core';
import { languages, type Language } from '@vigil/shared/contract/problem-texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '../../lib/language.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { useProfileChange, type ProfileChange } from '../../entities/session/profile.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Row, Section } from '../../ui/page.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

const formatIds = [0, 1, 2] as const;
const names: { readonly [L in Language]: string } = { ko: '한국어', en: 'English', ja: '日本語' };

/** Time zone, date format and language of this user. */
export function DisplaySection() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const language = useLanguage();
  const time = useTimeFormat();
  const problemText = useProblemText();
  const change = useProfileChange();
  const [now] = useState(() => Date.now());
  const save = useMutation({
    mutationFn: (what: ProfileChange) => change(what),
    onSuccess: () => notifyDone(t('saved')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const speak = async (next: Language) => {
    await save.mutateAsync({ name: 'lang_code', value: next });
    changeLanguage(next);
  };

  return (
    <Section title={t('display.title')} text={t('display.text')}>
      <Row label={t('display.zone')} hint={t('display.now', { time: time.minute(now) })}>
        <TimeZoneField
          value={profile.time_zone_id}
          busy={save.isPending}
          onChange={(value) => save.mutate({ name: 'time_zone_id', value })}
        />
      </Row>
      <Row label={t('display.date')}>
        <SegmentedControl
          size="xs"
          aria-label={t('display.date')}
          data={formatIds.map((id) => ({ value: String(id), label: dateFormats[id] }))}
          value={String(profile.date_fmt_id)}
          disabled={save.isPending}
          onChange={(value) => save.mutate({ name: 'date_fmt_id', value: Number(value) as 0 | 1 | 2 })}
        />
      </Row>
      <Row label={t('display.language')} hint={t('display.language_hint')}>
        <Select
          size="xs"
          maw={180}
          aria-label={t('display.language')}
          data={languages.map((code) => ({ value: code, label: names[code] }))}
          value={language}
          allowDeselect={false}
          disabled={save.isPending}
          onChange={(next) => next && next !== language && void speak(next).catch(() => undefined)}
        />
      </Row>
    </Section>
  );
}
