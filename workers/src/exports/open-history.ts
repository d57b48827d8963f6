import type { DevicePk } from '@vigil/shared/contract/ids';
import type { CountRows, Page } from '@vigil/shared/platform/db/select-page';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';
import type { ExportTable } from './table.ts';

const ROWS_PER_READ = 1_000;

export type ReadHistory<Row> = (page: { limit: number; after?: string }, countRows?: CountRows) => Promise<Page<Row>>;

interface HistoryTable<Row> {
  readonly sheet: { readonly name: string; readonly columns: WorkbookColumn[] };
  readonly read: ReadHistory<Row>;
  readonly cells: (row: Row) => WorkbookCell[];
  /** Of which device a row tells. */
  readonly deviceOf: (row: Row) => DevicePk | null;
}

/** The rows of a history by its cursor: how long a page takes does not depend on how far it is from the first. */
export async function openHistory<Row>({ sheet, read, cells, deviceOf }: HistoryTable<Row>): Promise<ExportTable> {
  const { total_count: total } = (await read({ limit: 0 })).meta;
  // Counting the rows again for each page would take longer than reading them.
  const countOnce: CountRows = () => Promise.resolve(total);
  const told = new Set<DevicePk>();
  const devicePks: DevicePk[] = [];
  return {
    sheet,
    total,
    devicePks,
    async *batches() {
      let after: string | null = null;
      do {
        const page: Page<Row> = await read({ limit: ROWS_PER_READ, ...(after === null ? {} : { after }) }, countOnce);
        for (const device of page.rows.map(deviceOf)) {
          if (device === null || told.has(device)) continue;
          told.add(device);
          devicePks.push(device);
        }
        yield page.rows.map(cells);
        after = page.meta.next;
      } while (after !== null);
    },
  };
}

/** The columns of a sheet by their headers and widths; those that are named hold times. */
export const sheetColumns = (
  headers: readonly string[],
  { widths, times }: { readonly widths: readonly number[]; readonly times: readonly number[] },
): WorkbookColumn[] =>
  headers.map((header, i) => ({
    header,
    width: widths[i] ?? 20,
    ...(times.includes(i) ? { format: 'time' as const } : {}),
  }));
