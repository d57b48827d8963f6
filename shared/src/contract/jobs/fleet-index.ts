import { z } from 'zod';
import { CompanyPk } from '../ids.ts';

/** Asks a worker to build a company's fleet index anew: a gateway found none. */
export const FleetIndexJob = z.object({ company: CompanyPk });
export type FleetIndexJob = z.infer<typeof FleetIndexJob>;
