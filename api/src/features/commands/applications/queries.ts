import type { Application } from '@vigil/shared/contract/http/applications';
import type { ApplicationPk, CommandId, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import {
  deliveredCommandStates,
  openCommandStates,
  unsuccessfulCommandStates,
} from '@vigil/shared/domain/command-life';
import { TRIAL_LICENCE } from '@vigil/shared/domain/licences';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { insertRows } from '@vigil/shared/platform/db/insert-rows';
import { applicationChunks, applicationCommands, applications } from '@vigil/shared/platform/db/schema/applications';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { whereInForce } from '@vigil/shared/platform/licences';
import { and, asc, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { cancelScheduledCommands } from '../../../ledger/ledger.ts';

export type StoredApplication = typeof applications.$inferSelect;
type NewApplication = typeof applications.$inferInsert;

/** One new application at a time: two at once could exceed the space of their company, or of all. */
export const lockApplicationCreation = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(7451195, 0)`);

/** Those of the whole company, and of the groups that the caller sees. */
const visibleApplications = ({ sight }: Caller): SQL | undefined => {
  const groups = groupsInSight(sight);
  return groups === 'all' ? undefined : or(isNull(applications.groupFk), inArray(applications.groupFk, [...groups]));
};

export async function findVisibleApplication(
  tx: ReadTx,
  caller: Caller,
  pk: ApplicationPk,
): Promise<StoredApplication | undefined> {
  const [row] = await tx
    .select()
    .from(applications)
    .where(and(eq(applications.pk, pk), visibleApplications(caller)));
  return row;
}

export async function readStorageUse(tx: ReadTx): Promise<{ count: number; bytes: number }> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${applications.size}), 0)` })
    .from(applications);
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) };
}

/** The bytes of all companies. */
export async function readTotalStorageUse(tx: ReadTx): Promise<number> {
  const [row] = await tx.execute<{ bytes: string }>(sql`select bytes_of_applications() as bytes`);
  return Number(row?.bytes);
}

/** Whether a licence that is in force is more than the free trial. */
export const hasPaidLicence = async (tx: ReadTx, at: Date): Promise<boolean> =>
  (await tx.$count(licences, and(whereInForce(at), ne(licences.type, TRIAL_LICENCE.type)))) > 0;

export const isExistingGroup = async (tx: ReadTx, pk: GroupPk): Promise<boolean> =>
  (await tx.$count(deviceGroups, eq(deviceGroups.pk, pk))) > 0;

/** @returns undefined when the name and version are taken */
export async function insertApplication(tx: Tx, row: NewApplication): Promise<StoredApplication | undefined> {
  const [added] = await tx.insert(applications).values(row).onConflictDoNothing().returning();
  return added;
}

export const changeApplication = (tx: Tx, pk: ApplicationPk, change: Partial<NewApplication>) =>
  tx.update(applications).set(change).where(eq(applications.pk, pk)).returning();

export const removeApplication = (tx: Tx, pk: ApplicationPk) =>
  tx.delete(applications).where(eq(applications.pk, pk)).returning();

/** Takes a piece if it is the next one. @returns whether it was */
export async function appendChunkIfNext(
  tx: Tx,
  { pk, companyFk }: StoredApplication,
  { at, data, kind }: { at: number; data: Buffer; kind: StoredApplication['kind'] },
): Promise<boolean> {
  const [moved] = await tx
    .update(applications)
    .set({ received: at + data.length, kind })
    .where(and(eq(applications.pk, pk), eq(applications.received, at), eq(applications.state, 'uploading')))
    .returning({ pk: applications.pk });
  if (!moved) return false;
  await tx.insert(applicationChunks).values({ companyFk, applicationFk: pk, at, data });
  return true;
}

export async function readChunk(tx: ReadTx, pk: ApplicationPk, offset: number): Promise<Buffer | undefined> {
  const [row] = await tx
    .select({ data: applicationChunks.data })
    .from(applicationChunks)
    .where(and(eq(applicationChunks.applicationFk, pk), eq(applicationChunks.at, offset)));
  return row?.data;
}

type Counts = Application['counts'];

/** The last command of each application on each device that the caller sees. */
const latest = (tx: ReadTx, caller: Caller, condition?: SQL) =>
  tx
    .selectDistinctOn([applicationCommands.applicationFk, applicationCommands.deviceFk], {
      application: applicationCommands.applicationFk,
      action: applicationCommands.action,
      command: commands,
    })
    .from(applicationCommands)
    .innerJoin(commands, eq(commands.id, applicationCommands.id))
    .innerJoin(devices, eq(devices.pk, applicationCommands.deviceFk))
    .where(and(condition, whereInSight(caller)))
    .orderBy(
      asc(applicationCommands.applicationFk),
      asc(applicationCommands.deviceFk),
      desc(applicationCommands.createdAt),
    );

