import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { parseConsolePath } from '@vigil/shared/contract/console-path';
import type { SessionId } from '@vigil/shared/contract/ids';
import { DEFAULT_SIGN_IN_LINK_LIFETIME_S } from '@vigil/shared/contract/limits';
import { writeAudits, type AuditActor } from '@vigil/shared/platform/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { createLinkToken } from '../accounts/link-tokens.ts';
import { pageUrl } from '../accounts/page-url.ts';

interface NewSignInLink {
  readonly user: User;
  readonly by: AuditActor;
  /** The session with which the link and its session end; an operator has none. */
  readonly madeBy?: SessionId;
  /** A path of the console. */
  readonly redirect?: string | undefined;
  readonly lifeMs?: number;
}

/** Makes a sign-in link (`access/auth_token`), and records that in the audit. */
export async function createSignInUrl(
  tx: Tx,
  { user, by, madeBy, redirect, lifeMs = DEFAULT_SIGN_IN_LINK_LIFETIME_S * 1_000 }: NewSignInLink,
  { config, now }: { config: { readonly PUBLIC_URL: string }; now: number },
): Promise<{ url: string; expires_at: string }> {
  const until = new Date(now + lifeMs);
  const token = await createLinkToken(tx, 'sign_in', { user, until, ...(madeBy ? { madeBy } : {}) }, now);
  await writeAudits(tx, by, [
    { code: auditCode.signInLink, type: auditTypeIds.action, subject: { user: user.pk }, newValue: user.mgrid },
  ]);
  const goal = parseConsolePath(redirect ?? null);
  const query = new URLSearchParams({ token, ...(goal === null ? {} : { redirect: goal }) });
  return {
    url: pageUrl(config, user.langCode, `access/auth_token?${query.toString()}`),
    expires_at: until.toISOString(),
  };
}
