import * as z from 'zod';
import { IDENTITY_FILE, removeIdentity } from './identity.ts';
import { KEY_FILE, removeKey } from './signer.ts';
import type { StateStore } from './state-store.ts';

/**
 * Renamed back, they are the device again where the server does not know of the deletion, as with a backup from before
 * it. A server that has recorded it refuses them, and they are put aside anew.
 */
const DELETED_KEY_FILE = `${KEY_FILE}.deleted`;
const DELETED_IDENTITY_FILE = `${IDENTITY_FILE}.deleted`;

/** Long enough for people to notice that a deletion was a mistake. */
const KEPT_MS = 30 * 86_400_000;

const Deleted = z.object({ deleted_at: z.number() });

/** The device of this agent was deleted: its identity and key are not used any more, and kept for a while. */
export function putDeletedDeviceAside(store: StateStore, at: number): void {
  const [key, identity] = [store.read(KEY_FILE), store.read(IDENTITY_FILE)];
  const deleted = { ...parseObject(identity), deleted_at: at };
  try {
    if (key !== null) store.write(DELETED_KEY_FILE, key);
    store.write(DELETED_IDENTITY_FILE, `${JSON.stringify(deleted, null, 2)}\n`);
  } catch {
    // On a full disk nothing is put aside; the deletion stands.
  }
  removeIdentity(store);
  removeKey(store);
}

/** Removes what was put aside longer ago than it is kept. */
export function removeOldDeletedDevice(store: StateStore, at: number): void {
  const text = store.read(DELETED_IDENTITY_FILE);
  if (text === null) return;
  const deleted = Deleted.safeParse(parseObject(text));
  if (deleted.success && at - deleted.data.deleted_at < KEPT_MS) return;
  store.remove(DELETED_KEY_FILE);
  store.remove(DELETED_IDENTITY_FILE);
}

function parseObject(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
