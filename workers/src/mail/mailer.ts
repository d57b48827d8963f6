import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { mails } from '@vigil/shared/platform/db/schema/mails';
import type { WorkersConfig } from '../config.ts';

type Mail = Pick<typeof mails.$inferSelect, 'pk' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'>;

/** Hands a mail over. @throws whatever the mail server said, when it did not take it */
export interface Mailer extends AsyncDisposable {
  deliver(mail: Mail): Promise<void>;
}

/** Much less than the time after which another worker believes that this one is dead. */
const PATIENCE_MS = 15_000;

const senderOf = ({ MAIL_FROM, PUBLIC_URL }: WorkersConfig): string =>
  MAIL_FROM ?? `Vigil <no-reply@${new URL(PUBLIC_URL).hostname}>`;

/** The same each time that a mail is sent: a server that got it twice can tell. */
const messageIdOf = ({ pk, createdAt }: Mail, { PUBLIC_URL }: WorkersConfig): string =>
  `<${createdAt.getTime()}.${pk}@${new URL(PUBLIC_URL).hostname}>`;

function createSmtpMailer(url: string, config: WorkersConfig): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 10,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = senderOf(config);
  return {
    async deliver(mail) {
      const { to, subject, text, html } = mail;
      // As an object, so that nothing that was typed is read as a list of addresses.
      const recipient = { name: '', address: to };
      await transport.sendMail({ from, to: recipient, subject, text, html, messageId: messageIdOf(mail, config) });
    },
    async [Symbol.asyncDispose]() {
      transport.close();
    },
  };
}

/** Without a mail server mail is put into a folder, one file each, where whoever runs the service finds it. */
function createFolderMailer(folder: string): Mailer {
  return {
    async deliver({ pk, to, subject, text, html, createdAt }) {
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${createdAt.getTime()}-${pk}.json`);
      const content = JSON.stringify({ to, subject, text, html, created_at: createdAt.toISOString() });
      // Whoever reads the folder never sees half a mail.
      await writeFile(`${file}.new`, content, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export const createMailer = (config: WorkersConfig): Mailer =>
  config.SMTP_URL === undefined
    ? createFolderMailer(config.MAIL_OUTBOX_DIR)
    : createSmtpMailer(config.SMTP_URL, config);
