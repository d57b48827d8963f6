import { Anchor, Button, Checkbox, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LegalText, type LegalDocument } from '../../entities/legal/legal-text.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useVisitSourceQuery } from '../../lib/use-visit-source-query.ts';
import { toggleAgreement, nothingAgreed, type TickedAgreements } from './agreement.ts';
import classes from './agreement-stage.module.css';

/** Stage 1: both agreements are required (spec 1 §2). */
export function AgreementStage({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation(['signup', 'account']);
  const language = useLanguage();
  const origin = useVisitSourceQuery();
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
        <Agreement of="use" />
      </Stack>
      <Stack gap="xs">
        <Checkbox label={t('agree.privacy')} {...toggle('privacy')} />
        <Agreement of="privacy" />
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

/** The text of an agreement in a box that scrolls, by the keyboard as well. */
function Agreement({ of }: { of: LegalDocument }) {
  const { t } = useTranslation('legal');
  const language = useLanguage();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached to be scrolled */}
      <section className={classes.text} tabIndex={0} aria-label={t(`${of}.title`)}>
        <LegalText of={of} />
      </section>
      <Anchor href={`/${language}/${of === 'use' ? 'terms' : 'privacy'}`} target="_blank" rel="noopener" size="xs">
        {t(`${of}.page`)}
      </Anchor>
    </>
  );
}
