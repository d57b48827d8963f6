import { findOverLicence, readBlockedCompanies, setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import type { Deps } from '../deps.ts';

/** Blocks and unblocks companies as licences expire and devices come and go. Several processes may run it at once. */
export async function updateLicenceGates({ database, redis, now }: Deps): Promise<void> {
  const over = new Set(await database.readAll((tx) => findOverLicence(tx, new Date(now()))));
  const blocked = await readBlockedCompanies(redis);
  for (const company of over) if (!blocked.has(company)) await setLicenceBlock(redis, company, true);
  for (const company of blocked) if (!over.has(company)) await setLicenceBlock(redis, company, false);
}
