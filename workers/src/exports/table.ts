import type { DevicePk } from '@vigil/shared/contract/ids';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';

/** What an export writes. */
export interface ExportTable {
  /** Name and columns of the sheet. */
  readonly sheet: { readonly name: string; readonly columns: WorkbookColumn[] };
  /** How many rows there are when the export begins. */
  readonly total: number;
  /** The devices that the file tells of: those of a history are known when its rows were read. */
  readonly devicePks: DevicePk[];
  /** All rows, in batches that are read one after the other. */
  batches(): AsyncGenerator<readonly (readonly WorkbookCell[])[]>;
}

/** A table of few rows, which were read at once. */
export const tableOfRows = ({
  rows,
  ...table
}: Pick<ExportTable, 'sheet' | 'devicePks'> & { rows: readonly (readonly WorkbookCell[])[] }): ExportTable => ({
  ...table,
  total: rows.length,
  async *batches() {
    yield rows;
  },
});
