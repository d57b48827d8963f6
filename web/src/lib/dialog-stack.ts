import type { DeviceCommand } from '@vigil/shared/domain/device-actions';
import type { BulkJob } from '@vigil/shared/contract/http/device-bulk';
import type { Approval } from '@vigil/shared/contract/http/approvals';
import type { ListFilter, SavedFilter } from '@vigil/shared/contract/http/filters';
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
  | { kind: 'approval'; mode: 'renew' | 'resubmit' | 'reject' | 'ing' | 'admin' | 'admin_history'; approval: Approval };

/** Which dialog to open, and with what; `app/dialogs.tsx` maps each kind to its component. */
export type DialogRequest =
  | { kind: 'command'; type: DeviceCommand | 'reject' | 'approve'; pks: readonly DevicePk[] }
  | { kind: 'remote-session'; action: 'remote' | 'transfer'; pk: DevicePk; pledged?: boolean }
  | { kind: 'rename'; pk: DevicePk }
  | { kind: 'clone'; action: 'split' | 'merge' | 'dismiss'; pk: DevicePk }
  | { kind: 'config'; pks: readonly DevicePk[] }
  /** What applies to a device, key by key. */
  | { kind: 'device-config'; pk: DevicePk }
  | { kind: 'tag'; pks: readonly DevicePk[] }
  | { kind: 'move'; pks: readonly DevicePk[]; to?: GroupPk }
  | { kind: 'left-out'; id: string; action: BulkJob['action']; total: number; refused: number }
  | { kind: 'filter-save'; filter: ListFilter; onSaved: (saved: SavedFilter) => void }
  | { kind: 'filter-rename'; saved: SavedFilter }
  | { kind: 'enrol'; group: GroupPk | null }
  | { kind: 'group-create'; parent: GroupPk | null }
  | { kind: 'group-rename'; pk: GroupPk }
  | { kind: 'group-limit'; pk: GroupPk }
  | { kind: 'group-move'; pk: GroupPk }
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
      /** The number of devices that it concerns, which has to be typed beyond the company's limit. */
      count?: number;
      input?: ConfirmInput;
      /** Receives the typed text, empty without an input. The dialog shows the error that it throws. */
      onConfirm: (text: string) => Promise<void>;
    }
  /** Shows a document in a frame of its own, in which no script runs. */
  | { kind: 'frame'; title: string; html: string }
  | { kind: 'licence-block'; feature: 'otp' | 'wol' | 'live' }
  | { kind: 'otp-help' }
  | ApprovalDialogRequest
  | { kind: 'pledge'; lead: 'request' | 'session'; onAgree: () => void }
  | {
      kind: 'people';
      title: string;
      approversOnly: boolean;
      withoutAdmins?: boolean;
      onPick: (person: PersonRow) => void;
    }
  | { kind: 'live-preview'; pk: DevicePk }
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

/** Without the functions, which are others for each rendering. */
const isSame = (a: DialogRequest, b: DialogRequest | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Opens a dialog on top of the open ones; the second click of a double click opens no second one. */
export const openDialogAtom = atom(null, (get, set, request: DialogRequest) => {
  const stack = get(stackAtom);
  if (!isSame(request, stack.at(-1)?.request)) set(stackAtom, [...stack, { key: (opened += 1), request }]);
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
