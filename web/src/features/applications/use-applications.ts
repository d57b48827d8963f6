import { useQueryClient } from '@tanstack/react-query';
import { listApplications, listInstallations } from '@vigil/shared/contract/routes/commands';
import { useCallback } from 'react';
import { defineResource } from '../../entities/resource.ts';
import { refetchAfterChange } from '../../lib/refetch.ts';

export const applications = defineResource({ key: 'applications', list: listApplications });

/** Progress is reported more often, but it is read, not followed. */
const OPEN_INTERVAL_MS = 2_000;

/** The applications that the user sees; read again while one of them is being installed. */
export const useApplications = () =>
  applications.usePage(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.objects.some(({ counts }) => counts.open > 0) ? OPEN_INTERVAL_MS : false,
  });

/** The last installation on each device. */
export const useInstallations = (pk: number) =>
  applications.useRead(
    ['installations', pk],
    async ({ call }) => (await call(listInstallations, { params: { pk: String(pk) } })).objects,
    {
      refetchInterval: ({ state }) =>
        state.data?.some(({ finished_at }) => finished_at === null) ? OPEN_INTERVAL_MS : false,
    },
  );

/**
 * Reads the list again after an application was deleted; of the one itself, whose page may still be shown, there is
 * nothing to read.
 */
export function useRereadAfterDeletion(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => refetchAfterChange(queries, [...applications.key, 'list']), [queries]);
}
