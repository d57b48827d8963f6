import { publishAbandonedAnnouncements } from '@vigil/shared/platform/changes/announcements';
import { assertSchemaCurrent } from '@vigil/shared/platform/db/assert-schema-current';
import { checkFleetIndexes } from '@vigil/shared/platform/fleet/check-fleet-index';
import { publishAbandonedOutbox } from '@vigil/shared/platform/fleet/outbox';
import { startOperatorServer } from '@vigil/shared/platform/health';
import { every, everyStartingNow } from '@vigil/shared/platform/lifecycle';
import { assertRedisWritable } from '@vigil/shared/platform/redis/assert-redis-writable';
import { sweepDeadGateways } from '@vigil/shared/platform/redis/leases';
import type { Redis as IoRedis } from 'ioredis';
import { announceWindowEdges } from './access/announce-access-window-edges.ts';
import { endInvalidRemoteSessions } from './access/end-remote-sessions.ts';
import { updateLicenceGates } from './access/licence-gates.ts';
import { hasOpenRemoteSessions } from './access/open-remote-sessions.ts';
import { endOverdueTickets, removeEndedTicketAccounts } from './access/tickets.ts';
import { alignSessionEnds, warnOfSessionEnds } from './access/warn-of-remote-session-ends.ts';
import { advanceRollouts } from './agent-updates/advance-rollouts.ts';
import { updateDeviceLatestVersions } from './agent-updates/update-latest-versions.ts';
import { HEARTBEAT_INTERVAL_MS, writeHeartbeat } from './alerts/heartbeat.ts';
import { THRESHOLD_CHECK_INTERVAL_MS, scheduleThresholdChecks } from './alerts/schedule-checks.ts';
import { queueDueDeliveries } from './channels/send-delivery.ts';
import { endOverdueCommands } from './commands/expire-commands.ts';
import { endObservedCommands } from './commands/observe-effects.ts';
import { updateWakeStates } from './commands/observe-wakes.ts';
import { hasOpenCommands } from './commands/open-commands.ts';
import { queueDueCommands } from './commands/queue-due-commands.ts';
import { deleteKeptRecords, eraseClosedCompanies } from './companies/erase-companies.ts';
import { remindOfCompanyDeletions } from './companies/remind-of-deletions.ts';
import type { WorkersConfig } from './config.ts';
import { createJobCounter } from './define-worker.ts';
import type { Deps } from './deps.ts';
import { deleteOldExports, requeueLostExports } from './exports/maintain-exports.ts';
import { reconcileDeviceStates } from './fleet/reconcile-states.ts';
import { createNightlyHistoryCleanup } from './housekeeping/delete-old-history.ts';
import { maintainUsagePartitions } from './housekeeping/partitions.ts';
import { purgeExpiredRows } from './housekeeping/purge-expired.ts';
import { pruneLastFrames } from './last-frames/remove-last-frames.ts';
import { restoreFrameStates } from './last-frames/restore-last-frames.ts';
import { saveLastFrames } from './last-frames/save-last-frames.ts';
import { lapseUnpaidPayments } from './licences/lapse-payments.ts';
import { remindOfLicenceEnds } from './licences/remind-of-ends.ts';
import { queueDueMails } from './mail/send-mail.ts';
import { workersByQueue } from './registry.ts';
import { consumeAllStreams } from './stream/consume.ts';
import { createDeadLetters } from './stream/dead-letters.ts';
import { createEntryBatchPersister } from './stream/persist.ts';

const SECOND = 1_000;

