import { fromRoot } from '../local/runtime.ts';

/** Where drizzle-kit keeps what the tables are after a migration, beside its journal. */
export const SNAPSHOTS_FOLDER = fromRoot('shared/src/platform/db/migrations/meta');

/** The snapshots among the files of that folder, the newest last. */
export const snapshotsIn = (files: readonly string[]): string[] =>
  files.filter((file) => /^\d+_snapshot\.json$/u.test(file)).toSorted();
