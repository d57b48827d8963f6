import type { DeviceExport } from '@vigil/shared/contract/http/exports';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { approvalForViewer } from '@vigil/shared/domain/visible-parts';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { parseUsage } from '@vigil/shared/platform/redis/usage';
import type { Deps } from '../deps.ts';
import { selectExportDevicePks, selectDevicesForExport } from './device-queries.ts';
import { deviceRowCells, deviceSheetLayout } from './device-sheet-layout.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const ROWS_PER_READ = 250;

/** The devices of a group or of a list, as far as the reader sees them. */
export async function openDeviceTable(
  deps: Deps,
  of: Export,
  { request, reader }: { request: DeviceExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { database } = deps;
  const pks = await database.readAll((tx) => selectExportDevicePks(tx, of, { request, sight: reader.sight }));
  return {
    sheet: deviceSheetLayout(of.language),
    total: pks.length,
    devicePks: pks,
    async *batches() {
      for (let from = 0; from < pks.length; from += ROWS_PER_READ) {
        const devices = await readDevices(deps, of, pks.slice(from, from + ROWS_PER_READ));
        yield devices.map((device) =>
          deviceRowCells(
            { ...device, ownApproval: approvalForViewer(reader.windows, device) },
            of.language,
            reader.wallTime,
          ),
        );
      }
    },
  };
}

/** Devices that were deleted since the keys were read are left out. */
async function readDevices({ database, redis }: Deps, { companyFk }: Export, pks: readonly DevicePk[]) {
  const fields = pks.map(String);
  const [rows, presence, usage] = await Promise.all([
    database.readAll((tx) => selectDevicesForExport(tx, pks)),
    redis.commands.hmGet(redisKeys.presence(companyFk), fields),
    redis.commands.hmGet(redisKeys.usage(companyFk), fields),
  ]);
  return pks.flatMap((pk, i) => {
    const row = rows.get(pk);
    return row ? { ...row, online: Boolean(presence[i]), usage: parseUsage(usage[i]) } : [];
  });
}
