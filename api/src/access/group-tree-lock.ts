import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';
import { lockCallerRole } from './caller-role.ts';

/**
 * Locks the group tree of a company until the end of the transaction: two valid changes together could create a cycle,
 * or a duplicate name.
 */
export const lockGroupTree = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451193, ${company})`);

/** Locks the group tree, then checks that the caller may still change it. @throws Problem of `lockCallerRole` */
export async function lockTreeForCaller(tx: Tx, caller: Caller): Promise<void> {
  await lockGroupTree(tx, caller.company);
  await lockCallerRole(tx, caller);
}
