import * as z from 'zod';
import { KeyId, PublicKey, Signature } from '../command-signature.ts';
import { DeviceGuid, RemoteSessionId } from '../ids.ts';
import { desktopRights } from './rights.ts';

export const DesktopRight = z.enum(desktopRights);

/**
 * The API's statement that the holder of a viewer key may use the desktop of a device, signed with a key of commands.
 * The key is made for one connection, so that the agent takes a grant once (RELAY-4).
 */
export const DesktopGrant = z.object({
  session: RemoteSessionId,
  guid: DeviceGuid,
  /** Raw X25519 public key of the viewer, 32 bytes in base64. */
  viewer_key: PublicKey,
  rights: z.array(DesktopRight).min(1).max(desktopRights.length),
  /** Milliseconds since 1970. */
  expires_at: z.number(),
  /** Left out where the person at the device is not asked. */
  consent: z.enum(['or_allow', 'or_refuse']).optional(),
  key_id: KeyId,
  signature: Signature,
});
export type DesktopGrant = z.infer<typeof DesktopGrant>;

/** The person at the device is asked, and this happens when nobody answers (RELAY-11). */
export type ConsentRule = NonNullable<DesktopGrant['consent']>;

/** The path of a relay, or its whole address; each end resolves it against the address that it knows its server by. */
export const RelayAddress = z.string().min(1).max(500);

/** Admits one connection to the relay, once. */
export const RelayTicket = z.string().min(20).max(200);

/** With what a viewer in a browser connects to the desktop of a device. */
export const DesktopAccess = z.object({
  relay_url: RelayAddress,
  ticket: RelayTicket,
  grant: DesktopGrant,
  /** Raw Ed25519 public key of the device, by which the viewer knows its agent. */
  device_key: PublicKey,
  device_name: z.string(),
  user_name: z.string(),
});
export type DesktopAccess = z.infer<typeof DesktopAccess>;
