import type { ImportRowResult } from '@vigil/shared/contract/http/imports';
import { isStorable } from '@vigil/shared/domain/storable';

interface Checked<Row> {
  /** Those that are refused are empty, so that the others keep their places. */
  readonly rows: readonly Row[];
  readonly refused: ReadonlyMap<number, ImportRowResult>;
}

/** Refuses the rows that have a text which no column takes, such as half a character: the others are imported. */
export function refuseUnstorableRows<Row extends Readonly<Record<string, string>>>(rows: readonly Row[]): Checked<Row> {
  const refused = new Map<number, ImportRowResult>();
  const checked = rows.map((row, index) => {
    const field = Object.keys(row).find((name) => !isStorable(row[name]));
    if (field === undefined) return row;
    refused.set(index, { index, state: 'failed', code: 'text_not_storable', field });
    return Object.fromEntries(Object.keys(row).map((name) => [name, ''])) as Row;
  });
  return { rows: checked, refused };
}
