import {
  changeDeviceApproval,
  deleteDevice,
  listDevices,
  moveDevices,
  previewSightChanges,
  readDevice,
  readDeviceListSnapshot,
  readFleetSummary,
  listLatestUsage,
  replaceDeviceTags,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { approvalForViewer, processDenial, showsDetails } from '@vigil/shared/domain/visible-parts';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { countAwaitingDecision } from '../../access/awaiting-decision.ts';
import { whereIncidentOpen } from '../../access/incident-visibility.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { wireDetail, wireDevice, wireUsage, type StoredDevice } from '../../wire/device.ts';
import { registerBulkRoutes } from './bulk/routes.ts';
import { registerCloneRoutes } from './clones/routes.ts';
import type { CompanyViews } from './company-view/company-views.ts';
import { registerDeviceGroupRoutes } from './device-group-routes.ts';
import { readDeviceListJson, readSnapshotPageJson, summarizeFleet } from './list.ts';
import { readSystemTimes, readLiveStateLookup } from './live-state.ts';
import { whereDevicePk, selectDeviceKeys, selectDevices, selectInventory } from './queries.ts';
import {
  assertDeletionNotBlocked,
  changeDevice,
  moveToGroup,
  readCompanyLiveStates,
  removeDevice,
  setApproval,
  unblockIfWithinLicence,
} from './service.ts';
import { readSightChanges } from './sight-changes.ts';
import { setTags } from './tags.ts';
import { registerTrendRoutes } from './trends.ts';
import { registerUsageHistoryRoutes } from './usage-history.ts';

export function registerDeviceRoutes(routes: RouteRegistry, deps: Deps & { readonly views: CompanyViews }): void {
  const { database, redis, config, now } = deps;
  registerTrendRoutes(routes, deps);
  registerBulkRoutes(routes, deps);
  registerCloneRoutes(routes, deps);
  registerDeviceGroupRoutes(routes, deps);
  registerUsageHistoryRoutes(routes, deps);
  // Read before the data, so that the data includes every change up to this number.
  const seqOf = (caller: Caller) => currentSeq(redis, caller.company);

  /** The approval that the caller sees (decision 4); what else a row shows depends on the stored one. */
  const ownApproval = async (tx: ReadTx, caller: Caller, { device }: StoredDevice) => ({
    approval: approvalForViewer(await readOpenWindowDevices(tx, caller, new Date(now())), device),
  });

  const readOne = async (pk: DevicePk, { caller }: { readonly caller: Caller }) => {
    const found = await database.read(caller.company, async (tx) => {
      const [stored] = await selectDevices(tx, caller, whereDevicePk(pk));
      return stored && { stored, own: await ownApproval(tx, caller, stored) };
    });
    if (!found) throw new Problem('not_found');
    const live = await readLiveStateLookup(redis, caller.company, [pk]);
    return { objects: [{ ...wireDevice(found.stored, live(pk)), ...found.own }] };
  };

  routes.on(listDevices, ({ caller, query }) => readDeviceListJson(deps, caller, query));

  routes.on(readDeviceListSnapshot, ({ caller, query }) => readSnapshotPageJson(deps, caller, query));

  routes.on(readFleetSummary, async ({ caller }) => {
    const seq = await seqOf(caller);
    const { waiting, open_incidents } = await database.read(caller.company, async (tx) => ({
      waiting: await countAwaitingDecision(tx, caller, { at: new Date(now()), hasTickets: config.TICKETS }),
      open_incidents: await tx.$count(incidents, whereIncidentOpen(tx, caller)),
    }));
    const meta = { seq, request_ticket: waiting.tickets, request_approval: waiting.requests, open_incidents };
    return { objects: [await summarizeFleet(deps, caller)], meta };
  });

  routes.on(listLatestUsage, async ({ caller, query }) => {
    const seq = await seqOf(caller);
    const rows = await database.read(caller.company, (tx) => selectDeviceKeys(tx, caller, query.device_group_pk));
    const live = await readLiveStateLookup(
      redis,
      caller.company,
      rows.map((row) => row.pk),
    );
    const objects = rows.map(({ pk, approval }) => {
      const { online, usage } = live(pk);
      const shown = showsDetails({ approval }) ? usage : null;
      return { device_fk: pk, alive: online ? (1 as const) : (0 as const), ...wireUsage(shown) };
    });
    return { objects, meta: { seq } };
  });

  routes.on(readDevice, async ({ caller, params }) => {
    const seq = await seqOf(caller);
    const found = await database.read(caller.company, async (tx) => {
      const [stored] = await selectDevices(tx, caller, whereDevicePk(params.pk));
      if (!stored) return null;
      const [lists, own] = [await selectInventory(tx, params.pk), await ownApproval(tx, caller, stored)];
      return { stored, lists, own };
    });
    if (!found) throw new Problem('not_found');
    const live = await readLiveStateLookup(redis, caller.company, [params.pk]);
    const systemTimes = await readSystemTimes(redis, caller.company, params.pk);
    const detail = wireDetail(found.stored, found.lists, {
      live: live(params.pk),
      systemTimes,
      showsProcesses: processDenial(caller) === null,
    });
    return { objects: [{ ...detail, ...found.own }], meta: { seq } };
  });

  routes.change(updateDevice, { rule: changeDevice, reply: readOne });

  routes.change(replaceDeviceTags, { rule: setTags, reply: readOne });

  routes.change(deleteDevice, {
    prepare: ({ caller }) => assertDeletionNotBlocked(deps, caller),
    rule: async (tx, { caller, params: { pk } }) => {
      const use = await removeDevice(tx, caller, { pk, at: new Date(deps.now()) });
      if (!use) throw new Problem('not_found');
      return use;
    },
    reply: async (use, { caller, params: { pk } }) => {
      await unblockIfWithinLicence(deps, caller, use);
      return { objects: [pk] };
    },
  });

  routes.change(changeDeviceApproval, {
    prepare: ({ caller, params }) => readCompanyLiveStates(deps, caller, params.pk),
    rule: setApproval,
    reply: readOne,
  });

  routes.on(previewSightChanges, ({ caller, body }) =>
    database.read(caller.company, (tx) => readSightChanges(tx, body)),
  );

  routes.change(moveDevices, {
    prepare: ({ caller, body }) => readCompanyLiveStates(deps, caller, body.device_pk),
    rule: moveToGroup,
  });
}
