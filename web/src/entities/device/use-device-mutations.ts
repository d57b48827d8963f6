import type { AppConfigPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import {
  runBulkDeviceAction,
  moveDevices,
  replaceDeviceTags,
  updateDevice,
  addFavourite,
  removeFavourite,
} from '@vigil/shared/contract/routes/devices';
import { useMemo } from 'react';
import { chunksOf } from '../../lib/chunks-of.ts';
import { createQueuedToggle } from '../../lib/queued-toggle.ts';
import { randomId } from '../../lib/random-id.ts';
import { retryUnanswered } from '../../lib/retry-unanswered.ts';
import { useServices } from '../../lib/services.ts';
import { bitOf } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import type { BulkActionAnswer } from './use-bulk-report.ts';

/** The fields of a device that users change. */
export interface EditableFields {
  alias?: string;
  memo?: string;
  app_config_fk?: AppConfigPk | null;
  forbidsFiles?: boolean;
  /** A pledge is asked for before access is requested. */
  requiresPledge?: boolean;
  /** Come together; null clears what was set by hand. */
  latitude?: number | null;
  longitude?: number | null;
}

/** The fields as a request has them. */
function fieldsOfRequest({ forbidsFiles, requiresPledge, ...same }: EditableFields) {
  return {
    ...same,
    ...(forbidsFiles === undefined ? {} : { disable_filetransfer: bitOf(forbidsFiles) }),
    ...(requiresPledge === undefined ? {} : { security_agreement: bitOf(requiresPledge) }),
  };
}

type BulkChange =
  | { action: 'delete' | 'approve' }
  | { action: 'move'; new_device_group_fk: GroupPk }
  | { action: 'config'; app_config_fk: AppConfigPk | null }
  | { action: 'tag'; add: string[]; remove: string[] };

/** Changes of devices by this user. The answer is applied to the store at once; the event that follows is the same. */
export function useDeviceMutations() {
  const { api } = useServices();
  const { store, bulkJobs } = useLiveData();
  return useMemo(() => {
    const params = (pk: DevicePk) => ({ params: { pk: String(pk) } });
    const isFavourite = (pk: DevicePk): boolean => (store.get(pk)?.favourite ?? null) !== null;
    const setFavourite = async (pk: DevicePk, wanted: boolean): Promise<void> => {
      const favourite = store.get(pk)?.favourite ?? null;
      if (wanted) {
        const { objects } = await api.call(addFavourite, { body: { servernum: pk } });
        const added = objects.find(({ dev_pk }) => dev_pk === pk);
        store.setFavourite(pk, added ? { pk: added.pk } : null);
      } else if (favourite) {
        await api.call(removeFavourite, { query: { favnum: String(favourite.pk) } });
        store.setFavourite(pk, null);
      }
    };
    /** Changes fields, unless one of them is not what it was `before` any more. */
    const update = async (pk: DevicePk, values: EditableFields, before: EditableFields) => {
      const body = { ...fieldsOfRequest(values), expected: fieldsOfRequest(before) };
      const { objects } = await api.call(updateDevice, { ...params(pk), body });
      for (const row of objects) store.merge(row);
    };
    return {
      update,
      /** Replaces the tags of a device if it has the `expected` ones; resolves to those that it has now. */
      tag: async (pk: DevicePk, tags: readonly string[], expected: readonly string[]): Promise<readonly string[]> => {
        const body = { tags: [...tags], expected: [...expected] };
        const { objects } = await api.call(replaceDeviceTags, { ...params(pk), body });
        for (const row of objects) store.merge(row);
        return objects[0]?.tags ?? tags;
      },
      /**
       * Deletes, approves, moves, configures or tags many devices. `confirm` is their number, once a person has
       * confirmed it.
       */
      change: async (pks: readonly DevicePk[], change: BulkChange, confirm?: number): Promise<BulkActionAnswer> => {
        const parts = chunksOf(pks, MAX_BULK_DEVICES).map((device_pks) => ({ id: randomId(), device_pks }));
        const outcome: BulkActionAnswer = { done: [], refused: [] };
        const open = new Set(parts.map(({ id }) => id));
        for (const { id, device_pks } of parts) bulkJobs.begin({ id, action: change.action, total: device_pks.length });
        try {
          for (const { id, device_pks } of parts) {
            const confirmed = confirm === undefined ? {} : { confirm: device_pks.length };
            const body = { ...change, device_pks, bulk_id: id, ...confirmed };
            // The id is that of a job, which a repetition continues.
            const { objects } = await retryUnanswered(() => api.call(runBulkDeviceAction, { body }));
            outcome.done.push(...objects.done);
            outcome.refused.push(...objects.refused);
            open.delete(id);
            bulkJobs.end(id, { refused: objects.refused.length });
          }
          return outcome;
        } finally {
          for (const id of open) bulkJobs.end(id, null);
        }
      },
      move: async (pk: DevicePk, to: GroupPk): Promise<void> => {
        const from = store.get(pk)?.device_group_fk ?? null;
        const body = { device_pk: pk, new_device_group_fk: to, old_device_group_fk: from };
        await api.call(moveDevices, { body });
      },
      isFavourite,
      setFavourite,
      /** Marks a device as a favourite, or removes the mark; resolves to whether it is one now. */
      toggleFavourite: createQueuedToggle({ isOn: isFavourite, set: setFavourite }),
    };
  }, [api, store, bulkJobs]);
}
