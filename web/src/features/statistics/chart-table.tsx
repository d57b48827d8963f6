import { Anchor } from '@mantine/core';
import type { ChartRow } from '@vigil/shared/contract/http/statistics';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { finePercentText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { daysOfRow } from './chart-period.ts';
import classes from './statistics.module.css';

interface ChartTableProps {
  rows: readonly ChartRow[];
  /** Of the history that has what was counted, without the language. */
  historyPath: string;
}

/** What the bars show, as figures; a date leads to what was counted on it. */
export function ChartTable({ rows, historyPath }: ChartTableProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const time = useTimeFormat();
  const columns: readonly Column<ChartRow>[] = [
    {
      id: 'date',
      label: t('column.date'),
      className: classes.figures,
      render: ({ start_date, access_cnt }) => {
        const text = start_date.length > 'YYYY-MM'.length ? time.day(start_date) : start_date;
        if (access_cnt === 0) return <span className={classes.gone}>{text}</span>;
        const range = new URLSearchParams(daysOfRow(start_date));
        return (
          <Anchor component={Link} to={`/${language}/${historyPath}?${range.toString()}`} fz="inherit">
            {text}
          </Anchor>
        );
      },
    },
    {
      id: 'count',
      label: t('column.count'),
      isNumber: true,
      render: ({ access_cnt }) => access_cnt.toLocaleString(language),
    },
    {
      id: 'rate',
      label: t('column.rate'),
      isNumber: true,
      render: ({ access_ratio }) => finePercentText(access_ratio),
    },
  ];
  return <DataTable staysTable rows={rows} pkOf={({ pk }) => pk} columns={columns} />;
}
