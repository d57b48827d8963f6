import { mailJob } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import { findDueMails } from '../mail/queries.ts';

const BATCH = 200;

/** Queues due mails: those of an API that died before queueing, those lost with Redis, and those to be retried. */
export async function queueDueMails({ database, queues, now }: Deps): Promise<void> {
  const due = await database.asSystem((tx) => findDueMails(tx, now(), BATCH));
  if (due.length > 0) await queues.add('mail', due.map(mailJob));
}
