import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../ui/form-message.tsx';
import type { CheckedFile } from './use-import.ts';

/** What of the sheet is not imported as it stands: columns, rows above the titles, hidden rows. */
export function SheetNotes({ file }: { file: CheckedFile<unknown> }) {
  const { t } = useTranslation('imports');
  const hidden = file.rows.filter(({ isHidden }) => isHidden).length;
  return (
    <>
      {file.ignored.length > 0 && (
        <Text size="sm">{t('sheet.ignored', { count: file.ignored.length, columns: file.ignored.join(', ') })}</Text>
      )}
      {file.above > 0 && <Text size="sm">{t('sheet.above', { count: file.above })}</Text>}
      {hidden > 0 && <FormMessage kind="note">{t('sheet.hidden', { count: hidden })}</FormMessage>}
    </>
  );
}
