import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { mails } from '@vigil/shared/platform/db/schema/mails';
import { createTransport } from 'nodemailer';
import type { WorkersConfig } from '../config.ts';

type Mail = Pick<typeof mails.$inferSelect, 'pk' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'>;

/** Sends a mail. @throws the error of the mail server when it did not accept the mail */
export interface Mailer extends AsyncDisposable {
  deliver(mail: Mail): Promise<void>;
}

/** Well below the claim time after which another worker sends the mail (`CLAIM_MS` of the queries). */
const SMTP_TIMEOUT_MS = 15_000;

const senderOf = ({ MAIL_FROM, PUBLIC_URL }: WorkersConfig): string =>
  MAIL_FROM ?? `Vigil <no-reply@${new URL(PUBLIC_URL).hostname}>`;

/** Equal for every attempt, so that a mail server can detect duplicates. */
const messageIdOf = ({ pk, createdAt }: Mail, { PUBLIC_URL }: WorkersConfig): string =>
  `<${createdAt.getTime()}.${pk}@${new URL(PUBLIC_URL).hostname}>`;

function createSmtpMailer(url: string, config: WorkersConfig): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 10,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = senderOf(config);
  return {
    async deliver(mail) {
      const { to, subject, text, html } = mail;
      // As an object, so that user input is not parsed as a list of addresses.
      const recipient = { name: '', address: to };
      await transport.sendMail({ from, to: recipient, subject, text, html, messageId: messageIdOf(mail, config) });
    },
    async [Symbol.asyncDispose]() {
      transport.close();
    },
  };
}

/** Without a mail server, writes each mail to a file of a folder, where the operator finds it. */
function createFolderMailer(folder: string): Mailer {
  return {
    async deliver({ pk, to, subject, text, html, createdAt }) {
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${createdAt.getTime()}-${pk}.json`);
      const content = JSON.stringify({ to, subject, text, html, created_at: createdAt.toISOString() });
      // Renamed when complete, so that a reader of the folder never sees a partial file.
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
