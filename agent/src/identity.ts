import { CommandKey } from '@vigil/shared/contract/command-signature';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import * as z from 'zod';
import type { StateStore } from './state-store.ts';

/** The device's identity, as enrolment returned it. `server` is the base URL for enrolment and renewal. */
export const IdentityFromEnrolment = z.object({
  server: z.string(),
  guid: DeviceGuid,
  gateway_url: z.string(),
  credential: z.string(),
  /**
   * The time that the API named last, in milliseconds: the agent's time is never earlier than this, even if the clock
   * of the device is.
   */
  api_time: z.number().optional(),
  /**
   * The keys whose commands this device runs; those that were enrolled before there were any have none until they
   * renew.
   */
  command_keys: z.array(CommandKey).optional(),
  /** The keys whose releases this device installs; absent before the server has named any. */
  release_keys: z.array(CommandKey).optional(),
});
export type IdentityFromEnrolment = z.infer<typeof IdentityFromEnrolment>;

export const IDENTITY_FILE = 'identity.json';

/** `null` when the device was never enrolled, or when the stored identity is unreadable. */
export function readIdentity(store: StateStore): IdentityFromEnrolment | null {
  const text = store.read(IDENTITY_FILE);
  if (text === null) return null;
  try {
    return IdentityFromEnrolment.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const writeIdentity = (store: StateStore, identity: IdentityFromEnrolment): void =>
  store.write(IDENTITY_FILE, `${JSON.stringify(identity, null, 2)}\n`);

export const removeIdentity = (store: StateStore): void => store.remove(IDENTITY_FILE);
