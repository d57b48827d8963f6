import { companiesWithThresholds } from '../alerts/queries.ts';
import type { Deps } from '../deps.ts';

export const CHECK_EVERY_MS = 10_000;

/** One check a company and interval, however many workers think of it: the job's id names the interval. */
export async function scheduleThresholdChecks({ database, queues, now }: Deps): Promise<void> {
  const slot = Math.floor(now() / CHECK_EVERY_MS);
  const companies = await database.asSystem(companiesWithThresholds);
  const jobs = companies.map((pk) => ({ id: `thresholds-${pk}-${slot}`, data: { company: pk } }));
  if (jobs.length > 0) await queues.add('thresholds', jobs);
}
