import type { ImportRowResult } from '@vigil/shared/contract/http/imports';

interface ImportedFile {
  readonly all: readonly unknown[];
  readonly rows: readonly { readonly check: Pick<ImportRowResult, 'state'> }[];
  readonly leftOut: readonly unknown[];
}

/**
 * What became of all rows of a file: also of those that were never sent. The five numbers add up: `total` is the sum of
 * the others.
 */
export function importCountsOf(
  { all, rows, leftOut }: ImportedFile,
  result: { total: number; failure: number; exists: number },
) {
  const ok = result.total - result.failure - result.exists;
  const inState = (state: ImportRowResult['state']) => rows.filter(({ check }) => check.state === state).length;
  const exists = inState('exists');
  const failure = leftOut.length + inState('failed');
  return { total: all.length, ok, exists, failure, unselected: all.length - ok - exists - failure };
}
