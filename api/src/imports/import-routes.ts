import { listImports, readImport, type ImportRecord } from '@vigil/shared/contract/http/imports';
import { Problem } from '@vigil/shared/contract/problems';
import type { imports } from '@vigil/shared/platform/db/schema/imports';
import type { Deps } from '../deps.ts';
import type { RouteRegistry } from '../http/routes.ts';
import { isImportLeased } from './import-leases.ts';
import { findImportOfUser, selectImportsSince } from './import-queries.ts';

const LISTED_MS = 86_400_000;

type ImportRow = typeof imports.$inferSelect;

function wire({ id, kind, done, total, result, createdAt }: ImportRow, isLeased: boolean): ImportRecord {
  const { failure = 0, exists = 0, total: rows = 0 } = result ?? {};
  return {
    id,
    kind,
    state: result ? 'finished' : isLeased ? 'running' : 'interrupted',
    done,
    total,
    ok: rows - failure - exists,
    exists,
    failure,
    created_at: createdAt.toISOString(),
  };
}

/** A user finds an import again whose page was closed. */
export function registerImportRoutes(routes: RouteRegistry, { database, redis, now }: Deps): void {
  // The lease is read after the record: an import that has ended since keeps it for a while.
  const describe = async (row: ImportRow): Promise<ImportRecord> =>
    wire(row, row.result === null && (await isImportLeased(redis, { ...row, company: row.companyFk })));

  routes.on(listImports, async ({ caller }) => {
    const since = new Date(now() - LISTED_MS);
    const rows = await database.read(caller.company, (tx) => selectImportsSince(tx, caller.user, since));
    return { objects: await Promise.all(rows.map(describe)) };
  });

  routes.on(readImport, async ({ caller, params }) => {
    const row = await database.read(caller.company, (tx) => findImportOfUser(tx, caller.user, params.import_id));
    if (!row) throw new Problem('not_found');
    return { objects: { ...(await describe(row)), rows: row.result?.rows ?? [] } };
  });
}
