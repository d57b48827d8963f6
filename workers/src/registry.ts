import type { WorkerDefinition } from './define-worker.ts';
import { commandsWorker } from './jobs/commands.ts';
import { fleetIndexWorker } from './jobs/fleet-index.ts';
import { mailWorker } from './jobs/mail.ts';
import { thresholdsWorker } from './jobs/thresholds.ts';

/** Every queue that has a worker, one line each. */
export const registry: readonly WorkerDefinition[] = [commandsWorker, fleetIndexWorker, mailWorker, thresholdsWorker];
