import type { CommandType } from '@vigil/shared/contract/names';
import type { Approval } from '@vigil/shared/contract/http/approvals';
import type { PersonRow } from '@vigil/shared/contract/http/managers';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { atom } from 'jotai';

/** A button of an action dialog; the dialog closes before it runs. */
export interface DialogAction {
  label: string;
  primary?: boolean;
  run: () => void;
}

/** The text field of a confirm dialog (spec 1 §5). */
export interface ConfirmInput {
  label: string;
  initial?: string;
  /** Whether it may be left empty. */
  nullable?: boolean;
  /** Maximum number of characters; shown with a counter. */
  limit?: number;
  /** Rendered as a password field. */
  secret?: boolean;
}

export type ApprovalDialogRequest =
  | { kind: 'approval'; mode: 'new'; device: { pk: DevicePk; alias: string } }
  | { kind: 'approval'; mode: 'renew' | 'reject' | 'ing' | 'admin' | 'admin_history'; approval: Approval };

/** Which dialog to open, and with what; `app/dialogs.tsx` maps each kind to its component. */
export type DialogRequest =
  | { kind: 'command'; type: CommandType; pks: readonly DevicePk[] }
  | { kind: 'rename'; pk: DevicePk }
  | { kind: 'config'; pks: readonly DevicePk[] }
  | { kind: 'move'; pks: readonly DevicePk[] }
  | { kind: 'enrol'; group: GroupPk | null }
  | { kind: 'group-create'; parent: GroupPk | null }
  | { kind: 'group-rename'; pk: GroupPk }
  | { kind: 'group-delete'; pk: GroupPk }
  | { kind: 'message'; title: string; text: string }
  | { kind: 'warning'; title: string; text: string }
  | {
      kind: 'action';
      /** For `closeDialogAtom`. */
      id?: string;
      title: string;
      text: string;
      actions: readonly DialogAction[];
      onDismiss?: () => void;
    }
  | {
      kind: 'confirm';
      title: string;
      text: string;
      submit: string;
      danger?: boolean;
      input?: ConfirmInput;
      /** Receives the typed text, empty without an input. The dialog shows the error that it throws. */
      onConfirm: (text: string) => Promise<void>;
    }
  | { kind: 'licence-block'; feature: 'otp' | 'wol' | 'live' }
  | { kind: 'otp-help' }
  | ApprovalDialogRequest
  | { kind: 'pledge'; onAgree: () => void }
  | { kind: 'people'; title: string; approversOnly: boolean; onPick: (person: PersonRow) => void }
  | { kind: 'agent-map'; latitude: number; longitude: number; agentName: string }
  | { kind: 'password' }
  /** `uri` is the text of the QR code. */
  | { kind: 'otp-set-up'; uri: string }
  | { kind: 'recovery-codes'; codes: readonly string[] };

export interface OpenDialog {
  readonly key: number;
  readonly request: DialogRequest;
}

const stackAtom = atom<readonly OpenDialog[]>([]);
let opened = 0;

/** The open dialogs, the topmost last: one dialog may open another. */
export const dialogStackAtom = atom((get) => get(stackAtom));

/** Opens a dialog on top of the open ones. */
export const openDialogAtom = atom(null, (get, set, request: DialogRequest) => {
  set(stackAtom, [...get(stackAtom), { key: (opened += 1), request }]);
});

/** Closes a dialog by its key, or by the id it was opened with. */
export const closeDialogAtom = atom(null, (get, set, keyOrId: number | string) => {
  const isClosed = ({ key, request }: OpenDialog) => key === keyOrId || ('id' in request && request.id === keyOrId);
  const stack = get(stackAtom);
  set(
    stackAtom,
    stack.filter((dialog) => !isClosed(dialog)),
  );
});

/** At the end of a session, so that the next user does not see the dialogs of the previous one. */
export const closeAllDialogsAtom = atom(null, (_get, set) => set(stackAtom, []));

export type DialogRequestOf<K extends DialogRequest['kind']> = Extract<DialogRequest, { kind: K }>;

/** The properties of every dialog component. */
export interface DialogProps<K extends DialogRequest['kind']> {
  request: DialogRequestOf<K>;
  onClose: () => void;
}
