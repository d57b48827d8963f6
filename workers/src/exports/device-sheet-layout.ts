import type { Bit, OsId } from '@vigil/shared/contract/device';
import type { Language } from '@vigil/shared/contract/languages';
import { osNames } from '@vigil/shared/domain/os-names';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import type { Usage } from '@vigil/shared/platform/redis/usage';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { exportTexts } from '../texts/export-texts.ts';

/** A device as an export needs it. */
export interface ExportedDevice {
  readonly alias: string;
  /** From the top group down: `Asia / Seoul / Offices`. */
  readonly group: string;
  readonly online: boolean;
  readonly approval: Bit;
  /** The approval that the user of the export sees (decision 4). */
  readonly ownApproval: Bit;
  readonly osId: OsId;
  readonly osName: string;
  readonly publicIp: string | null;
  readonly privateIp: string | null;
  readonly macAddr: string | null;
  readonly memo: string;
  readonly tags: readonly string[];
  readonly config: string | null;
  readonly agentVersion: string | null;
  readonly usage: Usage | null;
  readonly lastConnectedAt: Date | null;
  readonly lastDisconnectedAt: Date | null;
  readonly createdAt: Date;
}

interface Texts {
  readonly sheet: string;
  /** In the order of `deviceRowCells`. */
  readonly headers: readonly string[];
  readonly online: string;
  readonly offline: string;
  readonly waiting: string;
}

const texts: { readonly [L in Language]: Texts } = byLanguage(exportTexts, 'devices');

const widths = [28, 36, 14, 10, 30, 16, 16, 19, 30, 24, 16, 12, 8, 8, 8, 20, 20, 20];
const FIRST_PERCENT = 12;
const FIRST_TIME = 15;

/** Name and columns of the sheet; rows come from `deviceRowCells`. */
export function deviceSheetLayout(language: Language): { name: string; columns: WorkbookColumn[] } {
  const { sheet, headers } = texts[language];
  const columns = headers.map((header, i): WorkbookColumn => {
    const column = { header, width: widths[i] ?? 12 };
    if (i >= FIRST_TIME) return { ...column, format: 'time' };
    return i >= FIRST_PERCENT ? { ...column, format: 'percent' } : column;
  });
  return { name: sheet, columns };
}

/**
 * The cells of a device. One that waits for its approval has no usage; those of an offline device are outdated.
 */
export function deviceRowCells(
  device: ExportedDevice,
  language: Language,
  wallTime: (at: Date | null) => Date | null,
): readonly WorkbookCell[] {
  const { online, offline, waiting } = texts[language];
  const usage = device.online && showsDetails(device) ? device.usage : null;
  const state = device.online ? online : offline;
  return [
    device.alias,
    device.group,
    device.ownApproval === 1 ? state : waiting,
    osNames[device.osId],
    device.osName,
    device.publicIp,
    device.privateIp,
    device.macAddr,
    device.memo,
    device.tags.length > 0 ? device.tags.join(', ') : null,
    device.config,
    device.agentVersion,
    usage?.cpu_usage ?? null,
    usage?.memory_usage ?? null,
    usage?.hdd_usage ?? null,
    wallTime(device.lastConnectedAt),
    wallTime(device.lastDisconnectedAt),
    wallTime(device.createdAt),
  ];
}
