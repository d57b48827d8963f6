import { randomUUID } from 'node:crypto';
import { AlertCode } from '@vigil/shared/contract/alert';
import { DeviceGuid, RemoteSessionId, UserPk, type CompanyPk, type DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { signInFailures, signInRecords } from '@vigil/shared/platform/db/schema/accounts';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { remoteSessionFiles, remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sql } from 'drizzle-orm';

/** A row of the four histories: which user and device, and when. */
export interface HistoryEvent {
  readonly device: DevicePk;
  readonly at: Date;
  /** Of the user and of the device. */
  readonly name: string;
  readonly user?: UserPk;
  readonly kind?: number;
}

/** Remote sessions that have ended, with a file each. */
async function addRemoteSessions(tx: Tx, companyFk: CompanyPk, events: readonly HistoryEvent[]): Promise<void> {
  const rows = events.map(({ device, at, name, user = UserPk.parse(1), kind = 0 }) => ({
    id: RemoteSessionId.parse(randomUUID()),
    companyFk,
    type: 'rc' as const,
    userFk: user,
    mgrid: `${name}@vigil.test`,
    deviceFk: device,
    deviceAlias: `device ${name}`,
    deviceGuid: DeviceGuid.parse(randomUUID()),
    hostOsId: kind % 2 === 0 ? (1 as const) : (2 as const),
    secretHash: 'none',
    issuedAt: at,
    redeemedAt: at,
    endedAt: new Date(at.getTime() + 60_000),
  }));
  await tx.insert(remoteSessions).values(rows);
  await tx.insert(remoteSessionFiles).values(
    rows.map(({ id, redeemedAt, mgrid }, i) => ({
      companyFk,
      sessionFk: id,
      name: `${mgrid}.pdf`,
      action: i % 2 === 0 ? ('upload' as const) : ('download' as const),
      size: 1_000 * i,
      startTime: redeemedAt,
      endTime: redeemedAt,
    })),
  );
}

/** Alerts that are over. */
const addAlerts = (tx: Tx, companyFk: CompanyPk, events: readonly HistoryEvent[]) =>
  tx.insert(alerts).values(
    events.map(({ device, at, name, kind = 2 }) => ({
      companyFk,
      deviceFk: device,
      deviceAlias: `device ${name}`,
      osId: kind % 2 === 0 ? (1 as const) : (2 as const),
      alertCode: AlertCode.parse(`I${kind % 2 === 0 ? 'W' : 'L'}${kind}`),
      value: 95,
      raisedAt: at,
      endedAt: at,
    })),
  );

export const addSignIns = (tx: Tx, companyFk: CompanyPk, events: readonly Omit<HistoryEvent, 'device'>[]) =>
  tx.insert(signInRecords).values(
    events.map(({ at, name, user = UserPk.parse(1) }) => ({
      companyFk,
      userFk: user,
      mgrid: `${name}@vigil.test`,
      ip: '192.0.2.1',
      browser: `Browser ${name}`,
      at,
    })),
  );

export const addFailedSignIns = (tx: Tx, companyFk: CompanyPk, events: readonly Omit<HistoryEvent, 'device'>[]) =>
  tx.insert(signInFailures).values(
    events.map(({ at, name, user = UserPk.parse(1) }, i) => ({
      companyFk,
      userFk: user,
      mgrid: `${name}@vigil.test`,
      name: `person ${name}`,
      ip: `203.0.113.${i + 1}`,
      userAgent: `Agent ${name}`,
      cause: 'password' as const,
      at,
    })),
  );

/** Times that differ by microseconds, which a cursor must not round. */
export async function spreadMicroseconds(tx: Tx): Promise<void> {
  await tx.execute(sql`update alerts set generate = generate + (pk % 5) * interval '1 microsecond'`);
  await tx.execute(sql`update access_records set access_time = access_time + (pk % 5) * interval '1 microsecond'`);
  await tx.execute(sql`update sign_in_failures set failed_at = failed_at + (pk % 3) * interval '1 microsecond'`);
  await tx.execute(
    sql`update remote_sessions set start_time = start_time + (random() * 5)::int * interval '1 microsecond'`,
  );
}

/** A row in each of the four histories for each event. */
export async function addToHistories(tx: Tx, companyFk: CompanyPk, events: readonly HistoryEvent[]): Promise<void> {
  await addRemoteSessions(tx, companyFk, events);
  await addAlerts(tx, companyFk, events);
  await addSignIns(tx, companyFk, events);
}
