import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { permissionFlags, type PermissionFlag } from '../contract/access.ts';
import { CompanyPk, DevicePk, GroupPk, UserPk } from '../contract/ids.ts';
import { flagsOf, needsApprovedWindow, type RightsColumns } from '../domain/permissions.ts';
import { AUTO_LOGIN_MS } from '../domain/session-life.ts';
import { readApprovedWindows } from './approval-windows.ts';
import { publish } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import type { CompanyDatabase, ReadTx, Tx } from './db/client.ts';
import { users } from './db/schema/users.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';
import { readSight } from './sight.ts';

type User = typeof users.$inferSelect;

const Flags = z.object(
  Object.fromEntries(permissionFlags.map((flag) => [flag, z.boolean()])) as Record<PermissionFlag, z.ZodBoolean>,
);

/** Which devices the user sees; replaced as a whole when it changes. */
const SightRecord = z.union([
  z.literal('all'),
  z.object({ groups: z.array(GroupPk).readonly() }).readonly(),
  z.object({ devices: z.array(DevicePk).readonly() }).readonly(),
]);

/**
 * What an active user may do, once for all sessions of the user. What the company sets for everybody is in its access
 * policy (`access-policy.ts`).
 */
const UserRights = z.object({
  user: UserPk,
  company: CompanyPk,
  name: z.string(),
  mgrid: z.string(),
  flags: Flags,
  sight: SightRecord,
  /** The user's access to a device needs an approved window. */
  usesApproval: z.boolean(),
  /** The approved windows of such a user that are not over: device, start and end in milliseconds since 1970. */
  windows: z.array(z.tuple([DevicePk, z.number(), z.number()]).readonly()),
  /** When the account ends, in milliseconds since 1970. */
  validUntil: z.number().nullable(),
});
export type UserRights = z.infer<typeof UserRights>;

/** `version` is that of the user's row when the rights were read. */
const StoredRights = z.object({ version: z.number(), rights: UserRights });
export type StoredRights = z.infer<typeof StoredRights>;

/** A use of any session keeps the record for as long again. */
const KEPT_MS = AUTO_LOGIN_MS;

export const pickRightsColumns = (user: User): RightsColumns => ({
  type: user.type,
  member_type_id: user.memberTypeId,
  auth_val: user.authVal,
  auth_remotecontrol: user.authRemotecontrol,
  auth_devicemanagement: user.authDevicemanagement,
  auth_filemanager: user.authFilemanager,
  auth_remoteview: user.authRemoteview,
  auth_update: user.authUpdate,
  auth_thumbnailview: user.authThumbnailview,
  auth_restart: user.authRestart,
  use_approval_function: user.useApprovalFunction,
  disable_filetransfer: user.disableFileTransfer,
});

/** The rights of a user as the rows say now. */
export async function readUserRights(tx: ReadTx, user: User): Promise<UserRights> {
  const userFlags = flagsOf(pickRightsColumns(user));
  const usesApproval = needsApprovedWindow(user.useApproval, userFlags);
  return {
    user: user.pk,
    company: user.companyFk,
    name: user.name,
    mgrid: user.mgrid,
    flags: userFlags,
    sight: await readSight(tx, user),
    usesApproval,
    windows: usesApproval ? await readApprovedWindows(tx, user.pk) : [],
    validUntil: user.validUntil?.getTime() ?? null,
  };
}

/**
 * @returns null where Redis does not have them, or has what another release wrote: `cacheRightsFromDatabase` of an API
 *   reads them again
 */
export async function findCachedRights({ commands }: Redis, user: UserPk): Promise<StoredRights | null> {
  const text = await commands.get(redisKeys.rights(user));
  return text === null ? null : (StoredRights.safeParse(JSON.parse(text)).data ?? null);
}

export async function cacheRights({ commands }: Redis, stored: StoredRights): Promise<void> {
  const expiration = { type: 'PX', value: KEPT_MS } as const;
  await commands.set(redisKeys.rights(stored.rights.user), JSON.stringify(stored), { expiration });
}

export async function prolongCachedRights({ commands }: Redis, user: UserPk): Promise<void> {
  await commands.pExpire(redisKeys.rights(user), KEPT_MS);
}

/** Makes gateways read the rights of a user at once. */
export const announceUserRightsChange = (redis: Redis, user: UserPk): Promise<void> =>
  publish(redis, busChannels.sessions, { t: 'user_rights', user });

/**
 * Raises the version of the rights of users and deletes their copies in Redis, inside the transaction that changes
 * them. A process that finds no copy reads the rows, where it waits for the transaction. So no process keeps older
 * rights, whichever ends at whichever moment (infra/decisions/rights.md).
 */
export async function invalidateRights(tx: Tx, { commands }: Redis, pks: Iterable<UserPk>): Promise<void> {
  // In one order, so that two changes of the same users wait for each other instead of failing.
  const wanted = [...pks].toSorted((a, b) => a - b);
  for (const pk of wanted)
    await tx
      .update(users)
      .set({ rightsVersion: sql`${users.rightsVersion} + 1` })
      .where(eq(users.pk, pk));
  await Promise.all(wanted.map((pk) => commands.del(redisKeys.rights(pk))));
}

/**
 * Reads the rights of a user from Postgres and writes them to Redis. The row of the user is held until they are
 * written, so that a change of them comes either before or after both.
 * @returns null for a user who is deactivated or deleted
 */
export const cacheRightsFromDatabase = (
  { database, redis }: { database: CompanyDatabase; redis: Redis },
  { company, user }: { company: CompanyPk; user: UserPk },
): Promise<StoredRights | null> =>
  database.inCompany(company, async (tx) => {
    const [row] = await tx.select().from(users).where(eq(users.pk, user)).for('share');
    if (!row?.active) return null;
    const stored = { version: row.rightsVersion, rights: await readUserRights(tx, row) };
    await cacheRights(redis, stored);
    return stored;
  });
