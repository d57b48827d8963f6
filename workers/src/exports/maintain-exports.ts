import type { Deps } from '../deps.ts';
import { deleteExportsCreatedBefore, findStalledExports } from './queries.ts';

/** An export that runs reports twice a second. */
const SILENT_MS = 15_000;
const KEPT_MS = 24 * 3_600_000;

/**
 * Queues exports again whose job is lost: the API died before adding it, or Redis was emptied. A job that has not ended
 * yet is not added twice.
 */
export async function requeueLostExports({ database, queues, now }: Deps): Promise<void> {
  const lost = await database.readAll((tx) => findStalledExports(tx, new Date(now() - SILENT_MS)));
  if (lost.length > 0)
    await queues.add(
      'exports',
      lost.map(({ id }) => ({ id, data: { id } })),
    );
}

/** Deletes exports that are older than a day, with their files. */
export async function deleteOldExports({ database, now }: Deps): Promise<void> {
  await database.asSystem((tx) => deleteExportsCreatedBefore(tx, new Date(now() - KEPT_MS)));
}
