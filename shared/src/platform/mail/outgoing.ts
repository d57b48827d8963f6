import { sql } from 'drizzle-orm';
import type { Log } from '../log.ts';
import type { Queues } from '../queues.ts';
import type { Tx } from '../db/client.ts';
import { mails } from '../db/schema/mails.ts';
import type { CompanyPk } from '../../contract/ids.ts';
import type { MailContent } from './mail-content.ts';

/** The job of one attempt to send a mail. The id contains the attempt, so that each attempt is queued. */
export const mailJob = ({ pk, tries }: { pk: number; tries: number }) => ({ id: `mail-${pk}-${tries}`, data: { pk } });

/** Due in any case. The current time would not be: the clock of the worker may be slow. */
const IMMEDIATELY = new Date(0);

/**
 * Stores a mail in the transaction of the change that causes it, so that it is sent only if the change is committed.
 * @returns the pk of the mail, for `queueMailNow`
 */
export async function writeMail(
  tx: Tx,
  to: { address: string; company: CompanyPk | null },
  mail: MailContent,
): Promise<number> {
  // Drawn first: the role of the API cannot read back a mail that belongs to no company.
  const [drawn] = await tx.execute<{ pk: string }>(sql`select nextval('mails_pk_seq') as pk`);
  const pk = Number(drawn?.pk);
  await tx.insert(mails).values({ pk, to: to.address, companyFk: to.company, ...mail, nextTryAt: IMMEDIATELY });
  return pk;
}

/** Queues mails without waiting for the next `queueDueMails`. A failure is logged only, because workers find due mails. */
export function queueMailNow({ queues, log }: { queues: Queues; log: Log }, pks: readonly number[]): void {
  queues
    .add(
      'mail',
      pks.map((pk) => mailJob({ pk, tries: 0 })),
    )
    .catch((cause: unknown) => {
      log.warn({ err: cause }, 'mail not queued at once');
    });
}
