import type { CommandType } from '@vigil/shared/contract/command';
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

/** What a confirm dialog asks for besides a yes (spec 1 §5). */
export interface ConfirmInput {
  label: string;
  initial?: string;
  /** Whether it may stay empty. */
  nullable?: boolean;
  /** Most characters; with a counter. */
  limit?: number;
  /** A password is not shown; the others are lines of text. */
  secret?: boolean;
}

export type ApprovalRequest =
  | { kind: 'approval'; mode: 'new'; device: { pk: DevicePk; alias: string } }
  | { kind: 'approval'; mode: 'renew' | 'reject' | 'ing' | 'admin' | 'admin_history'; approval: Approval };

/** Something that a person asked for and that a dialog takes from here; `app/dialogs.tsx` knows which. */
export type Request =
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
      /** By which it can be closed again. */
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
      /** Gets what was typed, empty without an input. What it throws is told in the dialog. */
      onConfirm: (text: string) => Promise<void>;
    }
  | { kind: 'licence-block'; feature: 'otp' | 'wol' | 'live' }
  | { kind: 'otp-help' }
  | ApprovalRequest
  | { kind: 'pledge'; onAgree: () => void }
  | { kind: 'people'; title: string; approversOnly: boolean; onPick: (person: PersonRow) => void }
  | { kind: 'agent-map'; latitude: number; longitude: number; agentName: string }
  | { kind: 'password' }
  | { kind: 'recovery-codes'; codes: readonly string[] };

export interface OpenRequest {
  readonly key: number;
  readonly request: Request;
}

const stackAtom = atom<readonly OpenRequest[]>([]);
let opened = 0;

/** What is open, the topmost last: one dialog may open another. */
export const openRequestsAtom = atom((get) => get(stackAtom));

/** Opens a dialog on top of what is open, or closes one by its key or by the id it was opened with. */
export const requestAtom = atom(null, (get, set, request: Request | { close: number | string }) => {
  const stack = get(stackAtom);
  if (!('close' in request)) return set(stackAtom, [...stack, { key: (opened += 1), request }]);
  const { close } = request;
  const stays = ({ key, request: open }: OpenRequest) => key !== close && !('id' in open && open.id === close);
  set(stackAtom, stack.filter(stays));
});

export type RequestOf<K extends Request['kind']> = Extract<Request, { kind: K }>;

/** What every dialog is given. */
export interface DialogProps<K extends Request['kind']> {
  request: RequestOf<K>;
  onClose: () => void;
}

/** Nobody's dialogs are left for the next person. */
export const closeAllAtom = atom(null, (_get, set) => set(stackAtom, []));
