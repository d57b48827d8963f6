import { useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { updateUser as declared } from '@vigil/shared/contract/http/user-changes';
import type { ListedUser, listUsers as listUsersOf } from '@vigil/shared/contract/http/users';
import { readUser, readUserAccessDetails, updateUser, listUsers } from '@vigil/shared/contract/routes/people';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { defineResource } from '../../entities/resource.ts';
import { refetchAfterChange } from '../../lib/refetch.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

/** The users of the company, or the members of a sub-manager. */
export const users = defineResource({ key: 'users', list: listUsers, read: readUser });

export type UserUpdate = NonNullable<CallOf<typeof declared>['body']>;

type Query = CallOf<typeof listUsersOf>['query'];

/** Not so are those who are read for a choice, of whom everybody sees the name alone. */
const isWhole = (user: Pick<ListedUser, 'pk'>): user is ListedUser => 'flag_active' in user;

export function useUserListPage(query: Omit<NonNullable<Query>, 'context'>) {
  const { data, ...read } = users.usePage(query);
  const page = useMemo(() => data && { ...data, objects: data.objects.filter(isWhole) }, [data]);
  return { ...read, data: page };
}

/** How many users the licences still admit. */
export const useSeats = () =>
  users.useRead(['seats'], async ({ call }) => (await call(listUsers, { query: { limit: 0 } })).meta.seats);

export const useUserAccessDetails = (pk: number) =>
  users.useRead(
    ['permissions', pk],
    async ({ call }) => (await call(readUserAccessDetails, { params: { pk: String(pk) } })).objects[0] ?? null,
  );

/**
 * Shows a change of rows at once where they stand; the order follows when the list is read next, not under the pointer.
 */
export function usePatchRows(): (pk: number, patch: Partial<ListedUser>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (pk, patch) => {
      const queryKey = [...users.key, 'list'];
      queries.setQueriesData<{ objects: readonly ListedUser[] }>(
        { queryKey },
        (list) => list && { ...list, objects: list.objects.map((row) => (row.pk === pk ? { ...row, ...patch } : row)) },
      );
      await queries.invalidateQueries({ queryKey, refetchType: 'none' });
      await refetchAfterChange(queries, [...users.key, 'one', String(pk)]);
      await refetchAfterChange(queries, [...users.key, 'permissions', pk]);
    },
    [queries],
  );
}

/** Reads lists again after users were deleted; of these themselves there is nothing to read. */
export function useRereadAfterDeletion(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    for (const part of ['list', 'seats']) await refetchAfterChange(queries, [...users.key, part]);
  }, [queries]);
}

/** Changes one user, and says that it is saved, or why it is not. */
export function useUserChange(pk: number) {
  const { t } = useTranslation('users');
  const problemText = useProblemText();
  const call = users.useChange();
  const change = useCallback(
    async (body: UserUpdate): Promise<void> => void (await call(updateUser, { params: { pk: String(pk) }, body })),
    [call, pk],
  );
  const run = useCallback(
    async (body: UserUpdate): Promise<void> => {
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
