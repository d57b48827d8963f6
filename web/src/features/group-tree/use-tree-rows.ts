import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { ListScope } from '../../entities/device/device-address.ts';
import { groupsOnPathTo, type GroupTree } from '../../entities/group/group-tree.ts';
import { useGroupDeviceIndex } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { findTreeMatches, flattenTree, type SideTreeRow } from './tree-rows.ts';

const openAtom = atomWithStorage<GroupPk[]>(storageKey.treeOpen, [], undefined, { getOnInit: true });

interface TreeRows {
  rows: SideTreeRow[];
  setOpen: (pk: GroupPk, open: boolean) => void;
}

/**
 * The visible rows of the tree; the ancestors of the current group are always open. States of devices change no row.
 */
export function useTreeRows(tree: GroupTree, scope: ListScope | null, typed: string): TreeRows {
  const { store } = useLiveData();
  const index = useGroupDeviceIndex(tree);
  const { structureVersion } = index;
  const language = useLanguage();
  const [openList, setOpenList] = useAtom(openAtom);
  const open = useMemo(() => new Set(openList), [openList]);
  // Typing stays ahead of a search through many names.
  const text = useDeferredValue(typed.trim());

  const setOpen = useCallback(
    (pk: GroupPk, isOpen: boolean) =>
      setOpenList((now) => (isOpen ? [...new Set([...now, pk])] : now.filter((one) => one !== pk))),
    [setOpenList],
  );

  useEffect(() => {
    if (typeof scope !== 'number') return;
    const parents = groupsOnPathTo(tree.byPk.get(scope)).slice(0, -1);
    for (const { pk } of parents) setOpen(pk, true);
  }, [tree, scope, setOpen]);

  const byName = useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return (pks: Iterable<DevicePk>): DevicePk[] =>
      [...pks].toSorted((a, b) => compare(store.get(a)?.alias ?? '', store.get(b)?.alias ?? ''));
  }, [store, language]);

  /* oxlint-disable react-hooks/exhaustive-deps -- the version stands for what the index holds */
  const filter = useMemo(
    () => (text === '' ? null : findTreeMatches(tree, store.all(), text)),
    [tree, store, text, structureVersion],
  );
  const rows = useMemo(
    () =>
      flattenTree({
        tree,
        open,
        filter,
        hasDevices: (pk) => index.devicesOf(pk).size > 0,
        devicesOf: (pk) => byName(index.devicesOf(pk)),
      }),
    [tree, open, filter, index, byName, structureVersion],
  );
  /* oxlint-enable react-hooks/exhaustive-deps */
  return { rows, setOpen };
}
