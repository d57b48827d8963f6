import { CompanyPk } from '@vigil/shared/contract/ids';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { readBlockedCompanies } from '@vigil/shared/platform/licence-gates';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import { updateLicenceGates } from './licence-gates.ts';

const test = workersTest();

test('the gate opens when a licence expires, closes with a new one, and returns after a loss of Redis', async ({
  workers,
  device,
}) => {
  expect(device).toBeGreaterThan(0);
  const { company, deps } = workers;
  const { redis, database } = deps;
  const isOpen = async (now: number) => {
    await updateLicenceGates({ ...deps, now: () => now });
    return (await readBlockedCompanies(redis)).has(company);
  };
  const start = Date.now();
  const day = (days: number) => new Date(start + days * 86_400_000);
  const grant = (days: number, deviceVolume = 1_000, startsAt = day(0)) =>
    database.asSystem((tx) =>
      tx
        .insert(licences)
        .values({ companyFk: company, type: 'Basic', deviceVolume, nonAdminLimit: 1, startsAt, expiresAt: day(days) }),
    );
  await grant(10);
  expect(await isOpen(start)).toBe(false);
  expect(await isOpen(start + 11 * 86_400_000)).toBe(true);
  await redis.commands.del(redisKeys.licenceGates);
  expect(await isOpen(start + 11 * 86_400_000)).toBe(true);
  await grant(30, 0);
  expect(await isOpen(start + 11 * 86_400_000)).toBe(true);
  await grant(30, 1_000, day(12));
  expect(await isOpen(start + 11 * 86_400_000)).toBe(true);
  expect(await isOpen(start + 12 * 86_400_000)).toBe(false);
});

test('a company without devices has no gate, and a company that was deleted leaves none', async ({ workers }) => {
  const { redis, database } = workers.deps;
  const [row] = await database.asSystem((tx) =>
    tx.insert(companies).values({ name: 'Empty' }).returning({ pk: companies.pk }),
  );
  const empty = CompanyPk.parse(row?.pk);
  await redis.commands.sAdd(redisKeys.licenceGates, '999999');
  await updateLicenceGates(workers.deps);
  const open = await readBlockedCompanies(redis);
  expect(open).not.toContain(empty);
  expect(open).not.toContain(999_999);
});
