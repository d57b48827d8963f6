import { randomUUID } from 'node:crypto';
import {
  cancelScheduledCommand,
  issueBulkCommand,
  issueCommand,
  listCommands,
} from '@vigil/shared/contract/http/commands';
import { BulkId, CommandId, type DevicePk, type DeviceGuid } from '@vigil/shared/contract/ids';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { deleteDeviceOrRejectWaiting as deletion } from '@vigil/shared/contract/http/devices';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import { Problem } from '@vigil/shared/contract/problems';
import { actionDenial, isSchedulable } from '@vigil/shared/domain/device-actions';
import { callDenial } from '@vigil/shared/domain/permissions';
import { readDevicesInOpenWindow } from '@vigil/shared/platform/approval-windows';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { isBlockedByLicence, type LicenceUse } from '@vigil/shared/platform/licence-gates';
import { readTrustedReleasesByVersion } from '@vigil/shared/platform/releases';
import { readDevicePresence, onlineDevices } from '@vigil/shared/platform/redis/presence';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import { parseTypedDateRangeForCaller } from '../../access/date-range.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { variant, type RouteRegistry } from '../../http/routes.ts';
import { commandIdInBulk, recordCompletedDeletions } from '../../ledger/ledger.ts';
import { cancelSchedule, scheduleOf } from './schedule.ts';
import { commandProblem, signAndIssueCommands, type CommandRequest, type LedgerRow } from './service.ts';
import {
  findCommandRow,
  findCommandTarget,
  findCommandTargets,
  selectCommandsOfBulk,
  selectCommandPage,
  wireCommand,
  type CommandTarget,
} from './queries.ts';
import { registerUpdateOnlineAgentsRoute } from './update-online-agents.ts';
import { createAgentUpdateRequest } from './update-order.ts';
import { readWakeRelations, sendersIn } from './wakes/relations.ts';
import { planWake, signAndIssueWakes, type PlannedWake } from './wakes/plan-wakes.ts';
import { readWakeReadinessLookup } from './wakes/readiness.ts';
import { registerWakeRoutes } from './wakes/routes.ts';

type SingleBody = BodyOf<typeof issueCommand>;
type BulkBody = BodyOf<typeof issueBulkCommand>;
/** One device of a bulk command: its order, or the problem that prevents it. */
type Outcome = { pk: DevicePk; order: CommandRequest | PlannedWake } | { pk: DevicePk; problem: Problem };

const isPlanned = (order: CommandRequest | PlannedWake): order is PlannedWake => 'sleeper' in order;
const isOrder = (order: CommandRequest | PlannedWake): order is CommandRequest => !isPlanned(order);

/** Only administrators schedule commands, as the delivery checks again (`delivery-denial.ts`); nothing else than these waits for a time. */
function scheduleDenial(caller: Caller, { type, schedule_time: at }: BulkBody) {
  if (at === undefined) return null;
  if (!isSchedulable(type)) throw new Problem('schedule_invalid', { field: 'body.schedule_time' });
  return callDenial(viewerOf(caller), cancelScheduledCommand);
}

interface Deletions {
  /** @throws Problem `licence_gate` */
  readonly assertNotBlocked: (caller: Caller) => Promise<void>;
  /** Deletes a device with all that belongs to it. @returns the use of the licences afterwards; null if there is none */
  readonly one: (tx: ChangeTx, caller: Caller, which: { pk: DevicePk; at: Date }) => Promise<LicenceUse | null>;
  /** What follows the commit of it. */
  readonly afterOne: (caller: Caller, use: LicenceUse) => Promise<void>;
  /** Deletes devices and records them in the ledger. A request that is repeated is answered as the first one. */
  readonly many: (caller: Caller, request: DeletionOfMany) => Promise<ObjectsOf<typeof runBulkDeviceAction>>;
}

interface DeletionOfMany {
  readonly id: BulkId;
  readonly pks: readonly DevicePk[];
  readonly confirm: number | undefined;
}

