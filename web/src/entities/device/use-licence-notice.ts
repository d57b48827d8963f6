import { commandNeeds, thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { useSetAtom } from 'jotai';
import type { DeviceAction } from './device-actions.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useViewer } from '../session/viewer.ts';

/** Device features of a Corporate licence (spec 1 §6). */
const needs = { wol: commandNeeds.wol, live: thumbnailNeeds } as const;
type Feature = keyof typeof needs;
const isFeature = (what: string): what is Feature => Object.hasOwn(needs, what);

/** Returns a function that opens the notice of a missing licence; undefined where the licence is not the reason. */
export function useLicenceNotice(): (what: DeviceAction | 'live') => (() => void) | undefined {
  const { viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  return (what) => {
    if (!isFeature(what) || denialReason(viewer, needs[what])?.reason !== 'licence') return undefined;
    return () => openDialog({ kind: 'licence-block', feature: what });
  };
}
