import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { revokeApiTokens } from '@vigil/shared/platform/users/revoke-api-tokens';
import { whereSessionOfUser } from '@vigil/shared/platform/users/session-queries';
import { auditUserChange } from '@vigil/shared/platform/users/user-life';
import type { Caller } from '../../identity/sessions/caller.ts';
import { lockChangeableUser } from './change-user.ts';

/** Ends the sessions of another user, and revokes the API tokens. @throws Problem `not_found`, `not_allowed` */
export async function signUserOut(tx: ChangeTx, caller: Caller, { pk, at }: { pk: UserPk; at: Date }) {
  const user = await lockChangeableUser(tx, caller, { pk, rule: 'credentials' });
  const how = { reason: 'administrator', at } as const;
  const ended = (await endSessions(tx, whereSessionOfUser(pk), how)).length;
  const change = { code: auditCode.userChange, field: 'sessions', before: String(ended), after: '0' };
  if (ended > 0) await auditUserChange(tx, caller, { user, ...change });
  return { ended, tokens_revoked: await revokeApiTokens(tx, user, caller) };
}
