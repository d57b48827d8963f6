import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { HardwareEntry, SoftwareEntry } from '../../../contract/events/agent-up/inventory.ts';
import { companies } from './companies.ts';
import { users } from './users.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });
const bit = (name: string, fallback: 0 | 1 = 0) => smallint(name).notNull().default(fallback);
const company = () =>
  integer('company_fk')
    .notNull()
    .references(() => companies.pk, { onDelete: 'cascade' });

export const deviceGroups = pgTable(
  'device_groups',
  {
    pk: serial('pk').primaryKey(),
    companyFk: company(),
    name: varchar('name', { length: 40 }).notNull(),
    groupFk: integer('group_fk'),
    rootGroupFk: integer('root_group_fk'),
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
    companyFk: company(),
    groupFk: integer('device_group_fk')
      .notNull()
      .references(() => deviceGroups.pk, { onDelete: 'cascade' }),
    memberFk: integer('member_fk')
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('group_members_pair').on(t.memberFk, t.groupFk)],
);

export const appConfigs = pgTable('app_configs', {
  pk: serial('pk').primaryKey(),
  companyFk: company(),
  name: varchar('config_name', { length: 100 }).notNull(),
  config: jsonb('config').$type<Record<string, unknown>>().notNull().default({}),
});

export const devices = pgTable(
  'devices',
  {
    pk: serial('pk').primaryKey(),
    companyFk: company(),
    guid: uuid('guid').notNull(),
    /** Raw Ed25519 public key in base64: all that the server knows of the agent's identity. */
    publicKey: varchar('public_key', { length: 44 }).notNull(),
    alias: varchar('alias', { length: 64 }).notNull(),
    memo: varchar('memo', { length: 140 }).notNull().default(''),
    approval: bit('approval'),
    possibleClone: bit('possible_clone'),
    groupFk: integer('device_group_fk')
      .notNull()
      .references(() => deviceGroups.pk),
    appConfigFk: integer('app_config_fk').references(() => appConfigs.pk, { onDelete: 'set null' }),
    osId: smallint('dev_os_id').notNull().default(0),
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
    pk: serial('pk').primaryKey(),
    companyFk: company(),
    userFk: integer('user_fk')
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    deviceFk: integer('device_fk')
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('favourites_pair').on(t.userFk, t.deviceFk)],
);

export const enrolTokens = pgTable(
  'enrol_tokens',
  {
    pk: serial('pk').primaryKey(),
    companyFk: company(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    groupFk: integer('group_fk').references(() => deviceGroups.pk, { onDelete: 'set null' }),
    autoAccept: bit('auto_accept', 1),
    usesLeft: integer('uses_left'),
    createdBy: integer('created_by'),
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
    companyFk: company(),
    deviceFk: integer('device_fk')
      .notNull()
      .references(() => devices.pk, { onDelete: 'cascade' }),
    connectedAt: time('connected_at').notNull(),
    disconnectedAt: time('disconnected_at'),
  },
  (t) => [index('connections_device').on(t.deviceFk, t.connectedAt)],
);
