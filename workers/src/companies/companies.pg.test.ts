import { auditCode } from '@vigil/shared/contract/audit-codes';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { operatorActor } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { closeDueCompany } from '@vigil/shared/platform/companies/close-company';
import { keepScheduledCompany, scheduleCompanyDeletion } from '@vigil/shared/platform/companies/deletion';
import { connectDatabase, type SystemDatabase } from '@vigil/shared/platform/db/client';
import { deviceDeletions } from '@vigil/shared/platform/db/schema/agent-identities';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { eq } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import type { Deps } from '../deps.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { companyTables } from './company-tables.ts';
import { deleteKeptRecords, eraseClosedCompanies } from './erase-companies.ts';
import { fillAllTables, rowsOfCompany } from './filled-companies.test-support.ts';
import { remindOfCompanyDeletions } from './remind-of-deletions.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00Z');

const kept = companyTables
  .filter(({ atDeletion }) => atDeletion !== 'deleted')
  .map(({ table }) => getTableConfig(table).name);

interface World {
  readonly deps: Deps;
  readonly company: CompanyPk;
  readonly other: CompanyPk;
  at(days: number): Deps;
  row(): Promise<typeof companies.$inferSelect | undefined>;
}

const addCompany = async ({ database }: Deps, name: string): Promise<CompanyPk> => {
  const [row] = await database.asSystem((tx) => tx.insert(companies).values({ name }).returning({ pk: companies.pk }));
  return CompanyPk.parse(row?.pk);
};

/**
 * Two companies with rows in all tables, of which one has an administrator with devices and is set to be deleted on the
 * 30th day.
 */
async function createWorld({ deps }: WorkersTestContext, admin: SystemDatabase): Promise<World> {
  const company = await addCompany(deps, 'Kim');
  const other = await addCompany(deps, 'Other');
  await fillAllTables(admin, company, 3);
  await fillAllTables(admin, other, 2);
  await deps.database.asSystem(async (tx) => {
    // Rows of nothing refer to nothing: their groups would keep them.
    const [group] = await tx.insert(deviceGroups).values({ companyFk: company, name: 'ROOT' }).returning();
    await tx.update(devices).set({ groupFk: group?.pk }).where(eq(devices.companyFk, company));
    // Only the API ends sessions.
    await tx
      .update(sessions)
      .set({ endedAt: new Date(START) })
      .where(eq(sessions.companyFk, company));
    const [user] = await tx
      .insert(users)
      .values({
        companyFk: company,
        mgrid: `kim-${company}`,
        name: 'Kim',
        passwordHash: '-',
        email: `kim-${company}@vigil.test`,
        emailVerifiedAt: new Date(START),
        type: 'Manager',
        memberTypeId: 2,
        langCode: 'ko',
      })
      .returning();
    const by = {
      companyFk: company,
      actTypeId: 1,
      memberFk: user?.pk as never,
      name: 'Kim',
      regMail: `kim-${company}`,
    };
    await tx.insert(audits).values([
      {
        ...by,
        actNameId: auditCode.userChange,
        oldValue: `kim-${company} phone: 010-1`,
        newValue: `kim-${company} phone: 2`,
      },
      { ...by, actNameId: auditCode.policyChange, oldValue: 'idle_time: 1', newValue: 'idle_time: 2' },
    ]);
  });
  const at = (days: number) => ({ ...deps, now: () => START + days * DAY_MS });
  const step = { by: operatorActor(company), queueMail: createMailQueue(deps), publicUrl: deps.publicUrl };
  await commitChange(deps, company, (tx) => scheduleCompanyDeletion(tx, step, new Date(START)));
  const row = async () =>
    (await deps.database.readAll((tx) => tx.select().from(companies).where(eq(companies.pk, company))))[0];
  return { deps, company, other, at, row };
}

const test = workersTest().extend('world', async ({ workers }, { onCleanup }) => {
  const database = connectDatabase(workers.superuserUrl, 2);
  onCleanup(() => database[Symbol.asyncDispose]());
  return createWorld(workers, database);
});

const close = ({ deps, company }: World, days: number) =>
  commitChange(deps, company, (tx) => closeDueCompany(tx, new Date(START + days * DAY_MS)));

const mailsTo = async ({ deps, company }: World) =>
  deps.database.readAll((tx) =>
    tx
      .select()
      .from(mails)
      .where(eq(mails.to, `kim-${company}@vigil.test`)),
  );

