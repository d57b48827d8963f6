import { defineWorker } from '../define-worker.ts';
import { claimMail, markFailed, markSent } from '../mail/queries.ts';

/**
 * Sends one mail. Whoever claimed it first sends it; a failure is written down with the time of the next try, so that a
 * mail server that is away for hours loses nothing.
 */
export const mailWorker = defineWorker('mail', async ({ database, mailer, log, now }, { pk }) => {
  const mail = await database.asSystem((tx) => claimMail(tx, pk, now()));
  if (!mail) return;
  const failure = await mailer.deliver(mail).then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
  );
  if (failure) log.warn({ err: failure, mail: pk, tries: mail.tries }, 'a mail was not taken');
  await database.asSystem((tx) =>
    failure ? markFailed(tx, mail, { reason: failure.message, now: now() }) : markSent(tx, pk, now()),
  );
});
