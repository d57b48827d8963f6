import { randomUUID } from 'node:crypto';
import { issueBulk, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { Problem } from '@vigil/shared/contract/problems';
import { commandNeeds, denialReason } from '@vigil/shared/domain/permissions';
import type { Tx } from '@vigil/shared/platform/db/client';
import { findDevice, onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Routes } from '../../http/routes.ts';
import { dispatch, idInBulk, commandProblem, recordCommands, type Order } from './service.ts';
import {
  findCommand,
  findTarget,
  findTargets,
  readBulkLimit,
  selectBulk,
  selectLedger,
  wireCommand,
  type Target,
} from './queries.ts';
import { findSenders, wakeOrder } from './wake.ts';

type SingleBody = BodyOf<typeof issueCommand>;
/** One device of a bulk command: its target, or the problem that prevents the command. */
type Outcome = { pk: DevicePk; target: Target; problem?: never } | { pk: DevicePk; problem: Problem; target?: never };

export function registerCommandRoutes(routes: Routes, deps: Deps): void {
  const { database, redis, now } = deps;

  const isOnline = async (caller: Caller, target: Target) =>
    (await findDevice(redis, caller.company, target.pk)) !== null;

  const orderFor = async (
    tx: Tx,
    caller: Caller,
    { target, body }: { target: Target; body: SingleBody },
  ): Promise<Order> => {
    const { type, id } = body;
    if (type === 'wol_list') throw new Problem('malformed');
    const problem = commandProblem(caller, type, { approval: target.approval, online: await isOnline(caller, target) });
    if (problem) throw problem;
    if (type !== 'wol') return { target, type, args: {}, id };
    const senders = await findSenders(deps, tx, caller, target);
    return wakeOrder({ sleeper: target, senders, macAddr: body.data, sender: body.device_id, id });
  };

  /**
   * A repeated command is answered with its stored state, independent of the device's current one. An id of another
   * command is a conflict.
   */
  const repeated = async (tx: Tx, target: Target, { id, type }: SingleBody) => {
    const before = id === undefined ? undefined : await findCommand(tx, id);
    // A wake command is sent to a neighbour, so it is stored with that device and not with the sleeping one.
    const isSame = before?.type === type && (type === 'wol' || before.deviceFk === target.pk);
    if (before && !isSame) throw new Problem('conflict', { field: 'body.id' });
    return before;
  };

  routes.on(issueCommand, async ({ caller, params, body }) => {
    const issued = await database.inCompany(caller.company, async (tx) => {
      const target = await findTarget(tx, caller, params.guid);
      if (!target) throw new Problem('not_found');
      if (body.type === 'wol_list') {
        const refusal = denialReason({ flags: caller.flags, isCorporate: caller.isCorporate }, commandNeeds.wol);
        if (refusal) throw new Problem('not_allowed', refusal);
        return { list: { target, senders: await findSenders(deps, tx, caller, target) } };
      }
      const before = await repeated(tx, target, body);
      if (before) return { rows: [], answer: before };
      const rows = await recordCommands(tx, caller, [await orderFor(tx, caller, { target, body })], now());
      // No row is returned when the same request was stored on another connection meanwhile: it is answered like a repetition.
      return { rows, answer: rows[0] ?? (await repeated(tx, target, body)) };
    });
    if (issued.list) {
      const { target, senders } = issued.list;
      const objects = senders.map((row) => ({ pk: row.pk, alias: row.alias, s_pri_ip: row.privateIp }));
      return { objects: { mac_addr: target.macAddr, objects } };
    }
    if (!issued.answer) throw new Problem('conflict');
    await dispatch(deps, caller, issued.rows);
    return { objects: { id: issued.answer.id, state: issued.answer.state } };
  });

  routes.on(issueBulk, async ({ caller, body }) => {
    const refusal = denialReason({ flags: caller.flags, isCorporate: caller.isCorporate }, commandNeeds[body.type]);
    if (refusal) throw new Problem('not_allowed', refusal);
    const pks = [...new Set(body.device_pks)];
    const bulkId = body.bulk_id ?? randomUUID();
    const online = await onlineDevices(redis, caller.company);
    const { rows, all, refused } = await database.inCompany(caller.company, async (tx) => {
      if (pks.length > (await readBulkLimit(tx, caller)) && body.confirm !== pks.length) {
        throw new Problem('confirm_required', { field: 'confirm', detail: pks.length });
      }
      const issued = new Set((await selectBulk(tx, bulkId, body.type)).map((row) => row.deviceFk));
      const targets = new Map((await findTargets(tx, caller, pks)).map((row) => [row.pk, row]));
      const outcomes = pks.flatMap((pk): Outcome[] => {
        if (issued.has(pk)) return [];
        const target = targets.get(pk);
        if (!target) return [{ pk, problem: new Problem('not_found') }];
        const problem = commandProblem(caller, body.type, { approval: target.approval, online: online.has(pk) });
        // A repetition issues no new commands: a device that is online by now was refused by the first request.
        if (!problem && issued.size > 0) return [{ pk, problem: new Problem('not_online_warning') }];
        return problem ? [{ pk, problem }] : [{ pk, target }];
      });
      const orders = outcomes.flatMap(({ pk, target }) =>
        target ? [{ target, type: body.type, args: {}, bulkId, id: idInBulk(bulkId, body.type, pk) }] : [],
      );
      return {
        rows: await recordCommands(tx, caller, orders, now()),
        all: await selectBulk(tx, bulkId, body.type),
        refused: outcomes.flatMap(({ pk, problem }) => (problem ? [{ device_pk: pk, code: problem.code }] : [])),
      };
    });
    await dispatch(deps, caller, rows);
    const commands = all.map((row) => ({
      id: row.id,
      device_pk: row.deviceFk,
      state: row.state,
    }));
    return { objects: { bulk_id: bulkId, commands, refused } };
  });

  routes.on(listCommands, async ({ caller, query }) => {
    const { rows, meta } = await database.inCompany(caller.company, (tx) => selectLedger(tx, caller, query));
    return { objects: rows.map(wireCommand), meta };
  });
}
