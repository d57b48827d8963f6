import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, serial, smallint, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import type { OsId } from '../../../contract/device.ts';
import type { DevicePk, DeviceGuid, RemoteFilePk, RemoteSessionId, UserPk, SessionId } from '../../../contract/ids.ts';
import type { RemoteSessionEndReason, RemoteSessionType } from '../../../contract/names.ts';
import { bitColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * Remote sessions (spec 2 §3, "Remote history row"; decision 65): issued, then redeemed by a viewer, then ended. Names
 * are copied, so that a row reads the same after a user or device is gone.
 */
export const remoteSessions = pgTable(
  'remote_sessions',
  {
    id: uuid('id').$type<RemoteSessionId>().primaryKey(),
    companyFk: companyFk(),
    type: varchar('type', { length: 2 }).$type<RemoteSessionType>().notNull(),
    userFk: integer('user_fk').$type<UserPk>(),
    mgrid: varchar('mgrid', { length: 38 }).notNull(),
    userName: text('user_name').notNull().default(''),
    deviceFk: integer('device_fk').$type<DevicePk>(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    deviceGuid: uuid('device_guid').$type<DeviceGuid>().notNull(),
    hostPublicIp: text('host_public_ip'),
    hostPrivateIp: text('host_private_ip'),
    hostOsId: smallint('host_os_id').$type<OsId>().notNull(),
    viewerPublicIp: text('viewer_public_ip'),
    viewerPrivateIp: text('viewer_private_ip'),
    viewerOsId: smallint('viewer_os_id').$type<OsId>(),
    /** The user accepted the security pledge. */
    security: bitColumn('security'),
    /** Whether the user may use the device within approved windows only. */
    windowBound: bitColumn('window_bound'),
    /** The session of the console that it was opened from. */
    consoleSession: uuid('console_session').$type<SessionId>(),
    secretHash: varchar('secret_hash', { length: 64 }).notNull(),
    keyHash: varchar('key_hash', { length: 64 }),
    issuedAt: timestampColumn('issued_at').notNull(),
    redeemedAt: timestampColumn('start_time'),
    /** When its viewer or its agent last said that it is alive. */
    seenAt: timestampColumn('seen_at'),
    endsAt: timestampColumn('ends_at'),
    endedAt: timestampColumn('end_time'),
    endReason: varchar('end_reason', { length: 10 }).$type<RemoteSessionEndReason>(),
  },
  (t) => [
    index('remote_sessions_company').on(t.companyFk, t.issuedAt),
    index('remote_sessions_device').on(t.deviceFk, t.issuedAt),
    index('remote_sessions_page')
      .on(t.companyFk, t.redeemedAt, t.id)
      .where(sql`start_time is not null`),
    // What a row of the statistics leads to.
    index('remote_sessions_device_page')
      .on(t.deviceFk, t.redeemedAt, t.id)
      .where(sql`start_time is not null`),
    index('remote_sessions_user_page')
      .on(t.userFk, t.redeemedAt, t.id)
      .where(sql`start_time is not null`),
    // The workers look for sessions that are over every second.
    index('remote_sessions_open')
      .on(t.issuedAt)
      .where(sql`end_time is null`),
  ],
);

/** Files that were transferred in sessions. The viewer and the agent may both report one: the first row stays. */
export const remoteSessionFiles = pgTable(
  'remote_files',
  {
    pk: serial('pk').$type<RemoteFilePk>().primaryKey(),
    companyFk: companyFk(),
    sessionFk: uuid('session_fk')
      .$type<RemoteSessionId>()
      .notNull()
      .references(() => remoteSessions.id, { onDelete: 'cascade' }),
    name: varchar('file_name', { length: 255 }).notNull(),
    action: varchar('action_type', { length: 8 }).$type<'upload' | 'download'>().notNull(),
    size: bigint('file_size', { mode: 'number' }).notNull(),
    startTime: timestampColumn('start_time').notNull(),
    endTime: timestampColumn('end_time').notNull(),
  },
  (t) => [
    unique('remote_files_once').on(t.sessionFk, t.name, t.action, t.startTime),
    index('remote_files_page').on(t.companyFk, t.startTime, t.pk),
  ],
);
