import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { searchUsers as searchUsersOf, UserSummary } from '@vigil/shared/contract/http/users';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { listUsers, searchUsers } from '@vigil/shared/contract/routes/people';
import { defineResource } from '../resource.ts';

/** The users of the company, as every user may search them to choose one. */
export const userSearch = defineResource({ key: 'user-search', list: searchUsers });

type Query = Omit<NonNullable<CallOf<typeof searchUsersOf>['query']>, 'name' | 'flag_servant' | 'by'>;
interface Found {
  readonly objects: readonly UserSummary[];
  readonly meta: { total_count: number };
}

const isSummary = (user: Pick<UserSummary, 'pk'>): user is UserSummary => 'department' in user;

/** A page of the users who may be chosen; with a group, those who may get access to it. */
export const useUserChoices = ({ approvers, ...query }: Query, groupToGrant: GroupPk | undefined) =>
  userSearch.useRead<Found>(
    ['choice', groupToGrant, { approvers, ...query }],
    async ({ call }) => {
      if (groupToGrant === undefined) return call(searchUsers, { query: { by: 'mgrid', approvers, ...query } });
      const { objects, meta } = await call(listUsers, {
        query: { ...query, by: 'mgrid', context: 'group', group_pk: groupToGrant },
      });
      return { objects: objects.filter(isSummary), meta };
    },
    // Who was chosen before may be in the group by now.
    { placeholderData: (before) => before, staleTime: 0 },
  );
