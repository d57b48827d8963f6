import type { ImportRecord } from '@vigil/shared/contract/http/imports';
import { listImports, readImport } from '@vigil/shared/contract/routes/company';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { storageKey, storedIdList } from '../../lib/local-storage-keys.ts';
import { defineResource } from '../resource.ts';

export const importRecords = defineResource({ key: 'imports', list: listImports });

export const PROGRESS_INTERVAL_MS = 1_000;

/** The imports that a page follows itself. */
const followedAtom = atom<ReadonlySet<string>>(new Set<string>());
const stored = storedIdList(window.localStorage, storageKey.dismissedImports);
const dismissedAtom = atom<readonly string[]>(stored.get());
/** More than are listed. */
const KEPT_DISMISSALS = 50;

/** Takes an import out of the tray: its result was seen. */
export function useDismissImport(): (id: string) => void {
  const setDismissed = useSetAtom(dismissedAtom);
  return useCallback(
    (id) => {
      const next = [...stored.get().filter((one) => one !== id), id].slice(-KEPT_DISMISSALS);
      stored.set(next);
      setDismissed(next);
    },
    [setDismissed],
  );
}

/** Marks an import as followed by a page; the returned function ends that, and the tray shows it. */
export function useFollowImport(): (id: string) => () => void {
  const setFollowed = useSetAtom(followedAtom);
  const reread = importRecords.useReread();
  return useCallback(
    (id) => {
      setFollowed((before) => new Set([...before, id]));
      return () => {
        setFollowed((before) => new Set([...before].filter((one) => one !== id)));
        void reread();
      };
    },
    [setFollowed, reread],
  );
}

/** Whether the tray shows an import: no page follows it, and its result was not seen. */
export function useIsInTray(): (record: ImportRecord) => boolean {
  const followed = useAtomValue(followedAtom);
  const dismissed = useAtomValue(dismissedAtom);
  return ({ id }) => !followed.has(id) && !dismissed.includes(id);
}

/** An import with what became of its rows. */
export const useImportRecord = (id: string) =>
  importRecords.useRead(
    ['one', id],
    async ({ call }) => (await call(readImport, { params: { import_id: id } })).objects,
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_INTERVAL_MS : false) },
  );
