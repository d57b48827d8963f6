import type { DevicePk } from '@vigil/shared/contract/ids';
import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const none: ReadonlySet<DevicePk> = new Set();

/** The devices that are selected in the list on the screen; empty on other pages. */
export const selectionAtom = atom<ReadonlySet<DevicePk>>(none);

/** Shares the selection of the list with what is outside of it, as long as the list is on the screen. */
export function useShareSelection(selection: ReadonlySet<DevicePk>): void {
  const share = useSetAtom(selectionAtom);
  useEffect(() => {
    share(selection);
    return () => share(none);
  }, [selection, share]);
}
