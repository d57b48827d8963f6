import { Anchor, Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LegalText, type LegalDocument } from '../../entities/legal/legal-text.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useDocumentTitle, usePageTitle } from '../../lib/page-title.ts';
import { SimpleHeader } from '../../ui/simple-header.tsx';
import classes from './legal-page.module.css';

/** Spec 3 §9. */
const EFFECTIVE = Date.UTC(2023, 10, 15);

export const TermsPage = () => <LegalPage of="use" />;
export const PrivacyPage = () => <LegalPage of="privacy" />;

/** What everybody may read without a session, and print. */
function LegalPage({ of }: { of: LegalDocument }) {
  const { t } = useTranslation('legal');
  const language = useLanguage();
  usePageTitle(t(`${of}.page`));
  useDocumentTitle();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(EFFECTIVE);
  const other = of === 'use' ? 'privacy' : 'use';
  return (
    <div className={classes.page}>
      <SimpleHeader home={`/${language}/`} />
      <main className={classes.text}>
        <Group justify="space-between">
          <h1>{t(`${of}.page`)}</h1>
          <Button
            className={classes.print ?? ''}
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={15} stroke={1.7} />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </Group>
        <p className={classes.date}>
          {t('effective', { date })}
          {of === 'use' && ` · ${t('replaced')}`}
        </p>
        <LegalText of={of} />
        <p className={classes.other}>
          <Anchor component={Link} to={`/${language}/${other === 'use' ? 'terms' : 'privacy'}`} size="sm">
            {t(`${other}.page`)}
          </Anchor>
        </p>
      </main>
    </div>
  );
}
