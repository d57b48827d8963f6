import {
  type AnyPgColumn,
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { HardwareEntry, SoftwareEntry } from '../../../contract/events/agent-up/inventory.ts';
import type { OsId } from '../../../contract/device.ts';
import type { AppConfigPk, DevicePk, EnrolTokenPk, FavouritePk, GroupPk, Guid, UserPk } from '../../../contract/ids.ts';
import { bit, time } from './columns.ts';
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
      .references((): AnyPgColumn => appConfigs.pk, { onDelete: 'set null' }),
    isDefault: bit('flag_df_group'),
    flagConfirm: bit('flag_confirm'),
    deviceLimit: integer('dev_limit').notNull().default(0),
    managerName: varchar('manager_name', { length: 100 }).notNull().default(''),
    managerEmail: varchar('manager_email', { length: 200 }).notNull().default(''),
    managerPhone: varchar('manager_phone', { length: 40 }).notNull().default(''),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [unique('device_groups_sibling').on(t.companyFk, t.groupFk, t.name).nullsNotDistinct()],
);

/** Which groups a user may see (spec 3 §3, member-to-group link). */
export const groupMembers = pgTable(
  'group_members',
  {
    pk: serial('pk').primaryKey(),
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

export const appConfigs = pgTable('app_configs', {
  pk: serial('pk').$type<AppConfigPk>().primaryKey(),
  companyFk: companyFk(),
  name: varchar('config_name', { length: 100 }).notNull(),
  config: jsonb('config').$type<Record<string, unknown>>().notNull().default({}),
});

export const devices = pgTable(
  'devices',
  {
    pk: serial('pk').$type<DevicePk>().primaryKey(),
    companyFk: companyFk(),
    guid: uuid('guid').$type<Guid>().notNull(),
    /** Raw Ed25519 public key in base64: all that the server knows of the agent's identity. */
    publicKey: varchar('public_key', { length: 44 }).notNull(),
    alias: varchar('alias', { length: 64 }).notNull(),
    memo: varchar('memo', { length: 140 }).notNull().default(''),
    approval: bit('approval'),
    possibleClone: bit('possible_clone'),
    groupFk: integer('device_group_fk')
      .$type<GroupPk>()
      .notNull()
      .references(() => deviceGroups.pk),
    appConfigFk: integer('app_config_fk')
      .$type<AppConfigPk>()
      .references(() => appConfigs.pk, { onDelete: 'set null' }),
    osId: smallint('dev_os_id').$type<OsId>().notNull().default(0),
    osName: text('user_os_str').notNull().default(''),
    alive: bit('alive'),
    /** Sequence number of the last state that was stored: an older one that arrives late changes nothing. */
    stateSeq: bigint('state_seq', { mode: 'number' }).notNull().default(0),
    lastConnectedAt: time('last_connected_time'),
    lastDisconnectedAt: time('last_disconnected_time'),
    publicIp: text('s_pub_ip'),
    privateIp: text('s_pri_ip'),
    ipAddr: text('ip_addr'),
    netmask: text('netmask'),
    gateway: text('gateway'),
    dns: text('dns'),
    macAddr: text('mac_addr'),
    bios: text('bios'),
    processor: text('processor'),
    timeZone: text('time_zone'),
    agentVersion: text('cs_ver'),
    /** Version of the settings that its agent says it has applied. */
    configVersion: bigint('config_version', { mode: 'number' }),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    kmsAddr: text('kms_addr'),
    kmsPort: integer('kms_port'),
    disableFileTransfer: bit('disable_filetransfer'),
    securityAgreement: bit('security_agreement'),
    hardware: jsonb('hardware').$type<HardwareEntry[]>().notNull().default([]),
    software: jsonb('software').$type<SoftwareEntry[]>().notNull().default([]),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('devices_guid').on(t.guid),
    uniqueIndex('devices_key').on(t.companyFk, t.publicKey),
    index('devices_group').on(t.groupFk),
    index('devices_mac').on(t.companyFk, t.macAddr),
  ],
);

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
    autoAccept: bit('auto_accept', 1),
    usesLeft: integer('uses_left'),
    createdBy: integer('created_by').$type<UserPk>(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [uniqueIndex('enrol_tokens_hash').on(t.tokenHash)],
);

/** One row for each time a device was connected. */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey(),
    companyFk: companyFk(),
    deviceFk: integer('device_fk')
      .$type<DevicePk>()
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
    connectedAt: time('connected_at').notNull(),
    disconnectedAt: time('disconnected_at'),
  },
  (t) => [index('connections_device').on(t.deviceFk, t.connectedAt)],
);
