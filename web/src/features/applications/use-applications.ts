import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listApplications, listInstallations } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';

const applicationsKey = ['applications'] as const;

/** Progress is reported more often, but it is read, not followed. */
const OPEN_INTERVAL_MS = 2_000;

/** The applications that the user sees; read again while one of them is being installed. */
export function useApplications() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...applicationsKey, 'list'],
    queryFn: async () => {
      const { objects, meta } = await api.call(listApplications);
      return { rows: objects, meta };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(({ counts }) => counts.open > 0) ? OPEN_INTERVAL_MS : false),
  });
}

/** The last installation on each device. */
export function useInstallations(pk: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...applicationsKey, 'installations', pk],
    queryFn: async () => (await api.call(listInstallations, { params: { pk: String(pk) } })).objects,
    refetchInterval: ({ state }) =>
      state.data?.some(({ finished_at }) => finished_at === null) ? OPEN_INTERVAL_MS : false,
  });
}

/** Reads all of it again after a change by this user. */
export function useApplicationsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: applicationsKey }), [queries]);
}
