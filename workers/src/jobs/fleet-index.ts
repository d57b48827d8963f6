import { ensureFleetIndex } from '@vigil/shared/platform/fleet/check-fleet-index';
import { defineWorker } from '../define-worker.ts';

/** Builds a company's fleet index. Several gateways may request it; only the first job builds it. */
export const fleetIndexWorker = defineWorker('fleet-index', (deps, { company, rebuild }) =>
  ensureFleetIndex(deps, company, { rebuild }),
);
