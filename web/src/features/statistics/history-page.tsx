import { Button } from '@mantine/core';
import { IconHistory, IconX } from '@tabler/icons-react';
import type { ExportRequest } from '@vigil/shared/contract/http/exports';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import type { ListControls } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { SearchColumnChoice } from '../../ui/filter-bar.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Page } from '../../ui/page.tsx';
import type { PagedQueryReadState } from '../../ui/paged-list.tsx';
import { isHistoryFiltered, unfiltered, type HistoryView } from './history-list.ts';
import classes from './statistics.module.css';

export type HistoryKind = 'remote' | 'file' | 'alert' | 'access' | 'deletion';

interface HistoryPageProps<Row, Pk, View extends HistoryView> {
  kind: HistoryKind;
  list: ListControls<View>;
  query: PagedQueryReadState<Row>;
  columns: readonly Column<Row, 'create_time'>[];
  pkOf: (row: Row) => Pk;
  /** The list as it is shown, for its export. */
  exported: Partial<ExportRequest> & Pick<ExportRequest, 'export_id'>;
  search?: readonly SearchColumnChoice<View['search']['key']>[];
  /** The names of the device or the user to which the address narrows the list, as a row that was found has them. */
  namesOf?: (row: Row) => { device?: string; user?: string };
  /** What else a link narrows the list to. */
  narrowed?: { label: string; clear: () => void };
}

/**
 * One of the histories (spec 2 §2): newest first, narrowed by days and by a text in one column, and saved as a
 * workbook.
 */
export function HistoryPage<Row, Pk extends string | number, View extends HistoryView>({
  kind,
  list,
  query,
  exported,
  namesOf,
  narrowed,
  ...table
}: HistoryPageProps<Row, Pk, View>) {
  const { t } = useTranslation('statistics');
  const { view, filter } = list;
  const shown = withoutPlaceholders(query, table.pkOf);
  const narrow = (part: Partial<HistoryView>) => filter(part as Partial<View>);
  const [row] = shown.data?.objects ?? [];
  const names = row === undefined ? {} : (namesOf?.(row) ?? {});
  const clear = () => {
    narrow({ ...unfiltered, search: { ...view.search, value: '' } });
    narrowed?.clear();
  };
  const title = t(`history.${kind}.title`);
  return (
    <Page isWide title={title} tools={<ExportButton request={exported} total={query.data?.meta.total_count ?? 0} />}>
      <ListPanel
        {...table}
        label={title}
        list={list}
        query={shown}
        filters={<DayRangeFields range={view} onChange={narrow} />}
        tools={
          <>
            {narrowed && <Narrowed label={narrowed.label} onClear={narrowed.clear} />}
            {view.device !== null && (
              <Narrowed
                label={t('only_device', { name: names.device ?? '' })}
                onClear={() => narrow({ device: null })}
              />
            )}
            {view.user !== null && (
              <Narrowed label={t('only_user', { name: names.user ?? '' })} onClear={() => narrow({ user: null })} />
            )}
          </>
        }
        failed={t('history.failed')}
        empty={{
          icon: <IconHistory stroke={1.4} />,
          title: t(`history.${kind}.empty`),
          text: t(`history.${kind}.empty_text`),
        }}
        onClear={isHistoryFiltered(view) || narrowed ? clear : null}
      />
    </Page>
  );
}

/** Rows without a subject stand for nothing (spec 2 §7); other servers of this contract send them. */
const PLACEHOLDER = 'EMPTY';

function withoutPlaceholders<Row>(
  query: PagedQueryReadState<Row>,
  pkOf: (row: Row) => string | number,
): PagedQueryReadState<Row> {
  const { data } = query;
  if (!data?.objects.some((row) => pkOf(row) === PLACEHOLDER)) return query;
  return { ...query, data: { ...data, objects: data.objects.filter((row) => pkOf(row) !== PLACEHOLDER) } };
}

/** What a link from elsewhere narrows the list to. */
function Narrowed({ label, onClear }: { label: string; onClear: () => void }) {
  const { t } = useTranslation('statistics');
  return (
    <Button
      size="xs"
      variant="light"
      className={classes.narrowed ?? ''}
      rightSection={<IconX size={13} aria-hidden="true" />}
      aria-label={`${label} – ${t('show_all')}`}
      onClick={onClear}
    >
      {label}
    </Button>
  );
}
