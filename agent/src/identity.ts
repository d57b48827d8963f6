import { Guid } from '@vigil/shared/contract/ids';
import { z } from 'zod';
import type { StateStore } from './state-store.ts';

/** The device's identity, as enrolment returned it. `server` is the base URL for enrolment and renewal. */
export const Identity = z.object({
  server: z.string(),
  guid: Guid,
  gateway_url: z.string(),
  credential: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const IDENTITY_FILE = 'identity.json';

/** `null` when the device was never enrolled, or when the stored identity is unreadable. */
export function readIdentity(store: StateStore): Identity | null {
  const text = store.read(IDENTITY_FILE);
  if (text === null) return null;
  try {
    return Identity.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const writeIdentity = (store: StateStore, identity: Identity): void =>
  store.write(IDENTITY_FILE, `${JSON.stringify(identity, null, 2)}\n`);

export const removeIdentity = (store: StateStore): void => store.remove(IDENTITY_FILE);
