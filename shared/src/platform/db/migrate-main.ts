import * as z from 'zod';
import { databaseSettings, parseConfig } from '../config.ts';
import { migrateDatabase } from './migrate.ts';

try {
  const { DATABASE_URL } = parseConfig(z.object(databaseSettings), process.env);
  await migrateDatabase(DATABASE_URL);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
