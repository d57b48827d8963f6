import { ensureFleetIndex } from '@vigil/shared/platform/fleet/check-fleet-index';
import { defineWorker } from '../define-worker.ts';

/** Builds a company's index on request; many gateways may ask, the first answer serves all. */
export const fleetIndexWorker = defineWorker('fleet-index', (deps, { company, rebuild }) =>
  ensureFleetIndex(deps, company, { rebuild }),
);
