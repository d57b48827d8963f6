import type { CompanyPk, ExportId, UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { exports } from '@vigil/shared/platform/db/schema/exports';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

export const updateCompanyRow = (
  tx: Tx,
  company: CompanyPk,
  change: Partial<Pick<typeof companies.$inferInsert, 'name' | 'timeZoneId'>>,
) => tx.update(companies).set(change).where(eq(companies.pk, company));

/** Two requests at once become one export. */
export const lockCompanyExports = (tx: Tx, user: UserPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451192, ${user})`);

export async function findUnfinishedCompanyExport(
  tx: ReadTx,
  user: UserPk,
): Promise<{ readonly id: ExportId } | undefined> {
  const [row] = await tx
    .select({ id: exports.id })
    .from(exports)
    .where(
      and(eq(exports.userFk, user), eq(exports.kind, 'companyData'), inArray(exports.state, ['waiting', 'running'])),
    )
    .limit(1);
  return row;
}

export const insertCompanyExport = (
  tx: Tx,
  { company, user }: Pick<Caller, 'company' | 'user'>,
  { id, language, at }: { id: ExportId; language: Language; at: Date },
) =>
  tx.insert(exports).values({
    id,
    companyFk: company,
    userFk: user,
    kind: 'companyData',
    request: { export_id: 'companyData' },
    language,
    fileName: `vigil_data_${at.toISOString().slice(0, 10)}.zip`,
    state: 'waiting',
    createdAt: at,
    changedAt: at,
  });
