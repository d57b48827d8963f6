import type { DevicePk } from '@vigil/shared/contract/ids';
import { readIndexedDevice, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { storeTestFrame } from '@vigil/shared/platform/redis/last-frames.test-support';
import type { TestApi } from './test-api.ts';
import type { TestCompany } from './world.ts';

/** Stores the frame of a device, of which the fleet index has to know. @returns whether it was stored */
export async function storeFrameOf(
  { deps }: TestApi,
  { pk: company }: Pick<TestCompany, 'pk'>,
  device: DevicePk,
  more: Parameters<typeof storeTestFrame>[2] = {},
): Promise<boolean> {
  if ((await readIndexedDevice(deps.redis, company, device)) === null)
    await rebuildFleetIndex(deps.redis, deps.database, company);
  return storeTestFrame(deps, { company, device }, { capturedAt: deps.now(), ...more });
}
