import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DevicePk } from '../../contract/ids.ts';
import type { KeyHolders } from '../bus/messages.ts';
import type { ReadTx } from '../db/client.ts';
import { deviceHardware, devices } from '../db/schema/devices.ts';

/** What gateways need to know of the hardware that used the keys of devices; nothing for devices that have one only. */
export async function readKeyHolders(tx: ReadTx, pks: readonly DevicePk[]): Promise<Map<DevicePk, KeyHolders>> {
  if (pks.length === 0) return new Map();
  const { deviceFk, hardwareId: id, barredAt } = deviceHardware;
  const owners = await tx
    .selectDistinct({ pk: devices.pk, own: devices.hardwareId })
    .from(devices)
    .innerJoin(deviceHardware, eq(deviceFk, devices.pk))
    .where(inArray(devices.pk, [...pks]));
  const barred = await tx
    .select({ pk: deviceFk, id })
    .from(deviceHardware)
    .where(and(inArray(deviceFk, [...pks]), isNotNull(barredAt)))
    .orderBy(asc(barredAt), asc(id));
  return new Map(
    owners.flatMap(({ pk, own }) =>
      own === null ? [] : [[pk, { own, barred: barred.filter((row) => row.pk === pk).map((row) => row.id) }] as const],
    ),
  );
}
