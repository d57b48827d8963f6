import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { mailJob } from '@vigil/shared/platform/mail/outgoing';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import { claimMail, findDueMails, recordMailFailure, markMailSent } from './queries.ts';

/**
 * Sends one mail, if this job claims it first. A failure is stored with the time of the next attempt, so that no mail
 * is lost while the mail server is unreachable.
 */
export const mailWorker = defineWorker('mail', async ({ database, mailer, log, now }, { pk }) => {
  const mail = await database.asSystem((tx) => claimMail(tx, pk, now()));
  if (!mail) return;
  const failure = await mailer.deliver(mail).then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
  );
  if (failure) warnOfRepeatedFailure(log, { cause: failure, mail: pk, attempt: mail.tries }, 'mail not sent');
  await database.asSystem((tx) =>
    failure ? recordMailFailure(tx, mail, { reason: failure.message, now: now() }) : markMailSent(tx, pk, now()),
  );
});

const BATCH = 200;

/** Queues due mails: those of an API that died before queueing, those lost with Redis, and those to be retried. */
export async function queueDueMails({ database, queues, now }: Deps): Promise<void> {
  const due = await database.readAll((tx) => findDueMails(tx, now(), BATCH));
  if (due.length > 0) await queues.add('mail', due.map(mailJob));
}
