import type { HardwareId } from '@vigil/shared/contract/hardware';
import type { CompanyPk, DevicePk, EnrolTokenPk, GroupPk, DeviceGuid, UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, deviceHardware, devices, enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

const valid = (at: Date) => gt(enrolTokens.expiresAt, at);
const usable = (at: Date) => and(valid(at), or(isNull(enrolTokens.usesLeft), gt(enrolTokens.usesLeft, 0)));

/**
 * Locks the rows of tokens, so that their uses are counted once. A token that is used up is found as well: the answer
 * to the agent that used it may have been lost.
 */
export const lockUnexpiredEnrolTokens = (tx: Tx, hashes: readonly string[], at: Date) =>
  tx
    .select()
    .from(enrolTokens)
    .where(and(inArray(enrolTokens.tokenHash, [...hashes]), valid(at)))
    .orderBy(asc(enrolTokens.pk))
    .for('update');

/** In the scope of the token's company (`companyLookups.enrolToken`). */
export async function findEnrolTokenCompany(tx: ReadTx, hash: string): Promise<CompanyPk | undefined> {
  const [token] = await tx
    .select({ company: enrolTokens.companyFk })
    .from(enrolTokens)
    .where(eq(enrolTokens.tokenHash, hash));
  return token?.company;
}

export const recordTokenUses = (tx: Tx, pk: EnrolTokenPk, uses: number) =>
  tx
    .update(enrolTokens)
    .set({ used: sql`${enrolTokens.used} + ${uses}`, usesLeft: sql`${enrolTokens.usesLeft} - ${uses}` })
    .where(eq(enrolTokens.pk, pk));

/** The newest first, with the names of those who created them. */
export const selectUsableEnrolTokens = (tx: ReadTx, at: Date) =>
  tx
    .select({ token: enrolTokens, createdBy: users.name })
    .from(enrolTokens)
    .leftJoin(users, eq(users.pk, enrolTokens.createdBy))
    .where(usable(at))
    .orderBy(desc(enrolTokens.pk));

/** What a token was created with; two tokens that agree in it are as good as one. */
export type EnrolTokenTerms = Pick<
  typeof enrolTokens.$inferInsert,
  'companyFk' | 'groupFk' | 'autoAccept' | 'usesLeft' | 'createdBy'
> & { expiresInMs: number };

/** The usable tokens with these terms that were created after a moment and can be shown again, the newest first. */
export const selectReusableEnrolTokens = (
  tx: ReadTx,
  terms: EnrolTokenTerms & { createdBy: UserPk },
  { at, since }: Record<'at' | 'since', Date>,
) =>
  tx
    .select()
    .from(enrolTokens)
    .where(
      and(
        usable(at),
        isNotNull(enrolTokens.sealed),
        gt(enrolTokens.createdAt, since),
        eq(enrolTokens.createdBy, terms.createdBy),
        eq(enrolTokens.autoAccept, terms.autoAccept ?? 1),
        terms.groupFk ? eq(enrolTokens.groupFk, terms.groupFk) : isNull(enrolTokens.groupFk),
        terms.usesLeft === null || terms.usesLeft === undefined
          ? isNull(enrolTokens.usesLeft)
          : eq(sql`${enrolTokens.usesLeft} + ${enrolTokens.used}`, terms.usesLeft),
        // Written in two steps; a token is valid for whole minutes.
        sql`abs(extract(epoch from ${enrolTokens.expiresAt} - ${enrolTokens.createdAt}) * 1000 - ${terms.expiresInMs}) < 60000`,
      ),
    )
    .orderBy(desc(enrolTokens.pk))
    .limit(1);

/** Two calls of one user at once would each create a token. */
export const lockEnrolTokenCreator = (tx: Tx, pk: UserPk) =>
  tx.select({ pk: users.pk }).from(users).where(eq(users.pk, pk)).for('no key update');

export const findDevicesByKeys = (tx: ReadTx, company: CompanyPk, publicKeys: readonly string[]) =>
  tx
    .select()
    .from(devices)
    .where(and(eq(devices.companyFk, company), inArray(devices.publicKey, [...publicKeys])));

/** Those of the MAC addresses that a device has. */
export async function findKnownMacs(tx: ReadTx, company: CompanyPk, macs: readonly string[]): Promise<Set<string>> {
  if (macs.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ mac: devices.macAddr })
    .from(devices)
    .where(and(eq(devices.companyFk, company), inArray(devices.macAddr, [...macs])));
  return new Set(rows.flatMap(({ mac }) => mac ?? []));
}

