import type { CompanyPk } from '../contract/ids.ts';
import { warnOfRepeatedFailure } from './log-repeated.ts';
import type { Log } from './log.ts';

/**
 * Runs `work` for each row, one company after the other. A company that fails is logged and does not stop the others;
 * it is tried again in the next run.
 * @returns the sum of what `work` returns
 */
export async function runForEachCompany<T extends { readonly company: CompanyPk }>(
  log: Log,
  rows: Iterable<T>,
  work: (row: T) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const row of rows) {
    try {
      sum += await work(row);
    } catch (cause) {
      warnOfRepeatedFailure(log, { cause, company: row.company }, 'periodic work failed for a company');
    }
  }
  return sum;
}
