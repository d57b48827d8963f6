import type { CommandKey } from '@vigil/shared/contract/command-signature';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import type { DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';
import { grantSigningText } from '@vigil/shared/contract/remote-desktop/transcript';
import { isValidSignature } from '../command-keys.ts';

export interface UsedGrantsOptions {
  readonly guid: () => string;
  /** The key of commands with this id, if this device trusts it. */
  readonly trustedKey: (keyId: string) => Promise<CommandKey | undefined>;
  readonly serverNow: () => number;
}

/** Checks grants, and takes each once (RELAY-4). */
export class UsedGrants {
  readonly #options: UsedGrantsOptions;
  /** By the key of the viewer, with the end of the grant. */
  readonly #used = new Map<string, number>();

  constructor(options: UsedGrantsOptions) {
    this.#options = options;
  }

  /** @returns why the grant is refused, or null when it was taken */
  async take(grant: DesktopGrant, session: string): Promise<DesktopRefusal | null> {
    const { guid, trustedKey, serverNow } = this.#options;
    const key = await trustedKey(grant.key_id);
    const isOurs = grant.guid === guid() && grant.session === session;
    if (key === undefined || !isOurs || !isValidSignature(grantSigningText(grant), key, grant.signature))
      return 'grant_invalid';
    const now = serverNow();
    for (const [viewer, end] of this.#used) if (end < now) this.#used.delete(viewer);
    if (grant.expires_at < now) return 'grant_expired';
    if (this.#used.has(grant.viewer_key)) return 'grant_replayed';
    this.#used.set(grant.viewer_key, grant.expires_at);
    return null;
  }
}
