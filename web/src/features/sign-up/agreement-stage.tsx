import { Anchor, Button, Checkbox, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { useVisitSourceQueryString } from '../../lib/use-visit-source-query-string.ts';
import { toggleAgreement, nothingAgreed, type TickedAgreements } from './agreement.ts';
import { AgreementText } from './agreement-text.tsx';

/** Stage 1: both agreements are required (spec 1 §2). */
export function AgreementStage({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation(['signup', 'account']);
  const language = useLanguage();
  const origin = useVisitSourceQueryString();
  const [agreed, setAgreed] = useState(nothingAgreed);
  const toggle = (name: keyof TickedAgreements) => ({
    checked: agreed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { checked } = event.currentTarget;
      setAgreed((before) => toggleAgreement(before, { [name]: checked }));
    },
  });
  return (
    <Stack gap="md">
      <Checkbox fw={620} label={t('agree.all')} {...toggle('all')} />
      <Divider />
      <Stack gap="xs">
        <Checkbox label={t('agree.use')} {...toggle('use')} />
        <AgreementText of="use" />
      </Stack>
      <Stack gap="xs">
        <Checkbox label={t('agree.privacy')} {...toggle('privacy')} />
        <AgreementText of="privacy" />
      </Stack>
      <Button size="md" disabled={!agreed.all} onClick={onContinue}>
        {t('continue')}
      </Button>
      <Anchor component={Link} to={`/${language}/${origin}`} size="sm">
        {t('account:to_sign_in')}
      </Anchor>
    </Stack>
  );
}
