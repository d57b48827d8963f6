import { auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

type Entry = StreamEntryOf<'action_reported'>;
type Session = typeof remoteSessions.$inferSelect;

/** The time at which the server received an entry. */
const receiptOf = ({ id }: Entry): number => Number(id.split('-')[0]);

/**
 * When it happened, by the clock of the agent as far as that is possible: not before the session, and not after its
 * receipt.
 */
function timeOf(entry: Entry, { redeemedAt, endedAt }: Session): Date | null {
  if (redeemedAt === null) return null;
  const at = Math.min(entry.data.action.at, receiptOf(entry));
  // An agent that ends the session dates both by its clock, which may be behind the one that has dated its start.
  return endedAt !== null && at > endedAt.getTime() ? null : new Date(Math.max(at, redeemedAt.getTime()));
}

/**
 * Records in the audit what agents report of running sessions with their device (decision 113), as done by the user of
 * the session. Once, although a report may arrive twice.
 */
export async function auditReportedActions(deps: Deps, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    await commitChange(deps, entry.company, async (tx) => {
      const { device, action } = entry.data;
      const own = and(eq(remoteSessions.id, action.session), eq(remoteSessions.deviceFk, device));
      const [session] = await tx.select().from(remoteSessions).where(own);
      const at = session && timeOf(entry, session);
      if (session && at) await record(tx, session, { device, action, at });
    });
  }
}

async function record(
  tx: ChangeTx,
  session: Session,
  { device, action, at }: { device: DevicePk; action: Entry['data']['action']; at: Date },
): Promise<void> {
  const { act_name_id: actNameId, old_value: oldValue, new_value: newValue } = action;
  const same = (column: typeof audits.oldValue | typeof audits.newValue, value: string | null) =>
    value === null ? isNull(column) : eq(column, value);
  const [known] = await tx
    .select({ pk: audits.pk })
    .from(audits)
    .where(
      and(
        eq(audits.deviceFk, device),
        eq(audits.actTime, at),
        eq(audits.actNameId, actNameId),
        // One moment may answer the questions of several users: a lock of the input leaves them to the rule.
        session.userFk === null ? isNull(audits.memberFk) : eq(audits.memberFk, session.userFk),
        same(audits.oldValue, oldValue),
        same(audits.newValue, newValue),
      ),
    )
    .limit(1);
  if (known) return;
  await tx.insert(audits).values({
    companyFk: session.companyFk,
    actNameId,
    actTypeId: auditTypeIds.action,
    deviceFk: device,
    memberFk: session.userFk,
    oldValue,
    newValue,
    name: session.userName,
    regMail: session.mgrid,
    actTime: at,
  });
}