/** Flags the devices of these MAC addresses as possible clones. @returns those that were not flagged before */
export const flagClonesByMac = (tx: Tx, company: CompanyPk, macs: readonly string[]) =>
  tx
    .update(devices)
    .set({ possibleClone: 1 })
    .where(and(eq(devices.companyFk, company), inArray(devices.macAddr, [...macs]), eq(devices.possibleClone, 0)))
    .returning({ pk: devices.pk });

/** @returns those of the devices that were not flagged before */
export const flagPossibleClones = (tx: Tx, pks: readonly DevicePk[]) =>
  tx
    .update(devices)
    .set({ possibleClone: 1 })
    .where(and(inArray(devices.pk, [...pks]), eq(devices.possibleClone, 0)))
    .returning({ pk: devices.pk });

/** The entry of hardware that was split from a device; locked, so that it becomes one device. */
export async function lockBarredHardware(tx: Tx, device: DevicePk, hardware: HardwareId) {
  const [row] = await tx
    .select()
    .from(deviceHardware)
    .where(
      and(
        eq(deviceHardware.deviceFk, device),
        eq(deviceHardware.hardwareId, hardware),
        isNotNull(deviceHardware.barredAt),
      ),
    )
    .for('update');
  return row;
}

export const setHardwareSuccessor = (
  tx: Tx,
  { deviceFk, hardwareId }: Pick<typeof deviceHardware.$inferSelect, 'deviceFk' | 'hardwareId'>,
  successorFk: DevicePk,
) =>
  tx
    .update(deviceHardware)
    .set({ successorFk })
    .where(and(eq(deviceHardware.deviceFk, deviceFk), eq(deviceHardware.hardwareId, hardwareId)));

/**
 * One batch of enrolments of a company at a time: two could use the last device of a licence, or create two devices of
 * one key.
 */
export const lockEnrolment = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451191, ${company})`);

/** The default group, and those of `pks`, with their devices; locked against moves that could exceed their limits. */
export async function lockEnrolmentGroups(tx: Tx, company: CompanyPk, pks: readonly GroupPk[]) {
  const groups = await tx
    .select({
      pk: deviceGroups.pk,
      name: deviceGroups.name,
      isDefault: deviceGroups.isDefault,
      limit: deviceGroups.deviceLimit,
      flagConfirm: deviceGroups.flagConfirm,
    })
    .from(deviceGroups)
    .where(
      and(eq(deviceGroups.companyFk, company), or(eq(deviceGroups.isDefault, 1), inArray(deviceGroups.pk, [...pks]))),
    )
    .orderBy(asc(deviceGroups.pk))
    .for('no key update');
  const limited = groups.flatMap(({ pk, limit }) => (limit > 0 ? [pk] : []));
  const counts = await tx
    .select({ group: devices.groupFk, count: count() })
    .from(devices)
    .where(inArray(devices.groupFk, limited))
    .groupBy(devices.groupFk);
  return groups.map((group) => ({ ...group, count: counts.find((row) => row.group === group.pk)?.count ?? 0 }));
}

export async function findGroup(tx: ReadTx, pk: GroupPk) {
  const [group] = await tx
    .select({ pk: deviceGroups.pk, name: deviceGroups.name })
    .from(deviceGroups)
    .where(eq(deviceGroups.pk, pk));
  return group;
}

export const insertDevices = (tx: Tx, rows: readonly (typeof devices.$inferInsert)[]) =>
  tx
    .insert(devices)
    .values([...rows])
    .returning();

export async function findDevicePublicKey(tx: ReadTx, guid: DeviceGuid) {
  const [device] = await tx
    .select({ pk: devices.pk, key: devices.publicKey })
    .from(devices)
    .where(eq(devices.guid, guid));
  return device;
}

export async function insertEnrolToken(tx: Tx, token: typeof enrolTokens.$inferInsert): Promise<EnrolTokenPk> {
  const [row] = await tx.insert(enrolTokens).values(token).returning({ pk: enrolTokens.pk });
  if (!row) throw new Error('the token was not stored');
  return row.pk;
}

export const deleteStoredEnrolToken = (tx: Tx, pk: EnrolTokenPk) =>
  tx.delete(enrolTokens).where(eq(enrolTokens.pk, pk)).returning();
