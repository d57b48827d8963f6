import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { readSummary } from '../endpoints.ts';
import { isMobileQuery } from '../lib/layout.ts';
import { rereadOn } from '../live/reread-on.ts';
import { useServices } from '../lib/services.ts';
import { useSettings } from '../entities/session/settings.ts';
import { useViewer } from '../entities/session/viewer.ts';
import type { NavContext } from '../lib/area.ts';

const noPolicies = { common_policy: 0, ip_policy: 0 } as const;

const policiesKey = rereadOn(['policies'], ['policy']);

export function useNavContext(): NavContext {
  const { api } = useServices();
  const { viewer } = useViewer();
  const settings = useSettings();
  const isMobile = useMediaQuery(isMobileQuery) ?? false;
  const { data: policies } = useQuery({
    queryKey: policiesKey,
    queryFn: async () => (await api.call(readSummary)).objects[0] ?? noPolicies,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { viewer, settings, policies: policies ?? noPolicies, isMobile };
}
