import { asc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { auditCode, type AuditCode } from '@vigil/shared/contract/audit-codes';
import { announce, changeRights, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { operatorOf } from '../../access/audit.ts';
import { endTicketsOfRequester } from '../../access/requester-tickets.ts';
import { endWaits } from '../../identity/growing-wait.ts';
import { forgetAuthenticator } from '../../identity/one-time-codes.ts';
import { endTicketSessions } from '../../session/ticket-sessions.ts';
import { auditOperator } from '../changes.ts';
import { defineCommand, spelled, type OperatorCommand } from '../command.ts';
import { isApprover, readLogin } from '../../features/people/manager-queries.ts';
import { findUser } from '../find.ts';
import { companyPk, onOff } from '../input.ts';
import type { Operator } from '../operator.ts';
import { endSessionsWhere } from '../sessions.ts';
import { assertAdminStays, changeUser, wire, type User } from '../user-change.ts';
import { makeLink } from './user-link.ts';
import { changeRole } from './user-role.ts';

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

/** What the audit of the company says of a change: the field, and its values before and after. */
interface Recorded {
  readonly code: AuditCode;
  readonly field: string;
  readonly of: (user: User) => string;
}

interface Change<Done> {
  readonly word: string;
  readonly summary: string;
  readonly audit: Recorded;
  readonly work: (user: User, tx: WriteTx, operator: Operator) => Promise<Done>;
  /** What follows the commit. */
  readonly after?: (user: User, operator: Operator, done: Done) => Promise<object>;
}

/** A command that changes one user account, found by its login ID. */
const change = <Done>({ word, summary, audit, work, after = async () => ({}) }: Change<Done>): OperatorCommand =>
  defineCommand({
    name: `users ${word}`,
    summary,
    args: ['id'],
    input: z.object({ id: z.string() }),
    async run({ id }, operator) {
      const { user, done } = await changeUser(operator, id, async (found, tx) => {
        const result = await work(found, tx, operator);
        const changed = await findUser(tx, id);
        await auditOperator(tx, found.companyFk, {
          code: audit.code,
          about: `${id} ${audit.field}`,
          oldValue: audit.of(found),
          newValue: audit.of(changed),
        });
        return { user: changed, done: result };
      });
      return { ...wire(user), ...(await after(user, operator, done)) };
    },
  });

const set = (tx: Tx, user: User, columns: Partial<typeof users.$inferInsert>) =>
  tx.update(users).set(columns).where(eq(users.pk, user.pk));

const activeAudit: Recorded = {
  code: auditCode.userChange,
  field: 'flag_active',
  of: ({ active }) => String(Number(active)),
};

/** The next sign-in is admitted at once. */
const withoutWaits = async (user: User, operator: Operator): Promise<object> => {
  await endWaits(await operator.redis(), user);
  return {};
};

/** The rights that `users rights` changes: column, and text in the help. */
const rights = {
  useApproval: ['useApproval', '1: remote access within approved windows only'],
  remoteControl: ['authRemotecontrol', '1: may control devices'],
  fileManager: ['authFilemanager', '1: may transfer files'],
  forbidFiles: ['disableFileTransfer', '1: no file transfer, with any other rights'],
} as const;
type Right = keyof typeof rights;
const rightNames = Object.keys(rights) as Right[];

const setRights = defineCommand({
  name: 'users rights',
  summary: 'change rights of an account; its open sessions and consoles follow at once',
  args: ['id'],
  options: {
    ...Object.fromEntries(rightNames.map((name) => [`--${spelled(name, '-')} <value>`, rights[name][1]])),
    '--approver <id>': 'login ID of who decides the requests of this user',
  },
  input: z.object({
    id: z.string(),
    approver: z.string().optional(),
    ...(Object.fromEntries(rightNames.map((name) => [name, onOff.optional()])) as {
      [R in Right]: z.ZodOptional<typeof onOff>;
    }),
  }),
  async run({ id, approver, ...wanted }, operator) {
    const user = await changeUser(operator, id, async (found, tx) => {
      const company = found.companyFk;
      const record = (about: string, oldValue: string, newValue: string) =>
        auditOperator(tx, company, { code: auditCode.userChange, about: `${id} ${about}`, oldValue, newValue });
      for (const name of rightNames) {
        const value = wanted[name];
        if (value === undefined) continue;
        const [column] = rights[name];
        await set(tx, found, { [column]: value });
        await record(spelled(name, '_'), String(found[column]), String(value));
      }
      if (approver !== undefined) {
        const other = await findUser(tx, approver);
        if (other.pk === found.pk) throw new Error(`${approver} cannot decide the own requests`);
        if (other.companyFk !== company) throw new Error(`${approver} belongs to another company`);
        if (!(await isApprover(tx, other.pk))) throw new Error(`${approver} may not decide requests`);
        await set(tx, found, { approverFk: other.pk });
        const before = found.approverFk === null ? '0' : await readLogin(tx, found.approverFk);
        await record('approver_fk', before, other.mgrid);
      }
      announce(tx, { kind: 'policy' });
      changeRights(tx, found.pk);
      return findUser(tx, id);
    });
    const changed = Object.fromEntries(rightNames.map((name) => [spelled(name, '_'), user[rights[name][0]]]));
    return { ...wire(user), ...changed, approver: user.approverFk };
  },
});

export const userCommands: readonly OperatorCommand[] = [
  list,
  setRights,
  changeRole,
  makeLink,
  change({
    word: 'unlock',
    summary: 'unlock an account that was locked after failed sign-ins',
    audit: { code: auditCode.userUnlocked, field: 'locked', of: ({ lockedAt }) => String(Number(lockedAt !== null)) },
    work: (user, tx) => set(tx, user, { lockedAt: null, failureCount: 0 }),
    after: withoutWaits,
  }),
  change({
    word: 'reset-otp',
    summary: 'reset the authenticator app; the user sets up a new one at the next sign-in',
    audit: {
      code: auditCode.authenticatorReset,
      field: 'authenticator',
      of: ({ otpConfirmedAt }) => (otpConfirmedAt === null ? 'reset' : ''),
    },
    async work(user, tx) {
      await forgetAuthenticator(tx, user.pk);
      // Unfinished sign-ins and mailed links of before are void.
      await set(tx, user, { credentialVersion: user.credentialVersion + 1 });
    },
    after: withoutWaits,
  }),
  change({
    word: 'deactivate',
    summary: 'deactivate an account, end its sessions and its tickets; not that of the last active administrator',
    audit: activeAudit,
    async work(user, tx, { now }) {
      await assertAdminStays(tx, user);
      const what = { requester: user.pk, at: new Date(now()) };
      const tickets = await endTicketsOfRequester(tx, operatorOf(user.companyFk), what);
      await set(tx, user, { active: false });
      changeRights(tx, user.pk);
      return tickets;
    },
    async after(user, operator, tickets) {
      const { database, log, now } = operator;
      if (tickets > 0) await endTicketSessions({ database, redis: await operator.redis(), log, now });
      return {
        sessions_ended: await endSessionsWhere(operator, eq(sessions.userFk, user.pk), 'deactivated'),
        tickets_ended: tickets,
      };
    },
  }),
  change({
    word: 'activate',
    summary: 'activate a deactivated account',
    audit: activeAudit,
    work: (user, tx) => set(tx, user, { active: true }),
  }),
];
