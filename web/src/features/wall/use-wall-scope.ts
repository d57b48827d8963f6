import type { GroupPk } from '@vigil/shared/contract/ids';
import { useMemo } from 'react';
import type { ResolvedScope } from '../../entities/device/device-sorter.ts';
import { withDescendants } from '../../entities/group/group-tree.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import type { WallGroups } from './wall-settings.ts';

export interface WallScope {
  readonly devices: ResolvedScope;
  readonly known: 'all' | 'favorate' | readonly { readonly pk: GroupPk; readonly name: string }[];
  /** How many groups were deleted, or are not visible to this user. */
  readonly missing: number;
}

/** The devices of some groups with everything below them. */
export function useWallScope(groups: WallGroups): WallScope {
  const { tree, query } = useGroups();
  // Also while another reading has failed: what was read before is shown.
  const areKnown = query.data !== undefined;
  return useMemo(() => {
    if (typeof groups === 'string') return { devices: groups, known: groups, missing: 0 };
    const nodes = groups.flatMap((pk) => tree.byPk.get(pk) ?? []);
    return {
      devices: new Set(areKnown ? nodes.flatMap(withDescendants) : groups),
      known: nodes.map(({ group: { pk, name } }) => ({ pk, name })),
      missing: areKnown ? groups.length - nodes.length : 0,
    };
  }, [groups, tree, areKnown]);
}
