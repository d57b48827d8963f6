import { LEDGER_FILE } from './command-ledger.ts';
import { writeIdentity, type IdentityFromEnrolment } from './identity.ts';
import { REPORT_FILES } from './report-queue.ts';
import { INVENTORY_HASH_FILE } from './reports.ts';
import { SETTINGS_FILE } from './settings.ts';
import { createSigner, generatePrivateKey, KEY_FILE, parsePrivateKey, type Signer } from './signer.ts';
import type { StateStore } from './state-store.ts';

/** The key that this device will have, from before the request for it until it is in force. */
const NEXT_KEY_FILE = 'agent.key.next';
const NEXT_IDENTITY_FILE = 'identity.json.next';

/** What belongs to the device that this one was a copy of: its settings, commands and reports. */
const COPIED_FILES = [SETTINGS_FILE, LEDGER_FILE, ...REPORT_FILES, INVENTORY_HASH_FILE];

/**
 * The signer of the next key: the same after a restart, so that a request whose answer was lost is repeated with it.
 */
export function loadNextSigner(store: StateStore): Signer {
  const pem = store.read(NEXT_KEY_FILE) ?? generatePrivateKey();
  store.write(NEXT_KEY_FILE, pem);
  return createSigner(parsePrivateKey(pem));
}

/** Decides the change: from here on `finishKeyChange` completes it, in this process or in a later one. */
export const commitKeyChange = (store: StateStore, identity: IdentityFromEnrolment): void =>
  store.write(NEXT_IDENTITY_FILE, JSON.stringify(identity));

/**
 * Completes a key change that was decided: the next key and identity replace the present ones, and what was copied
 * goes. Called before a signer is opened. Each step may be repeated, because the process can end after any of them.
 */
export function finishKeyChange(store: StateStore): void {
  const identity = store.read(NEXT_IDENTITY_FILE);
  if (identity === null) return;
  const key = store.read(NEXT_KEY_FILE);
  if (key !== null) store.write(KEY_FILE, key);
  writeIdentity(store, JSON.parse(identity) as IdentityFromEnrolment);
  for (const file of COPIED_FILES) store.remove(file);
  store.remove(NEXT_KEY_FILE);
  store.remove(NEXT_IDENTITY_FILE);
}
