import { atom } from 'jotai';
import type { ReactNode } from 'react';

/** A dialog that anybody may open, with what its request consists of; its area says which component shows it. */
export interface DialogDefinition<R extends object> {
  (request: R): DialogRequest;
}

/** Which dialog to open, and with what. */
export interface DialogRequest {
  readonly dialog: DialogDefinition<never>;
  readonly request: object;
}

/** `openDialog(renameDialog({ pk }))` */
export function defineDialog<R extends object = object>(): DialogDefinition<R> {
  const dialog: DialogDefinition<R> = (request) => ({ dialog, request });
  return dialog;
}

export type RequestOf<D extends DialogDefinition<never>> = D extends DialogDefinition<infer R> ? R : never;

/** What a dialog was opened with; null for another dialog, or none. */
export const requestOf = <R extends object>(dialog: DialogDefinition<R>, open: DialogRequest | undefined): R | null =>
  open?.dialog === dialog ? (open.request as R) : null;

/** The properties of the component of a dialog. */
export interface DialogProps<D extends DialogDefinition<never>> {
  request: RequestOf<D>;
  onClose: () => void;
}

/** The component of a dialog, which gets what the dialog was opened with. */
type View = (props: { request: object; onClose: () => void }) => ReactNode;

/** Says which component shows a dialog. */
export const bindDialog = <R extends object>(
  dialog: DialogDefinition<R>,
  view: (props: { request: R; onClose: () => void }) => ReactNode,
): readonly [DialogDefinition<never>, View] => [dialog, view as View];

export interface OpenDialog extends DialogRequest {
  readonly key: number;
}

const stackAtom = atom<readonly OpenDialog[]>([]);
let opened = 0;

/** The open dialogs, the topmost last: one dialog may open another. */
export const dialogStackAtom = atom((get) => get(stackAtom));

/** Whether two requests are equal. Functions do not count, because each rendering makes new ones. */
const isSame = (a: DialogRequest, b: DialogRequest | undefined): boolean =>
  a.dialog === b?.dialog && JSON.stringify(a.request) === JSON.stringify(b.request);

/** Opens a dialog on top of the open ones; the second click of a double click opens no second one. */
export const openDialogAtom = atom(null, (get, set, request: DialogRequest) => {
  const stack = get(stackAtom);
  if (!isSame(request, stack.at(-1))) set(stackAtom, [...stack, { key: (opened += 1), ...request }]);
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
