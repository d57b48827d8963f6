import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { resolveClone as contract } from '@vigil/shared/contract/http/device-clone';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { readCloneEvidence, resolveClone } from '@vigil/shared/contract/routes/devices';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';

const cloneKey = (pk: DevicePk) => ['clone', pk] as const;
const params = (pk: DevicePk) => ({ params: { pk: String(pk) } });

/** Why a device is flagged as a possible clone; for administrators. */
export function useCloneEvidence(pk: DevicePk, { enabled = true }: { enabled?: boolean } = {}) {
  const { api } = useServices();
  return useQuery({
    queryKey: cloneKey(pk),
    queryFn: async () => (await api.call(readCloneEvidence, params(pk))).objects,
    enabled,
    // The other hardware tries again about once a minute.
    staleTime: 0,
  });
}

/** Splits, merges, or clears the flag. */
export function useResolvePossibleClone(pk: DevicePk, onSuccess: () => void) {
  const { api } = useServices();
  const { store } = useLiveData();
  const queries = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: async (body: BodyOf<typeof contract>) => {
      const { objects } = await api.call(resolveClone, { ...params(pk), body });
      for (const row of objects) store.merge(row);
      // After a merge there is nothing to read any more.
      if (body.action !== 'merge') await queries.invalidateQueries({ queryKey: cloneKey(pk) });
    },
    onSuccess,
  });
}
