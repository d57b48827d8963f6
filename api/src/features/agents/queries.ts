import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { CompanyPk, EnrolTokenPk, GroupPk, Guid } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups, devices, enrolTokens } from '@vigil/shared/platform/db/schema/devices';

const valid = (at: Date) => gt(enrolTokens.expiresAt, at);
const usable = (at: Date) => and(valid(at), or(isNull(enrolTokens.usesLeft), gt(enrolTokens.usesLeft, 0)));

/**
 * Locks the token's row, so that two devices cannot share its last use. A token that is used up is found as well: the
 * answer to the agent that used it may have been lost.
 */
export async function lockToken(tx: Tx, hash: string, at: Date) {
  const [token] = await tx
    .select()
    .from(enrolTokens)
    .where(and(eq(enrolTokens.tokenHash, hash), valid(at)))
    .for('update');
  return token;
}

/** In the scope of the token's company (`companyOf.enrolToken`). */
export async function findTokenCompany(tx: Tx, hash: string): Promise<CompanyPk | undefined> {
  const [token] = await tx
    .select({ company: enrolTokens.companyFk })
    .from(enrolTokens)
    .where(eq(enrolTokens.tokenHash, hash));
  return token?.company;
}

export const spendToken = (tx: Tx, pk: EnrolTokenPk) =>
  tx
    .update(enrolTokens)
    .set({ usesLeft: sql`${enrolTokens.usesLeft} - 1` })
    .where(eq(enrolTokens.pk, pk));

export const selectUsableTokens = (tx: Tx, at: Date) => tx.select().from(enrolTokens).where(usable(at));

export async function findByKey(tx: Tx, company: CompanyPk, publicKey: string) {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.companyFk, company), eq(devices.publicKey, publicKey)));
  return device;
}

/** Devices that claim the same hardware: a second key for one of them may be a clone. */
export const flagClones = (tx: Tx, company: CompanyPk, macAddr: string) =>
  tx
    .update(devices)
    .set({ possibleClone: 1 })
    .where(and(eq(devices.companyFk, company), eq(devices.macAddr, macAddr)))
    .returning({ pk: devices.pk });

/** One enrolment of a company at a time: two could use the last device of a licence, or create two devices of one key. */
export const lockEnrolment = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451191, ${company})`);

export async function readVolume(tx: Tx, company: CompanyPk, at: Date): Promise<{ used: number; licensed: number }> {
  const [used] = await tx.select({ count: count() }).from(devices).where(eq(devices.companyFk, company));
  const [licensed] = await tx
    .select({ volume: sql<number>`coalesce(sum(${licences.deviceVolume}), 0)::int` })
    .from(licences)
    .where(and(eq(licences.companyFk, company), gt(licences.expiresAt, at)));
  return { used: used?.count ?? 0, licensed: licensed?.volume ?? 0 };
}

export async function defaultGroupOf(tx: Tx, company: CompanyPk): Promise<GroupPk> {
  const [group] = await tx
    .select({ pk: deviceGroups.pk })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.companyFk, company), eq(deviceGroups.isDefault, 1)));
  if (!group) throw new Error(`company ${company} has no default group`);
  return group.pk;
}

export async function findGroup(tx: Tx, pk: GroupPk) {
  const [group] = await tx
    .select({ pk: deviceGroups.pk, name: deviceGroups.name })
    .from(deviceGroups)
    .where(eq(deviceGroups.pk, pk));
  return group;
}

export async function insertDevice(tx: Tx, row: typeof devices.$inferInsert) {
  const [device] = await tx.insert(devices).values(row).returning();
  if (!device) throw new Error('the enrolled device was not stored');
  return device;
}

export async function findKeyOf(tx: Tx, guid: Guid): Promise<string | undefined> {
  const [device] = await tx.select({ key: devices.publicKey }).from(devices).where(eq(devices.guid, guid));
  return device?.key;
}

export async function insertToken(tx: Tx, token: typeof enrolTokens.$inferInsert): Promise<EnrolTokenPk> {
  const [row] = await tx.insert(enrolTokens).values(token).returning({ pk: enrolTokens.pk });
  if (!row) throw new Error('the token was not stored');
  return row.pk;
}

export const deleteToken = (tx: Tx, pk: EnrolTokenPk) =>
  tx.delete(enrolTokens).where(eq(enrolTokens.pk, pk)).returning({ pk: enrolTokens.pk });
