import type { DeviceTrendPoint } from '@vigil/shared/contract/http/trends';
import { useQuery } from '@tanstack/react-query';
import type { ListScope } from '../../entities/device/device-address.ts';
import { readDeviceTrends } from '../../endpoints/trends.ts';
import { useServices } from '../../lib/services.ts';

/** The server has another moment every five minutes. */
const REFRESH_MS = 60_000;
const none: readonly DeviceTrendPoint[] = [];

/** How the list stood in the last hour, the oldest first; empty until it is known. */
export function useTrends(scope: ListScope): readonly DeviceTrendPoint[] {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ['trends', scope],
    queryFn: async () => {
      const device_group_pk = typeof scope === 'number' ? String(scope) : scope;
      return (await api.call(readDeviceTrends, { query: { device_group_pk } })).objects;
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data ?? none;
}
