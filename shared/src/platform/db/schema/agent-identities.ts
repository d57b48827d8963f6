import { index, integer, pgTable, primaryKey, serial, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { HardwareId } from '../../../contract/hardware.ts';
import type { CompanyPk, DeviceGuid, UnknownAgentPk } from '../../../contract/ids.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * The identities whose devices were deleted, kept for years: only with a row here is an agent told to forget its own. A
 * device that is merely missing may be in a newer database than the one that was restored. The company may be gone, so
 * that nothing refers to it.
 */
export const deviceDeletions = pgTable(
  'device_deletions',
  {
    guid: uuid('guid').$type<DeviceGuid>().notNull(),
    publicKey: varchar('public_key', { length: 44 }).notNull(),
    companyFk: integer('company_fk').$type<CompanyPk>().notNull(),
    deletedAt: timestampColumn('deleted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.guid, t.publicKey] })],
);

/** Agents with a valid credential and key of which the company has neither a device nor a deletion. */
export const unknownAgents = pgTable(
  'unknown_agents',
  {
    pk: serial('pk').$type<UnknownAgentPk>().primaryKey(),
    companyFk: companyFk(),
    guid: uuid('guid').$type<DeviceGuid>().notNull(),
    publicKey: varchar('public_key', { length: 44 }).notNull(),
    /** Of its host; empty for an agent that names no hardware. */
    name: text('name').notNull().default(''),
    macAddr: text('mac_addr').notNull().default(''),
    osName: text('user_os_str').notNull().default(''),
    privateIp: text('s_pri_ip').notNull().default(''),
    hardwareId: varchar('hardware_id', { length: 64 }).$type<HardwareId>(),
    publicIp: text('s_pub_ip').notNull(),
    agentVersion: varchar('agent_version', { length: 40 }).notNull(),
    firstSeen: timestampColumn('first_seen').notNull(),
    lastSeen: timestampColumn('last_seen').notNull(),
  },
  (t) => [
    uniqueIndex('unknown_agents_identity').on(t.companyFk, t.guid, t.publicKey),
    index('unknown_agents_seen').on(t.companyFk, t.lastSeen),
  ],
);
