import type { CommandType } from '@vigil/shared/contract/command';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { atom } from 'jotai';

/** Something that a person asked for and that a dialog takes from here; `app/dialogs.tsx` knows which. */
export type Request =
  | { kind: 'command'; type: CommandType; pks: readonly DevicePk[] }
  | { kind: 'rename'; pk: DevicePk }
  | { kind: 'config'; pks: readonly DevicePk[] }
  | { kind: 'move'; pks: readonly DevicePk[] }
  | { kind: 'enrol'; group: GroupPk | null }
  | { kind: 'group-create'; parent: GroupPk | null }
  | { kind: 'group-rename'; pk: GroupPk }
  | { kind: 'group-delete'; pk: GroupPk };

export const requestAtom = atom<Request | null>(null);

export type RequestOf<K extends Request['kind']> = Extract<Request, { kind: K }>;

/** What every dialog is given. */
export interface DialogProps<K extends Request['kind']> {
  request: RequestOf<K>;
  onClose: () => void;
}
