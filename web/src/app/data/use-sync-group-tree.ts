import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { applyGroupChange, groupDetails } from '../../entities/group/use-groups.ts';
import type { FleetDelta } from '../../live/changes.ts';
import { useFleetDelta } from '../../live/use-fleet.ts';

/** Keeps the tree of groups up to date with the server. */
export function useSyncGroupTree(): void {
  const queries = useQueryClient();
  const rereadDetails = groupDetails.useReread();
  const onChanges = useCallback(
    ({ groups }: FleetDelta) => {
      // A failed read is repeated with the next change or reconnection.
      const apply = (change: (typeof groups)[number]) => applyGroupChange(queries, change).catch(() => undefined);
      if (groups.includes('unknown')) void apply('unknown');
      else for (const change of groups) void apply(change);
      // Thresholds and names of other groups are part of a group's detail.
      if (groups.length > 0) void rereadDetails();
    },
    [queries, rereadDetails],
  );
  useFleetDelta(onChanges);
}
