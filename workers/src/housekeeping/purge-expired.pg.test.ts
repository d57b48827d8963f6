import { randomUUID } from 'node:crypto';
import { UserPk } from '@vigil/shared/contract/ids';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { applications } from '@vigil/shared/platform/db/schema/applications';
import { imports } from '@vigil/shared/platform/db/schema/imports';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { composeMail } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { claimMail, markMailSent } from '../mail/queries.ts';
import { createWorkersTestContext } from '../testing/test-workers.ts';
import { purgeExpiredRows } from './purge-expired.ts';

test('sent mail is deleted after 30 days, unsent mail is not', async () => {
  await using workers = await createWorkersTestContext();
  const { deps, company } = workers;
  const mail = composeMail({ language: 'en', subject: 'Hello', paragraphs: ['Hello'] });
  const { database, redis, log } = deps;
  const [sent, waiting] = await commitChange({ database, redis, log }, company, async (tx) => {
    const to = { address: 'kim@vigil.test', company, kind: 'notice' } as const;
    for (let i = 0; i < 2; i += 1) await createMailQueue(deps)(tx, to, () => mail);
    const rows = await tx.select({ pk: mails.pk }).from(mails).orderBy(mails.pk);
    return rows.map(({ pk }) => pk) as [number, number];
  });
  await deps.database.asSystem(async (tx) => {
    await claimMail(tx, sent, Date.now());
    await markMailSent(tx, sent, Date.now());
  });
  const left = async (days: number) => {
    await purgeExpiredRows({ ...deps, now: () => Date.now() + days * 86_400_000 });
    const rows = await deps.database.asSystem((tx) =>
      tx.execute<{ pk: string }>(sql`select pk from mails order by pk`),
    );
    return rows.map((row) => Number(row.pk));
  };
  expect(await left(29)).toEqual([sent, waiting]);
  expect(await left(31)).toEqual([waiting]);
});

test('finished bulk jobs are deleted after 30 days, with their devices; open ones are not', async () => {
  await using workers = await createWorkersTestContext();
  const { deps, company } = workers;
  await deps.database.asSystem((tx) =>
    tx.execute(sql`
      with jobs as (
        insert into bulk_jobs (id, company_fk, user_fk, change, total, attempt, lease_until, finished_at)
        select gen_random_uuid(), ${company}, 1, '{}', 1, gen_random_uuid(), now(), at
        from unnest(array[now(), null]) as finished (at) returning id
      )
      insert into bulk_job_devices (company_fk, job_fk, n, device_fk) select ${company}, id, 1, 1 from jobs`),
  );
  const left = async (days: number) => {
    await purgeExpiredRows({ ...deps, now: () => Date.now() + days * 86_400_000 });
    const rows = await deps.database.asSystem((tx) => tx.execute(sql`select from bulk_job_devices`));
    return rows.length;
  };
  expect(await left(29)).toBe(2);
  expect(await left(31)).toBe(1);
});

test('imports are deleted after 30 days', async () => {
  await using workers = await createWorkersTestContext();
  const { deps, company } = workers;
  const row = { companyFk: company, kind: 'users', id: randomUUID(), createdAt: new Date() } as const;
  await deps.database.asSystem((tx) => tx.insert(imports).values({ ...row, userFk: UserPk.parse(1) }));
  const left = async (days: number) => {
    await purgeExpiredRows({ ...deps, now: () => Date.now() + days * 86_400_000 });
    return deps.database.asSystem((tx) => tx.$count(imports));
  };
  expect(await left(29)).toBe(1);
  expect(await left(31)).toBe(0);
});

test('an upload of an application that nobody goes on with is deleted after a day, and its name is free again', async () => {
  await using workers = await createWorkersTestContext();
  const { deps, company } = workers;
  const row = {
    companyFk: company,
    version: '1',
    fileName: 'app.sh',
    size: 9,
    uploaderName: 'Kim',
    createdAt: new Date(),
  };
  await deps.database.asSystem((tx) =>
    tx.insert(applications).values([
      { ...row, name: 'begun' },
      { ...row, name: 'complete', state: 'ready' },
    ]),
  );
  const left = async (hours: number) => {
    await purgeExpiredRows({ ...deps, now: () => Date.now() + hours * 3_600_000 });
    const rows = await deps.database.asSystem((tx) => tx.select({ name: applications.name }).from(applications));
    return rows.map(({ name }) => name).toSorted();
  };
  expect(await left(23)).toEqual(['begun', 'complete']);
  expect(await left(25)).toEqual(['complete']);
});
