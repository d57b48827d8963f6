import { randomUUID } from 'node:crypto';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../../../deps.ts';
import { claimAnyLapsedJob, selectUnhandledDevices } from './queries.ts';
import { runBulkJob } from './run-bulk-job.ts';

const SWEEP_MS = 1_000;

/**
 * Finishes the bulk jobs of processes that have ended. Each process of the API does so; a job is taken over by one of
 * them.
 */
export function startBulkTakeOver(deps: Deps): AsyncDisposable {
  const { log } = deps;
  const stop = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();

  const claimNext = () =>
    commitChange(deps, companyLookups.lapsedBulkJob(), async (tx) => {
      const job = await claimAnyLapsedJob(tx, randomUUID());
      return job && { job, open: await selectUnhandledDevices(tx, job) };
    });

  const sweep = async () => {
    for (let next = await claimNext(); next && !stop.signal.aborted; next = await claimNext()) {
      log.warn({ job: next.job.id, open: next.open.length }, 'bulk job taken over');
      await runBulkJob(deps, next.job, next.open, stop.signal);
    }
  };

  const timer = every(SWEEP_MS, log, () => (sweeping = sweep()));
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      stop.abort();
      await sweeping.catch(() => undefined);
    },
  };
}
