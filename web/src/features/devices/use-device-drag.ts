import type { DevicePk } from '@vigil/shared/contract/ids';
import { actionDenial } from '@vigil/shared/domain/device-actions';
import { useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { beginDrag, draggedAtom } from '../../entities/group/drag.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useLiveData } from '../../live/use-fleet.ts';

export type StartDrag = (event: { readonly dataTransfer: DataTransfer | null }, pk: DevicePk) => void;

/** Drags a device of the list, or the whole selection if it is part of it; null for users who cannot move devices. */
export function useDeviceDrag(selection: ReadonlySet<DevicePk>): StartDrag | null {
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const setDragged = useSetAtom(draggedAtom);
  const latest = useLatest(selection);
  const mayMove = actionDenial('move', viewer) === null;
  return useMemo(() => {
    if (!mayMove) return null;
    return ({ dataTransfer }, pk) => {
      if (!dataTransfer) return;
      const pks = latest.current.has(pk) ? [...latest.current] : [pk];
      beginDrag(dataTransfer, pks.map((one) => store.get(one)?.alias ?? '').join(', '));
      setDragged({ kind: 'devices', pks });
    };
  }, [mayMove, store, setDragged, latest]);
}
