import type { ObjectsOf, QueryOf } from '@vigil/shared/contract/endpoint';
import type { BulkDeviceChange, runBulkDeviceAction, readBulkJob } from '@vigil/shared/contract/http/device-bulk';
import type { BulkId, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { bulkJobDevices, bulkJobs } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { and, desc, eq, gt, isNull, lt, not, notExists, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../access/viewer.ts';

export type StoredBulkJob = typeof bulkJobs.$inferSelect;

/** A job goes on in another process when nothing of it was committed for this long. */
const LEASE = sql`interval '4 seconds'`;
/** What could not be done within this time is refused: its user does not expect it any more. */
const GIVE_UP_AFTER = sql`interval '15 minutes'`;
/** The clock of the database, which all processes share. */
const leaseEnd = sql`clock_timestamp() + ${LEASE}`;
const isLapsed = and(isNull(bulkJobs.finishedAt), lt(bulkJobs.leaseUntil, sql`now()`));

/** The limit that a job keeps for as long as it runs; the rights of its user are read anew. */
const limitOf = ({ token }: Actor) => (token?.groupLimit ? [...token.groupLimit] : null);

interface NewJob {
  readonly id: BulkId;
  readonly actor: Actor;
  readonly change: BulkDeviceChange;
  readonly pks: readonly DevicePk[];
  readonly attempt: string;
}

/** Stores a job with its devices; resolves to undefined if its id is taken. */
export async function insertBulkJob(
  tx: Tx,
  { id, actor, change, pks, attempt }: NewJob,
): Promise<StoredBulkJob | undefined> {
  const { company: companyFk, user: userFk } = actor;
  const [job] = await tx
    .insert(bulkJobs)
    .values({
      id,
      companyFk,
      userFk,
      groupPks: limitOf(actor),
      change,
      total: pks.length,
      attempt,
      leaseUntil: leaseEnd,
    })
    .onConflictDoNothing({ target: bulkJobs.id })
    .returning();
  // A join with so many rows of a function, of which the planner knows nothing, may take seconds.
  const alias = tx
    .select({ alias: devices.alias })
    .from(devices)
    .where(and(sql`${devices.pk} = named.pk`, whereInSight(actor)));
  if (job)
    await tx.execute(sql`
      insert into bulk_job_devices (company_fk, job_fk, n, device_fk, device_alias)
      select ${companyFk}, ${id}, named.n, named.pk, (${alias})
      from unnest(${`{${pks.join(',')}}`}::int[]) with ordinality as named (pk, n)`);
  return job;
}

/** The user's job of an id, and whether it makes the same change of as many devices. */
export async function compareWithStoredJob(
  tx: ReadTx,
  actor: Actor,
  { id, change, total }: { id: BulkId; change: BulkDeviceChange; total: number },
) {
  const limit = limitOf(actor);
  const hasSameLimit = sql`${bulkJobs.groupPks} is not distinct from ${limit && `{${limit.join(',')}}`}::int[]`;
  const isSame = sql<boolean>`${bulkJobs.change} = ${JSON.stringify(change)}::jsonb and ${bulkJobs.total} = ${total}
    and ${hasSameLimit}`;
  const [found] = await tx
    .select({ isSame })
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, id), eq(bulkJobs.userFk, actor.user)));
  return found;
}

const claim = async (tx: Tx, attempt: string, which: SQL): Promise<StoredBulkJob | undefined> => {
  const [job] = await tx.update(bulkJobs).set({ attempt, leaseUntil: leaseEnd }).where(which).returning();
  return job;
};

/** Takes over a job if the process that worked on it has ended. */
export const claimLapsedJob = (tx: Tx, id: BulkId, attempt: string) =>
  claim(tx, attempt, and(eq(bulkJobs.id, id), isLapsed)!);

/** Takes over any such job of the company. */
export const claimAnyLapsedJob = (tx: Tx, attempt: string) => {
  const lapsed = tx.select({ id: bulkJobs.id }).from(bulkJobs).where(isLapsed).orderBy(bulkJobs.leaseUntil).limit(1);
  return claim(tx, attempt, sql`${bulkJobs.id} = (${lapsed.for('update', { skipLocked: true })})`);
};

/** The devices that are open, in their order. */
export async function selectUnhandledDevices(tx: ReadTx, { id, done, refused }: StoredBulkJob): Promise<DevicePk[]> {
  const rows = await tx
    .select({ pk: bulkJobDevices.deviceFk })
    .from(bulkJobDevices)
    .where(and(eq(bulkJobDevices.jobFk, id), gt(bulkJobDevices.n, done + refused)))
    .orderBy(bulkJobDevices.n);
  return rows.map(({ pk }) => pk);
}

