import type { ImportKind, ImportResult } from '@vigil/shared/contract/http/imports';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import { imports } from '@vigil/shared/platform/db/schema/imports';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';

const MAX_LISTED = 20;

/** An import of the caller's company. */
export interface ImportKey {
  readonly kind: ImportKind;
  readonly id: string;
}

const isImport = ({ kind, id }: ImportKey) => and(eq(imports.kind, kind), eq(imports.id, id));

export async function findImport(tx: ReadTx, key: ImportKey) {
  const [row] = await tx.select().from(imports).where(isImport(key));
  return row;
}

const ofUser = (user: UserPk) => eq(imports.userFk, user);

/** The imports of a user that began after a moment, the latest first. */
export const selectImportsSince = (tx: ReadTx, user: UserPk, since: Date) =>
  tx
    .select()
    .from(imports)
    .where(and(ofUser(user), gt(imports.createdAt, since)))
    .orderBy(desc(imports.createdAt))
    .limit(MAX_LISTED);

export async function findImportOfUser(tx: ReadTx, user: UserPk, id: string) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(ofUser(user), eq(imports.id, id)))
    .limit(1);
  return row;
}

/** Stores an import, or changes the one that was begun. */
export const upsertImportProgress = (
  tx: Tx,
  caller: Caller,
  key: ImportKey,
  state: { readonly done: number; readonly total: number; readonly result?: ImportResult; readonly at: Date },
) => {
  const { done, total, result, at } = state;
  const changed = { done, total, ...(result ? { result } : {}) };
  // Another process may be at the same import, and ahead.
  const set = { ...changed, done: sql`greatest(${imports.done}, ${done})` };
  return tx
    .insert(imports)
    .values({ companyFk: caller.company, userFk: caller.user, createdAt: at, ...key, ...changed })
    .onConflictDoUpdate({
      target: [imports.companyFk, imports.kind, imports.id],
      set,
      setWhere: isNull(imports.result),
    });
};

/** The groups of the company, with their names as Postgres compares them. */
export const selectFoldedGroups = (tx: ReadTx) =>
  tx
    .select({
      pk: deviceGroups.pk,
      name: deviceGroups.name,
      folded: sql<string>`lower(${deviceGroups.name})`,
      parent: deviceGroups.groupFk,
      root: deviceGroups.rootGroupFk,
      isDefault: sql<boolean>`${deviceGroups.isDefault} = 1`,
    })
    .from(deviceGroups);

/** Names as Postgres compares them, in the order given. */
export async function foldNamesInDatabase(tx: ReadTx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.execute<{ folded: string }>(
    sql`select lower(name) as folded from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)
      with ordinality as given(name, n) order by n`,
  );
  return rows.map(({ folded }) => folded);
}
