import {
  MAX_MERGE_CANDIDATES,
  readCloneEvidence,
  resolveClone as contract,
  type SeenHardware,
} from '@vigil/shared/contract/http/device-clone';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../../../deps.ts';
import type { RouteRegistry } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { wireDevice } from '../../../wire/device.ts';
import { readLiveStateLookup } from '../live-state.ts';
import { whereDevicePk, selectDevices } from '../queries.ts';
import { unblockIfWithinLicence, readCompanyLiveStates } from '../service.ts';
import { selectMergeCandidates, selectSeenHardware } from './queries.ts';
import { resolveClone } from './service.ts';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

const wireHardware = ({ hardware, device }: Awaited<ReturnType<typeof selectSeenHardware>>[number]): SeenHardware => ({
  name: hardware.name,
  mac_addr: hardware.macAddr,
  s_pri_ip: hardware.privateIp,
  s_pub_ip: hardware.publicIp,
  user_os_str: hardware.osName,
  first_seen: hardware.firstSeen.toISOString(),
  last_seen: hardware.lastSeen.toISOString(),
  connected_at: time(hardware.connectedAt),
  split_at: time(hardware.barredAt),
  device,
});

export function registerCloneRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, redis } = deps;

  const readOne = async (caller: Caller, pk: DevicePk) => {
    const [stored] = await database.read(caller.company, (tx) => selectDevices(tx, caller, whereDevicePk(pk)));
    if (!stored) throw new Problem('not_found');
    const live = await readLiveStateLookup(redis, caller.company, [pk]);
    return wireDevice(stored, live(pk));
  };

  routes.on(readCloneEvidence, async ({ caller, params: { pk } }) => {
    const { hardware, candidates } = await database.read(caller.company, async (tx) => {
      const [found] = await selectDevices(tx, caller, whereDevicePk(pk));
      if (!found) throw new Problem('not_found');
      const [seen, similar] = await Promise.all([
        selectSeenHardware(tx, pk),
        selectMergeCandidates(tx, pk, MAX_MERGE_CANDIDATES),
      ]);
      return { hardware: seen, candidates: similar };
    });
    const live = await readLiveStateLookup(
      redis,
      caller.company,
      candidates.map((row) => row.pk),
    );
    const own = hardware.find(({ isOwn }) => isOwn);
    return {
      objects: {
        own: own ? wireHardware(own) : null,
        others: hardware.filter(({ isOwn }) => !isOwn).map(wireHardware),
        candidates: candidates
          .map(({ connectedAt, ...row }) => ({
            ...row,
            alive: live(row.pk).online ? (1 as const) : (0 as const),
            last_connected_time: time(connectedAt),
          }))
          .toSorted((a, b) => b.alive - a.alive),
      },
    };
  });

  routes.change(contract, {
    prepare: ({ caller, params: { pk }, body }) =>
      readCompanyLiveStates(deps, caller, 'into' in body ? [pk, body.into] : pk),
    rule: (tx, call, live) => resolveClone(tx, call, { live, at: new Date(deps.now()) }),
    reply: async ({ kept, use }, { caller }) => {
      if (use) await unblockIfWithinLicence(deps, caller, use);
      return { objects: [await readOne(caller, kept)] };
    },
  });
}