/** Locks a job for a batch; resolves to undefined if it was taken over. `before` is how many devices were handled. */
export async function lockJob(tx: Tx, { id, attempt }: StoredBulkJob) {
  const [job] = await tx
    .select({
      before: sql<number>`${bulkJobs.done} + ${bulkJobs.refused}`,
      isOverdue: sql<boolean>`${bulkJobs.createdAt} < now() - ${GIVE_UP_AFTER}`,
    })
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, id), eq(bulkJobs.attempt, attempt)))
    .for('update');
  return job;
}

export async function findActiveUser(tx: ReadTx, pk: UserPk) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), eq(users.active, true)));
  return user;
}

interface HandledBatch {
  /** The devices that were handled before it. */
  readonly before: number;
  readonly count: number;
  readonly problems: ReadonlyMap<DevicePk, ProblemCode>;
}

/** How many devices of a job were handled so far; of these, `refused` were left out. */
export interface BulkJobProgress {
  readonly handled: number;
  readonly refused: number;
}

/** Notes the outcome of a batch, and extends the lease. */
export async function recordBatch(
  tx: Tx,
  { id, total }: StoredBulkJob,
  { before, count, problems }: HandledBatch,
): Promise<BulkJobProgress> {
  const { jobFk, n, deviceFk } = bulkJobDevices;
  const codes = JSON.stringify(Object.fromEntries(problems));
  const handled = before + count;
  await tx
    .update(bulkJobDevices)
    .set({ outcome: sql`coalesce(${codes}::jsonb ->> ${deviceFk}::text, 'done')` })
    .where(and(eq(jobFk, id), sql`${n} > ${before} and ${n} <= ${handled}`));
  const [job] = await tx
    .update(bulkJobs)
    .set({
      done: sql`${bulkJobs.done} + ${count - problems.size}`,
      refused: sql`${bulkJobs.refused} + ${problems.size}`,
      leaseUntil: leaseEnd,
      ...(handled === total ? { finishedAt: sql`clock_timestamp()` } : {}),
    })
    .where(eq(bulkJobs.id, id))
    .returning({ refused: bulkJobs.refused });
  return { handled, refused: job?.refused ?? 0 };
}

/** What a finished job has done with each device; undefined for one that is not finished. */
export async function readFinishedJobOutcome(
  tx: ReadTx,
  id: BulkId,
): Promise<ObjectsOf<typeof runBulkDeviceAction> | undefined> {
  const [job] = await tx.select({ finishedAt: bulkJobs.finishedAt }).from(bulkJobs).where(eq(bulkJobs.id, id));
  if (!job?.finishedAt) return undefined;
  const rows = await tx
    .select({ device_pk: bulkJobDevices.deviceFk, outcome: bulkJobDevices.outcome })
    .from(bulkJobDevices)
    .where(eq(bulkJobDevices.jobFk, id))
    .orderBy(bulkJobDevices.n);
  return {
    done: rows.flatMap(({ device_pk, outcome }) => (outcome === 'done' ? device_pk : [])),
    refused: rows.flatMap(({ device_pk, outcome }) =>
      outcome === 'done' || outcome === null ? [] : { device_pk, code: outcome },
    ),
  };
}

const MOST_LISTED = 200;

/** The jobs of a user within a day, newest first. */
export const selectRecentBulkJobs = (tx: ReadTx, user: UserPk): Promise<StoredBulkJob[]> =>
  tx
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.userFk, user), gt(bulkJobs.createdAt, sql`now() - interval '1 day'`)))
    .orderBy(desc(bulkJobs.createdAt), desc(bulkJobs.id))
    .limit(MOST_LISTED);

export async function findJob(tx: ReadTx, user: UserPk, id: BulkId): Promise<StoredBulkJob | undefined> {
  const [job] = await tx
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, id), eq(bulkJobs.userFk, user)));
  return job;
}

const outcomeIs = {
  open: isNull(bulkJobDevices.outcome),
  done: eq(bulkJobDevices.outcome, 'done'),
  refused: sql`${bulkJobDevices.outcome} <> 'done'`,
} as const;

/**
 * The rows of a job. A device that the viewer does not see any more is not named; one that was deleted is, as in the
 * other histories of own actions (decision 55).
 */
export function selectBulkDevicePage(
  tx: ReadTx,
  viewer: Pick<Actor, 'sight'>,
  { id, query }: { id: BulkId; query: QueryOf<typeof readBulkJob> },
) {
  const { n, deviceFk, deviceAlias, outcome } = bulkJobDevices;
  const visible = whereInSight(viewer);
  const hidden = tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(eq(devices.pk, deviceFk), visible && not(visible)));
  const alias = visible ? sql<string | null>`case when ${notExists(hidden)} then ${deviceAlias} end` : deviceAlias;
  const source = tx.select({ device_pk: deviceFk, alias, outcome }).from(bulkJobDevices);
  return selectPage(tx, source.$dynamic(), {
    query: { ...query, by: 'n', order: 'asc' },
    rules: {
      where: and(eq(bulkJobDevices.jobFk, id), query.outcome && outcomeIs[query.outcome]),
      sort: { n },
      key: n,
      atMost: MAX_BULK_DEVICES,
    },
  });
}
