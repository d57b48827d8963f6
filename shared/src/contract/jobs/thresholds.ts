import { z } from 'zod';
import { CompanyPk } from '../ids.ts';

/** Asks a worker to compare a company's latest figures with its alert thresholds. */
export const ThresholdJob = z.object({ company: CompanyPk });
export type ThresholdJob = z.infer<typeof ThresholdJob>;
