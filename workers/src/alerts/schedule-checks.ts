import type { Deps } from '../deps.ts';
import { companiesToEvaluate } from './queries.ts';

export const THRESHOLD_CHECK_INTERVAL_MS = 10_000;

/**
 * Queues one check per company and interval. The job's id contains the interval, so that several workers queue it once.
 */
export async function scheduleThresholdChecks({ database, queues, now }: Deps): Promise<void> {
  const slot = Math.floor(now() / THRESHOLD_CHECK_INTERVAL_MS);
  const companies = await database.readAll(companiesToEvaluate);
  const jobs = companies.map((pk) => ({ id: `thresholds-${pk}-${slot}`, data: { company: pk } }));
  if (jobs.length > 0) await queues.add('thresholds', jobs);
}
