import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryContent, type QueryReadState } from '../../ui/read-state.tsx';
import classes from './statistics.module.css';

export interface Ranked {
  key: string;
  name: ReactNode;
  /** Percent of all use. */
  usage: number;
  count: number;
}

interface RankingTableProps<Row> {
  title: string;
  /** Of the names. */
  heading: string;
  query: QueryReadState<{ objects: readonly Row[] }>;
  rowOf: (row: Row) => Ranked;
  /** What is counted. */
  counted: 'sessions' | 'alerts';
}

const ROWS = 10;

/** Up to ten, the most used first: the share of all use, rounded, as a bar and a figure. */
export function RankingTable<Row extends { usage: number }>({
  title,
  heading,
  query,
  rowOf,
  counted,
}: RankingTableProps<Row>) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const columns: readonly Column<Ranked>[] = [
    { id: 'name', label: heading, className: classes.rankName, render: ({ name }) => name },
    {
      id: 'usage',
      label: t(`column.${counted}_rate`),
      isNumber: true,
      className: classes.rankShare,
      render: ({ usage }) => (
        <span className={classes.share}>
          <span className={classes.shareBar} aria-hidden="true">
            <span style={{ width: `${usage}%` }} />
          </span>
          <b>{`${Math.round(usage)}%`}</b>
        </span>
      ),
    },
    {
      id: 'count',
      label: t(`column.${counted}_count`),
      isNumber: true,
      className: classes.rankCount,
      render: ({ count }) => count.toLocaleString(language),
    },
  ];
  return (
    <Section title={title}>
      <QueryContent query={query} failed={t('ranking.failed')} loading={ROWS}>
        {({ objects }) => {
          // Other servers of this contract send rows that stand for nothing (spec 2 §2).
          const rows = objects.filter(({ usage }) => usage >= 0).map(rowOf);
          if (rows.length === 0) return <p className={classes.noData}>{t(`ranking.no_${counted}`)}</p>;
          return <DataTable staysTable rows={rows} pkOf={({ key }) => key} columns={columns} />;
        }}
      </QueryContent>
    </Section>
  );
}
