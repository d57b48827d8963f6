import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Group } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@vigil/shared/contract/routes/people';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Api } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { defineResource } from '../resource.ts';
import { patchGroups, type GroupTreePatch } from './group-changes.ts';
import { createGroupDeviceIndex, type GroupDeviceIndex } from './group-device-index.ts';
import { buildGroupTree, groupsOnPathTo, type GroupCount, type GroupTree } from './group-tree.ts';

const groupsKey = ['groups'] as const;
const RETRY_MS = 10_000;
/** Single groups, with their users and thresholds. */
export const groupDetails = defineResource({ key: 'group-detail', read: readGroup, rereadOn: ['config'] });
/** The mutation of the browser that deletes a group. */
export const deleteGroupMutationKey = ['delete-group'] as const;

export function useGroups(): { tree: GroupTree; query: UseQueryResult } {
  const { api } = useServices();
  const language = useLanguage();
  const query = useQuery({
    queryKey: groupsKey,
    queryFn: async () => (await api.call(listGroups, { query: { search_mode: 'all', limit: 1_000 } })).objects,
    // `group_changed` events patch the tree or cause another read.
    staleTime: Number.POSITIVE_INFINITY,
    // Nobody is at a wall to try again.
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
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

/**
 * The name of a group behind that of the group above it, because sites have groups of the same names; empty for one out
 * of sight.
 */
export function useGroupPlace(): (pk: GroupPk) => string {
  const { tree } = useGroups();
  return useCallback(
    (pk) =>
      groupsOnPathTo(tree.byPk.get(pk))
        .slice(-2)
        .map(({ name }) => name)
        .join(' / '),
    [tree],
  );
}

/** The names from the top down to a device's group, in one text. */
export function useGroupPath(): (pk: GroupPk) => string {
  const { tree } = useGroups();
  return useCallback(
    (pk) =>
      groupsOnPathTo(tree.byPk.get(pk))
        .map(({ name }) => name)
        .join(' / '),
    [tree],
  );
}

const indexes = new WeakMap<FleetStore, GroupDeviceIndex>();

/** One index for all components of a session. */
function indexOf(store: FleetStore, tree: GroupTree): GroupDeviceIndex {
  const index = indexes.get(store) ?? createGroupDeviceIndex(store);
  indexes.set(store, index);
  index.setTree(tree);
  return index;
}

/** Devices and counts of the groups; rerenders when a count changed. */
export function useGroupDeviceIndex(tree: GroupTree): GroupDeviceIndex {
  const { store } = useLiveData();
  const index = indexOf(store, tree);
  useSyncExternalStore(index.subscribe, () => index.countVersion);
  return index;
}

export const useGroupCounts = (tree: GroupTree): ReadonlyMap<GroupPk, GroupCount> => useGroupDeviceIndex(tree).counts;

/** Patches the cached tree. Without one, or while an older one may be on its way, the tree is read again. */
export async function applyGroupChange(queries: QueryClient, change: 'unknown' | GroupTreePatch): Promise<void> {
  const groups = queries.getQueryData<readonly Group[]>(groupsKey);
  if (change === 'unknown' || !groups || queries.isFetching({ queryKey: groupsKey }) > 0)
    return queries.invalidateQueries({ queryKey: groupsKey });
  // Only the detail of a group changed: the tree that is shown stays the same object.
  const { changed, created = [], updated = [], removed } = change;
  if (changed.length + created.length + updated.length + removed.length === 0) return;
  queries.setQueryData(groupsKey, patchGroups(groups, change));
}

/** Changes of the tree by this user. The answer is applied at once; the event that follows is the same. */
export function createGroupMutations({ call }: Api, queries: QueryClient) {
  const params = (pk: GroupPk) => ({ params: { pk: String(pk) } });
  const updated = (groups: readonly Group[]) =>
    applyGroupChange(queries, { changed: [], updated: groups, removed: [] });
  const changesOfTree = () => queries.getQueryState(groupsKey)?.dataUpdateCount;
  const areShown = (groups: readonly Group[]) => {
    const shown = new Set(queries.getQueryData<readonly Group[]>(groupsKey)?.map(({ pk }) => pk));
    return groups.every(({ pk }) => shown.has(pk));
  };
  return {
    create: async (name: string, parent: GroupPk | null, root: GroupPk | null): Promise<void> => {
      const before = changesOfTree();
      const { objects: created } = await call(createGroup, { body: { name, group_fk: parent, root_group_fk: root } });
      // A tree that has changed meanwhile may lack the group because it was deleted again.
      const isClear = before === changesOfTree() || areShown(created);
      await applyGroupChange(queries, isClear ? { changed: [], created, removed: [] } : 'unknown');
    },
    rename: async (pk: GroupPk, name: string): Promise<void> =>
      updated((await call(updateGroup, { ...params(pk), body: { name } })).objects),
    limit: async (pk: GroupPk, dev_limit: number): Promise<void> =>
      updated((await call(updateGroup, { ...params(pk), body: { dev_limit } })).objects),
    move: async (pk: GroupPk, parent: GroupPk | null, root: GroupPk | null): Promise<void> =>
      updated((await call(updateGroup, { ...params(pk), body: { group_fk: parent, root_group_fk: root } })).objects),
    /** `confirm`: the number of devices in it, as a person has confirmed it. */
    remove: async (pk: GroupPk, confirm: number | undefined): Promise<void> => {
      const query = confirm === undefined ? {} : { confirm: String(confirm) };
      const { objects } = await call(deleteGroup, { ...params(pk), query });
      await applyGroupChange(queries, { changed: [], removed: objects });
    },
  };
}

export function useGroupMutations() {
  const { api } = useServices();
  const queries = useQueryClient();
  return useMemo(() => createGroupMutations(api, queries), [api, queries]);
}
