import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page.tsx';
import classes from './imports.module.css';
import { useImportReasonText } from './use-import-reason-text.ts';

/** The rows that are not in the preview, and why: one line for each, or for as many as a person reads. */
const SHOWN_ROWS = 200;

export function LeftOutRows({ rows }: { rows: readonly { number: number; reason: string }[] }) {
  const { t } = useTranslation('imports');
  const reasonText = useImportReasonText();
  if (rows.length === 0) return null;
  return (
    <Section title={t('left_out.title')}>
      {/* A list that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.leftOut} tabIndex={0} aria-label={t('left_out.title')}>
        {rows.slice(0, SHOWN_ROWS).map(({ number, reason }) => (
          <li key={number}>{t('left_out.line', { number, reason: reasonText(reason) })}</li>
        ))}
        {rows.length > SHOWN_ROWS && <li>…</li>}
      </ul>
    </Section>
  );
}
