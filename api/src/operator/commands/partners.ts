import { commitCrossCompanyChange } from '@vigil/shared/platform/changes/commit-change';
import { partnerApplications } from '@vigil/shared/platform/db/schema/partner-applications';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import * as z from 'zod';
import { composePartnerMail } from '../../features/partners/mails.ts';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { pkArgument } from '../input.ts';
import type { OperatorDeps } from '../operator.ts';
import { openChangeStores } from '../user-change.ts';

type Row = typeof partnerApplications.$inferSelect;

/** An application that is not decided in time counts as rejected (spec 1 §5). */
const stateOf = (row: Row, now: number) =>
  row.state === 'open' && row.decideBy.getTime() <= now ? 'lapsed' : row.state;

const wire = (row: Row, now: number) => ({
  pk: row.pk,
  state: stateOf(row, now),
  id: row.mgrid,
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.companyName,
  applied_at: row.createdAt.toISOString(),
  decide_by: row.decideBy.toISOString(),
  reason: row.reason,
});

const states = ['open', 'approved', 'rejected', 'lapsed'] as const;

function inState(state: (typeof states)[number] | undefined, now: Date) {
  if (state === undefined) return undefined;
  if (state === 'lapsed') return and(eq(partnerApplications.state, 'open'), lte(partnerApplications.decideBy, now));
  const decided = eq(partnerApplications.state, state);
  return state === 'open' ? and(decided, gt(partnerApplications.decideBy, now)) : decided;
}

const list = defineOperatorCommand({
  name: 'partners list',
  summary: 'list the applications for partner accounts',
  options: { '--state <state>': `only applications in this state: ${states.join(', ')}` },
  input: z.object({ state: z.enum(states).optional() }),
  async run({ state }, { database, now }) {
    const rows = await database.readAll((tx) =>
      tx
        .select()
        .from(partnerApplications)
        .where(inState(state, new Date(now())))
        .orderBy(asc(partnerApplications.decideBy)),
    );
    return rows.map((row) => wire(row, now()));
  },
});

async function decide(
  operator: OperatorDeps,
  { pk: application, state, reason }: { pk: number; state: 'approved' | 'rejected'; reason: string },
) {
  const { now, log } = operator;
  const queueMail = createMailQueue({ redis: await operator.redis(), log });
  const row = await commitCrossCompanyChange(await openChangeStores(operator), async (tx) => {
    const [found] = await tx
      .select()
      .from(partnerApplications)
      .where(eq(partnerApplications.pk, application))
      .for('update');
    if (!found) throw new Error(`application ${application} not found`);
    if (stateOf(found, now()) !== 'open')
      throw new Error(`application ${application} is already ${stateOf(found, now())}`);
    const [decided] = await tx
      .update(partnerApplications)
      .set({ state, reason, decidedAt: new Date(now()) })
      .where(eq(partnerApplications.pk, application))
      .returning();
    const language = found.langCode;
    const to = { address: found.email, company: null, kind: 'by_operator' } as const;
    const isWritten = await queueMail(tx, to, () => composePartnerMail(state, { language, reason }));
    if (!isWritten) throw new Error(`${found.email} got too many mails within an hour`);
    return decided ?? found;
  });
  return wire(row, now());
}

const approve = defineOperatorCommand({
  name: 'partners approve',
  summary: 'approve an application; the partner then works with invitations',
  args: ['pk'],
  input: z.object({ pk: pkArgument }),
  run: (input, operator) => decide(operator, { ...input, state: 'approved', reason: '' }),
});

const reject = defineOperatorCommand({
  name: 'partners reject',
  summary: 'reject an application',
  args: ['pk'],
  options: { '--reason <text>': 'reason, sent to the applicant' },
  input: z.object({
    pk: pkArgument,
    reason: z.string('is required; it is sent to the applicant').trim().min(1).max(1_000),
  }),
  run: (input, operator) => decide(operator, { ...input, state: 'rejected' }),
});

export const partnerCommands: readonly OperatorCommand[] = [list, approve, reject];
