import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { atom } from 'jotai';

/** What is being dragged; the browser shows a drag's data only when it is dropped, and the tree has to know before. */
export type Dragged = { kind: 'devices'; pks: readonly DevicePk[] } | { kind: 'group'; pk: GroupPk };

export const draggedAtom = atom<Dragged | null>(null);

/** Fills in what the browser needs before it starts a drag. */
export function beginDrag(transfer: DataTransfer, label: string): void {
  transfer.effectAllowed = 'move';
  transfer.setData('text/plain', label);
}
