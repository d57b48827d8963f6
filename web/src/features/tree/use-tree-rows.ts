import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useCallback, useEffect, useMemo } from 'react';
import { pathOf, type GroupTree } from '../../entities/group/group-tree.ts';
import type { Scope } from '../../entities/device/device-address.ts';
import { storageKey } from '../../lib/storage.ts';
import { useLanguage } from '../../lib/language.ts';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { flattenTree, type TreeRow } from './tree-rows.ts';

const openAtom = atomWithStorage<GroupPk[]>(storageKey.treeOpen, [], undefined, { getOnInit: true });

interface TreeRows {
  rows: TreeRow[];
  setOpen: (pk: GroupPk, open: boolean) => void;
}

/** The visible rows of the tree; the ancestors of the current group are always open. */
export function useTreeRows(tree: GroupTree, scope: Scope | null, filter: string): TreeRows {
  const { store } = useFleet();
  const version = useFleetVersion();
  const language = useLanguage();
  const [openList, setOpenList] = useAtom(openAtom);
  const open = useMemo(() => new Set(openList), [openList]);

  const setOpen = useCallback(
    (pk: GroupPk, isOpen: boolean) =>
      setOpenList((now) => (isOpen ? [...new Set([...now, pk])] : now.filter((one) => one !== pk))),
    [setOpenList],
  );

  useEffect(() => {
    if (typeof scope !== 'number') return;
    const parents = pathOf(tree.byPk.get(scope)).slice(0, -1);
    for (const { pk } of parents) setOpen(pk, true);
  }, [tree, scope, setOpen]);

  const byGroup = useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true });
    const groups = Map.groupBy(store.all(), ({ device_group_fk }) => device_group_fk);
    const sorted = new Map<GroupPk, DevicePk[]>();
    return (pk: GroupPk): readonly DevicePk[] => {
      const devices = groups.get(pk) ?? [];
      // Only open groups are sorted: a closed tree does not compare ten thousand names.
      if (!open.has(pk)) return devices.length > 0 ? [devices[0]!.pk] : [];
      const known = sorted.get(pk) ?? devices.toSorted((a, b) => compare(a.alias, b.alias)).map((device) => device.pk);
      sorted.set(pk, known);
      return known;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  }, [store, version, open, language]);

  const rows = useMemo(
    () => flattenTree({ tree, open, devicesOf: byGroup, filter: filter.trim().toLowerCase() }),
    [tree, open, byGroup, filter],
  );
  return { rows, setOpen };
}
