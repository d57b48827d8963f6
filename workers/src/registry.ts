import type { QueueName } from '@vigil/shared/contract/jobs';
import { ensureFleetIndex } from '@vigil/shared/platform/fleet/check-fleet-index';
import { updateAlerts } from './alerts/update-alerts.ts';
import { deliveriesWorker } from './channels/send-delivery.ts';
import { commandsWorker } from './commands/deliver-commands.ts';
import { defineWorker, type WorkerDefinition } from './define-worker.ts';
import { exportsWorker } from './exports/write-export.ts';
import { mailWorker } from './mail/send-mail.ts';

/** The worker of every queue; complete by type. */
export const workersByQueue: { readonly [N in QueueName]: WorkerDefinition<N> } = {
  commands: commandsWorker,
  deliveries: deliveriesWorker,
  exports: exportsWorker,
  // Several gateways may request it; only the first job builds it.
  'fleet-index': defineWorker('fleet-index', (deps, { company, rebuild }) =>
    ensureFleetIndex(deps, company, { rebuild }),
  ),
  mail: mailWorker,
  thresholds: defineWorker('thresholds', (deps, { company }) => updateAlerts(deps, company)),
};
