import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { issueCommand } from '@vigil/shared/contract/http/commands';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { readTrustedReleases } from '@vigil/shared/platform/releases';
import type { Caller } from '../../identity/sessions/caller.ts';
import { findCommandRow, getCommandTarget, type CommandTarget } from './queries.ts';
import { commandProblem, issueCommands, type IssuingDeps, type LedgerRow } from './service.ts';
import { createAgentUpdateRequest } from './update-order.ts';
import { planWake, issueWakes } from './wakes/plan-wakes.ts';
import { readWakeReadinessLookup } from './wakes/readiness.ts';
import { readWakeRelations, sendersIn } from './wakes/relations.ts';

type Body = BodyOf<typeof issueCommand>;
type CommandBody = Body & { readonly type: Exclude<Body['type'], 'delete' | 'wol_list'> };

/**
 * Checks that the caller may command this device now, and writes the command to the ledger; for a wake, the orders of
 * its senders follow.
 */
async function recordCommand(
  deps: IssuingDeps,
  tx: ChangeTx,
  { caller, target, body }: { caller: Caller; target: CommandTarget; body: CommandBody },
): Promise<LedgerRow[]> {
  const { type, id } = body;
  const now = deps.now();
  const signing = { signer: deps.signer, now };
  const windows = await readOpenWindowDevices(tx, caller, new Date(now));
  const online = (await readDevicePresence(deps.redis, caller.company, target.pk)) !== null;
  const problem = commandProblem(caller, type, { target, windows, online });
  if (problem) throw problem;
  if (type === 'process_end') {
    const { pid, process_name: name } = body;
    if (pid === undefined || name === undefined) throw new Problem('malformed', { field: 'body.pid' });
    return issueCommands(tx, caller, [{ target, type, args: { pid, name }, id }], signing);
  }
  if (type === 'update') {
    const order = createAgentUpdateRequest({ target, releases: await readTrustedReleases(tx), id });
    if (order instanceof Problem) throw order;
    return issueCommands(tx, caller, [order], signing);
  }
  if (type !== 'wol') return issueCommands(tx, caller, [{ target, type, args: {}, id }], signing);
  const { sendersOf } = await readWakeReadinessLookup(deps, tx, { caller, sleepers: [target] });
  const wake = planWake({ sleeper: target, sendersOf, macAddr: body.data, sender: body.device_id, id });
  if (wake instanceof Problem) throw wake;
  const { wakes, packets } = await issueWakes(tx, caller, [wake], signing);
  return [...wakes, ...packets];
}

/**
 * A repeated command is answered with its stored state, independent of the device's current one. An id of another
 * command is a conflict.
 */
function assertRepetition(
  stored: LedgerRow | undefined,
  target: CommandTarget,
  type: Body['type'],
): LedgerRow | undefined {
  const isSame = stored?.type === type && stored.deviceFk === target.pk && stored.parentFk === null;
  if (stored && !isSame) throw new Problem('conflict', { field: 'body.id' });
  return stored;
}

/** @throws Problem `not_found`, `not_allowed`, `conflict`, or what prevents the command now */
export async function issueOneCommand(
  deps: IssuingDeps,
  tx: ChangeTx,
  { caller, guid, body }: { caller: Caller; guid: DeviceGuid; body: CommandBody },
): Promise<ObjectsOf<typeof issueCommand>> {
  const findStored = async () => (body.id === undefined ? undefined : findCommandRow(tx, body.id));
  // Sent without waiting for one another's answer.
  const [target, stored] = await Promise.all([getCommandTarget(tx, caller, guid), findStored()]);
  // No row is recorded when the same request was stored on another connection meanwhile: it is answered like a
  // repetition.
  const issued =
    assertRepetition(stored, target, body.type) ??
    (await recordCommand(deps, tx, { caller, target, body }))[0] ??
    assertRepetition(await findStored(), target, body.type);
  if (!issued) throw new Problem('conflict');
  return { id: issued.id, state: issued.state, ...sendersIn(await readWakeRelations(tx, caller, [issued]), issued) };
}