test('administrators are mailed at once, 7 days and 1 day before, once each', async ({ world }) => {
  const count = async (days: number) => {
    await Promise.all([remindOfCompanyDeletions(world.at(days)), remindOfCompanyDeletions(world.at(days))]);
    return (await mailsTo(world)).length;
  };
  expect(await count(1)).toBe(1);
  expect(await count(23)).toBe(2);
  expect(await count(25)).toBe(2);
  expect(await count(29)).toBe(3);
  expect(await count(29.9)).toBe(3);
  expect((await mailsTo(world)).every(({ subject }) => subject.includes('삭제'))).toBe(true);
});

test('a company that is kept at the last moment loses nothing', async ({ world }) => {
  const { deps, company } = world;
  await close(world, 29.99);
  const step = { by: operatorActor(company), queueMail: createMailQueue(deps), publicUrl: deps.publicUrl };
  await commitChange(deps, company, (tx) => keepScheduledCompany(tx, step));
  const before = await rowsOfCompany(deps.database, company);
  await close(world, 31);
  await eraseClosedCompanies(world.at(32));
  expect(await rowsOfCompany(deps.database, company)).toEqual(before);
  expect(await world.row()).toMatchObject({ deleteAt: null, closedAt: null, erasedAt: null });
});

test('a closed company has no users, and its login IDs are free', async ({ world }) => {
  const { deps, company } = world;
  await close(world, 30);
  expect(await world.row()).toMatchObject({ closedAt: new Date(START + 30 * DAY_MS), name: `company-${company}` });
  const taken = await deps.database.readAll((tx) => tx.$count(users, eq(users.mgrid, `kim-${company}`)));
  expect(taken).toBe(0);
  const keep = commitChange(deps, company, (tx) =>
    keepScheduledCompany(tx, { by: operatorActor(company), queueMail: async () => true, publicUrl: '' }),
  );
  await expect(keep).rejects.toMatchObject({ code: 'not_found' });
});

test('what the terms keep is left without names, devices are recorded as deleted, and another company loses nothing', async ({
  world,
}) => {
  const { deps, company, other } = world;
  const guids = await deps.database.readAll((tx) =>
    tx.select({ guid: devices.guid }).from(devices).where(eq(devices.companyFk, company)),
  );
  const others = await rowsOfCompany(deps.database, other);
  await close(world, 30);
  await eraseClosedCompanies(world.at(30));
  // What was open ends first.
  expect((await world.row())?.erasedAt).toBeNull();
  await eraseClosedCompanies(world.at(31));
  expect((await world.row())?.erasedAt).not.toBeNull();

  const left = await rowsOfCompany(deps.database, company);
  expect([...left.keys()].toSorted()).toEqual(kept.toSorted());
  expect(JSON.stringify([...left])).not.toMatch(/Kim|kim-|010-1/u);
  expect(left.get('audits')?.join('\n')).toContain('idle_time: 2');
  expect(await rowsOfCompany(deps.database, other)).toEqual(others);
  const deleted = await deps.database.readAll((tx) =>
    tx.select({ guid: deviceDeletions.guid }).from(deviceDeletions).where(eq(deviceDeletions.companyFk, company)),
  );
  expect(deleted).toEqual(expect.arrayContaining(guids));
});

test('a worker that is killed half-way leaves the rest to the next run', async ({ world }) => {
  const { deps, company, other } = world;
  const others = await rowsOfCompany(deps.database, other);
  await close(world, 30);
  let left = 12;
  const inCompany: SystemDatabase['inCompany'] = (of, work) => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return deps.database.inCompany(of, work);
  };
  const dying = { ...world.at(31), database: { ...deps.database, inCompany } };
  await eraseClosedCompanies(dying);
  expect((await world.row())?.erasedAt).toBeNull();
  await Promise.all([eraseClosedCompanies(world.at(31)), eraseClosedCompanies(world.at(31))]);
  expect((await world.row())?.erasedAt).not.toBeNull();
  expect([...(await rowsOfCompany(deps.database, company)).keys()].toSorted()).toEqual(kept.toSorted());
  expect(await rowsOfCompany(deps.database, other)).toEqual(others);
});

test('after 5 years the rest goes', async ({ world }) => {
  const { deps, company, other } = world;
  await close(world, 30);
  await eraseClosedCompanies(world.at(31));
  const others = await rowsOfCompany(deps.database, other);
  await deleteKeptRecords(world.at(30 + 5 * 365));
  expect(await world.row()).toBeDefined();
  await deleteKeptRecords(world.at(30 + 5 * 366));
  expect(await world.row()).toBeUndefined();
  expect((await rowsOfCompany(deps.database, company)).size).toBe(0);
  expect(await rowsOfCompany(deps.database, other)).toEqual(others);
});
