import { Problem } from '@vigil/shared/contract/problems';
import { isByPassword } from '@vigil/shared/domain/session-life';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { hashToken } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { readAccount } from '../accounts/accounts.ts';
import { findValidLinkOwner } from '../accounts/link-tokens.ts';
import type { Caller } from '../sessions/caller.ts';
import { createSignInUrl } from './sign-in-links.ts';

/**
 * Sign-in links of users (decision 104): made by a session that began with a password, and shown before they are used.
 */
export function createSelfMadeLinks(deps: Deps) {
  const { config, database, now } = deps;
  const limits = createRateLimits(deps);
  return {
    /** @throws Problem `not_allowed` for a session that began otherwise */
    async admit(caller: Caller): Promise<void> {
      if (!isByPassword(caller.kind)) throw new Problem('not_allowed', { reason: 'role', detail: 'by_password' });
      await limits.take('sign-in-link', { account: String(caller.user) });
    },
    async create(tx: ChangeTx, caller: Caller, redirect: string | undefined) {
      const account = await readAccount(tx, caller.user);
      if (!account) throw new Problem('session_invalid');
      const link = { user: account.user, by: caller, madeBy: caller.id, redirect };
      return createSignInUrl(tx, link, { config, now: now() });
    },
    /** @throws Problem `link_invalid` */
    async read(key: string, ip: string): Promise<{ mgrid: string; name: string }> {
      await limits.take('sign-in', { address: ip, account: key });
      const user = await database.readOf(companyLookups.link(hashToken(key)), (tx) =>
        findValidLinkOwner(tx, 'sign_in', key, now()),
      );
      if (!user) throw new Problem('link_invalid');
      return { mgrid: user.mgrid, name: user.name };
    },
  };
}
