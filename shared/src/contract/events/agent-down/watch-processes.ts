import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * The agent sends `processes` now and every `interval_ms`, until `for_ms` have passed. Repeated while someone watches:
 * a request that is not renewed lapses by itself.
 */
export const WatchProcesses = z.object({
  interval_ms: z.int().min(1_000).max(60_000),
  for_ms: z.int().min(0).max(60_000),
});
export type WatchProcesses = z.infer<typeof WatchProcesses>;

export const watchProcesses = event('watch_processes', WatchProcesses);
