import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { ListFilter } from '../../../contract/http/filters.ts';
import type { Preference } from '../../../contract/http/preferences.ts';
import type { Profile } from '../../../contract/http/profile.ts';
import type { FilterPk, WallScreenPk, SessionId, TicketPk, UserPk } from '../../../contract/ids.ts';
import type { Language } from '../../../contract/languages.ts';
import { MAX_FILTER_NAME } from '../../../contract/limits.ts';
import type { QuietHours } from '../../../contract/quiet-hours.ts';
import { DEFAULT_TIME_ZONE_ID, DEFAULT_USER_LANGUAGE } from '../../../contract/user-defaults.ts';
import { sessionKinds } from '../../../domain/session-life.ts';
import { bitColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

const short = (name: string) => varchar(name, { length: 200 }).notNull().default('');

export const users = pgTable(
  'users',
  {
    pk: serial('pk').$type<UserPk>().primaryKey(),
    companyFk: companyFk(),
    mgrid: varchar('mgrid', { length: 38 }).notNull(),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: timestampColumn('password_changed_at').notNull().defaultNow(),
    /** 1: another person chose the password, and the next sign-in asks for a new one (decision 25). */
    mustChange: bitColumn('must_change'),
    /** When the mailed invitation ends, also after that; null once a password was chosen, or without an invitation. */
    invitedUntil: timestampColumn('invited_until'),
    name: short('name'),
    email: short('email'),
    /** The address that the user asked for; it becomes `email` when it is confirmed by a mailed link. */
    pendingEmail: varchar('pending_email', { length: 200 }),
    /** Counts changes of password and address; links and half sign-ins of an older version are void. */
    credentialVersion: integer('credential_version').notNull().default(0),
    phone: short('phone'),
    tel: short('tel'),
    department: short('department'),
    position: short('position'),
    type: varchar('type', { length: 20 }).notNull().default('Member'),
    /** Grows with every change of what the user may do; the record in Redis says of which it is. */
    rightsVersion: integer('rights_version').notNull().default(0),
    memberTypeId: integer('member_type_id').notNull().default(1),
    authVal: integer('auth_val').notNull().default(1),
    authRemotecontrol: bitColumn('auth_remotecontrol'),
    authDevicemanagement: bitColumn('auth_devicemanagement'),
    authFilemanager: bitColumn('auth_filemanager'),
    authRemoteview: bitColumn('auth_remoteview'),
    authUpdate: bitColumn('auth_update'),
    authThumbnailview: bitColumn('auth_thumbnailview'),
    authRestart: bitColumn('auth_restart'),
    useApprovalFunction: bitColumn('use_approval_function'),
    useApproval: bitColumn('use_approval'),
    /** Who decides this user's requests for access (spec 3 §4). */
    approverFk: integer('approver_fk').$type<UserPk>(),
    disableFileTransfer: bitColumn('disable_filetransfer'),
    flagUseOtp: bitColumn('flag_use_otp'),
    /** Encrypted with a key of the key ring; unconfirmed until the first right code. */
    otpSecret: text('otp_secret'),
    otpConfirmedAt: timestampColumn('otp_confirmed_at'),
    /** Time step of the last code that was accepted: none is good twice. */
    otpLastStep: bigint('otp_last_step', { mode: 'number' }),
    active: boolean('active').notNull().default(true),
    emailVerifiedAt: timestampColumn('email_verified_at'),
    failureCount: integer('failure_count').notNull().default(0),
    lockedAt: timestampColumn('locked_at'),
    timeZoneId: integer('time_zone_id').notNull().default(DEFAULT_TIME_ZONE_ID),
    dateFmtId: integer('date_fmt_id').$type<Profile['date_fmt_id']>().notNull().default(0),
    langCode: varchar('lang_code', { length: 2 }).$type<Language>().notNull().default(DEFAULT_USER_LANGUAGE),
    refreshInterval: integer('refresh_interval').notNull().default(5),
    imgRefreshInterval: integer('img_refresh_interval').notNull().default(5),
    /** 0: usage, and frames, are not refreshed by themselves. */
    flagRefresh: bitColumn('flag_refresh', 1),
    flagImgRefresh: bitColumn('flag_img_refresh', 1),
    flagReceptMail: bitColumn('flag_recept_mail'),
    /** When mails about incidents wait; null for none. */
    quietHours: jsonb('quiet_hours').$type<QuietHours>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    /** Incidents that were opened until then have been looked at in the bell. */
    alertsSeenAt: timestampColumn('alerts_seen_at'),
    /**
     * The temporary account of a ticket, which is valid for the time of the work and sees its devices only (decision
     * 38).
     */
    ticketFk: integer('ticket_fk').$type<TicketPk>(),
    /** The hidden user of a wall screen, who has no password and sees what the screen shows (decision 71). */
    wallScreenFk: integer('screen_fk').$type<WallScreenPk>(),
    validFrom: timestampColumn('valid_from'),
    validUntil: timestampColumn('valid_until'),
  },
  (t) => [
    uniqueIndex('users_mgrid').on(t.mgrid),
    uniqueIndex('users_ticket')
      .on(t.ticketFk)
      .where(sql`ticket_fk is not null`),
    uniqueIndex('users_screen')
      .on(t.wallScreenFk)
      .where(sql`screen_fk is not null`),
    // Not unique: older IDs may differ in case only.
    index('users_mgrid_folded').on(sql`lower(${t.mgrid})`),
    index('users_company').on(t.companyFk),
    index('users_email').on(sql`lower(${t.email})`),
  ],
);

/** What a user has chosen for the screen, one row a key. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    key: varchar('key', { length: 40 }).notNull(),
    value: jsonb('value').$type<Preference['value']>().notNull(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userFk, t.key] })],
);

/** Filters of the list of devices, by name (decision 74). */
export const savedFilters = pgTable(
  'saved_filters',
  {
    pk: serial('pk').$type<FilterPk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    name: varchar('name', { length: MAX_FILTER_NAME }).notNull(),
    filter: jsonb('filter').$type<ListFilter>().notNull(),
    shared: bitColumn('shared'),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_filters_name').on(t.userFk, sql`lower(${t.name})`),
    index('saved_filters_shared')
      .on(t.companyFk)
      .where(sql`shared = 1`),
  ],
);

/** Signed-in sessions. Redis holds the ones in use; this is where they come back from when Redis was lost. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').$type<SessionId>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    /** As the access record of the screen says it (spec 1 §3). */
    browser: varchar('browser', { length: 100 }).notNull().default(''),
    osId: integer('dev_os_id').notNull().default(0),
    /** `lasting` keeps for seven days; `invitation` ends with its invitation and is not extended. */
    kind: varchar('kind', { length: 12, enum: sessionKinds }).notNull().default('password'),
    /** The session that made the sign-in link by which this one was opened: this one ends with it. */
    parentFk: uuid('parent_fk').$type<SessionId>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    lastUsedAt: timestampColumn('last_used_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    endedAt: timestampColumn('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    index('sessions_user').on(t.userFk),
    index('sessions_expires').on(t.expiresAt),
    index('sessions_parent')
      .on(t.parentFk)
      .where(sql`parent_fk is not null`),
  ],
);
