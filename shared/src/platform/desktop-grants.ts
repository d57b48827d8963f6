import { sign } from 'node:crypto';
import type { DesktopGrant } from '../contract/remote-desktop/grant.ts';
import { grantSigningText } from '../contract/remote-desktop/transcript.ts';
import { ConfigError } from './config.ts';
import type { RingCommandKey } from './key-ring.ts';

export type UnsignedDesktopGrant = Omit<DesktopGrant, 'key_id' | 'signature'>;

/** An agent that was told at once has long connected by then; one whose clock is off corrects it by the server's. */
export const DESKTOP_GRANT_LIFETIME_MS = 60_000;

/**
 * Signs with the newest valid key of commands, which agents have pinned (CMD-9).
 * @throws ConfigError when there is none
 */
export function signDesktopGrant(keys: readonly RingCommandKey[], grant: UnsignedDesktopGrant): DesktopGrant {
  const key = keys.find((one) => one.retired_at === undefined && one.private !== undefined);
  if (key?.private === undefined) throw new ConfigError('KEYS_FILE: no private key for commands');
  const signature = sign(null, Buffer.from(grantSigningText(grant), 'utf8'), key.private);
  return { ...grant, key_id: key.kid, signature: signature.toString('base64') };
}
