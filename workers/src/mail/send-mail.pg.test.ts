import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { composeMail } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue, mailJob } from '@vigil/shared/platform/mail/outgoing';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { startMailbox } from '../../../tests/support/mailbox.ts';
import { createJobCounter } from '../define-worker.ts';
import { createWorkersTestContext, type WorkersTestContext } from '../testing/test-workers.ts';
import { claimMail } from './queries.ts';
import { queueDueMails } from './send-mail.ts';
import { mailWorker } from './send-mail.ts';

const content = composeMail({
  language: 'ko',
  subject: '비밀번호 재설정',
  paragraphs: ['안녕하세요'],
  link: { label: '열기', url: 'https://vigil.test/ko/reset-password?key=vigil_secret' },
});

const write = ({ deps: { database, redis, log }, company }: WorkersTestContext, address = 'kim@vigil.test') =>
  commitChange({ database, redis, log }, company, async (tx) => {
    const to = { address, company, kind: 'notice' } as const;
    await createMailQueue({ redis, log })(tx, to, () => content);
    const [last] = await tx.select({ pk: mails.pk }).from(mails).orderBy(desc(mails.pk)).limit(1);
    if (!last) throw new Error('no mail');
    return last.pk;
  });

async function read({ deps }: WorkersTestContext, pk: number) {
  const [row] = await deps.database.asSystem((tx) => tx.select().from(mails).where(eq(mails.pk, pk)));
  if (!row) throw new Error('no such mail');
  return row;
}

const startMailWorker = (workers: WorkersTestContext, deps = workers.deps) => {
  const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: deps.log });
  const worker = mailWorker.open(deps, { connection, concurrency: 5, counter: createJobCounter(deps) });
  return {
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      connection.disconnect();
    },
  };
};

test('a mail without a job is found and sent in both forms, and its content is deleted', async () => {
  await using mailbox = await startMailbox();
  await using workers = await createWorkersTestContext({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://vigil.test' });
  await using _ = startMailWorker(workers);
  const pk = await write(workers);
  await queueDueMails(workers.deps);
  await eventually(() => expect(mailbox.received).toHaveLength(1));
  const [mail] = mailbox.received;
  expect(mail).toMatchObject({ from: 'no-reply@vigil.test', to: ['kim@vigil.test'] });
  expect(mail?.raw).toMatch(/Content-Type: multipart\/alternative/u);
  await eventually(async () =>
    expect(await read(workers, pk)).toMatchObject({ text: '', html: '', failedReason: null }),
  );
  expect((await read(workers, pk)).sentAt).toBeInstanceOf(Date);
});

test('a refused mail is retried after growing pauses until it is sent', async () => {
  await using mailbox = await startMailbox();
  await using workers = await createWorkersTestContext({ SMTP_URL: mailbox.url });
  let now = Date.now();
  const deps = { ...workers.deps, now: () => now };
  await using _ = startMailWorker(workers, deps);
  mailbox.refuse(2);
  const pk = await write(workers);
  await queueDueMails(deps);
  for (const [tries, pause] of [
    [1, 15_000],
    [2, 30_000],
  ] as const) {
    await eventually(async () => {
      const row = await read(workers, pk);
      expect(row).toMatchObject({ tries, claimedAt: null });
      expect(row.failedReason).toContain('come back later');
      expect(row.nextTryAt.getTime()).toBe(now + pause);
    });
    await queueDueMails(deps);
    expect(await read(workers, pk)).toMatchObject({ tries, sentAt: null });
    now += pause;
    await queueDueMails(deps);
  }
  await eventually(() => expect(mailbox.received).toHaveLength(1));
});

test('a mail is claimed once, and again when the claim has lapsed', async () => {
  await using workers = await createWorkersTestContext();
  const { database } = workers.deps;
  const pk = await write(workers);
  const now = Date.now() + 1_000;
  const claims = await Promise.all([1, 2, 3].map(() => database.asSystem((tx) => claimMail(tx, pk, now))));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await database.asSystem((tx) => claimMail(tx, pk, now + 179_000))).toBeUndefined();
  const again = await database.asSystem((tx) => claimMail(tx, pk, now + 181_000));
  expect(again).toMatchObject({ pk, tries: 2 });
  // Each attempt has a job of its own.
  expect(mailJob({ pk, tries: 1 }).id).not.toBe(mailJob({ pk, tries: 0 }).id);
});

test('two jobs for one mail send it once', async () => {
  await using mailbox = await startMailbox();
  await using workers = await createWorkersTestContext({ SMTP_URL: mailbox.url });
  await using _ = startMailWorker(workers);
  const [pk, last] = [await write(workers), await write(workers, 'last@vigil.test')];
  await workers.deps.queues.add('mail', [
    mailJob({ pk, tries: 0 }),
    mailJob({ pk, tries: 1 }),
    mailJob({ pk, tries: 2 }),
  ]);
  await eventually(() => expect(mailbox.received).toHaveLength(1));
  await workers.deps.queues.add('mail', [mailJob({ pk: last, tries: 0 })]);
  await eventually(() =>
    expect(mailbox.received.map(({ to }) => to[0])).toEqual(['kim@vigil.test', 'last@vigil.test']),
  );
});

test('without a mail server, mail is written to a folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-outbox-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const workers = stack.use(await createWorkersTestContext({ MAIL_OUTBOX_DIR: folder }));
  stack.use(startMailWorker(workers));
  await write(workers);
  await queueDueMails(workers.deps);
  const [file = ''] = await eventually(async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    expect(files).toHaveLength(1);
    return files;
  });
  const mail = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Record<string, string>;
  expect(mail).toMatchObject({ to: 'kim@vigil.test', subject: '비밀번호 재설정' });
  expect(mail['text']).toContain('https://vigil.test/ko/reset-password?key=vigil_secret');
});
