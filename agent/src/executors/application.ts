import type { ApplicationAction } from '@vigil/shared/contract/application-rules';
import { shortReasonOf } from '../log.ts';
import { failedResult, interruptedResult, type Executor } from './executor.ts';

/** Clocks differ by some seconds; the deadline is a minute after the time of a scheduled command. */
const EARLY_MS = 30_000;

const executorOf = (action: ApplicationAction): Executor<'application_install' | 'application_uninstall'> => ({
  start(job, { installer, downloadApplication, serverNow }) {
    if (installer === null) return failedResult('install_not_allowed');
    if (job.not_before !== undefined && Date.parse(job.not_before) > serverNow() + EARLY_MS)
      return failedResult('command_early');
    return {
      state: 'accepted',
      run(context) {
        context.report({});
        const download = (signal: AbortSignal) => downloadApplication(job.path, signal);
        return installer.install(
          { ...job, action, command: context.id },
          { download, report: (percent) => context.report({ percent }) },
        );
      },
    };
  },
  resume: (entry, { installer }) => installer?.resume(entry.id) ?? interruptedResult,
  forget(id, { installer, log }) {
    installer
      ?.forget(id)
      .catch((error: unknown) =>
        log.warn('files of an installation not deleted', { id, reason: shortReasonOf(error) }),
      );
  },
});

export const applicationInstallExecutor = executorOf('install');
export const applicationUninstallExecutor = executorOf('uninstall');
