import { randomUUID } from 'node:crypto';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { apiTest } from '../testing/fixture.ts';
import { holdImportLease, isImportLeased } from './import-leases.ts';

const test = apiTest();

test('a process that is at an import renews its lease, and one that has ended does not', async ({ api, company }) => {
  const owned = { company: company.pk, kind: 'users', id: randomUUID() } as const;
  const { redis } = api.deps;
  expect(await isImportLeased(redis, owned)).toBe(false);
  const lapse = () => redis.commands.del(redisKeys.importLease(company.pk, `users:${owned.id}`));
  const lease = await holdImportLease(api.deps, owned, 10);
  expect(await isImportLeased(redis, owned)).toBe(true);
  await lapse();
  await eventually(async () => expect(await isImportLeased(redis, owned)).toBe(true));
  lease[Symbol.dispose]();
  // A renewal may be under way.
  await eventually(async () => {
    await lapse();
    expect(await isImportLeased(redis, owned)).toBe(false);
  });
});
