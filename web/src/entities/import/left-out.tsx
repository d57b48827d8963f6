import type { TemplateKind } from '@vigil/shared/contract/import-rules';
import type { InvalidRow } from '@vigil/shared/domain/import-rows';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page.tsx';
import { useImportReasonText } from './use-import-reason-text.ts';
import classes from './imports.module.css';

type LeftOut = Pick<InvalidRow, 'number' | 'unreadable' | 'more'> & { readonly reason: string };

interface LeftOutRowsProps {
  kind: TemplateKind;
  rows: readonly LeftOut[];
}

/** The rows that are not in the preview, and why: one line for each, or for as many as a person reads. */
const SHOWN_ROWS = 200;

export function LeftOutRows({ kind, rows }: LeftOutRowsProps) {
  const { t } = useTranslation('imports');
  const reasonText = useImportReasonText(kind);
  if (rows.length === 0) return null;
  return (
    <Section title={t('left_out.title')}>
      {/* A list that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.leftOut} tabIndex={0} aria-label={t('left_out.title')}>
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <li key={row.number}>{t('left_out.line', { number: row.number, reason: reasonText(row) })}</li>
        ))}
        {rows.length > SHOWN_ROWS && <li>…</li>}
      </ul>
    </Section>
  );
}
