import { bigserial, index, integer, pgTable, serial, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { AccessRecordPk, SessionId, SignInFailurePk, UserPk } from '../../../contract/ids.ts';
import { loginOrigins, signInFailureCauses } from '../../../contract/names.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

const user = () =>
  integer('user_fk')
    .$type<UserPk>()
    .notNull()
    .references(() => users.pk, { onDelete: 'cascade' });

/** Stand in for the one-time code when the authenticator is lost; each once. Only keyed hashes are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    pk: serial('pk').primaryKey(),
    companyFk: companyFk(),
    userFk: user(),
    hash: varchar('hash', { length: 64 }).notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    /** When the user said to have kept them. Until then the codes before them are valid, too. */
    keptAt: timestampColumn('kept_at'),
    usedAt: timestampColumn('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_hash').on(t.userFk, t.hash)],
);

/**
 * `verify` confirms the address of a new account, `email` a changed one, and `undo` takes the change back. `resend` is
 * no link: a refused sign-in gets one, so that the verification mail can be asked for again.
 */
export const linkKinds = ['verify', 'email', 'undo', 'reset', 'unlock', 'sign_in', 'resend', 'ticket'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The secret parts of links in mails and of sign-in links, hashed. A new one of a kind ends the older ones. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    pk: serial('pk').primaryKey(),
    companyFk: companyFk(),
    userFk: user(),
    kind: varchar('kind', { length: 10, enum: linkKinds }).notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    /** The address to which the link was mailed. */
    address: varchar('address', { length: 200 }).notNull().default(''),
    credentialVersion: integer('credential_version').notNull().default(0),
    /** The session that made a sign-in link: the link, and the session that it opens, end with it. */
    sessionFk: uuid('session_fk').$type<SessionId>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (t) => [uniqueIndex('link_tokens_hash').on(t.tokenHash), index('link_tokens_user').on(t.userFk, t.kind)],
);

/** The history of sign-ins, as the screen reports them (spec 1 §4). */
export const signInRecords = pgTable(
  'access_records',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<AccessRecordPk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk').$type<UserPk>().notNull(),
    sessionFk: uuid('session_fk').$type<SessionId>(),
    mgrid: varchar('mgrid', { length: 38 }).notNull(),
    name: text('name').notNull().default(''),
    ip: text('ip').notNull(),
    /** Only apps and viewers know and send it (decision 117). */
    privateIp: text('mgr_pri_ip'),
    /** Empty for the desktop manager. */
    browser: varchar('browser', { length: 100 }).notNull().default(''),
    loginFrom: varchar('login_from', { length: 6, enum: loginOrigins }).notNull().default('web'),
    osId: integer('dev_os_id').notNull().default(0),
    typeId: integer('type_id').notNull().default(0),
    at: timestampColumn('access_time').notNull().defaultNow(),
  },
  (t) => [
    index('access_records_page').on(t.companyFk, t.at, t.pk),
    index('access_records_user').on(t.userFk, t.at, t.pk),
  ],
);

/** Attempts to sign in to an account that failed; the login ID stays when the user is deleted. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<SignInFailurePk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk').$type<UserPk>().notNull(),
    mgrid: varchar('mgrid', { length: 38 }).notNull(),
    name: text('name').notNull().default(''),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    cause: varchar('cause', { length: 20, enum: signInFailureCauses }).notNull(),
    at: timestampColumn('failed_at').notNull().defaultNow(),
  },
  (t) => [
    index('sign_in_failures_page').on(t.companyFk, t.at, t.pk),
    index('sign_in_failures_user').on(t.userFk, t.at, t.pk),
  ],
);

/** A code that opens a session with the rights of one user until it ends (spec 1 §2, partner pages). */
export const invitations = pgTable(
  'invitations',
  {
    pk: serial('pk').primaryKey(),
    companyFk: companyFk(),
    userFk: user(),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
    email: varchar('email', { length: 200 }).notNull().default(''),
    createdBy: text('created_by').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    usedAt: timestampColumn('used_at'),
    revokedAt: timestampColumn('revoked_at'),
  },
  (t) => [uniqueIndex('invitations_code').on(t.codeHash)],
);
