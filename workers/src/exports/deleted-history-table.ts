import { auditCode } from '@vigil/shared/contract/audit-codes';
import { OsId } from '@vigil/shared/contract/device';
import { listAudits } from '@vigil/shared/contract/http/audits';
import type { DeletedHistoryExport } from '@vigil/shared/contract/http/exports';
import type { Language } from '@vigil/shared/contract/languages';
import { osNames } from '@vigil/shared/domain/os-names';
import { selectAuditPage, type AuditRecord } from '@vigil/shared/platform/audit-history';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { whereHistoryVisible } from '@vigil/shared/platform/histories/visibility';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'deletedDevices',
);
const layout = { widths: [28, 10, 22, 28, 20], times: [4] };

/** Clients of the specification delete with 1 in the place of a name (spec 2 §2). */
const nameOf = (value: string | null): string | null => (value === '1' ? '-' : value);

/** The value before is the number of the system (spec 2 §7). */
const osNameOf = (value: string | null): string | null => {
  const { data } = OsId.safeParse(Number(value));
  return data === undefined ? null : osNames[data];
};

export function openDeletedHistoryTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: DeletedHistoryExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers } = sheets[language];
  const cells = (row: AuditRecord): WorkbookCell[] => [
    nameOf(row.newValue),
    osNameOf(row.oldValue),
    row.name,
    row.regMail,
    reader.wallTime(row.actTime),
  ];
  return openHistory({
    sheet: { name, columns: sheetColumns(headers, layout) },
    read: (page, countRows) =>
      database.read(companyFk, (tx) =>
        selectAuditPage(tx, {
          query: listAudits.query.parse({ ...request, ...page, q: auditCode.delete }),
          where: and(
            eq(audits.companyFk, companyFk),
            whereHistoryVisible(tx, reader, { device: audits.deviceFk, user: audits.memberFk }),
          ),
          ...(countRows && { countRows }),
        }),
      ),
    cells,
    deviceOf: (row) => row.deviceFk,
  });
}
