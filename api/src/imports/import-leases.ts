import type { CompanyPk } from '@vigil/shared/contract/ids';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Log } from '@vigil/shared/platform/log';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import type { ImportKey } from './import-queries.ts';

/** Within a minute after the end of a process its imports are known to be interrupted. */
const LEASE_MS = 30_000;
const RENEWED_EVERY_MS = 10_000;

type OwnedImport = ImportKey & { readonly company: CompanyPk };

const leaseKey = ({ company, kind, id }: OwnedImport) => redisKeys.importLease(company, `${kind}:${id}`);

/**
 * Says that a process is at an import, until it ends the lease or itself. The lease is left to lapse: who has read the
 * record just before the result was stored must not take the import for an interrupted one.
 */
export async function holdImportLease(
  { redis, log }: { readonly redis: Redis; readonly log: Log },
  owned: OwnedImport,
  renewedEveryMs = RENEWED_EVERY_MS,
): Promise<Disposable> {
  const renew = async () => {
    await redis.commands.set(leaseKey(owned), '1', { expiration: { type: 'PX', value: LEASE_MS } });
  };
  await renew();
  return every(renewedEveryMs, log, renew);
}

/** Whether a process is at an import. */
export const isImportLeased = async (redis: Redis, owned: OwnedImport): Promise<boolean> =>
  (await redis.commands.exists(leaseKey(owned))) === 1;
