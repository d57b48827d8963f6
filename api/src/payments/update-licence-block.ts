import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { CompanyDatabase } from '@vigil/shared/platform/db/client';
import { isOverLicence, readLicenceUse, setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import type { Log } from '@vigil/shared/platform/log';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Redis } from '@vigil/shared/platform/redis/redis';

interface Stores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  readonly log: Log;
  readonly now: () => number;
}

/** Opens or closes the licence gate of a company whose licences have changed; if that fails, workers do it. */
export async function updateLicenceBlock({ database, redis, log, now }: Stores, company: CompanyPk): Promise<void> {
  try {
    const use = await database.read(company, (tx) => readLicenceUse(tx, company, new Date(now())));
    await setLicenceBlock(redis, company, isOverLicence(use));
  } catch (cause) {
    warnOfRepeatedFailure(log, { cause, company }, 'licence gate not updated yet');
  }
}
