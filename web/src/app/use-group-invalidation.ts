import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { groupsKey, useGroups } from '../entities/group/use-groups.ts';
import type { Changes } from '../live/changes.ts';
import { useFleet, useFleetChanges } from '../live/use-fleet.ts';

/** Keeps the tree as the server has it, and the groups of the devices as the tree has them. */
export function useGroupInvalidation(): void {
  const queries = useQueryClient();
  const onChanges = useCallback(
    ({ groups }: Changes) => {
      if (groups) void queries.invalidateQueries({ queryKey: groupsKey });
    },
    [queries],
  );
  useFleetChanges(onChanges);

  const { store, connection } = useFleet();
  const { tree } = useGroups();
  useEffect(() => {
    if (tree.byPk.size === 0) return;
    // A group that is renamed or deleted changes all devices in it, and they are not announced one by one.
    for (const { device_group_fk: pk, device_group_name: name } of store.all()) {
      if (tree.byPk.get(pk)?.group.name !== name) return connection.resync();
    }
  }, [tree, store, connection]);
}
