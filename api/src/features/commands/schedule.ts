import { SCHEDULE_WITHIN_MS } from '@vigil/shared/contract/application-rules';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { CommandId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishStatesOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { and, eq, inArray } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';
import { cancelScheduledCommands } from '../../ledger/ledger.ts';
import { findCommandRow, findCommandTargets } from './queries.ts';

/** @throws Problem `schedule_invalid` */
export function scheduleOf(text: string | undefined, now: number): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (at.getTime() <= now || at.getTime() > now + SCHEDULE_WITHIN_MS)
    throw new Problem('schedule_invalid', { field: 'body.schedule_time' });
  return at;
}

const auditOf = { reboot: auditCode.reboot, shutdown: auditCode.shutdown } as const;

/**
 * Ends a restart or shutdown that was scheduled and not sent yet.
 * @throws Problem `not_found`, `conflict` for one that was sent, or was to run at once
 */
export async function cancelSchedule(
  tx: ChangeTx,
  caller: Caller,
  { id, at }: { id: CommandId; at: Date },
): Promise<CommandId> {
  const stored = await findCommandRow(tx, id);
  if (stored?.type !== 'reboot' && stored?.type !== 'shutdown') throw new Problem('not_found');
  const which = and(eq(commands.id, id), inArray(commands.type, ['reboot', 'shutdown']));
  const [row] = await cancelScheduledCommands(tx, which, at);
  if (!row) throw new Problem('conflict');
  // The row outlives its device.
  const [device] = await findCommandTargets(tx, caller, [row.deviceFk]);
  await writeAudits(tx, caller, [
    {
      code: auditOf[stored.type],
      type: auditTypeIds.deletion,
      subject: device ? { device: device.pk } : null,
      oldValue: row.deviceAlias,
    },
  ]);
  publishStatesOnCommit(tx, [
    {
      t: 'command_state',
      id: row.id,
      device_pk: row.deviceFk,
      type: row.type,
      state: row.state,
      message: 'cancelled',
      at: at.getTime(),
      issuer: row.issuedBy,
    },
  ]);
  return id;
}
