import type { ImportResult, ImportRowResult } from '@vigil/shared/contract/http/imports';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../deps.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import type { Caller } from '../identity/sessions/caller.ts';
import { holdImportLease } from './import-leases.ts';
import { findImport, type ImportKey } from './import-queries.ts';

/** A request of an import, of users or of groups. */
export interface ImportRequest<Row> {
  readonly rows: readonly Row[];
  readonly dry_run: boolean | 0 | 1;
  readonly import_id?: string | undefined;
  readonly row_numbers?: readonly number[] | undefined;
}

interface Steps {
  readonly key: ImportKey;
  /** What would happen. */
  readonly plan: () => Promise<ImportResult>;
  /** Makes what is valid. Stores the result in the same transaction, unless there is one already. */
  readonly run: () => Promise<ImportResult>;
}

const RETRY_S = 5;

export function importResultOf(
  found: readonly ImportRowResult[],
  { row_numbers = [] }: Pick<ImportRequest<unknown>, 'row_numbers'>,
): ImportResult {
  const rows = found.map((row) => {
    const number = row_numbers[row.index];
    return number === undefined ? row : { ...row, row: number };
  });
  const count = (state: ImportRowResult['state']) => rows.filter((row) => row.state === state).length;
  return { total: rows.length, failure: count('failed'), exists: count('exists'), rows };
}

export type RunImport = <Row>(caller: Caller, request: ImportRequest<Row>, steps: Steps) => Promise<ImportResult>;

/**
 * What imports of all kinds have in common: that they are switched on, and that a repeated request is the same import.
 */
export function createImportRunner(deps: Deps): RunImport {
  const { config, database } = deps;
  const limits = createRateLimits(deps);
  /** By company: an import and its repetitions in this process are one; other processes find the stored result. */
  const underWay = new Map<Caller['company'], { readonly key: string; readonly result: Promise<ImportResult> }>();

  const run = async (caller: Caller, { key, run: start }: Steps): Promise<ImportResult> => {
    const name = `${key.kind} ${key.id}`;
    const current = underWay.get(caller.company);
    if (current?.key === name) return current.result;
    if (current) throw new Problem('import_under_way', { retryAfter: RETRY_S });
    const leased = async () => {
      using _ = await holdImportLease(deps, { ...key, company: caller.company });
      return await start();
    };
    const result = leased().finally(() => underWay.delete(caller.company));
    underWay.set(caller.company, { key: name, result });
    return result;
  };

  return async (caller, request, steps) => {
    if (!config.BULK_IMPORT) throw new Problem('not_allowed', { reason: 'policy', detail: 'bulk_import' });
    if (!request.dry_run && request.import_id !== undefined) {
      const stored = await database.read(caller.company, (tx) => findImport(tx, steps.key));
      if (stored?.result) return stored.result;
    }
    await limits.take('import', { account: String(caller.user) });
    if (steps.key.kind === 'users') await limits.takeMany('import-rows', String(caller.company), request.rows.length);
    return request.dry_run ? steps.plan() : run(caller, steps);
  };
}