export function registerCommandRoutes(routes: RouteRegistry, deps: Deps, deletions: Deletions): void {
  const { database, redis, keyRing, now } = deps;
  const signer = createCommandSigner(keyRing.command);
  const signing = () => ({ signer, now: now() });

  const isOnline = async (caller: Caller, target: CommandTarget) =>
    (await readDevicePresence(redis, caller.company, target.pk)) !== null;

  const recordFor = async (
    tx: ChangeTx,
    caller: Caller,
    { target, body }: { target: CommandTarget; body: SingleBody },
  ): Promise<LedgerRow[]> => {
    const { type, id } = body;
    if (type === 'wol_list') throw new Problem('malformed');
    const windows = await readDevicesInOpenWindow(tx, caller, new Date(now()));
    const problem = commandProblem(caller, type, { target, windows, online: await isOnline(caller, target) });
    if (problem) throw problem;
    if (type === 'process_end') {
      const { pid, process_name: name } = body;
      if (pid === undefined || name === undefined) throw new Problem('malformed', { field: 'body.pid' });
      return signAndIssueCommands(tx, caller, [{ target, type, args: { pid, name }, id }], signing());
    }
    if (type === 'update') {
      const order = createAgentUpdateRequest({ target, releases: await readTrustedReleasesByVersion(tx), id });
      if (order instanceof Problem) throw order;
      return signAndIssueCommands(tx, caller, [order], signing());
    }
    if (type !== 'wol') return signAndIssueCommands(tx, caller, [{ target, type, args: {}, id }], signing());
    const { sendersOf } = await readWakeReadinessLookup(deps, tx, { caller, sleepers: [target] });
    const wake = planWake({ sleeper: target, sendersOf, macAddr: body.data, sender: body.device_id, id });
    if (wake instanceof Problem) throw wake;
    const { wakes, packets } = await signAndIssueWakes(tx, caller, [wake], signing());
    return [...wakes, ...packets];
  };

  /**
   * A repeated command is answered with its stored state, independent of the device's current one. An id of another
   * command is a conflict.
   */
  const repeated = (before: LedgerRow | undefined, target: CommandTarget, type: SingleBody['type']) => {
    const isSame = before?.type === type && before.deviceFk === target.pk && before.parentFk === null;
    if (before && !isSame) throw new Problem('conflict', { field: 'body.id' });
    return before;
  };

  /** No agent has to agree to it: the row is gone at once, and the ledger says so. Who may call the endpoint of deletions may do it. */
  const deleteByCommand = async (caller: Caller, guid: DeviceGuid, id = CommandId.parse(randomUUID())) => {
    const denial = callDenial(viewerOf(caller), deletion);
    if (denial) throw new Problem('not_allowed', denial);
    await deletions.assertNotBlocked(caller);
    return variant<typeof issueCommand, { state: LedgerRow['state']; use: LicenceUse | null }>({
      rule: async (tx) => {
        const at = new Date(now());
        const target = await findCommandTarget(tx, caller, guid);
        const use = target ? await deletions.one(tx, caller, { pk: target.pk, at }) : null;
        if (target && use) {
          const recorded = await recordCompletedDeletions(tx, caller, { deletions: [{ id, target }], at });
          if (recorded === 0) throw new Problem('conflict', { field: 'body.id' });
          return { state: 'done', use };
        }
        // The device is gone, maybe by the same request on another connection: a repetition is answered as the first one.
        const stored = await findCommandRow(tx, id);
        if (!stored) throw new Problem('not_found');
        if (stored.type !== 'delete' || stored.issuedBy !== caller.user)
          throw new Problem('conflict', { field: 'body.id' });
        return { state: stored.state, use: null };
      },
      reply: async ({ state, use }) => {
        if (use) await deletions.afterOne(caller, use);
        return { objects: { id, state } };
      },
    });
  };

  const deleteInBulk = async (caller: Caller, { device_pks, confirm, bulk_id }: BulkBody) => {
    const denial = callDenial(viewerOf(caller), runBulkDeviceAction);
    if (denial) throw new Problem('not_allowed', denial);
    const id = BulkId.parse(bulk_id ?? randomUUID());
    const { done, refused } = await deletions.many(caller, { id, pks: [...new Set(device_pks)], confirm });
    const rows = done.map((pk) => ({ id: commandIdInBulk(id, 'delete', pk), device_pk: pk, state: 'done' as const }));
    return { bulk_id: id, commands: rows.toSorted((a, b) => a.device_pk - b.device_pk), refused };
  };

  /** The endpoints are open for deletions. @throws Problem `licence_gate` */
  const refuseWhileGated = async ({ company }: Caller) => {
    if (await isBlockedByLicence(redis, company)) throw new Problem('licence_gate');
  };

  const findTarget = async (tx: ReadTx, caller: Caller, guid: DeviceGuid): Promise<CommandTarget> => {
    const target = await findCommandTarget(tx, caller, guid);
    if (!target) throw new Problem('not_found');
    return target;
  };

  /** Which devices could wake one. */
  const listSenders = async (tx: ReadTx, caller: Caller, target: CommandTarget) => {
    const denial = actionDenial('wol', viewerOf(caller));
    if (denial) throw new Problem('not_allowed', denial);
    const { sendersOf, candidate, problemOf, provenAt } = await readWakeReadinessLookup(deps, tx, {
      caller,
      sleepers: [target],
    });
    return {
      mac_addr: target.macAddr,
      objects: sendersOf(target).map(candidate),
      reason: problemOf(target),
      last_proven_at: provenAt(target),
    };
  };

  const issueOne = async (tx: ChangeTx, caller: Caller, { guid, body }: { guid: DeviceGuid; body: SingleBody }) => {
    const findStored = async () => (body.id === undefined ? undefined : findCommandRow(tx, body.id));
    // Sent without waiting for one another's answer.
    const [target, stored] = await Promise.all([findTarget(tx, caller, guid), findStored()]);
    // No row is recorded when the same request was stored on another connection meanwhile: it is answered like a repetition.
    const issued =
      repeated(stored, target, body.type) ??
      (await recordFor(tx, caller, { target, body }))[0] ??
      repeated(await findStored(), target, body.type);
    if (!issued) throw new Problem('conflict');
    return { id: issued.id, state: issued.state, ...sendersIn(await readWakeRelations(tx, caller, [issued]), issued) };
  };

  routes.changeByVariant(issueCommand, async ({ caller, params: { guid }, body }) => {
    if (body.type === 'delete') return deleteByCommand(caller, guid, body.id);
    await refuseWhileGated(caller);
    if (body.type === 'wol_list')
      return { rule: async (tx) => listSenders(tx, caller, await findTarget(tx, caller, guid)) };
    return { rule: (tx) => issueOne(tx, caller, { guid, body }) };
  });

  routes.on(issueBulkCommand, async ({ caller, body }) => {
    if (body.type === 'delete') return { objects: await deleteInBulk(caller, body) };
    await refuseWhileGated(caller);
    const denial = actionDenial(body.type, viewerOf(caller)) ?? scheduleDenial(caller, body);
    if (denial) throw new Problem('not_allowed', denial);
    const notBefore = scheduleOf(body.schedule_time, now());
    const pks = [...new Set(body.device_pks)];
    const bulkId = body.bulk_id ?? randomUUID();
    const online = await onlineDevices(redis, caller.company);
    const { all, refused } = await commitChange(deps, caller.company, async (tx) => {
      await assertDeviceCountConfirmed(tx, caller, { count: pks.length, confirm: body.confirm });
      const issued = new Set((await selectCommandsOfBulk(tx, bulkId, body.type)).map(({ deviceFk }) => deviceFk));
      const targets = new Map((await findCommandTargets(tx, caller, pks)).map((row) => [row.pk, row]));
      const windows = await readDevicesInOpenWindow(tx, caller, new Date(now()));
      const readiness =
        body.type === 'wol'
          ? await readWakeReadinessLookup(deps, tx, { caller, sleepers: [...targets.values()] })
          : null;
      const releases = body.type === 'update' ? await readTrustedReleasesByVersion(tx) : null;
      const refusedBefore = body.type === 'wol' ? 'no_neighbour' : 'not_online_warning';
      const orderOf = (target: CommandTarget): CommandRequest | PlannedWake | Problem => {
        const id = commandIdInBulk(bulkId, body.type, target.pk);
        if (readiness) return planWake({ sleeper: target, sendersOf: readiness.sendersOf, id, bulkId });
        if (releases) return createAgentUpdateRequest({ target, releases, id, bulkId });
        return { target, type: body.type, args: {}, bulkId, id, notBefore };
      };
      const outcomes = pks.flatMap((pk): Outcome[] => {
        if (issued.has(pk)) return [];
        const target = targets.get(pk);
        if (!target) return [{ pk, problem: new Problem('not_found') }];
        // Whether a device is online at the time of a scheduled command is seen then.
        const isOnlineThen = notBefore !== undefined || online.has(pk);
        const problem = commandProblem(caller, body.type, { target, windows, online: isOnlineThen });
        const order = problem ?? orderOf(target);
        if (order instanceof Problem) return [{ pk, problem: order }];
        // A repetition issues no new commands: what is possible by now was refused by the first request.
        if (issued.size > 0) return [{ pk, problem: new Problem(refusedBefore) }];
        return [{ pk, order }];
      });
      const orders = outcomes.flatMap((outcome) => ('order' in outcome ? outcome.order : []));
      await signAndIssueWakes(tx, caller, orders.filter(isPlanned), signing());
      await signAndIssueCommands(tx, caller, orders.filter(isOrder), signing());
      const stored = await selectCommandsOfBulk(tx, bulkId, body.type);
      const related = await readWakeRelations(tx, caller, stored);
      return {
        all: stored.map((row) => ({
          id: row.id,
          device_pk: row.deviceFk,
          state: row.state,
          ...sendersIn(related, row),
        })),
        refused: outcomes.flatMap((outcome) =>
          'problem' in outcome ? [{ device_pk: outcome.pk, code: outcome.problem.code }] : [],
        ),
      };
    });
    return {
      objects: { bulk_id: bulkId, commands: all.toSorted((a, b) => a.device_pk - b.device_pk), refused },
    };
  });

  routes.change(cancelScheduledCommand, {
    rule: async (tx, { caller, params: { id } }) => [await cancelSchedule(tx, caller, { id, at: new Date(now()) })],
  });

  routes.on(listCommands, async ({ caller, query }) => {
    const { rows, meta, related } = await database.read(caller.company, async (tx) => {
      const page = await selectCommandPage(tx, caller, await parseTypedDateRangeForCaller(tx, caller, query));
      return { ...page, related: await readWakeRelations(tx, caller, page.rows) };
    });
    return { objects: rows.map((row) => wireCommand(row, related(row))), meta };
  });

  registerWakeRoutes(routes, deps);
  registerUpdateOnlineAgentsRoute(routes, deps, signer);
}
