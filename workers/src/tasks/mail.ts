import { mailJob } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import { findDueMails } from '../mail/queries.ts';

const BATCH = 200;

/** Queues what is due and has no job: written by an API that died, lost with Redis, or to be tried again. */
export async function queueDueMails({ database, queues, now }: Deps): Promise<void> {
  const due = await database.asSystem((tx) => findDueMails(tx, now(), BATCH));
  if (due.length > 0) await queues.add('mail', due.map(mailJob));
}
