import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { Manager } from '@vigil/shared/contract/http/managers';
import type { updateManager as declared } from '@vigil/shared/contract/http/manager-changes';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listManagers, readManager, readManagerPermissions, updateManager } from '../../endpoints.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { requestOf, type UserListView } from './list-address.ts';

const managersKey = ['managers'] as const;

export type ManagerChange = NonNullable<CallOf<typeof declared>['body']>;

export function useManagers(view: UserListView) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...managersKey, 'list', view],
    queryFn: () => api.call(listManagers, { query: requestOf(view) }),
    placeholderData: keepPreviousData,
  });
}

/** How many users the licences still admit. */
export function useSeats() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...managersKey, 'seats'],
    queryFn: async () => (await api.call(listManagers, { query: { limit: 0 } })).meta.seats,
  });
}

export function useManager(pk: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...managersKey, 'one', pk],
    queryFn: async () => (await api.call(readManager, { params: { pk } })).objects[0] ?? null,
    retry: false,
  });
}

export function useManagerPermissions(pk: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...managersKey, 'permissions', pk],
    queryFn: async () => (await api.call(readManagerPermissions, { params: { pk: String(pk) } })).objects[0] ?? null,
  });
}

/** Shows a change of rows at once where they stand; the order follows when the list is read next, not under the pointer. */
export function usePatchRows(): (pk: number, patch: Partial<Manager>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (pk, patch) => {
      const queryKey = [...managersKey, 'list'];
      queries.setQueriesData<{ objects: readonly Manager[] }>(
        { queryKey },
        (list) => list && { ...list, objects: list.objects.map((row) => (row.pk === pk ? { ...row, ...patch } : row)) },
      );
      await queries.invalidateQueries({ queryKey, refetchType: 'none' });
      await readAgain(queries, [...managersKey, 'one', String(pk)]);
      await readAgain(queries, [...managersKey, 'permissions', pk]);
    },
    [queries],
  );
}

/** Reads lists again after users were deleted; of these themselves there is nothing to read. */
export function useManagersDeleted(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    for (const part of ['list', 'seats']) await readAgain(queries, [...managersKey, part]);
  }, [queries]);
}

/** Reads lists and users again after a change by this user. */
export function useManagersChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => readAgain(queries, managersKey), [queries]);
}

/** Changes one user, and says that it is saved, or why it is not. */
export function useManagerChange(pk: number) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const problemText = useProblemText();
  const changed = useManagersChanged();
  const change = useCallback(
    async (body: ManagerChange): Promise<void> => {
      try {
        await api.call(updateManager, { params: { pk: String(pk) }, body });
      } finally {
        await changed();
      }
    },
    [api, changed, pk],
  );
  const run = useCallback(
    async (body: ManagerChange): Promise<void> => {
      try {
        await change(body);
        notifyDone(t('saved'));
      } catch (error) {
        notifyFailed(problemText(error));
      }
    },
    [change, problemText, t],
  );
  return { change, run };
}
