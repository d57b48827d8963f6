import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, deviceHardware, devices } from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { and, asc, desc, eq, isNotNull, isNull, like, ne, notInArray, or, sql } from 'drizzle-orm';

const ofDevice = (pk: DevicePk) => eq(deviceHardware.deviceFk, pk);
const ownHardware = (pk: DevicePk) => sql`(select hardware_id from devices where pk = ${pk})`;
const others = (pk: DevicePk) => and(ofDevice(pk), ne(deviceHardware.hardwareId, ownHardware(pk)));

/** The hardware that used the key of a device, with the devices that it has become. */
export const selectSeenHardware = (tx: ReadTx, pk: DevicePk) =>
  tx
    .select({
      hardware: deviceHardware,
      isOwn: sql<boolean>`${deviceHardware.hardwareId} = ${ownHardware(pk)}`,
      device: { pk: devices.pk, alias: devices.alias },
    })
    .from(deviceHardware)
    .leftJoin(devices, eq(devices.pk, deviceHardware.successorFk))
    .where(ofDevice(pk))
    .orderBy(desc(deviceHardware.lastSeen), asc(deviceHardware.hardwareId));

/** Bars the other hardware from the key of a device. @returns what was not barred before */
export const barOtherHardware = (tx: Tx, pk: DevicePk, at: Date) =>
  tx
    .update(deviceHardware)
    .set({ barredAt: at })
    .where(and(others(pk), isNull(deviceHardware.barredAt)))
    .returning({ name: deviceHardware.name, mac: deviceHardware.macAddr });

export const countBarredHardware = (tx: ReadTx, pk: DevicePk): Promise<number> =>
  tx.$count(deviceHardware, and(ofDevice(pk), isNotNull(deviceHardware.barredAt)));

/** Whether other hardware uses the key of a device that was not split from it. */
export const isKeyShared = async (tx: ReadTx, pk: DevicePk): Promise<boolean> =>
  (await tx.$count(deviceHardware, and(others(pk), isNull(deviceHardware.barredAt)))) > 0;

/** What earlier versions stored of devices on a tunnel, or without an address. */
const noCards = ['', '00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF'];

/** Devices that share hardware or MAC address with one. */
export function selectMergeCandidates(tx: ReadTx, pk: DevicePk, limit: number) {
  const { hardwareId, macAddr } = devices;
  return tx
    .select({
      pk: devices.pk,
      alias: devices.alias,
      device_group_name: deviceGroups.name,
      mac_addr: macAddr,
      user_os_str: devices.osName,
      connectedAt: devices.lastConnectedAt,
    })
    .from(devices)
    .innerJoin(deviceGroups, eq(deviceGroups.pk, devices.groupFk))
    .where(
      and(
        ne(devices.pk, pk),
        or(
          eq(hardwareId, ownHardware(pk)),
          and(notInArray(macAddr, noCards), eq(macAddr, sql`(select mac_addr from devices where pk = ${pk})`)),
        ),
      ),
    )
    .orderBy(sql`${devices.lastConnectedAt} desc nulls last`, asc(devices.pk))
    .limit(limit);
}

/** How the audit of a merge names the device that is gone. */
export const mergedDeviceName = ({ pk, alias }: { pk: DevicePk; alias: string }): string => `#${pk} ${alias}`;

/** Whether a device was merged into another before. */
export const wasMerged = async (tx: ReadTx, from: DevicePk, into: DevicePk): Promise<boolean> =>
  (await tx.$count(
    audits,
    and(eq(audits.deviceFk, into), eq(audits.actNameId, auditCode.clone), like(audits.oldValue, `#${from} %`)),
  )) > 0;
