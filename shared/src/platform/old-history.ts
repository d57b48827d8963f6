import { and, eq, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { CompanyPk, DevicePk } from '../contract/ids.ts';
import type { ReadTx, Tx } from './db/client.ts';
import { signInFailures, signInRecords } from './db/schema/accounts.ts';
import { incidents } from './db/schema/incidents.ts';
import { alerts, usageMinutes } from './db/schema/records.ts';
import { remoteSessionFiles, remoteSessions } from './db/schema/remote-sessions.ts';

export interface History {
  readonly company: CompanyPk;
  /** What ended before is old. */
  readonly start: Date;
}

/** Alerts that are over; those of an incident stay as long as it does. */
const oldAlerts = (tx: ReadTx, { company, start }: History): SQL | undefined =>
  and(
    eq(alerts.companyFk, company),
    lt(alerts.endedAt, start),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(incidents)
        .where(
          and(
            eq(incidents.pk, alerts.incidentFk),
            or(isNull(incidents.resolvedAt), sql`${incidents.resolvedAt} >= ${start.toISOString()}::timestamptz`),
          ),
        ),
    ),
  );

const oldIncidents = ({ company, start }: History): SQL | undefined =>
  and(eq(incidents.companyFk, company), lt(incidents.resolvedAt, start));

const oldSessions = ({ company, start }: History): SQL | undefined =>
  // No session ends before it was issued: the index of the list leads to the old ones.
  and(eq(remoteSessions.companyFk, company), lt(remoteSessions.issuedAt, start), lt(remoteSessions.endedAt, start));

const oldSignIns = ({ company, start }: History): SQL | undefined =>
  and(eq(signInRecords.companyFk, company), lt(signInRecords.at, start));

const oldSignInFailures = ({ company, start }: History): SQL | undefined =>
  and(eq(signInFailures.companyFk, company), lt(signInFailures.at, start));

/**
 * How many entries of its lists a company has that ended before `start`: alerts, incidents, remote sessions and their
 * files, sign-ins.
 */
export async function countOldHistory(tx: ReadTx, history: History): Promise<number> {
  const ofSessions = tx.select({ id: remoteSessions.id }).from(remoteSessions).where(oldSessions(history));
  const counts = [
    await tx.$count(alerts, oldAlerts(tx, history)),
    await tx.$count(incidents, oldIncidents(history)),
    await tx.$count(remoteSessions, oldSessions(history)),
    await tx.$count(remoteSessionFiles, inArray(remoteSessionFiles.sessionFk, ofSessions)),
    await tx.$count(signInRecords, oldSignIns(history)),
    await tx.$count(signInFailures, oldSignInFailures(history)),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Batch {
  readonly most: number;
}

/** Another process that deletes the same history takes the rows after these. */
const skipLocked = { skipLocked: true } as const;

/** How many rows were deleted of each kind, as the audit records them. */
export type DeletedRows = Readonly<
  Record<'alerts' | 'incidents' | 'sessions' | 'files' | 'sign_ins' | 'usage', number>
>;

export const sumOfDeleted = (rows: DeletedRows): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

async function deleteOldAlerts(tx: Tx, history: History, { most }: Batch): Promise<number> {
  const some = tx
    .select({ pk: alerts.pk })
    .from(alerts)
    .where(oldAlerts(tx, history))
    .limit(most)
    .for('update', skipLocked);
  return (await tx.delete(alerts).where(inArray(alerts.pk, some)).returning({ pk: alerts.pk })).length;
}

async function deleteOldIncidents(tx: Tx, history: History, { most }: Batch): Promise<number> {
  // The alerts of an incident go before it, by which they are known as old.
  const withAlerts = tx
    .select({ one: sql`1` })
    .from(alerts)
    .where(eq(alerts.incidentFk, incidents.pk));
  const some = tx
    .select({ pk: incidents.pk })
    .from(incidents)
    .where(and(oldIncidents(history), notExists(withAlerts)))
    .limit(most)
    .for('update', skipLocked);
  return (await tx.delete(incidents).where(inArray(incidents.pk, some)).returning({ pk: incidents.pk })).length;
}

async function deleteOldSessions(
  tx: Tx,
  history: History,
  { most }: Batch,
): Promise<Pick<DeletedRows, 'sessions' | 'files'>> {
  const some = await tx
    .select({ id: remoteSessions.id })
    .from(remoteSessions)
    .where(oldSessions(history))
    .limit(most)
    .for('update', skipLocked);
  const ids = sql`any(${`{${some.map(({ id }) => id).join(',')}}`}::uuid[])`;
  const files = await tx
    .delete(remoteSessionFiles)
    .where(sql`${remoteSessionFiles.sessionFk} = ${ids}`)
    .returning({ pk: remoteSessionFiles.pk });
  const sessions = await tx
    .delete(remoteSessions)
    .where(sql`${remoteSessions.id} = ${ids}`)
    .returning({ id: remoteSessions.id });
  return { sessions: sessions.length, files: files.length };
}

async function deleteOldSignIns(tx: Tx, history: History, { most }: Batch): Promise<number> {
  const some = tx
    .select({ pk: signInRecords.pk })
    .from(signInRecords)
    .where(oldSignIns(history))
    .limit(most)
    .for('update', skipLocked);
  return (await tx.delete(signInRecords).where(inArray(signInRecords.pk, some)).returning({ pk: signInRecords.pk }))
    .length;
}

async function deleteOldSignInFailures(tx: Tx, history: History, { most }: Batch): Promise<number> {
  const some = tx
    .select({ pk: signInFailures.pk })
    .from(signInFailures)
    .where(oldSignInFailures(history))
    .limit(most)
    .for('update', skipLocked);
  return (await tx.delete(signInFailures).where(inArray(signInFailures.pk, some)).returning({ pk: signInFailures.pk }))
    .length;
}

/**
 * Deletes some of the old alerts, incidents, remote sessions with their files, and sign-ins, failed ones among them.
 */
export const deleteOldHistory = async (tx: Tx, history: History, batch: Batch): Promise<DeletedRows> => ({
  alerts: await deleteOldAlerts(tx, history, batch),
  incidents: await deleteOldIncidents(tx, history, batch),
  ...(await deleteOldSessions(tx, history, batch)),
  sign_ins: (await deleteOldSignIns(tx, history, batch)) + (await deleteOldSignInFailures(tx, history, batch)),
  usage: 0,
});

/** Deletes some of the old usage history of some devices, to which the key of the table leads. @returns how many */
export async function deleteOldUsage(
  tx: Tx,
  { start }: History,
  { most, devices }: Batch & { readonly devices: readonly DevicePk[] },
): Promise<number> {
  const some = tx
    .select({ device: usageMinutes.deviceFk, minute: usageMinutes.minute })
    .from(usageMinutes)
    .where(and(inArray(usageMinutes.deviceFk, [...devices]), lt(usageMinutes.minute, start)))
    .limit(most)
    .for('update', skipLocked);
  const gone = await tx.execute<{ n: number }>(sql`
    with gone as (
      delete from usage_minutes where (device_fk, minute) in (${some}) and minute < ${start.toISOString()}::timestamptz returning 1
    )
    select count(*)::int as n from gone`);
  return gone[0]?.n ?? 0;
}
