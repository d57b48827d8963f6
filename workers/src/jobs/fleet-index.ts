import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet-index';
import { defineWorker } from '../define-worker.ts';

/** Builds a company's index when a gateway found none; many gateways may ask, the first answer serves all. */
export const fleetIndexWorker = defineWorker('fleet-index', async ({ database, redis }, { company }) => {
  if (await readFleetIndex(redis, company)) return;
  await rebuildFleetIndex(redis, database, company);
});
