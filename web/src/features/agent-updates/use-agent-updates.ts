import { listRolloutDevices, listRollouts, readAgentReleases } from '@vigil/shared/contract/routes/devices';
import { defineResource } from '../../entities/resource.ts';

export const rollouts = defineResource({ key: 'agent-updates', list: listRollouts });

/** Each step of a rollout takes seconds. */
const RUNNING_INTERVAL_MS = 2_000;

/** The published releases, and which versions run. */
export const useAgentReleases = (isRunning: boolean) =>
  rollouts.useRead(['versions'], async ({ call }) => (await call(readAgentReleases)).objects, {
    refetchInterval: isRunning ? RUNNING_INTERVAL_MS : false,
  });

/** The rollouts; read again while one of them has devices under way. */
export const useRollouts = () =>
  rollouts.useList({
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, counts }) => state === 'running' || counts.open > 0) ? RUNNING_INTERVAL_MS : false,
  });

/**
 * The devices of a rollout, failures first. `countsKey`: what the rollout counts, so that a change of it reads them
 * again.
 */
export const useRolloutDevices = (pk: number, countsKey: string) =>
  rollouts.useRead(
    ['devices', pk, countsKey],
    async ({ call }) => (await call(listRolloutDevices, { params: { pk: String(pk) } })).objects,
    { placeholderData: (before) => before },
  );
