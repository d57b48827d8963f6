import type { ReactNode } from 'react';
import type { ListUrlState } from '../lib/list-view.ts';
import type { ListControls } from '../lib/use-list-view.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { EmptyNoteProps } from './empty-note.tsx';
import { FilterBar, SearchForm, type SearchColumnChoice } from './filter-bar.tsx';
import { Page, Panel } from './page.tsx';
import { PagedList, type PagedQueryReadState } from './paged-list.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface ListBodyProps<Row, Pk, View extends ListUrlState> extends Omit<
  DataTableProps<Row, Pk, View['by']>,
  'rows' | 'sorting'
> {
  list: ListControls<View>;
  query: PagedQueryReadState<Row>;
  /** What can be searched for. */
  search?: readonly SearchColumnChoice<View['search']['key']>[];
  /** What else narrows the list; a phone folds it. */
  filters?: ReactNode;
  /** What is done with the list, and what narrowed it from elsewhere: always in sight. */
  tools?: ReactNode;
  failed: string;
  empty: EmptyNoteProps;
  /** Clears what narrows the list beside the search; null where nothing does. */
  onClear?: (() => void) | null;
}

/**
 * A list whose view is in the address: search, filters, sorted and selectable rows, pages, and each state of its read.
 */
export function ListBody<Row, Pk extends string | number, View extends ListUrlState>({
  list: { view, turnTo, filter, sort },
  query,
  search,
  filters,
  tools,
  failed,
  empty,
  onClear,
  ...table
}: ListBodyProps<Row, Pk, View>) {
  // A part of every view, which the compiler does not see in a generic one.
  // The way back leads to the page before, not through each part of a word.
  const searchFor = (next: View['search']) => filter({ search: next } as Partial<View>, { replace: true });
  const clear = onClear ?? (view.search.value === '' ? null : () => searchFor({ ...view.search, value: '' }));
  return (
    <>
      {(filters ?? search ?? tools) !== undefined && (
        <FilterBar more={filters} tools={tools}>
          {search && <SearchForm choices={search} search={view.search} onSearch={searchFor} />}
        </FilterBar>
      )}
      <PagedList
        query={query}
        loading={view.page.size}
        failed={failed}
        empty={empty}
        onClear={clear}
        page={view.page}
        onPage={turnTo}
      >
        {(rows) => <DataTable {...table} rows={rows} sorting={{ view, onSort: sort }} />}
      </PagedList>
      {table.selection && (
        <SelectionBar
          count={table.selection.selected.size}
          hidden={table.selection.hidden ?? 0}
          onClear={() => table.selection?.onSelect(new Set())}
        />
      )}
    </>
  );
}

export interface ListPanelProps<Row, Pk, View extends ListUrlState> extends ListBodyProps<Row, Pk, View> {
  /** Names the list for screen readers. */
  label: string;
}

/** A list below no title of its own. */
export function ListPanel<Row, Pk extends string | number, View extends ListUrlState>({
  label,
  ...list
}: ListPanelProps<Row, Pk, View>) {
  return (
    <Panel label={label}>
      <ListBody {...list} />
    </Panel>
  );
}

interface ListPageProps<Row, Pk, View extends ListUrlState> extends ListPanelProps<Row, Pk, View> {
  title: string;
  /** What is done, at the right of the title. */
  actions?: ReactNode;
  /** How things stand, above the list. */
  summary?: ReactNode;
}

/** A page that is one list. */
export function ListPage<Row, Pk extends string | number, View extends ListUrlState>({
  title,
  actions,
  summary,
  ...list
}: ListPageProps<Row, Pk, View>) {
  return (
    <Page isWide title={title} tools={actions}>
      {summary}
      <ListPanel {...list} />
    </Page>
  );
}
