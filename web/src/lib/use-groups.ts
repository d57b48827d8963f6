import { listGroups } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFleet, useFleetVersion } from '../live/use-fleet.ts';
import { buildGroupTree, countGroups, type Count, type GroupTree } from './group-tree.ts';
import { useServices } from './services.ts';
import { useLanguage } from './use-language.ts';

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
  const tree = useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return buildGroupTree(query.data ?? [], compare);
  }, [query.data, language]);
  return { tree, query };
}

export function useGroupCounts(tree: GroupTree): ReadonlyMap<GroupPk, Count> {
  const { store } = useFleet();
  const version = useFleetVersion();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  return useMemo(() => countGroups(tree, store.all()), [tree, store, version]);
}
