import type { CompanyPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { DeviceConnectionTimes } from '@vigil/shared/platform/bus/messages';
import type { Redis } from '@vigil/shared/platform/redis/redis';

/** Informs those who keep rows of devices in memory that last times were stored. */
export async function publishConnectionTimes(
  { redis }: { redis: Redis },
  company: CompanyPk,
  rows: DeviceConnectionTimes[],
): Promise<void> {
  if (rows.length > 0) await publish(redis, busChannels.listed(company), { t: 'device_times', rows });
}
