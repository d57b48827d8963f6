import { approveDevice, deleteDevice, moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { addFavourite, removeFavourite } from '@vigil/shared/contract/http/favourites';
import type { AppConfigPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useMemo } from 'react';
import { useFleet } from '../../live/use-fleet.ts';
import { inParallel, type Outcome } from '../../lib/in-parallel.ts';
import { useServices } from '../../lib/services.ts';

/** Changes of devices by this user. The answer is applied to the store at once; the event that follows is the same. */
export function useDeviceChanges() {
  const { api } = useServices();
  const { store } = useFleet();
  return useMemo(() => {
    const params = (pk: DevicePk) => ({ params: { pk: String(pk) } });
    const update = async (
      pk: DevicePk,
      body: { alias?: string; memo?: string; app_config_fk?: AppConfigPk | null },
    ) => {
      const { objects } = await api.call(updateDevice, { ...params(pk), body });
      for (const row of objects) store.merge(row);
    };
    return {
      update,
      applyConfig: (pks: readonly DevicePk[], app_config_fk: AppConfigPk | null): Promise<Outcome> =>
        inParallel(pks, (pk) => update(pk, { app_config_fk })),
      approve: (pks: readonly DevicePk[]): Promise<Outcome> =>
        inParallel(pks, async (pk) => {
          const { objects } = await api.call(approveDevice, { ...params(pk), body: { approval: 1 } });
          for (const row of objects) store.merge(row);
        }),
      remove: (pks: readonly DevicePk[]): Promise<Outcome> =>
        inParallel(pks, async (pk) => void (await api.call(deleteDevice, params(pk)))),
      move: async (pks: readonly DevicePk[], to: GroupPk): Promise<void> => {
        const only = pks.length === 1 ? pks[0] : undefined;
        const from = only === undefined ? null : (store.get(only)?.device_group_fk ?? null);
        const device_pk = only ?? [...pks];
        await api.call(moveDevices, { body: { device_pk, new_device_group_fk: to, old_device_group_fk: from } });
      },
      /** Resolves to whether it is a favourite now. */
      toggleFavourite: async (pk: DevicePk): Promise<boolean> => {
        const favourite = store.get(pk)?.favorate ?? null;
        if (favourite) {
          await api.call(removeFavourite, { query: { favnum: String(favourite.pk) } });
          store.setFavourite(pk, null);
        } else {
          const { objects } = await api.call(addFavourite, { body: { servernum: pk } });
          const added = objects.find(({ dev_pk }) => dev_pk === pk);
          store.setFavourite(pk, added ? { pk: added.pk } : null);
        }
        return favourite === null;
      },
    };
  }, [api, store]);
}
