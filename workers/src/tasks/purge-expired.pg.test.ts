import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { composeMail } from '@vigil/shared/platform/mail/mail-content';
import { writeMail } from '@vigil/shared/platform/mail/outgoing';
import { claimMail, markSent } from '../mail/queries.ts';
import { startTestWorkers } from '../testing/test-workers.ts';
import { purgeExpired } from './purge-expired.ts';

test('sent mail is deleted after 30 days, unsent mail is not', async () => {
  await using workers = await startTestWorkers();
  const { deps, company } = workers;
  const mail = composeMail({ language: 'en', subject: 'Hello', paragraphs: ['Hello'] });
  const [sent, waiting] = await deps.database.asSystem(async (tx) => {
    const to = { address: 'kim@vigil.test', company };
    return [await writeMail(tx, to, mail), await writeMail(tx, to, mail)] as const;
  });
  await deps.database.asSystem(async (tx) => {
    await claimMail(tx, sent, Date.now());
    await markSent(tx, sent, Date.now());
  });
  const left = async (days: number) => {
    await purgeExpired({ ...deps, now: () => Date.now() + days * 86_400_000 });
    const rows = await deps.database.asSystem((tx) =>
      tx.execute<{ pk: string }>(sql`select pk from mails order by pk`),
    );
    return rows.map((row) => Number(row.pk));
  };
  expect(await left(29)).toEqual([sent, waiting]);
  expect(await left(31)).toEqual([waiting]);
});
