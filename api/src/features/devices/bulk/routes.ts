import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import {
  runBulkDeviceAction,
  listBulkJobs,
  listDevicesInUse,
  readBulkJob,
  type BulkDeviceChange,
  type BulkJob,
} from '@vigil/shared/contract/http/device-bulk';
import { BulkId, type DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { assertDeviceCountConfirmed } from '../../../access/bulk-confirmation.ts';
import type { Deps } from '../../../deps.ts';
import { createRateLimits } from '../../../http/rate-limits.ts';
import type { RouteRegistry } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { selectRemoteSessionDevices } from '../queries.ts';
import { isLicenceBlocking } from '../service.ts';
import { bulkActionHandlers, type BulkActionHandler, type ChangeFor } from './actions.ts';
import {
  claimLapsedJob,
  findJob,
  compareWithStoredJob,
  insertBulkJob,
  readFinishedJobOutcome,
  selectRecentBulkJobs,
  selectUnhandledDevices,
  selectBulkDevicePage,
  type StoredBulkJob,
} from './queries.ts';
import { runBulkJob } from './run-bulk-job.ts';

type Outcome = ObjectsOf<typeof runBulkDeviceAction>;

/** How long a request waits for a job that another process works on, and how often it looks. */
const WAIT_MS = 25_000;
const LOOK_MS = 200;

interface Request {
  readonly id: BulkId;
  readonly change: BulkDeviceChange;
  readonly pks: readonly DevicePk[];
  readonly confirm: number | undefined;
}

const requestOf = ({ device_pks, confirm, bulk_id, ...change }: BodyOf<typeof runBulkDeviceAction>): Request => ({
  id: bulk_id ?? BulkId.parse(randomUUID()),
  change,
  pks: [...new Set(device_pks)],
  confirm,
});

const wire = ({ id, change, total, done, refused, createdAt, finishedAt }: StoredBulkJob): BulkJob => ({
  id,
  action: change.action,
  total,
  done,
  refused,
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
});

/** Carries out a bulk change, also a repeated one, until each of its devices has an outcome. */
export type RunBulkChange = (caller: Caller, request: Request) => Promise<Outcome>;

export function createBulkRunner(deps: Deps): RunBulkChange {
  const { database } = deps;
  const limits = createRateLimits(deps);

  /** Stores a job; resolves to undefined if it is there already. */
  const createJob = async <A extends BulkDeviceChange['action']>(
    caller: Caller,
    { id, pks, confirm, change }: Request & { change: ChangeFor<A> },
  ): Promise<StoredBulkJob | undefined> => {
    const action: BulkActionHandler<A> = bulkActionHandlers[change.action];
    const denial = action.denial(caller);
    if (denial) throw new Problem('not_allowed', denial);
    if (await isLicenceBlocking(deps, caller, change.action)) throw new Problem('licence_gate');
    return commitChange(deps, caller.company, async (tx) => {
      const job = await insertBulkJob(tx, { id, actor: caller, change, pks, attempt: randomUUID() });
      if (job) {
        await limits.take('bulk', { account: String(caller.user) });
        await assertDeviceCountConfirmed(tx, caller, { count: pks.length, confirm });
        await action.check?.(tx, { actor: caller, change, pks });
        return job;
      }
      const own = await compareWithStoredJob(tx, caller, { id, change, total: pks.length });
      if (!own?.isSame) throw new Problem('conflict', { field: 'bulk_id' });
      return undefined;
    });
  };

  /** Waits until a job is finished, and continues it if the process that works on it ends. */
  const finishJob = async ({ company }: Caller, id: BulkId): Promise<Outcome> => {
    for (const end = performance.now() + WAIT_MS; performance.now() < end; await setTimeout(LOOK_MS)) {
      const outcome = await database.read(company, (tx) => readFinishedJobOutcome(tx, id));
      if (outcome) return outcome;
      const claimed = await commitChange(deps, company, async (tx) => {
        const job = await claimLapsedJob(tx, id, randomUUID());
        return job && { job, open: await selectUnhandledDevices(tx, job) };
      });
      if (claimed) await runBulkJob(deps, claimed.job, claimed.open);
    }
    throw new Problem('unavailable');
  };

  return async (caller, request) => {
    const job = await createJob(caller, request);
    if (job) await runBulkJob(deps, job, request.pks);
    return finishJob(caller, request.id);
  };
}

export function registerBulkRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database } = deps;
  const carryOut = createBulkRunner(deps);

  routes.on(runBulkDeviceAction, async ({ caller, body }) => ({ objects: await carryOut(caller, requestOf(body)) }));

  routes.on(listBulkJobs, async ({ caller }) => {
    const jobs = await database.read(caller.company, (tx) => selectRecentBulkJobs(tx, caller.user));
    return { objects: jobs.map(wire) };
  });

  routes.on(readBulkJob, async ({ caller, params: { id }, query }) =>
    database.read(caller.company, async (tx) => {
      const job = await findJob(tx, caller.user, id);
      if (!job) throw new Problem('not_found');
      const { rows, meta } = await selectBulkDevicePage(tx, caller, { id, query });
      return { objects: rows, meta: { total_count: meta.total_count, job: wire(job) } };
    }),
  );

  routes.on(listDevicesInUse, async ({ caller, body }) => ({
    objects: await database.read(caller.company, (tx) => selectRemoteSessionDevices(tx, caller, body.device_pks)),
  }));
}
