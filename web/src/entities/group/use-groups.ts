import type { Group } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { createGroup, deleteGroup, listGroups, updateGroup } from '../../endpoints.ts';
import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { patchGroups, type GroupPatch } from './group-changes.ts';
import { buildGroupTree, countGroups, type Count, type GroupTree } from './group-tree.ts';

const groupsKey = ['groups'] as const;

export function useGroups(): { tree: GroupTree; query: UseQueryResult } {
  const { api } = useServices();
  const language = useLanguage();
  const query = useQuery({
    queryKey: groupsKey,
    queryFn: async () => (await api.call(listGroups, { query: { search_mode: 'all', limit: 1_000 } })).objects,
    // `group_changed` events patch the tree or cause another read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { tree: treeOf(query.data ?? none, language), query };
}

const none: readonly Group[] = [];
/** A list of groups belongs to one language: choosing another one reloads the page. */
const trees = new WeakMap<readonly Group[], GroupTree>();

// Many components use the tree, so it is built once for all of them.
function treeOf(groups: readonly Group[], language: Language): GroupTree {
  const tree = trees.get(groups) ?? buildGroupTree(groups, new Intl.Collator(language, { numeric: true }).compare);
  trees.set(groups, tree);
  return tree;
}

/** The name of a device's group; empty while the tree is being read. */
export function useGroupName(): (pk: GroupPk) => string {
  const { tree } = useGroups();
  return useCallback((pk) => tree.byPk.get(pk)?.group.name ?? '', [tree]);
}

export function useGroupCounts(tree: GroupTree): ReadonlyMap<GroupPk, Count> {
  const { store } = useFleet();
  const version = useFleetVersion();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  return useMemo(() => countGroups(tree, store.all()), [tree, store, version]);
}

/** Patches the cached tree. Without one, or while an older one may be on its way, the tree is read again. */
export async function applyGroupChange(queries: QueryClient, change: 'unknown' | GroupPatch): Promise<void> {
  const groups = queries.getQueryData<readonly Group[]>(groupsKey);
  if (change === 'unknown' || !groups || queries.isFetching({ queryKey: groupsKey }) > 0)
    return queries.invalidateQueries({ queryKey: groupsKey });
  queries.setQueryData(groupsKey, patchGroups(groups, change));
}

/** Changes of the tree by this user. The answer is applied at once; the event that follows is the same. */
export function useGroupEdits() {
  const { api } = useServices();
  const queries = useQueryClient();
  return useMemo(() => {
    const params = (pk: GroupPk) => ({ params: { pk: String(pk) } });
    const updated = (groups: readonly Group[]) =>
      applyGroupChange(queries, { changed: [], updated: groups, removed: [] });
    return {
      create: async (name: string, parent: GroupPk | null, root: GroupPk | null): Promise<void> =>
        applyGroupChange(queries, {
          changed: (await api.call(createGroup, { body: { name, group_fk: parent, root_group_fk: root } })).objects,
          removed: [],
        }),
      rename: async (pk: GroupPk, name: string): Promise<void> =>
        updated((await api.call(updateGroup, { ...params(pk), body: { name } })).objects),
      move: async (pk: GroupPk, parent: GroupPk | null, root: GroupPk | null): Promise<void> =>
        updated(
          (await api.call(updateGroup, { ...params(pk), body: { group_fk: parent, root_group_fk: root } })).objects,
        ),
      remove: async (pk: GroupPk): Promise<void> =>
        applyGroupChange(queries, { changed: [], removed: (await api.call(deleteGroup, params(pk))).objects }),
    };
  }, [api, queries]);
}
