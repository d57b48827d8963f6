import { atom } from 'jotai';
import { noDrafts } from './drafts.ts';

/** Whether the table is being edited; no choice that is kept. */
export const editingAtom = atom(false);

/** What was typed and not saved. */
export const draftsAtom = atom(noDrafts);

export const cancelEditingAtom = atom(null, (_get, set) => {
  set(editingAtom, false);
  set(draftsAtom, noDrafts);
});
