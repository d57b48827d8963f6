import type { Group } from '@vigil/shared/contract/group';
import { listGroups } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { buildGroupTree, countGroups, type Count, type GroupTree } from './group-tree.ts';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';

export const groupsKey = ['groups'] as const;

export function useGroups(): { tree: GroupTree; query: UseQueryResult } {
  const { api } = useServices();
  const language = useLanguage();
  const query = useQuery({
    queryKey: groupsKey,
    queryFn: async () => (await api.call(listGroups, { query: { search_mode: 'all', limit: 1_000 } })).objects,
    // A `group_changed` event says when it is to be read again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { tree: treeOf(query.data ?? none, language), query };
}

const none: readonly Group[] = [];
/** A list of groups is read in one language: to choose another one loads the page anew. */
const trees = new WeakMap<readonly Group[], GroupTree>();

// Half a dozen parts of the screen ask for it: it is built once for all of them.
function treeOf(groups: readonly Group[], language: Language): GroupTree {
  const tree = trees.get(groups) ?? buildGroupTree(groups, new Intl.Collator(language, { numeric: true }).compare);
  trees.set(groups, tree);
  return tree;
}

export function useGroupCounts(tree: GroupTree): ReadonlyMap<GroupPk, Count> {
  const { store } = useFleet();
  const version = useFleetVersion();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  return useMemo(() => countGroups(tree, store.all()), [tree, store, version]);
}
