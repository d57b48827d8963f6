import { auditActionName } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import type { AuditExport } from '@vigil/shared/contract/http/exports';
import type { Language } from '@vigil/shared/contract/languages';
import { auditValue, type AuditReader } from '@vigil/shared/domain/audit-values';
import { isScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import { selectAuditPage, type AuditRecord } from '@vigil/shared/platform/audit-history';
import { audits } from '@vigil/shared/platform/db/schema/records';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, type ReadHistory } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'audit',
);
const widths = [20, 22, 28, 24, 28, 40, 40];

function auditSheetLayout(language: Language): ExportTable['sheet'] {
  const { name, headers } = sheets[language];
  const columns = headers.map((header, i): WorkbookColumn => ({
    header,
    width: widths[i] ?? 20,
    ...(i === 0 ? { format: 'time' as const } : {}),
  }));
  return { name, columns };
}

/** Times within a text look like those of cells (`yyyy-mm-dd hh:mm:ss`), on the clock of the reader. */
function auditReaderOf({ wallTime }: Pick<ExportRequester, 'wallTime'>, language: Language): AuditReader {
  const moment = (at: string) =>
    wallTime(new Date(at))?.toISOString().slice(0, 'yyyy-mm-dd hh:mm:ss'.length).replace('T', ' ') ?? at;
  return { language, moment, period: (start, end) => `${moment(start)} – ${moment(end)}` };
}

/** What users of the company did, for an administrator. */
export async function openAuditTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: AuditExport; reader: ExportRequester },
): Promise<ExportTable> {
  const where = eq(audits.companyFk, companyFk);
  const { export_id: _, ...filter } = request;
  const read: ReadHistory<AuditRecord> = (page, countRows) =>
    database.readAll((tx) =>
      selectAuditPage(tx, {
        query: listAudits.query.parse({ ...filter, ...page }),
        where,
        ...(countRows && { countRows }),
      }),
    );
  const times = auditReaderOf(reader, language);
  const cells = (row: AuditRecord): WorkbookCell[] => [
    reader.wallTime(row.actTime),
    row.name,
    isScreenLoginId(row.regMail) ? '' : row.regMail,
    auditActionName(row.actNameId, language),
    row.deviceAlias,
    auditValue(row.actNameId, row.oldValue, times),
    auditValue(row.actNameId, row.newValue, times),
  ];
  return openHistory({ sheet: auditSheetLayout(language), read, cells, deviceOf: () => null });
}
