import { queueNames, type QueueName } from '@vigil/shared/contract/jobs';
import { commonSettings, databaseSettings, parseConfig, portSetting, webUrl } from '@vigil/shared/platform/config';
import * as z from 'zod';

const isQueue = (name: string): name is QueueName => (queueNames as readonly string[]).includes(name);

/** The environment of the workers; docs/operations.md describes each. */
export const WorkersSettings = z.object({
  ...commonSettings,
  ...databaseSettings,
  /** The operators' address: health with details, and metrics. Workers serve no other clients. */
  WORKERS_HOST: z.string().default('127.0.0.1'),
  WORKERS_PORT: portSetting(8083),
  /** Path of the keys that sign commands; the half for workers is enough. */
  KEYS_FILE: z.string(),
  /** The queues of this process; the stream consumers and the periodic tasks run in every process. */
  QUEUES: z
    .string()
    .default(queueNames.join(','))
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().refine(isQueue, `has to list some of ${queueNames.join(', ')}`))),
  CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(50),
  /** The mail server; without one, mail is written to `MAIL_OUTBOX_DIR`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/u, error: 'has to look like smtp://user:password@host:587' }).optional(),
  MAIL_OUTBOX_DIR: z.string().default('.data/outbox'),
  /** Sender of mails; no-reply at the host of PUBLIC_URL by default. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/u, {
      error: 'has to be an e-mail address, or a name and an address in <>',
    })
    .optional(),
  PUBLIC_URL: webUrl().default('http://localhost:8080'),
  /** Names, addresses and ranges that webhooks may reach although they are private, and without https. */
  WEBHOOK_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  /** Retention of usage rollups, in days. */
  USAGE_DAYS: z.coerce.number().int().min(1).max(1_200).default(90),
});

export type WorkersConfig = Readonly<z.output<typeof WorkersSettings>>;

/** The flags `--queues=commands --concurrency=50` override QUEUES and CONCURRENCY. */
export const readConfig = (
  env: NodeJS.ProcessEnv,
  flags: { queues?: string | undefined; concurrency?: string | undefined },
) =>
  parseConfig(WorkersSettings, {
    ...env,
    ...(flags.queues === undefined ? {} : { QUEUES: flags.queues }),
    ...(flags.concurrency === undefined ? {} : { CONCURRENCY: flags.concurrency }),
  });