async function countInstalls(tx: ReadTx, caller: Caller): Promise<ReadonlyMap<ApplicationPk, Counts>> {
  const newestFirst = sql`order by ${applicationCommands.createdAt} desc`;
  const last = tx
    .select({
      application: applicationCommands.applicationFk,
      state: sql<string>`(array_agg(${commands.state} ${newestFirst}))[1]`.as('last_state'),
      // What was tried since and has failed left it as it was.
      done: sql<string>`(array_agg(${applicationCommands.action} ${newestFirst}) filter (where ${commands.state} = 'done'))[1]`.as(
        'last_done',
      ),
    })
    .from(applicationCommands)
    .innerJoin(commands, eq(commands.id, applicationCommands.id))
    .innerJoin(devices, eq(devices.pk, applicationCommands.deviceFk))
    // What was cancelled has changed nothing on the device.
    .where(and(whereInSight(caller), sql`${commands.message} is distinct from 'cancelled'`))
    .groupBy(applicationCommands.applicationFk, applicationCommands.deviceFk)
    .as('last');
  const rows = await tx
    .select({
      application: last.application,
      installed: sql<number>`(count(*) filter (where ${last.done} = 'install'))::int`,
      open: sql<number>`(count(*) filter (where ${last.state} in ${openCommandStates}))::int`,
      failed: sql<number>`(count(*) filter (where ${last.state} in ${unsuccessfulCommandStates}))::int`,
    })
    .from(last)
    .groupBy(last.application);
  return new Map(rows.map(({ application, ...counts }) => [application, counts]));
}

const NO_COUNTS: Counts = { installed: 0, open: 0, failed: 0 };

const wire = (row: StoredApplication, counts: Counts): Application => ({
  pk: row.pk,
  device_group_fk: row.groupFk,
  app_name: row.name,
  app_version: row.version,
  file_name: row.fileName,
  kind: row.kind,
  size: row.size,
  received: row.received,
  state: row.state,
  sha256: row.state === 'ready' ? row.sha256 : null,
  flag_install: row.flagInstall,
  install_args: row.installArgs,
  run_after: row.runAfter,
  flag_pin: row.pinHash === null ? 0 : 1,
  uploader_name: row.uploaderName,
  created_at: row.createdAt.toISOString(),
  counts,
});

export async function selectApplications(tx: ReadTx, caller: Caller, pk?: ApplicationPk): Promise<Application[]> {
  const rows = await tx
    .select()
    .from(applications)
    .where(and(pk === undefined ? undefined : eq(applications.pk, pk), visibleApplications(caller)))
    .orderBy(desc(applications.createdAt), desc(applications.pk));
  const counts = await countInstalls(tx, caller);
  return rows.map((row) => wire(row, counts.get(row.pk) ?? NO_COUNTS));
}

export const selectLatestApplicationCommands = (tx: ReadTx, caller: Caller, pk: ApplicationPk) =>
  latest(tx, caller, eq(applicationCommands.applicationFk, pk)).limit(MAX_BULK_DEVICES);

/** The devices of a group and of everything below it. */
export async function selectSubtreeDevices(tx: ReadTx, caller: Caller, group: GroupPk): Promise<DevicePk[]> {
  const rows = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(whereInScope(group), whereInSight(caller)))
    .orderBy(asc(devices.pk))
    .limit(MAX_BULK_DEVICES);
  return rows.map((row) => row.pk);
}

export const insertApplicationCommands = (tx: Tx, rows: readonly (typeof applicationCommands.$inferInsert)[]) =>
  insertRows(tx, applicationCommands, rows);

/** Ends the scheduled commands of an application that were not sent yet, or one of them. */
export async function cancelScheduledInstallations(
  tx: Tx,
  pk: ApplicationPk,
  { id, at }: { id?: CommandId; at: Date },
): Promise<(typeof commands.$inferSelect)[]> {
  const own = tx
    .select({ id: applicationCommands.id })
    .from(applicationCommands)
    .where(eq(applicationCommands.applicationFk, pk));
  return cancelScheduledCommands(
    tx,
    and(inArray(commands.id, own), id === undefined ? undefined : eq(commands.id, id)),
    at,
  );
}

/** Marks the file of a running command as downloaded and returns it: a second call finds nothing. */
export async function claimDownload(
  tx: Tx,
  { id, device, key, at }: { id: CommandId; device: DevicePk; key: string; at: Date },
): Promise<StoredApplication | undefined> {
  const [taken] = await tx
    .update(applicationCommands)
    .set({ downloadedAt: at })
    .from(commands)
    .where(
      and(
        eq(applicationCommands.id, id),
        eq(commands.id, applicationCommands.id),
        eq(applicationCommands.deviceFk, device),
        inArray(commands.state, deliveredCommandStates),
        isNull(applicationCommands.downloadedAt),
        inArray(
          applicationCommands.deviceFk,
          tx.select({ pk: devices.pk }).from(devices).where(eq(devices.publicKey, key)),
        ),
      ),
    )
    .returning({ application: applicationCommands.applicationFk });
  if (!taken) return undefined;
  const [row] = await tx
    .select()
    .from(applications)
    .where(and(eq(applications.pk, taken.application), eq(applications.state, 'ready')));
  return row;
}
