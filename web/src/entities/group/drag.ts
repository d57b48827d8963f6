import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { atom } from 'jotai';

/**
 * The dragged devices or group. The browser reveals the data of a drag only at the drop, but the tree needs it before.
 */
export type Dragged = { kind: 'devices'; pks: readonly DevicePk[] } | { kind: 'group'; pk: GroupPk };

export const draggedAtom = atom<Dragged | null>(null);

/** Sets what the browser needs to start a drag. */
export function beginDrag(transfer: DataTransfer, label: string): void {
  transfer.effectAllowed = 'move';
  transfer.setData('text/plain', label);
}
