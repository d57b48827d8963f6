import type { BulkDeviceChange } from '@vigil/shared/contract/http/device-bulk';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { limitSight, readRightsWithLicence } from '../../../access/rights.ts';
import type { Actor } from '../../../access/viewer.ts';
import type { Deps } from '../../../deps.ts';
import { readLiveStateLookup } from '../live-state.ts';
import { unblockIfWithinLicence, isLicenceBlocking } from '../service.ts';
import {
  bulkActionHandlers,
  refuseAll,
  type BulkBatchContext,
  type BulkActionHandler,
  type ChangeFor,
} from './actions.ts';
import { findActiveUser, lockJob, recordBatch, type StoredBulkJob, type BulkJobProgress } from './queries.ts';

/**
 * A batch holds its devices, and a move the group, for some tenths of a second; ten thousand devices take under ten
 * seconds.
 */
const BATCH = 500;

/** The user of a job with the rights of this moment; undefined if the account is gone or inactive. */
async function readActor(tx: ReadTx, { userFk, groupPks }: StoredBulkJob): Promise<Actor | undefined> {
  const user = await findActiveUser(tx, userFk);
  // Guests ask for no bulk changes.
  if (!user) return undefined;
  const rights = await readRightsWithLicence(tx, user);
  return { ...rights, sight: await limitSight(tx, rights.sight, groupPks), kind: 'password' };
}

/** Why no device of a batch may be changed. */
async function problemOfBatch(deps: Deps, { change }: StoredBulkJob, actor: Actor): Promise<ProblemCode | null> {
  if (bulkActionHandlers[change.action].denial(actor)) return 'not_allowed';
  return (await isLicenceBlocking(deps, actor, change.action)) ? 'licence_gate' : null;
}

/** The change of some devices and its record are one transaction, so that no device is changed twice or forgotten. */
async function runBatch(
  deps: Deps,
  job: StoredBulkJob,
  pks: readonly DevicePk[],
): Promise<BulkJobProgress | undefined> {
  const live = await readLiveStateLookup(deps.redis, job.companyFk, pks);
  return commitChange(deps, job.companyFk, async (tx) => {
    const locked = await lockJob(tx, job);
    if (!locked) return undefined;
    const { before, isOverdue } = locked;
    const problems = new Map<DevicePk, ProblemCode>();
    const changes = isOverdue
      ? refuseAll({ pks, problems }, 'unavailable')
      : await changeBatch({ deps, tx, id: job.id, pks, live, problems }, job);
    publishFleetOnCommit(tx, changes);
    return recordBatch(tx, job, { before, count: pks.length, problems });
  });
}

async function changeBatch(batch: Omit<BulkBatchContext, 'actor'>, job: StoredBulkJob): Promise<FleetChange[]> {
  const actor = await readActor(batch.tx, job);
  if (!actor) return refuseAll(batch, 'not_allowed');
  const problem = await problemOfBatch(batch.deps, job, actor);
  return problem ? refuseAll(batch, problem) : act({ ...batch, actor }, job.change);
}

function act<A extends BulkDeviceChange['action']>(
  batch: BulkBatchContext,
  change: ChangeFor<A>,
): Promise<FleetChange[]> {
  const action: BulkActionHandler<A> = bulkActionHandlers[change.action];
  return action.change(batch, change);
}

/** The record tells the outcome; a message that is lost only leaves a gap in what is shown meanwhile. */
const tellProgress = (
  { redis, log }: Deps,
  { id, companyFk, userFk, total }: StoredBulkJob,
  progress: BulkJobProgress,
): Promise<void> =>
  publish(redis, busChannels.company(companyFk), {
    t: 'bulk_progress',
    to: userFk,
    bulk_id: id,
    ...progress,
    total,
  }).catch((cause: unknown) =>
    warnOfRepeatedFailure(log, { cause }, 'the progress of a bulk change was not published'),
  );

/** Works on the open devices of a job until it is finished, is taken over by another process, or `signal` stops it. */
export async function runBulkJob(
  deps: Deps,
  job: StoredBulkJob,
  open: readonly DevicePk[],
  signal?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < open.length; at += BATCH) {
    if (signal?.aborted) return;
    const progress = await runBatch(deps, job, open.slice(at, at + BATCH));
    if (!progress) return;
    if (job.total > BATCH) await tellProgress(deps, job, progress);
  }
  if (job.change.action === 'delete') await closeGateOf(deps, job);
}

async function closeGateOf(deps: Deps, { companyFk: company }: StoredBulkJob): Promise<void> {
  const at = new Date(deps.now());
  await unblockIfWithinLicence(
    deps,
    { company },
    await deps.database.read(company, (tx) => readLicenceUse(tx, company, at)),
  );
}
