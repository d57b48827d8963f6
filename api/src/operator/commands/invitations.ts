import { auditCode } from '@vigil/shared/contract/audit-codes';
import { operatorActor, userAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { invitations } from '@vigil/shared/platform/db/schema/accounts';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { hashInvitationCode, randomInvitationCode } from '../../features/partners/invitation-code.ts';
import { composePartnerMail } from '../../features/partners/mails.ts';
import { pageUrl } from '../../identity/accounts/page-url.ts';
import { defineOperatorCommand, CommandLineError, type OperatorCommand } from '../command.ts';
import { requireUser } from '../find.ts';
import { languageArgument, endTimeArgument, pkArgument, integerArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const HOUR_MS = 3_600_000;
const MONTH_H = 31 * 24;

function stateOf(row: typeof invitations.$inferSelect, now: number): string {
  if (row.revokedAt) return 'revoked';
  if (row.expiresAt.getTime() <= now) return 'over';
  return row.usedAt ? 'used' : 'open';
}

const create = defineOperatorCommand({
  name: 'invitations create',
  summary: 'create a code that opens one session with the permissions of a user; the code is shown once',
  options: {
    '--user <id>': 'user whose permissions the session has',
    '--hours <number>': 'validity in hours (default: 8)',
    '--until <time>': 'end of validity instead of --hours, at most 31 days ahead',
    '--mail <address>': 'e-mail address to send the code to',
    '--language <code>': 'language of the e-mail: ko, en or ja (default: that of the user)',
  },
  input: z.object({
    user: z.string().min(1),
    hours: integerArgument(1, MONTH_H).default(8),
    until: endTimeArgument.optional(),
    mail: z.email().optional(),
    language: languageArgument.optional(),
  }),
  async run(input, operator) {
    const { config, database, log, now } = operator;
    const expiresAt = input.until ?? new Date(now() + input.hours * HOUR_MS);
    const left = expiresAt.getTime() - now();
    if (left <= 0 || left > MONTH_H * HOUR_MS)
      throw new CommandLineError('--until: must be in the future, at most 31 days ahead');
    const code = randomInvitationCode();
    const queueMail = createMailQueue({ redis: await operator.redis(), log });
    const { companyFk } = await database.readAll((tx) => requireUser(tx, input.user));
    const made = await commitChange(await openChangeStores(operator), companyFk, async (tx) => {
      const user = await requireUser(tx, input.user);
      if (!user.active) throw new Error(`the user ${user.mgrid} is deactivated`);
      const [row] = await tx
        .insert(invitations)
        .values({
          companyFk: user.companyFk,
          userFk: user.pk,
          codeHash: hashInvitationCode(code),
          email: input.mail ?? '',
          createdBy: 'operator',
          expiresAt,
        })
        .returning({ pk: invitations.pk });
      const after = `#${row?.pk} until ${expiresAt.toISOString()}`;
      await writeAudits(tx, operatorActor(companyFk), [
        userAuditEntry({ code: auditCode.userChange, user, field: 'invitation', after }),
      ]);
      if (input.mail) {
        const spoken = input.language ?? user.langCode;
        const url = pageUrl(config, spoken, 'email-invitation');
        const to = { address: input.mail, company: user.companyFk, kind: 'by_operator' } as const;
        const fields = { language: spoken, code, url, until: expiresAt };
        const isWritten = await queueMail(tx, to, () => composePartnerMail('invited', fields));
        if (!isWritten) throw new Error(`${input.mail} got too many mails within an hour`);
      }
      return { pk: row?.pk, user: user.mgrid };
    });
    return { ...made, code, expires_at: expiresAt.toISOString(), ...(input.mail ? { mailed_to: input.mail } : {}) };
  },
});

const list = defineOperatorCommand({
  name: 'invitations list',
  summary: 'list invitations, newest first',
  input: z.object({}),
  async run(_, { database, now }) {
    const rows = await database.readAll((tx) =>
      tx
        .select({ invitation: invitations, user: users.mgrid })
        .from(invitations)
        .innerJoin(users, eq(users.pk, invitations.userFk))
        .orderBy(desc(invitations.createdAt)),
    );
    return rows.map(({ invitation, user }) => ({
      pk: invitation.pk,
      state: stateOf(invitation, now()),
      user,
      mailed_to: invitation.email,
      created_at: invitation.createdAt.toISOString(),
      expires_at: invitation.expiresAt.toISOString(),
    }));
  },
});

const missing = (invitation: number) => `invitation ${invitation} not found or already revoked`;

const revoke = defineOperatorCommand({
  name: 'invitations revoke',
  summary: 'revoke an invitation and end its session',
  args: ['pk'],
  input: z.object({ pk: pkArgument }),
  async run(input, operator) {
    const which = and(eq(invitations.pk, input.pk), isNull(invitations.revokedAt));
    const [found] = await operator.database.readAll((tx) =>
      tx.select({ company: invitations.companyFk }).from(invitations).where(which),
    );
    if (!found) throw new Error(missing(input.pk));
    const at = new Date(operator.now());
    return commitChange(await openChangeStores(operator), found.company, async (tx) => {
      const [row] = await tx.update(invitations).set({ revokedAt: at }).where(which).returning();
      if (!row) throw new Error(missing(input.pk));
      const opened = and(
        eq(sessions.userFk, row.userFk),
        eq(sessions.kind, 'invitation'),
        eq(sessions.expiresAt, row.expiresAt),
      );
      const ended = await endSessions(tx, opened, { reason: 'operator', at });
      const [user] = await tx.select({ pk: users.pk, mgrid: users.mgrid }).from(users).where(eq(users.pk, row.userFk));
      if (!user) throw new Error('the user of an invitation is there');
      await writeAudits(tx, operatorActor(found.company), [
        userAuditEntry({
          code: auditCode.userChange,
          user,
          field: 'invitation',
          before: `#${row.pk}`,
          after: 'revoked',
        }),
      ]);
      return { revoked: row.pk, sessions_ended: ended.length };
    });
  },
});

export const invitationCommands: readonly OperatorCommand[] = [create, list, revoke];
