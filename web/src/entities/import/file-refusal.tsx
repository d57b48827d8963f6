import { templateHeaders, type TemplateKind } from '@vigil/shared/contract/import-rules';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { SheetSelect } from './sheet-select.tsx';
import { FileError } from './sheets.ts';

interface FileRefusalProps {
  kind: TemplateKind;
  error: unknown;
  limits: { rows: number; megabytes: number };
  onSheet: (file: File, sheet: string) => void;
}

/** Why a file was not read; another of its sheets may be the one that was meant. */
export function FileRefusal({ kind, error, limits, onSheet }: FileRefusalProps) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const problemText = useProblemText();
  if (!(error instanceof FileError)) return <FormMessage kind="refused">{problemText(error)}</FormMessage>;
  const { problem, details } = error;
  const { lastFilledRow = null, columns = [], source } = details;
  const titles = columns.map((column) => templateHeaders[kind][language][column] ?? '');
  const values = { ...limits, columns: titles.join(', '), sheet: source?.name ?? '' };
  return (
    <>
      <FormMessage kind="refused">
        {t(`problem.${problem}`, values)}
        {lastFilledRow !== null && ` ${t('problem.empty_rows', { row: lastFilledRow })}`}
      </FormMessage>
      {source && <SheetSelect source={source} onSheet={onSheet} />}
    </>
  );
}
