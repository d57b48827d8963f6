import type { GroupPk } from '@vigil/shared/contract/ids';
import { useState } from 'react';
import { groupOptions } from './group-options.ts';
import { useGroups } from './use-groups.ts';

/** A choice of groups that the viewer sees; those above them are only shown as their place. */
export function useGroupChoice(initial: readonly GroupPk[] = []) {
  const { tree } = useGroups();
  const [chosen, choose] = useState(initial.map(String));
  const options = groupOptions(tree).filter(
    ({ value }) => tree.byPk.get(Number(value) as GroupPk)?.isPermitted === true,
  );
  return { chosen, choose, options };
}
