import { randomUUID } from 'node:crypto';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import { cancelScheduledCommand, type issueBulkCommand } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { actionDenial, isSchedulable } from '@vigil/shared/domain/device-actions';
import { callDenial } from '@vigil/shared/domain/permissions';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readTrustedReleases } from '@vigil/shared/platform/releases';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { commandIdInBulk } from '../../ledger/ledger.ts';
import { findCommandTargets, selectCommandsOfBulk, type CommandTarget } from './queries.ts';
import { scheduleOf } from './schedule.ts';
import { commandProblem, issueCommands, type CommandRequest, type IssuingDeps } from './service.ts';
import { createAgentUpdateRequest } from './update-order.ts';
import { planWake, issueWakes, type PlannedWake } from './wakes/plan-wakes.ts';
import { readWakeReadinessLookup } from './wakes/readiness.ts';
import { readWakeRelations, sendersIn } from './wakes/relations.ts';

type Body = BodyOf<typeof issueBulkCommand>;
type CommandBody = Body & { readonly type: Exclude<Body['type'], 'delete'> };
type Order = CommandRequest | PlannedWake;
/** One device of a bulk command: its order, or the problem that prevents it. */
type Outcome = { pk: DevicePk; order: Order } | { pk: DevicePk; problem: Problem };

const isPlanned = (order: Order): order is PlannedWake => 'sleeper' in order;
const isOrder = (order: Order): order is CommandRequest => !isPlanned(order);

/**
 * Only administrators schedule commands, as the delivery checks again (`delivery-denial.ts`); nothing else than these
 * waits for a time.
 */
function scheduleDenial(caller: Caller, { type, schedule_time: at }: CommandBody) {
  if (at === undefined) return null;
  if (!isSchedulable(type)) throw new Problem('schedule_invalid', { field: 'body.schedule_time' });
  return callDenial(viewerOf(caller), cancelScheduledCommand);
}

interface BulkRequest {
  readonly caller: Caller;
  readonly type: CommandBody['type'];
  readonly bulkId: string;
  readonly pks: readonly DevicePk[];
  readonly notBefore: Date | undefined;
  readonly online: ReadonlySet<DevicePk>;
}

/** What makes the order to one device, or says why there is none. */
async function readOrderFactory(
  deps: IssuingDeps,
  tx: ReadTx,
  { caller, type, bulkId, notBefore, targets }: BulkRequest & { readonly targets: readonly CommandTarget[] },
): Promise<(target: CommandTarget) => Order | Problem> {
  const idOf = ({ pk }: CommandTarget) => commandIdInBulk(bulkId, type, pk);
  if (type === 'wol') {
    const { sendersOf } = await readWakeReadinessLookup(deps, tx, { caller, sleepers: targets });
    return (target) => planWake({ sleeper: target, sendersOf, id: idOf(target), bulkId });
  }
  if (type === 'update') {
    const releases = await readTrustedReleases(tx);
    return (target) => createAgentUpdateRequest({ target, releases, id: idOf(target), bulkId });
  }
  return (target) => ({ target, type, args: {}, bulkId, id: idOf(target), notBefore });
}

async function planBulk(deps: IssuingDeps, tx: ReadTx, request: BulkRequest): Promise<Outcome[]> {
  const { caller, type, bulkId, pks, notBefore, online } = request;
  const issued = new Set((await selectCommandsOfBulk(tx, bulkId, type)).map(({ deviceFk }) => deviceFk));
  const targets = new Map((await findCommandTargets(tx, caller, pks)).map((row) => [row.pk, row]));
  const windows = await readOpenWindowDevices(tx, caller, new Date(deps.now()));
  const orderOf = await readOrderFactory(deps, tx, { ...request, targets: [...targets.values()] });
  const refusedBefore = type === 'wol' ? 'no_neighbour' : 'not_online_warning';
  return pks.flatMap((pk): Outcome[] => {
    if (issued.has(pk)) return [];
    const target = targets.get(pk);
    if (!target) return [{ pk, problem: new Problem('not_found') }];
    // Whether a device is online at the time of a scheduled command is seen then.
    const isOnlineThen = notBefore !== undefined || online.has(pk);
    const order = commandProblem(caller, type, { target, windows, online: isOnlineThen }) ?? orderOf(target);
    if (order instanceof Problem) return [{ pk, problem: order }];
    // A repetition issues no new commands: what is possible by now was refused by the first request.
    if (issued.size > 0) return [{ pk, problem: new Problem(refusedBefore) }];
    return [{ pk, order }];
  });
}

async function recordBulk(
  deps: IssuingDeps,
  tx: ChangeTx,
  request: BulkRequest,
): Promise<Omit<ObjectsOf<typeof issueBulkCommand>, 'bulk_id'>> {
  const { caller, type, bulkId } = request;
  const outcomes = await planBulk(deps, tx, request);
  const orders = outcomes.flatMap((outcome) => ('order' in outcome ? outcome.order : []));
  const signing = { signer: deps.signer, now: deps.now() };
  await issueWakes(tx, caller, orders.filter(isPlanned), signing);
  await issueCommands(tx, caller, orders.filter(isOrder), signing);
  const stored = await selectCommandsOfBulk(tx, bulkId, type);
  const related = await readWakeRelations(tx, caller, stored);
  return {
    commands: stored
      .map((row) => ({ id: row.id, device_pk: row.deviceFk, state: row.state, ...sendersIn(related, row) }))
      .toSorted((a, b) => a.device_pk - b.device_pk),
    refused: outcomes.flatMap((outcome) =>
      'problem' in outcome ? [{ device_pk: outcome.pk, code: outcome.problem.code }] : [],
    ),
  };
}

/** @throws Problem `not_allowed`, `schedule_invalid`, or that of a number of devices that was not confirmed */
export async function issueCommandsInBulk(
  deps: IssuingDeps,
  caller: Caller,
  body: CommandBody,
): Promise<ObjectsOf<typeof issueBulkCommand>> {
  const denial = actionDenial(body.type, viewerOf(caller)) ?? scheduleDenial(caller, body);
  if (denial) throw new Problem('not_allowed', denial);
  const bulkId = body.bulk_id ?? randomUUID();
  const request: BulkRequest = {
    caller,
    bulkId,
    type: body.type,
    pks: [...new Set(body.device_pks)],
    notBefore: scheduleOf(body.schedule_time, deps.now()),
    online: await onlineDevices(deps.redis, caller.company),
  };
  const recorded = await commitChange(deps, caller.company, async (tx) => {
    await assertDeviceCountConfirmed(tx, caller, { count: request.pks.length, confirm: body.confirm });
    return recordBulk(deps, tx, request);
  });
  return { bulk_id: bulkId, ...recorded };
}
