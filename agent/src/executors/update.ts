import { releaseSystemOfOs, type UpdateCommandArgs } from '@vigil/shared/contract/release';
import { shortReasonOf } from '../log.ts';
import { chooseVerifiedReleaseFile } from '../updates/check-release.ts';
import { failedResult, interruptedResult, type Executor, type ExecutorContext } from './executor.ts';

/**
 * Of download, sessions and installations: with the two minutes of a trial, a minute less than the server waits for the
 * effect.
 */
const TIMEOUT_MS = 12 * 60_000;

async function findFile(job: UpdateCommandArgs, { host, version, releaseKey, log }: ExecutorContext) {
  const [{ dev_os_id }, { arch = null }, found] = await Promise.all([
    host.identity(),
    host.systemInfo(),
    releaseKey(job.release.key_id).then(
      (key) => ({ key }),
      (error: unknown) => {
        log.warn('release keys not read', { reason: shortReasonOf(error) });
        return failedResult('download_failed');
      },
    ),
  ]);
  // Without the API there is nothing to download, either.
  if (!('key' in found)) return found;
  const { key } = found;
  return chooseVerifiedReleaseFile(job, { version, key, os: releaseSystemOfOs[dev_os_id], arch });
}

/** Puts a release in place, and restarts the agent, which tries it (UPD-3). */
export const updateExecutor: Executor<'update'> = {
  start(job, executors) {
    const { updater, lifecycle, sessions, downloadRelease, log } = executors;
    if (sessions.running > 0) return failedResult('device_in_use');
    if (updater === null) return failedResult('update_unsupported');
    return {
      state: 'accepted',
      async run(context) {
        const found = await findFile(job, executors);
        if (found.state === 'failed') return found;
        context.report({ percent: 0 });
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const { size, sha256 } = found.file;
        const problem = await updater.prepare({
          file: { version: job.version, size, sha256 },
          download: (offset) => downloadRelease(job.path, offset, signal),
          report: (percent) => context.report({ percent }),
          signal,
          log,
        });
        if (problem !== null) return problem;
        context.report({ percent: 90 });
        await context.delivered();
        const prepare = () => updater.activate({ version: job.version, command: context.id });
        const obstacle = await lifecycle.restart({ signal, prepare });
        return obstacle === null ? { state: 'pending' } : failedResult(obstacle);
      },
    };
  },
  resume(entry, { updater }) {
    const outcome = updater?.outcomeOf(entry.id);
    return outcome === undefined ? interruptedResult : outcome;
  },
};
