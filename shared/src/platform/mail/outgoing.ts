import type { Log } from '../log.ts';
import type { Queues } from '../queues.ts';
import type { Tx } from '../db/client.ts';
import { mails } from '../db/schema/mails.ts';
import type { CompanyPk } from '../../contract/ids.ts';
import type { MailContent } from './mail-content.ts';

/** One mail and the attempt it stands for: a job of an earlier attempt, done or not, never hides the next one. */
export const mailJob = ({ pk, tries }: { pk: number; tries: number }) => ({ id: `mail-${pk}-${tries}`, data: { pk } });

/** Not the present time: the clock of the worker that sends it may be behind. */
const AT_ONCE = new Date(0);

/** Puts a mail beside the change that causes it; it is sent when the transaction holds. Answers its receipt. */
export async function writeMail(
  tx: Tx,
  to: { address: string; company: CompanyPk | null },
  mail: MailContent,
): Promise<number> {
  const [row] = await tx
    .insert(mails)
    .values({ to: to.address, companyFk: to.company, ...mail, nextTryAt: AT_ONCE })
    .returning({ pk: mails.pk });
  if (!row) throw new Error('the mail was not stored');
  return row.pk;
}

/** Asks the workers to send at once. Nobody waits for it: what is not asked for is found by the workers themselves. */
export function queueMailNow({ queues, log }: { queues: Queues; log: Log }, receipts: readonly number[]): void {
  queues
    .add(
      'mail',
      receipts.map((pk) => mailJob({ pk, tries: 0 })),
    )
    .catch((cause: unknown) => {
      log.warn({ err: cause }, 'mail waits for the next sweep');
    });
}
