import {
  approveDevice,
  deleteDevice,
  listDevices,
  moveDevices,
  readDevice,
  readSnapshot,
  readSummary,
  readUsage,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Routes } from '../../http/routes.ts';
import { changeDevice, moveToGroup, removeDevice, setApproval } from './service.ts';
import { listRows, snapshotPage, summarizeFleet } from './list.ts';
import { readSystemTimes, readLiveStates } from './live-state.ts';
import { byPk, selectDevicePks, selectDevices, selectLists } from './queries.ts';
import { wireDetail, wireDevice, wireUsage } from '../../wire/device.ts';

export function registerDeviceRoutes(routes: Routes, deps: Deps): void {
  const { database, redis } = deps;
  // Read before the data, so that the data includes every change up to this number.
  const seqOf = (caller: Caller) => currentSeq(redis, caller.company);

  const readOne = async (caller: Caller, pk: DevicePk) => {
    const [stored] = await database.inCompany(caller.company, (tx) => selectDevices(tx, caller, byPk(pk)));
    if (!stored) throw new Problem('not_found');
    const live = await readLiveStates(redis, caller.company, [pk]);
    return wireDevice(stored, live(pk));
  };

  routes.on(listDevices, async ({ caller, query }) => {
    const seq = await seqOf(caller);
    const { rows, total } = await listRows(deps, caller, query);
    return { objects: rows, meta: { total_count: total, seq } };
  });

  routes.on(readSnapshot, async ({ caller, query }) => {
    const seq = await seqOf(caller);
    const { rows, next } = await snapshotPage(deps, caller, query);
    return { objects: rows, meta: { seq, next } };
  });

  routes.on(readSummary, async ({ caller }) => {
    const seq = await seqOf(caller);
    return { objects: [await summarizeFleet(deps, caller)], meta: { seq, request_ticket: 0 } };
  });

  routes.on(readUsage, async ({ caller, query }) => {
    const seq = await seqOf(caller);
    const rows = await database.inCompany(caller.company, (tx) => selectDevicePks(tx, caller, query.device_group_pk));
    const live = await readLiveStates(
      redis,
      caller.company,
      rows.map((row) => row.pk),
    );
    const objects = rows.map(({ pk, approval }) => {
      const { online, usage } = live(pk);
      const shown = approval === 1 ? usage : null;
      return { device_fk: pk, alive: online ? (1 as const) : (0 as const), ...wireUsage(shown) };
    });
    return { objects, meta: { seq } };
  });

  routes.on(readDevice, async ({ caller, params }) => {
    const seq = await seqOf(caller);
    const found = await database.inCompany(caller.company, async (tx) => {
      const [stored] = await selectDevices(tx, caller, byPk(params.pk));
      return stored ? { stored, lists: await selectLists(tx, params.pk) } : null;
    });
    if (!found) throw new Problem('not_found');
    const live = await readLiveStates(redis, caller.company, [params.pk]);
    const systemTimes = await readSystemTimes(redis, caller.company, params.pk);
    return { objects: [wireDetail(found.stored, found.lists, { live: live(params.pk), systemTimes })], meta: { seq } };
  });

  routes.on(updateDevice, async ({ caller, params, body }) => {
    await changeDevice(deps, caller, params.pk, body);
    return { objects: [await readOne(caller, params.pk)] };
  });

  routes.on(deleteDevice, async ({ caller, params }) => {
    await removeDevice(deps, caller, params.pk);
    return { objects: [params.pk] };
  });

  routes.on(approveDevice, async ({ caller, params, body }) => {
    await setApproval(deps, caller, params.pk, body.approval);
    return { objects: [await readOne(caller, params.pk)] };
  });

  routes.on(moveDevices, async ({ caller, body }) => ({ objects: await moveToGroup(deps, caller, body) }));
}
