import { z } from 'zod';
import { CompanyPk } from '../ids.ts';

/** Asks a worker to build a company's fleet index: a gateway found none, or what is there is known to be wrong (`rebuild`). */
export const FleetIndexJob = z.object({ company: CompanyPk, rebuild: z.boolean().default(false) });
export type FleetIndexJob = z.infer<typeof FleetIndexJob>;
