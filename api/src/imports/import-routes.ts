import { listImports, readImport, type ImportRecord } from '@vigil/shared/contract/http/imports';
import { Problem } from '@vigil/shared/contract/problems';
import type { imports } from '@vigil/shared/platform/db/schema/imports';
import type { Deps } from '../deps.ts';
import type { RouteRegistry } from '../http/routes.ts';
import { findImportOfUser, selectImportsSince } from './import-queries.ts';

const LISTED_MS = 86_400_000;

/** A thousand passwords are hashed within minutes, also beside other requests. */
const LONGEST_IMPORT_MS = 3_600_000;

function wire({ id, kind, done, total, result, createdAt }: typeof imports.$inferSelect, now: number): ImportRecord {
  const isOverdue = now - createdAt.getTime() > LONGEST_IMPORT_MS;
  const { failure = 0, exists = 0, total: rows = 0 } = result ?? {};
  return {
    id,
    kind,
    state: result ? 'finished' : isOverdue ? 'interrupted' : 'running',
    done,
    total,
    ok: rows - failure - exists,
    exists,
    failure,
    created_at: createdAt.toISOString(),
  };
}

/** A user finds an import again whose page was closed. */
export function registerImportRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listImports, ({ caller }) =>
    database.read(caller.company, async (tx) => {
      const rows = await selectImportsSince(tx, caller.user, new Date(now() - LISTED_MS));
      return { objects: rows.map((row) => wire(row, now())) };
    }),
  );

  routes.on(readImport, ({ caller, params }) =>
    database.read(caller.company, async (tx) => {
      const row = await findImportOfUser(tx, caller.user, params.import_id);
      if (!row) throw new Problem('not_found');
      return { objects: { ...wire(row, now()), rows: row.result?.rows ?? [] } };
    }),
  );
}
