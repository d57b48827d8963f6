import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';
import { assertStanding } from './standing.ts';

/** One change of a company's tree at a time: two valid ones together could create a cycle, or a duplicate name. */
export const lockTree = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451193, ${company})`);

/** The same for a caller, who may still change it. @throws Problem as `assertStanding` says */
export async function lockTreeFor(tx: Tx, caller: Caller): Promise<void> {
  await lockTree(tx, caller.company);
  await assertStanding(tx, caller);
}
