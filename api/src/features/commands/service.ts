import { randomUUID } from 'node:crypto';
import { auditCode, auditTypeIds, type AuditCode } from '@vigil/shared/contract/audit-codes';
import { CommandId } from '@vigil/shared/contract/ids';
import type { CommandType } from '@vigil/shared/contract/names';
import type { Problem } from '@vigil/shared/contract/problems';
import { COMMAND_START_WITHIN_MS } from '@vigil/shared/domain/command-life';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { approvalForViewer, type DevicesInOpenWindow } from '@vigil/shared/domain/visible-parts';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishStatesOnCommit, queueJobsOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { CommandSigner } from '@vigil/shared/platform/command-signer';
import type { commands } from '@vigil/shared/platform/db/schema/commands';
import { isWake } from '@vigil/shared/platform/wakes';
import { problemOfActionObstacle, viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { insertNewCommands, insertFirstCommandSteps, type NewCommand } from '../../ledger/ledger.ts';
import type { CommandTarget } from './queries.ts';

/** A command as the ledger has it. */
export type LedgerRow = typeof commands.$inferSelect;

/** A requested command: target, type, arguments, and the id by which a repetition is recognised. */
export interface CommandRequest {
  readonly target: CommandTarget;
  readonly type: CommandType;
  readonly args: Record<string, unknown>;
  readonly id?: CommandId | undefined;
  readonly bulkId?: string | undefined;
  /** The wake that it is an order of. */
  readonly parent?: CommandId | undefined;
  /** It is sent at this time, and not at once. */
  readonly notBefore?: Date | undefined;
}

const auditOf: { readonly [T in CommandType]?: AuditCode } = {
  reboot: auditCode.reboot,
  shutdown: auditCode.shutdown,
  update: auditCode.agentUpdate,
  process_end: auditCode.processEnd,
  application_install: auditCode.application,
  application_uninstall: auditCode.application,
};

/** The problem that prevents a command to a device now, or null. The same rules disable the control on the screen. */
export function commandProblem(
  caller: Caller,
  type: CommandType,
  { target, ...state }: { target: CommandTarget; online: boolean; windows: DevicesInOpenWindow },
): Problem | null {
  const device = {
    isOnline: state.online,
    isApproved: approvalForViewer(state.windows, target) === 1,
    cs_ver: target.agentVersion,
    latest_ver: target.latestVersion,
  };
  return problemOfActionObstacle(obstacleTo(type, viewerOf(caller), device));
}

async function signedRow(caller: Caller, order: CommandRequest, { signer, now }: SigningContext): Promise<NewCommand> {
  const { target, type, args, bulkId, parent, notBefore } = order;
  const id = order.id ?? CommandId.parse(randomUUID());
  const deadline = new Date((notBefore?.getTime() ?? now) + COMMAND_START_WITHIN_MS);
  const { key_id: keyId, signature } = await signer.sign({ id, guid: target.guid, type, args, deadline });
  return {
    id,
    type,
    args,
    deadline,
    notBefore: notBefore ?? null,
    keyId,
    signature,
    companyFk: caller.company,
    deviceFk: target.pk,
    deviceAlias: target.alias,
    issuedBy: caller.user,
    issuerName: caller.name,
    bulkId: bulkId ?? null,
    parentFk: parent ?? null,
  };
}

/** What the process has for issuing commands. */
export interface IssuingDeps extends Deps {
  readonly signer: CommandSigner;
}

/** Who signs, and when: the deadline follows from it. */
export interface SigningContext {
  readonly signer: CommandSigner;
  readonly now: number;
}

/**
 * Signs commands and writes them to the ledger, with their first step and their audit entry, in the caller's
 * transaction. Commands are signed only here, where the request of an authorised user is recorded: one that gets into
 * the stores another way never runs.
 */
export async function issueCommands(
  tx: ChangeTx,
  caller: Caller,
  orders: readonly CommandRequest[],
  signing: SigningContext,
): Promise<LedgerRow[]> {
  const rows = await insertNewCommands(tx, await Promise.all(orders.map((order) => signedRow(caller, order, signing))));
  if (rows.length === 0) return rows;
  const byDevice = new Map(orders.map((order) => [order.target.pk, order.target]));
  const entries = rows.flatMap((row) => {
    const code = auditOf[row.type];
    const device = byDevice.get(row.deviceFk);
    if (code === undefined || !device) return [];
    return {
      code,
      type: auditTypeIds.action,
      subject: { device: row.deviceFk },
      newValue: typeof row.args['name'] === 'string' ? row.args['name'] : device.alias,
    };
  });
  await Promise.all([insertFirstCommandSteps(tx, rows), writeAudits(tx, caller, entries)]);
  queueCommandsOnCommit(tx, caller, rows);
  return rows;
}

/**
 * After the commit, tells browsers of new commands and queues those that are due for the workers. If this process ends
 * before that, workers find the rows in the ledger, as they find scheduled ones at their time
 * (`queue-due-commands.ts`). A wake has no job of its own: the commands to its senders have.
 */
export function queueCommandsOnCommit(tx: ChangeTx, { company, user }: Caller, rows: readonly LedgerRow[]): void {
  const due = rows.filter((row) => row.notBefore === null);
  publishStatesOnCommit(
    tx,
    due.map((row) => ({
      t: 'command_state',
      id: row.id,
      device_pk: row.deviceFk,
      type: row.type,
      state: 'queued',
      at: Date.now(),
      issuer: row.parentFk === null ? user : null,
    })),
  );
  const sent = due.filter((row) => !isWake(row));
  queueJobsOnCommit(
    tx,
    'commands',
    sent.map(({ id }) => ({ id, data: { id, company } })),
  );
}
