import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '@vigil/shared/platform/db/client';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { forgetAuthenticator } from '../../identity/one-time-codes.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { findUser } from '../find.ts';
import { companyPk } from '../input.ts';
import type { Operator } from '../operator.ts';
import { endSessionsWhere } from '../sessions.ts';

type User = typeof users.$inferSelect;

const wire = (user: User) => ({
  pk: user.pk,
  company: user.companyFk,
  id: user.mgrid,
  name: user.name,
  email: user.email,
  type: user.type,
  active: user.active,
  locked: user.lockedAt !== null,
  otp: user.otpConfirmedAt !== null,
});

const list = defineCommand({
  name: 'users list',
  summary: 'list the users of all companies, or of one',
  options: { '--company <pk>': 'only users of this company' },
  input: z.object({ company: companyPk.optional() }),
  async run({ company }, { database }) {
    const rows = await database.asSystem((tx) =>
      tx
        .select()
        .from(users)
        .where(company === undefined ? undefined : eq(users.companyFk, company))
        .orderBy(asc(users.companyFk), asc(users.mgrid)),
    );
    return rows.map(wire);
  },
});

/** A command that changes one user account, found by its login ID. */
const change = (
  word: string,
  summary: string,
  work: (user: User, tx: Tx) => Promise<unknown>,
  after: (user: User, operator: Operator) => Promise<object> = async () => ({}),
): OperatorCommand =>
  defineCommand({
    name: `users ${word}`,
    summary,
    args: ['id'],
    input: z.object({ id: z.string() }),
    async run({ id }, operator) {
      const user = await operator.database.asSystem(async (tx) => {
        const found = await findUser(tx, id);
        await work(found, tx);
        return findUser(tx, id);
      });
      return { ...wire(user), ...(await after(user, operator)) };
    },
  });

const set = (tx: Tx, user: User, columns: Partial<typeof users.$inferInsert>) =>
  tx.update(users).set(columns).where(eq(users.pk, user.pk));

export const userCommands: readonly OperatorCommand[] = [
  list,
  change('unlock', 'unlock an account that was locked after failed sign-ins', (user, tx) =>
    set(tx, user, { lockedAt: null, failureCount: 0 }),
  ),
  change('reset-otp', 'reset the authenticator app; the user sets up a new one at the next sign-in', (user, tx) =>
    forgetAuthenticator(tx, user.pk),
  ),
  change(
    'deactivate',
    'deactivate an account and end its sessions',
    (user, tx) => set(tx, user, { active: false }),
    async (user, operator) => ({
      sessions_ended: await endSessionsWhere(operator, eq(sessions.userFk, user.pk), 'deactivated'),
    }),
  ),
  change('activate', 'activate a deactivated account', (user, tx) => set(tx, user, { active: true })),
];
