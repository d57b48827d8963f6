import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { downloadCsv, safeFileName } from '../../lib/csv.ts';
import classes from './detail.module.css';

interface ListToolsProps {
  find: string;
  typed: string;
  onTyped: (typed: string) => void;
  count: string;
  /** What is saved: the rows that the search found, the titles first. */
  csvExport: { name: readonly string[]; rows: () => readonly (readonly string[])[] };
}

/** Search in a list of the device, and the list as a file. */
export function ListTools({ find, typed, onTyped, count, csvExport }: ListToolsProps) {
  const { t } = useTranslation('detail');
  const time = useTimeFormat();
  return (
    <div className={classes.between}>
      <TextInput
        size="xs"
        type="search"
        aria-label={find}
        placeholder={find}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <span className={classes.listCount} role="status">
        {count}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
        onClick={() => {
          const date = time.wall(Date.now()).slice(0, 10);
          downloadCsv(safeFileName(...csvExport.name, date), csvExport.rows());
        }}
      >
        {t('save_csv')}
      </Button>
    </div>
  );
}
