import { useMemo } from 'react';
import { withDescendants } from '../group/group-tree.ts';
import { useGroups } from '../group/use-groups.ts';
import type { ListScope } from './device-address.ts';
import type { ResolvedScope } from './device-sorter.ts';

/** A group stands for itself and everything below it. */
export function useScopeWithDescendantGroups(scope: ListScope): ResolvedScope {
  const { tree } = useGroups();
  return useMemo(() => {
    if (typeof scope === 'string') return scope;
    const node = tree.byPk.get(scope);
    return new Set(node ? withDescendants(node) : [scope]);
  }, [scope, tree]);
}
