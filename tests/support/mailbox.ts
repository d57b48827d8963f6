import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { within } from './within.ts';

export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly raw: string };

/** A mail server that stores the mails it receives. `await using mailbox = await startMailbox()` */
export type Mailbox = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Refuses the next mails with a temporary error, as an overloaded server does. */
  refuse(next: number): void;
} & AsyncDisposable;

interface MailboxOptions {
  /** Says that a mail was taken, at once by default. */
  accept?: (answer: () => void) => void;
}

export async function startMailbox({ accept = (answer) => answer() }: MailboxOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('come back later'), { responseCode: 451 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        accept(() => done());
      });
    },
  });
  // A client that was killed resets its connection.
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await within('the mail server listens', listening);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (next) => (refusals = next),
    [Symbol.asyncDispose]: () =>
      within('the mail server closes', new Promise<void>((resolve) => server.close(() => resolve()))),
  };
}
