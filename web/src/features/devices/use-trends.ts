import type { DeviceTrend } from '@vigil/shared/contract/http/trends';
import { useQuery } from '@tanstack/react-query';
import type { ListScope } from '../../entities/device/device-address.ts';
import { listOpenAlerts, readTrends } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';
import { useFleet } from '../../live/use-fleet.ts';

/** The server has another moment every five minutes. */
const REFRESH_MS = 60_000;
const none: readonly DeviceTrend[] = [];

/** How the list stood in the last hour, the oldest first; empty until it is known. */
export function useTrends(scope: ListScope): readonly DeviceTrend[] {
  const { api } = useServices();
  const { alerts } = useFleet();
  const { data } = useQuery({
    queryKey: ['trends', scope],
    queryFn: async ({ client, queryKey }) => {
      // Events of alerts carry no number: a lost one would stay unnoticed until the next connection, which reads them as the first did.
      const open = async () => (await api.call(listOpenAlerts, { query: { open: '1' } })).objects;
      if (client.getQueryData(queryKey) !== undefined) void alerts.readOpen(open).catch(() => undefined);
      const device_group_pk = typeof scope === 'number' ? String(scope) : scope;
      return (await api.call(readTrends, { query: { device_group_pk } })).objects;
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data ?? none;
}
