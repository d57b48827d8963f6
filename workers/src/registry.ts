import type { WorkerDefinition } from './define-worker.ts';
import { commandsWorker } from './jobs/commands.ts';
import { fleetIndexWorker } from './jobs/fleet-index.ts';
import { mailWorker } from './jobs/mail.ts';
import { thresholdsWorker } from './jobs/thresholds.ts';

/** The worker of every queue. */
export const registry: readonly WorkerDefinition[] = [commandsWorker, fleetIndexWorker, mailWorker, thresholdsWorker];
