import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';

/** Vitest calls it once before the files of the project: every worker serves the same client. */
export async function setup(): Promise<void> {
  await buildWebWhenStale();
}
