import { actorOf } from '@vigil/shared/platform/audits';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { revokeLinkTokens } from '@vigil/shared/platform/users/credentials';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { revokeApiTokens } from '@vigil/shared/platform/users/revoke-api-tokens';
import { whereSessionOfUser } from '@vigil/shared/platform/users/session-queries';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from './account-mail.ts';
import { expireLaterUndoLinks, findLinkOwner, findValidLinkOwner, consumeLinkToken } from './link-tokens.ts';
import { writeCredentials } from './password-change.ts';

type Outcome = 'success' | 'already' | 'fail';

export function createEmailVerification(deps: Deps) {
  const { now } = deps;
  const { mailLink } = createAccountMails(deps);
  const at = () => new Date(now());

  /** Confirms the address of a new account. */
  const verifyFirst = async (tx: Tx, key: string): Promise<Outcome> => {
    const owner = await consumeLinkToken(tx, 'verify', key, now());
    if (!owner) return (await findLinkOwner(tx, 'verify', key))?.user.emailVerifiedAt ? 'already' : 'fail';
    if (owner.address !== owner.user.email) return 'fail';
    await writeCredentials(tx, owner.user.pk, { emailVerifiedAt: at() });
    return 'success';
  };

  /** Confirms a changed address, which replaces the one before. */
  const verifyChanged = async (tx: Tx, key: string): Promise<Outcome> => {
    const owner = await consumeLinkToken(tx, 'email', key, now());
    if (!owner) {
      const before = await findLinkOwner(tx, 'email', key);
      return before && before.address === before.user.email ? 'already' : 'fail';
    }
    if (owner.address !== owner.user.pendingEmail) return 'fail';
    await writeCredentials(tx, owner.user.pk, {
      email: owner.address,
      pendingEmail: null,
      emailVerifiedAt: at(),
    });
    // The owner who confirms an earlier address again takes it back from whoever had the account since.
    await expireLaterUndoLinks(tx, owner, now());
    return 'success';
  };

  const restore = async (tx: ChangeTx, key: string): Promise<Outcome> => {
    const owner = await consumeLinkToken(tx, 'undo', key, now());
    if (!owner) {
      const before = await findLinkOwner(tx, 'undo', key);
      const isRestored = before?.address === before?.user.email && before?.user.pendingEmail === null;
      return isRestored ? 'already' : 'fail';
    }
    const { user, address } = owner;
    await writeCredentials(tx, user.pk, { email: address, pendingEmail: null, emailVerifiedAt: at() });
    await revokeLinkTokens(tx, 'email', user, now());
    // An intruder who changed the address twice must not void the way back to the first one with a link to the second.
    await expireLaterUndoLinks(tx, owner, now());
    await endSessions(tx, whereSessionOfUser(user.pk), { reason: 'email_restored', at: at() });
    await revokeApiTokens(tx, user, actorOf(user));
    return 'success';
  };

  return {
    /** By the key of the mail's link. A link that was used before returns `already` while its address is verified. */
    verify: async (tx: ChangeTx, key: string): Promise<Outcome> => {
      const outcome = await verifyFirst(tx, key);
      return outcome === 'fail' ? verifyChanged(tx, key) : outcome;
    },
    /**
     * Takes a change of the address back, before or after it was confirmed, and ends every session: the change may have
     * been made by another person.
     */
    undo: restore,
    /**
     * By the key of a refused sign-in, whose password was right: also to another address, which replaces the mistyped
     * one. The answer is the same whether or not a mail was sent.
     */
    resend: async (tx: ChangeTx, key: string, email?: string): Promise<Outcome> => {
      const user = await findValidLinkOwner(tx, 'resend', key, now());
      const isOpen = user && user.active && user.email !== '' && user.emailVerifiedAt === null;
      if (!isOpen) return 'success';
      const [owner = user] = email ? await writeCredentials(tx, user.pk, { email }).returning() : [];
      await mailLink(tx, { kind: 'verify', user: owner });
      return 'success';
    },
  };
}
