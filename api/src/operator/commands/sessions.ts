import { auditCode } from '@vigil/shared/contract/audit-codes';
import { SessionId } from '@vigil/shared/contract/ids';
import { operatorActor, userAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { revokeApiTokens } from '@vigil/shared/platform/users/revoke-api-tokens';
import { findOpenSessions } from '@vigil/shared/platform/users/session-queries';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, CommandLineError, type OperatorCommand } from '../command.ts';
import { requireUser } from '../find.ts';
import { companyPkArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const list = defineOperatorCommand({
  name: 'sessions list',
  summary: 'list open sessions',
  options: { '--user <id>': 'only sessions of this user', '--company <pk>': 'only sessions of this company' },
  input: z.object({ user: z.string().optional(), company: companyPkArgument.optional() }),
  async run({ user, company }, { database, now }) {
    const which =
      user === undefined
        ? company === undefined
          ? undefined
          : eq(sessions.companyFk, company)
        : eq(users.mgrid, user);
    const rows = await database.readAll((tx) => findOpenSessions(tx, which, new Date(now())));
    return rows.map((row) => ({
      id: row.sessions.id,
      company: row.users.companyFk,
      user: row.users.mgrid,
      kind: row.sessions.kind,
      ip: row.sessions.ip,
      since: row.sessions.createdAt.toISOString(),
      last_used: row.sessions.lastUsedAt.toISOString(),
      expires_at: row.sessions.expiresAt.toISOString(),
    }));
  },
});

async function ofUser(tx: ReadTx, id: string) {
  const user = await requireUser(tx, id);
  return { company: user.companyFk, user, which: eq(sessions.userFk, user.pk) };
}

async function ofId(tx: ReadTx, id: SessionId) {
  const which = eq(sessions.id, id);
  const [row] = await tx
    .select({ company: sessions.companyFk, user: { pk: users.pk, mgrid: users.mgrid } })
    .from(sessions)
    .innerJoin(users, eq(users.pk, sessions.userFk))
    .where(which);
  return row && { ...row, which };
}

const end = defineOperatorCommand({
  name: 'sessions end',
  summary: 'end one session, or all sessions of a user, with which the API tokens of the user are revoked',
  options: { '--id <id>': 'session to end', '--user <id>': 'user whose sessions to end' },
  input: z.object({ id: SessionId.optional(), user: z.string().optional() }),
  async run({ id, user }, operator) {
    if ((id === undefined) === (user === undefined)) throw new CommandLineError('specify either --id or --user');
    const found = await operator.database.readAll((tx) => (id === undefined ? ofUser(tx, user ?? '') : ofId(tx, id)));
    if (!found) return { ended: 0, tokens_revoked: 0 };
    const how = { reason: 'operator', at: new Date(operator.now()) } as const;
    return commitChange(await openChangeStores(operator), found.company, async (tx) => {
      const ended = await endSessions(tx, found.which, how);
      const values = { field: 'sessions', before: String(ended.length), after: '0' };
      const entry = userAuditEntry({ code: auditCode.userChange, user: found.user, ...values });
      if (ended.length > 0) await writeAudits(tx, operatorActor(found.company), [entry]);
      const revoked = user === undefined ? 0 : await revokeApiTokens(tx, found.user, operatorActor(found.company));
      return { ended: ended.length, tokens_revoked: revoked };
    });
  },
});

export const sessionCommands: readonly OperatorCommand[] = [list, end];
