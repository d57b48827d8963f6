import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { insertInChunks } from '@vigil/shared/platform/db/in-chunks';
import { audits } from '@vigil/shared/platform/db/schema/records';
import type { Caller } from '../session/session.ts';

export interface AuditEntry {
  readonly code: number;
  readonly type: number;
  readonly device: DevicePk | null;
  readonly oldValue?: string | null;
  readonly newValue?: string | null;
}

/** Records actions of a caller, in the transaction of the action. */
export async function writeAudits(tx: Tx, caller: Caller, entries: readonly AuditEntry[]) {
  const rows = entries.map((entry) => ({
    companyFk: caller.company,
    actNameId: entry.code,
    actTypeId: entry.type,
    deviceFk: entry.device,
    memberFk: caller.user,
    oldValue: entry.oldValue ?? null,
    newValue: entry.newValue ?? null,
    name: caller.name,
    regMail: caller.mgrid,
  }));
  return insertInChunks(rows, (chunk) => tx.insert(audits).values(chunk).returning());
}
