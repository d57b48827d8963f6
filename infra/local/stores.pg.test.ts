import { expect, test } from 'vitest';

import { createTestDatabase } from '../../tests/support/database.ts';
import { startRedis } from '../../tests/support/redis.ts';

import { parseLocalConfig } from './config.ts';
import { databaseUrls } from './database-roles.ts';
import { createProgress } from './progress.ts';
import { startStores } from './stores.ts';

async function useGiven(databaseUrl: string) {
  await using redis = await startRedis();
  const config = parseLocalConfig([], { DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
  if (config === 'help') throw new Error('no configuration');
  const lines: string[] = [];
  const progress = createProgress((line) => void lines.push(line));
  // Given stores need nothing else of a run.
  const stores = await startStores(config, {} as never, { progress } as never);
  return { stores, output: lines.join('\n') };
}

test('with a database whose role may make roles, API and system get their own', async () => {
  await using database = await createTestDatabase();
  const { stores, output } = await useGiven(database.adminUrl);
  expect(stores.databaseUrls).toEqual(databaseUrls(database.adminUrl));
  expect(output).not.toContain('cannot make roles');
});

test('with one that may not, all programs use its role, and the start warns', async () => {
  await using database = await createTestDatabase();
  const { stores, output } = await useGiven(database.url);
  expect(new Set(Object.values(stores.databaseUrls))).toEqual(new Set([database.url]));
  expect(output).toContain('cannot make roles');
});
