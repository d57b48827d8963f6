import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listRolloutDevices, listRollouts, readAgentUpdates } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';

const updatesKey = ['agent-updates'] as const;

/** Each step of a rollout takes seconds. */
const RUNNING_INTERVAL_MS = 2_000;

/** The published releases, and which versions run. */
export function useVersions(isRunning: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...updatesKey, 'versions'],
    queryFn: async () => (await api.call(readAgentUpdates)).objects,
    refetchInterval: isRunning ? RUNNING_INTERVAL_MS : false,
  });
}

/** The rollouts; read again while one of them has devices under way. */
export function useRollouts() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...updatesKey, 'rollouts'],
    queryFn: async () => (await api.call(listRollouts)).objects,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, counts }) => state === 'running' || counts.open > 0) ? RUNNING_INTERVAL_MS : false,
  });
}

/** The devices of a rollout, failures first. `seen`: what the rollout counts, so that a change of it reads them again. */
export function useRolloutDevices(pk: number, seen: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...updatesKey, 'devices', pk, seen],
    queryFn: async () => (await api.call(listRolloutDevices, { params: { pk: String(pk) } })).objects,
    placeholderData: (before) => before,
  });
}

/** Reads all of it again after a change by this user. */
export function useUpdatesChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: updatesKey }), [queries]);
}
