import type { Bit } from '@vigil/shared/contract/device';
import { createHash, randomUUID } from 'node:crypto';
import type { CommandType } from '@vigil/shared/contract/names';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode, auditType, type AuditCode } from '@vigil/shared/domain/audit-codes';
import { START_WITHIN_MS } from '@vigil/shared/domain/command-deadlines';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { commands } from '@vigil/shared/platform/db/schema/commands';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import { writeAudits } from '../../access/audit.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import { insertCommands, insertFirstSteps, type Target } from './queries.ts';

type Row = typeof commands.$inferSelect;

/** A requested command: target, type, arguments, and the id by which a repetition is recognised. */
export interface Order {
  readonly target: Target;
  readonly type: CommandType;
  readonly args: Record<string, unknown>;
  readonly id?: CommandId | undefined;
  readonly bulkId?: string | undefined;
}

/** The id of one device's command in a bulk follows from the bulk's, so that a repeated request makes no second one. */
export function idInBulk(bulkId: string, type: CommandType, device: DevicePk): CommandId {
  const hex = createHash('sha256').update(`${bulkId}|${type}|${device}`).digest('hex');
  // A version 8 UUID: its bits are free to choose (RFC 9562).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return CommandId.parse(parts.join('-'));
}

const auditOf: { readonly [T in CommandType]?: AuditCode } = {
  reboot: auditCode.reboot,
  shutdown: auditCode.shutdown,
  update: auditCode.agentUpdate,
  delete: auditCode.delete,
};

/** The problem that prevents a command to a device now, or null. The same rules disable the control on the screen. */
export function commandProblem(
  caller: Caller,
  type: CommandType,
  device: { approval: Bit; online: boolean },
): Problem | null {
  const obstacle = obstacleTo(
    type,
    { flags: caller.flags, isCorporate: caller.isCorporate },
    { alive: device.online ? 1 : 0, approval: device.approval },
  );
  if (!obstacle) return null;
  return obstacle.kind === 'refused' ? new Problem('not_allowed', obstacle.refusal) : new Problem(obstacle.code);
}

/** Audit, ledger and first step in the caller's transaction. The job follows from the row in the ledger. */
export async function recordCommands(tx: Tx, caller: Caller, orders: readonly Order[], now: number): Promise<Row[]> {
  const rows = await insertCommands(
    tx,
    orders.map((order) => ({
      id: order.id ?? CommandId.parse(randomUUID()),
      companyFk: caller.company,
      deviceFk: order.target.pk,
      deviceAlias: order.target.alias,
      type: order.type,
      args: order.args,
      issuedBy: caller.user,
      issuerName: caller.name,
      bulkId: order.bulkId ?? null,
      deadline: new Date(now + START_WITHIN_MS),
    })),
  );
  if (rows.length === 0) return rows;
  await insertFirstSteps(tx, rows);
  const byDevice = new Map(orders.map((order) => [order.target.pk, order.target]));
  await writeAudits(
    tx,
    caller,
    rows.flatMap((row) => {
      const code = auditOf[row.type];
      const device = byDevice.get(row.deviceFk);
      if (code === undefined || !device) return [];
      const isDeletion = row.type === 'delete';
      return {
        code,
        type: isDeletion ? auditType.deletion : auditType.action,
        device: row.deviceFk,
        oldValue: isDeletion ? String(device.osId) : null,
        newValue: device.alias,
      };
    }),
  );
  return rows;
}

/**
 * After the commit: queues the commands for the workers and publishes their state. If this process ends before that, the
 * workers find the queued rows in the ledger.
 */
export async function dispatch({ queues, redis, log }: Deps, caller: Caller, rows: readonly Row[]): Promise<void> {
  const at = Date.now();
  const jobs = rows.map((row) => ({ id: row.id, data: { id: row.id, company: caller.company } }));
  const events = rows.map((row) => ({
    t: 'command_state' as const,
    id: row.id,
    device_pk: row.deviceFk,
    type: row.type,
    state: 'queued' as const,
    at,
    issuer: caller.user,
  }));
  const results = await Promise.allSettled([
    queues.add('commands', jobs),
    publishCommandStates(redis, caller.company, events),
  ]);
  for (const result of results)
    if (result.status === 'rejected') log.warn({ err: result.reason }, 'dispatch left to the workers');
}
