import type { UserPk } from '@vigil/shared/contract/ids';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { userEditsOf, permissionEditsOf, type EditableUserFields } from '@vigil/shared/platform/users/user-edits';
import {
  changeUser,
  clearLockoutWithAudit,
  type AccountChangeSideEffects,
  type AccountChangeContext,
} from '@vigil/shared/platform/users/user-life';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { canReceiveApprovalRequests } from '@vigil/shared/platform/users/user-rows';
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, separateWords, type OperatorCommand } from '../command.ts';
import { requireUser } from '../find.ts';
import { companyPkArgument, bitArgument } from '../input.ts';
import { applyAccountChange, wireUser } from '../user-change.ts';
import { userLinkCommand } from './user-link.ts';
import { userRoleCommand } from './user-role.ts';

const list = defineOperatorCommand({
  name: 'users list',
  summary: 'list the users of all companies, or of one',
  options: { '--company <pk>': 'only users of this company' },
  input: z.object({ company: companyPkArgument.optional() }),
  async run({ company }, { database }) {
    const rows = await database.readAll((tx) =>
      tx
        .select()
        .from(users)
        .where(company === undefined ? undefined : eq(users.companyFk, company))
        .orderBy(asc(users.companyFk), asc(users.mgrid)),
    );
    return rows.map(wireUser);
  },
});

type Took = Awaited<ReturnType<typeof applyAccountChange>>;

interface Command {
  readonly word: string;
  readonly summary: string;
  readonly step: (tx: ChangeTx, of: AccountChangeContext) => Promise<AccountChangeSideEffects>;
  readonly report?: (took: Took) => object;
}

/** A command that takes one step in the life of a user, found by the login ID. */
const stepCommand = ({ word, summary, step, report = () => ({}) }: Command): OperatorCommand =>
  defineOperatorCommand({
    name: `users ${word}`,
    summary,
    args: ['id'],
    input: z.object({ id: z.string() }),
    async run({ id }, operator) {
      const took = await applyAccountChange(operator, id, step);
      return { ...wireUser(took.user), ...report(took) };
    },
  });

/** Changes the fields that a body of the administration would name. */
const fieldStep = (body: EditableUserFields) => (tx: ChangeTx, step: AccountChangeContext) =>
  changeUser(tx, step, userEditsOf(step.user, body, step.at));

/** The rights that `users rights` changes: column, and text in the help. */
const rights = {
  useApproval: ['useApproval', '1: remote access within approved windows only'],
  remoteControl: ['authRemotecontrol', '1: may control devices'],
  fileManager: ['authFilemanager', '1: may transfer files'],
  forbidFiles: ['disableFileTransfer', '1: no file transfer, with any other rights'],
} as const;
type Right = keyof typeof rights;
const rightNames = Object.keys(rights) as Right[];

const setRights = defineOperatorCommand({
  name: 'users rights',
  summary: 'change rights of an account; its open sessions and consoles follow at once',
  args: ['id'],
  options: {
    ...Object.fromEntries(rightNames.map((name) => [`--${separateWords(name, '-')} <value>`, rights[name][1]])),
    '--approver <id>': 'login ID of who decides the requests of this user',
  },
  input: z.object({
    id: z.string(),
    approver: z.string().optional(),
    ...(Object.fromEntries(rightNames.map((name) => [name, bitArgument.optional()])) as {
      [R in Right]: z.ZodOptional<typeof bitArgument>;
    }),
  }),
  async run({ id, approver, ...wanted }, operator) {
    const { user } = await applyAccountChange(operator, id, async (tx, step) => {
      const edits = [
        ...(wanted.useApproval === undefined
          ? []
          : userEditsOf(step.user, { use_approval: wanted.useApproval }, step.at)),
        ...permissionEditsOf(step.user, {
          auth_remotecontrol: wanted.remoteControl,
          auth_filemanager: wanted.fileManager,
          disable_filetransfer: wanted.forbidFiles,
        }),
      ];
      if (approver !== undefined)
        edits.push(...userEditsOf(step.user, { approver_fk: await findApprover(tx, step.user, approver) }, step.at));
      return changeUser(tx, step, edits);
    });
    const changed = Object.fromEntries(rightNames.map((name) => [separateWords(name, '_'), user[rights[name][0]]]));
    return { ...wireUser(user), ...changed, approver: user.approverFk };
  },
});

/** @throws Error for one who may not decide the requests of the user */
async function findApprover(tx: ReadTx, user: User, id: string): Promise<UserPk> {
  const { pk, companyFk } = await requireUser(tx, id);
  if (pk === user.pk) throw new Error(`${id} cannot decide their own requests`);
  if (companyFk !== user.companyFk) throw new Error(`${id} belongs to another company`);
  if (!(await canReceiveApprovalRequests(tx, pk))) throw new Error(`${id} may not decide requests`);
  return pk;
}

export const userCommands: readonly OperatorCommand[] = [
  list,
  setRights,
  userRoleCommand,
  userLinkCommand,
  stepCommand({
    word: 'unlock',
    summary: 'unlock an account that was locked after failed sign-ins',
    step: clearLockoutWithAudit,
  }),
  stepCommand({
    word: 'reset-otp',
    summary: 'reset the authenticator app; the user sets up a new one at the next sign-in',
    step: fieldStep({ flag_create_qrcode: false }),
  }),
  stepCommand({
    word: 'deactivate',
    summary: 'deactivate an account, end its sessions and its tickets; not that of the last active administrator',
    step: fieldStep({ flag_active: 0 }),
    report: ({ sessionsEnded, ticketsEnded }) => ({ sessions_ended: sessionsEnded, tickets_ended: ticketsEnded }),
  }),
  stepCommand({
    word: 'activate',
    summary: 'activate a deactivated account',
    step: fieldStep({ flag_active: 1 }),
  }),
];
