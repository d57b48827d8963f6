import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { OsId } from '../../../contract/device.ts';
import type { HardwareEntry, SoftwareEntry } from '../../../contract/events/agent-up/inventory.ts';
import type { PolicyComplianceFacts } from '../../../contract/events/agent-up/policy-state.ts';
import type { FrameExt } from '../../../contract/events/agent-up/thumbnail.ts';
import type { ProcessRow } from '../../../contract/events/agent-up/usage.ts';
import type { HardwareId } from '../../../contract/hardware.ts';
import type {
  AppConfigPk,
  DevicePk,
  EnrolTokenPk,
  FavouritePk,
  GroupMemberPk,
  GroupPk,
  DeviceGuid,
  UserPk,
} from '../../../contract/ids.ts';
import { connectionMedia } from '../../../contract/names.ts';
import { appConfigs } from './app-configs.ts';
import { bitColumn, bytesColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

export const deviceGroups = pgTable(
  'device_groups',
  {
    pk: serial('pk').$type<GroupPk>().primaryKey(),
    companyFk: companyFk(),
    name: varchar('name', { length: 40 }).notNull(),
    groupFk: integer('group_fk').$type<GroupPk>(),
    rootGroupFk: integer('root_group_fk').$type<GroupPk>(),
    /** Configuration of the devices in it and below, unless they or a nearer group have one of their own. */
    appConfigFk: integer('app_config_fk')
      .$type<AppConfigPk>()
      .references(() => appConfigs.pk, { onDelete: 'set null' }),
    isDefault: bitColumn('flag_df_group'),
    flagConfirm: bitColumn('flag_confirm'),
    deviceLimit: integer('dev_limit').notNull().default(0),
    managerName: varchar('manager_name', { length: 100 }).notNull().default(''),
    managerEmail: varchar('manager_email', { length: 200 }).notNull().default(''),
    managerPhone: varchar('manager_phone', { length: 40 }).notNull().default(''),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [unique('device_groups_sibling').on(t.companyFk, t.groupFk, t.name).nullsNotDistinct()],
);

/** Which groups a user may see (spec 3 §3, member-to-group link). */
export const groupMembers = pgTable(
  'group_members',
  {
    pk: serial('pk').$type<GroupMemberPk>().primaryKey(),
    companyFk: companyFk(),
    groupFk: integer('device_group_fk')
      .$type<GroupPk>()
      .notNull()
      .references(() => deviceGroups.pk, { onDelete: 'cascade' }),
    memberFk: integer('member_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('group_members_pair').on(t.memberFk, t.groupFk)],
);

export const devices = pgTable(
  'devices',
  {
    pk: serial('pk').$type<DevicePk>().primaryKey(),
    companyFk: companyFk(),
    guid: uuid('guid').$type<DeviceGuid>().notNull(),
    /** Raw Ed25519 public key in base64: all that the server knows of the agent's identity. */
    publicKey: varchar('public_key', { length: 44 }).notNull(),
    alias: varchar('alias', { length: 64 }).notNull(),
    memo: varchar('memo', { length: 140 }).notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    approval: bitColumn('approval'),
    /** When the approval was given or withdrawn last; null: it is as it was at the enrolment. */
    approvalChangedAt: timestampColumn('approval_changed_at'),
    possibleClone: bitColumn('possible_clone'),
    /**
     * The hardware that has the device's key: the first that named itself, or the one that an administrator confirmed.
     */
    hardwareId: varchar('hardware_id', { length: 64 }).$type<HardwareId>(),
    groupFk: integer('device_group_fk')
      .$type<GroupPk>()
      .notNull()
      .references(() => deviceGroups.pk),
    appConfigFk: integer('app_config_fk')
      .$type<AppConfigPk>()
      .references(() => appConfigs.pk, { onDelete: 'set null' }),
    osId: smallint('dev_os_id').$type<OsId>().notNull().default(0),
    osName: text('user_os_str').notNull().default(''),
    alive: bitColumn('alive'),
    /** Sequence number of the last state that was stored: an older one that arrives late changes nothing. */
    stateSeq: bigint('state_seq', { mode: 'number' }).notNull().default(0),
    lastConnectedAt: timestampColumn('last_connected_time'),
    lastDisconnectedAt: timestampColumn('last_disconnected_time'),
    publicIp: text('s_pub_ip'),
    privateIp: text('s_pri_ip'),
    ipAddr: text('ip_addr'),
    netmask: text('netmask'),
    gateway: text('gateway'),
    dns: text('dns'),
    macAddr: text('mac_addr'),
    /** Null for agents that do not tell it. */
    link: varchar('link', { length: 8, enum: connectionMedia }),
    bios: text('bios'),
    processor: text('processor'),
    timeZone: text('time_zone'),
    agentVersion: text('cs_ver'),
    /**
     * The newest release for its system in its update channel, as a task of the workers keeps it; null when there is
     * none.
     */
    latestVersion: varchar('latest_ver', { length: 40 }),
    /** Of the processor, as Node names it; null for agents that do not say. */
    arch: varchar('arch', { length: 20 }),
    /** Of the system and of the agent, as it said when it connected last; null for agents that name none. */
    bootId: varchar('boot_id', { length: 100 }),
    agentStartId: varchar('agent_start_id', { length: 100 }),
    /** The boot before; one that comes back after another is that of a second machine. */
    previousBootId: varchar('previous_boot_id', { length: 100 }),
    /** When the agent first reported this start or version, by the servers' clock. */
    startReportedAt: timestampColumn('start_reported_at'),
    /** `PROTOCOL_VERSION` of the agent, as it announced it at the last handshake. */
    protocol: smallint('protocol').notNull().default(1),
    /** Version of the settings that its agent says it has applied. */
    configVersion: bigint('config_version', { mode: 'number' }),
    /** What its agent found of the demands of the policies; null before it reported any. */
    policyState: jsonb('policy_state').$type<PolicyComplianceFacts>(),
    /**
     * The times of the reports that are stored, by the servers' clocks: an older one that arrives late changes nothing.
     */
    systemInfoAt: timestampColumn('system_info_at'),
    inventoryAt: timestampColumn('inventory_at'),
    policyStateAt: timestampColumn('policy_state_at'),
    /** Where it is shown: as an administrator has set it, or else as its agent reports it. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    isLocationSet: boolean('is_location_set').notNull().default(false),
    reportedLatitude: doublePrecision('reported_latitude'),
    reportedLongitude: doublePrecision('reported_longitude'),
    kmsAddr: text('kms_addr'),
    kmsPort: integer('kms_port'),
    disableFileTransfer: bitColumn('disable_filetransfer'),
    securityAgreement: bitColumn('security_agreement'),
    hardware: jsonb('hardware').$type<HardwareEntry[]>().notNull().default([]),
    software: jsonb('software').$type<SoftwareEntry[]>().notNull().default([]),
    /** How many programs there are where `software` are the first of them; null: all. */
    softwareTotal: integer('software_total'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('devices_guid').on(t.guid),
    uniqueIndex('devices_key').on(t.companyFk, t.publicKey),
    index('devices_group').on(t.groupFk),
    index('devices_mac').on(t.companyFk, t.macAddr),
    index('devices_hardware').on(t.companyFk, t.hardwareId),
  ],
);

/**
 * The hardware that used the key of a device, from the moment that there were two: the device's own and the others.
 * What is barred must make a key of its own (decision 95).
 */
export const deviceHardware = pgTable(
  'device_hardware',
  {
    deviceFk: integer('device_fk')
      .$type<DevicePk>()
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
    companyFk: companyFk(),
    hardwareId: varchar('hardware_id', { length: 64 }).$type<HardwareId>().notNull(),
    name: text('name').notNull(),
    macAddr: text('mac_addr').notNull(),
    privateIp: text('s_pri_ip').notNull(),
    publicIp: text('s_pub_ip').notNull(),
    osName: text('user_os_str').notNull(),
    firstSeen: timestampColumn('first_seen').notNull(),
    lastSeen: timestampColumn('last_seen').notNull(),
    /** When it was connected last; null: it was refused each time. */
    connectedAt: timestampColumn('connected_at'),
    barredAt: timestampColumn('barred_at'),
    /** The device that it has become. */
    successorFk: integer('successor_fk')
      .$type<DevicePk>()
      .references(() => devices.pk, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.deviceFk, t.hardwareId] }), index('device_hardware_successor').on(t.successorFk)],
);

/** The last process list of a device, at most a minute older than what viewers saw of it. */
export const deviceProcesses = pgTable('device_processes', {
  deviceFk: integer('device_fk')
    .$type<DevicePk>()
    .primaryKey()
    .references(() => devices.pk, { onDelete: 'cascade' }),
  companyFk: companyFk(),
  at: timestampColumn('at').notNull(),
  rows: jsonb('rows').$type<ProcessRow[]>().notNull(),
  /** How many processes there were where `rows` are the first of them; null: all. */
  total: integer('total'),
});

export const favourites = pgTable(
  'favourites',
  {
    pk: serial('pk').$type<FavouritePk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    deviceFk: integer('device_fk')
      .$type<DevicePk>()
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('favourites_pair').on(t.userFk, t.deviceFk)],
);

export const enrolTokens = pgTable(
  'enrol_tokens',
  {
    pk: serial('pk').$type<EnrolTokenPk>().primaryKey(),
    companyFk: companyFk(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    groupFk: integer('group_fk')
      .$type<GroupPk>()
      .references(() => deviceGroups.pk, { onDelete: 'set null' }),
    autoAccept: bitColumn('auto_accept', 1),
    usesLeft: integer('uses_left'),
    used: integer('used').notNull().default(0),
    /** The token itself, encrypted: its creator may see it again for a day. */
    sealed: text('sealed'),
    createdBy: integer('created_by').$type<UserPk>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (t) => [uniqueIndex('enrol_tokens_hash').on(t.tokenHash)],
);

/** The last frame of a device, sealed for its company (`frame-sealing.ts`); Redis may have a newer one. */
export const lastFrames = pgTable(
  'last_frames',
  {
    deviceFk: integer('device_fk')
      .$type<DevicePk>()
      .primaryKey()
      .references(() => devices.pk, { onDelete: 'cascade' }),
    companyFk: companyFk(),
    ext: varchar('ext', { length: 4 }).$type<FrameExt>().notNull(),
    capturedAt: timestampColumn('captured_at').notNull(),
    /** When the screen was last known to look like that; from then on it is kept for the time of the company. */
    seenAt: timestampColumn('seen_at').notNull(),
    /** What it does not show (`fleet/blur-regions-hash.ts`); null: unknown. */
    hiddenAreas: varchar('hidden_areas', { length: 16 }),
    sealed: bytesColumn('sealed').notNull(),
  },
  (t) => [index('last_frames_company').on(t.companyFk)],
);

/** One row for each time a device was connected. */
export const deviceConnections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey(),
    companyFk: companyFk(),
    deviceFk: integer('device_fk')
      .$type<DevicePk>()
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
    connectedAt: timestampColumn('connected_at').notNull(),
    disconnectedAt: timestampColumn('disconnected_at'),
  },
  (t) => [index('connections_device').on(t.deviceFk, t.connectedAt)],
);
