import { ensureTemplate } from './database.ts';
import { sharedServices } from './services.ts';

/** Vitest calls it once before the files of a project: one Postgres, one migrated template. */
export async function setup(): Promise<() => Promise<void>> {
  const services = await sharedServices();
  await ensureTemplate(services.adminUrl);
  return () => services[Symbol.asyncDispose]();
}
