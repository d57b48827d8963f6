import { Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SheetSource } from './sheets.ts';

interface SheetSelectProps {
  source: SheetSource;
  onSheet: (file: File, sheet: string) => void;
}

/** Names the sheet that was read, and offers the others that the spreadsheet shows. */
export function SheetSelect({ source: { file, name, names }, onSheet }: SheetSelectProps) {
  const { t } = useTranslation('imports');
  if (names.length === 1) return <Text size="sm">{t('sheet.only', { name })}</Text>;
  return (
    <Select
      label={t('sheet.label')}
      data={names}
      value={name}
      allowDeselect={false}
      onChange={(sheet) => sheet !== null && sheet !== name && onSheet(file, sheet)}
      maw={320}
    />
  );
}
