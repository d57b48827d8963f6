import { statfs } from 'node:fs/promises';
import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { ApiConfig } from '../../../config.ts';
import { hasPaidLicence, readStorageUse, readTotalStorageUse } from './queries.ts';

export const megabytesToBytes = (megabytes: number): number => megabytes * 1_048_576;

type SpaceSettings = Pick<
  ApiConfig,
  'APPLICATION_TOTAL_MB' | 'APPLICATION_TRIAL_MB' | 'APPLICATION_ALL_COMPANIES_MB' | 'DATABASE_DIR'
>;

/** How much a company may store: anybody can sign up for a trial. */
export async function readMaxBytes(tx: ReadTx, config: SpaceSettings, at: Date): Promise<number> {
  const { APPLICATION_TOTAL_MB: paid, APPLICATION_TRIAL_MB: trial } = config;
  return megabytesToBytes((await hasPaidLicence(tx, at)) ? paid : Math.min(trial, paid));
}

/** @throws Problem `application_limit` of the company, `storage_full` of the installation */
export async function assertRoomFor(tx: ReadTx, size: number, { config, at }: { config: SpaceSettings; at: Date }) {
  if ((await readStorageUse(tx)).bytes + size > (await readMaxBytes(tx, config, at)))
    throw new Problem('application_limit');
  if ((await readTotalStorageUse(tx)) + size > megabytesToBytes(config.APPLICATION_ALL_COMPANIES_MB))
    throw new Problem('storage_full');
}

/** Postgres stops for all companies when its disk is full; this much is left to everything else. */
const LEFT_BYTES = 2 * 1_073_741_824;

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Does nothing where the disk of the database is not known, such as that of another computer.
 * @throws Problem `storage_full`
 */
export async function assertDiskHasRoom({ DATABASE_DIR: folder }: SpaceSettings, readFree = readFreeBytes) {
  if (folder === undefined) return;
  const free = await readFree(folder).catch(() => Infinity);
  if (free < LEFT_BYTES) throw new Problem('storage_full');
}
