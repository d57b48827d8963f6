import type { QueueName } from '@vigil/shared/contract/jobs';
import type { WorkerDefinition } from './define-worker.ts';
import { commandsWorker } from './jobs/commands.ts';
import { exportsWorker } from './jobs/exports.ts';
import { fleetIndexWorker } from './jobs/fleet-index.ts';
import { mailWorker } from './jobs/mail.ts';
import { thresholdsWorker } from './jobs/thresholds.ts';

/** The worker of every queue; complete by type. */
export const registry: { readonly [N in QueueName]: WorkerDefinition<N> } = {
  commands: commandsWorker,
  exports: exportsWorker,
  'fleet-index': fleetIndexWorker,
  mail: mailWorker,
  thresholds: thresholdsWorker,
};
