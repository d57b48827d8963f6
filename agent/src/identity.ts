import { Guid } from '@vigil/shared/contract/ids';
import { z } from 'zod';
import type { StateStore } from './state-store.ts';

/** Who this machine is to the server, as enrolment told. `server` is where enrolment and renewal are asked for. */
export const Identity = z.object({
  server: z.string(),
  guid: Guid,
  gateway_url: z.string(),
  credential: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const IDENTITY_FILE = 'identity.json';

/** `null` when the machine was never enrolled, or when what is kept cannot be read. */
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

export const forgetIdentity = (store: StateStore): void => store.remove(IDENTITY_FILE);
