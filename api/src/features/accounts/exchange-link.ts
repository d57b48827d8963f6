import type { FastifyInstance } from 'fastify';
import { Problem } from '@vigil/shared/contract/problems';
import { companyOf } from '@vigil/shared/platform/db/company-lookups';
import { hashToken } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import { readAccount } from '../../identity/accounts.ts';
import { needsCode } from '../../identity/code-requirement.ts';
import { signInDenial } from '../../identity/sign-in-denial.ts';
import { takeLink } from '../../identity/link-tokens.ts';
import { openSession } from '../../identity/open-session.ts';

/**
 * A sign-in link replaces the password only: it is refused where a one-time code is required or sign-in would be denied.
 * @throws Problem `link_invalid`
 */
export function createLinkExchange(app: FastifyInstance, { database, networkPolicies, now }: Deps) {
  return async (key: string, from: { ip: string; userAgent: string }): Promise<string> => {
    const account = await database.inCompanyOf(companyOf.link(hashToken(key)), async (tx) => {
      const owner = await takeLink(tx, 'sign_in', key, now());
      const found = owner && (await readAccount(tx, owner.user.pk));
      return found && !(await needsCode(tx, found.user)) ? found : undefined;
    });
    if (!account) throw new Problem('link_invalid');
    const network = await networkPolicies.denialOf(account.user.companyFk, from.ip);
    if (signInDenial(account, { network, now: now() }) !== null) throw new Problem('link_invalid');
    return (await openSession(app, account.user, { ...from, kind: 'link' })).token;
  };
}