/** Starts the periodic tasks. Each may run in several processes at once. */
function startTasks(deps: Deps, config: WorkersConfig): Disposable[] {
  const { log, redis } = deps;
  const deleteOldHistory = createNightlyHistoryCleanup(deps);
  return [
    every(2 * SECOND, log, async () => {
      const dead = await sweepDeadGateways(redis);
      if (dead > 0) log.warn({ dead }, 'dead gateways swept');
    }),
    every(SECOND, log, async () => {
      if (!(await hasOpenCommands(deps))) return;
      await endObservedCommands(deps);
      await endOverdueCommands(deps);
      await updateWakeStates(deps);
    }),
    every(2 * SECOND, log, () => queueDueCommands(deps)),
    every(SECOND, log, async () => {
      if (!(await hasOpenRemoteSessions(deps))) return;
      await endInvalidRemoteSessions(deps);
      await alignSessionEnds(deps);
      await warnOfSessionEnds(deps);
    }),
    every(SECOND, log, async () => void (await announceWindowEdges(deps))),
    every(SECOND, log, async () => {
      await endOverdueTickets(deps);
      await removeEndedTicketAccounts(deps);
    }),
    every(2 * SECOND, log, () => queueDueMails(deps)),
    every(2 * SECOND, log, () => queueDueDeliveries(deps)),
    every(5 * SECOND, log, () => updateLicenceGates(deps)),
    every(60 * SECOND, log, async () => {
      await lapseUnpaidPayments(deps);
      await remindOfLicenceEnds(deps);
    }),
    every(5 * SECOND, log, () => updateDeviceLatestVersions(deps)),
    every(SECOND, log, () => advanceRollouts(deps)),
    every(5 * SECOND, log, () => requeueLostExports(deps)),
    every(SECOND / 2, log, async () => {
      // In this order, as after a commit.
      await publishAbandonedOutbox(deps);
      await publishAbandonedAnnouncements(deps);
    }),
    every(15 * SECOND, log, async () => {
      const rebuilt = await checkFleetIndexes(deps);
      if (rebuilt > 0) log.warn({ rebuilt }, 'fleet indexes rebuilt');
    }),
    every(10 * SECOND, log, async () => {
      const corrected = await reconcileDeviceStates(deps);
      if (corrected > 0) log.warn({ corrected }, 'device states corrected');
    }),
    every(15 * SECOND, log, async () => void (await saveLastFrames(deps))),
    every(2 * SECOND, log, () => pruneLastFrames(deps)),
    every(60 * SECOND, log, async () => void (await restoreFrameStates(deps))),
    redis.onReconnect(async () => void (await restoreFrameStates(deps))),
    every(HEARTBEAT_INTERVAL_MS, log, () => writeHeartbeat(deps)),
    every(THRESHOLD_CHECK_INTERVAL_MS, log, () => scheduleThresholdChecks(deps)),
    every(60 * SECOND, log, async () => void (await remindOfCompanyDeletions(deps))),
    every(60 * SECOND, log, async () => void (await eraseClosedCompanies(deps))),
    every(3_600 * SECOND, log, async () => void (await deleteKeptRecords(deps))),
    every(3_600 * SECOND, log, () => purgeExpiredRows(deps)),
    every(600 * SECOND, log, () => deleteOldExports(deps)),
    // At once, so that the history of a night in which the process ended does not wait, and servers that restart often
    // delete it as well.
    everyStartingNow(600 * SECOND, log, async () => {
      const deleted = await deleteOldHistory();
      if (deleted > 0) log.info({ deleted }, 'old history deleted');
    }),
    every(3_600 * SECOND, log, () => maintainUsagePartitions(deps, config.USAGE_DAYS)),
  ];
}

/** Starts the consumers of the durable stream, the workers of `config.QUEUES`, and the periodic tasks. */
export async function startWorkers(config: WorkersConfig, deps: Deps, connection: IoRedis): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  await maintainUsagePartitions(deps, config.USAGE_DAYS);
  await restoreFrameStates(deps);
  const sink = { persist: createEntryBatchPersister(deps), deadLetters: createDeadLetters(deps) };
  for (const consumer of await consumeAllStreams(deps, sink)) stack.use(consumer);
  const options = { connection, concurrency: config.CONCURRENCY, counter: createJobCounter(deps) };
  for (const worker of Object.values(workersByQueue)) {
    if (config.QUEUES.includes(worker.queue)) stack.use(worker.open(deps, options));
  }
  for (const task of startTasks(deps, config)) stack.use(task);
  const { redis, database, metrics } = deps;
  const checks = {
    redis: () => assertRedisWritable(redis),
    postgres: () => database.ping(),
    migrations: () => assertSchemaCurrent(database),
  };
  stack.use(await startOperatorServer({ host: config.WORKERS_HOST, port: config.WORKERS_PORT }, { checks, metrics }));
  return stack.move();
}
