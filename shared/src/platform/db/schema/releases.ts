import {
  bigint,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { updateChannels } from '../../../contract/app-config-rules.ts';
import type { CommandId, DevicePk, GroupPk, RolloutPk, UserPk } from '../../../contract/ids.ts';
import type { ReleaseManifest } from '../../../contract/release.ts';
import { rolloutOutcomes, rolloutHaltReasons, rolloutStates } from '../../../contract/rollout-rules.ts';
import { bytesColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { deviceGroups } from './devices.ts';

/**
 * The public halves of the offline keys that sign releases. The first was trusted as it is, each further one is signed
 * by an earlier one.
 */
export const releaseKeys = pgTable('release_keys', {
  keyId: varchar('key_id', { length: 40 }).primaryKey(),
  publicKey: char('public_key', { length: 44 }).notNull(),
  signedBy: varchar('signed_by', { length: 40 }),
  signature: char('signature', { length: 88 }),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
  retiredAt: timestampColumn('retired_at'),
});

/** The versions of the agent that were published, for all companies. */
export const agentReleases = pgTable('agent_releases', {
  version: varchar('version', { length: 40 }).primaryKey(),
  channel: varchar('channel', { length: 10, enum: updateChannels }).notNull(),
  manifest: jsonb('manifest').$type<ReleaseManifest>().notNull(),
  keyId: varchar('key_id', { length: 40 }).notNull(),
  signature: char('signature', { length: 88 }).notNull(),
  publishedAt: timestampColumn('published_at').notNull().defaultNow(),
  /** From then on it is offered to no device. */
  withdrawnAt: timestampColumn('withdrawn_at'),
});

/** The bytes of their packages, by the hash of the whole file. */
export const agentReleaseChunks = pgTable(
  'agent_release_chunks',
  {
    sha256: char('sha256', { length: 64 }).notNull(),
    /** Offset in the file. */
    at: bigint('at', { mode: 'number' }).notNull(),
    data: bytesColumn('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sha256, t.at] })],
);

/** Updates of the devices of a group, a share of them at first. */
export const agentRollouts = pgTable(
  'agent_rollouts',
  {
    pk: serial('pk').$type<RolloutPk>().primaryKey(),
    companyFk: companyFk(),
    groupFk: integer('group_fk')
      .$type<GroupPk>()
      .references(() => deviceGroups.pk, { onDelete: 'set null' }),
    groupName: varchar('group_name', { length: 40 }).notNull(),
    version: varchar('version', { length: 40 }).notNull(),
    /** Of its devices, in their order, the share that is updated now. */
    percent: integer('percent').notNull(),
    /** It stops when at least `leastDecided` are decided, and this share of them has failed. */
    failurePercent: integer('failure_percent').notNull(),
    leastDecided: integer('least_decided').notNull(),
    state: varchar('state', { length: 10, enum: rolloutStates }).notNull().default('running'),
    /** Why it stopped or paused by itself. */
    reason: varchar('reason', { length: 40, enum: rolloutHaltReasons }),
    issuedBy: integer('issued_by').$type<UserPk>(),
    issuerName: text('issuer_name').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    finishedAt: timestampColumn('finished_at'),
  },
  (t) => [index('agent_rollouts_company').on(t.companyFk, t.createdAt), index('agent_rollouts_state').on(t.state)],
);

/** A device of a rollout, from its start. `commandFk` is set with the command, once. */
export const agentRolloutDevices = pgTable(
  'agent_rollout_devices',
  {
    rolloutFk: integer('rollout_fk')
      .$type<RolloutPk>()
      .notNull()
      .references(() => agentRollouts.pk, { onDelete: 'cascade' }),
    companyFk: companyFk(),
    /** From 1; the same share of devices comes first each time. Below 1: left out at the start, and in no share. */
    n: integer('n').notNull(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    commandFk: uuid('command_fk').$type<CommandId>(),
    outcome: varchar('outcome', { length: 10, enum: rolloutOutcomes }),
    reason: text('reason'),
    /** When its outcome was decided; without one, from when on it is told again. */
    decidedAt: timestampColumn('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.rolloutFk, t.n] }),
    index('agent_rollout_devices_device').on(t.deviceFk),
    index('agent_rollout_devices_command').on(t.commandFk),
  ],
);
