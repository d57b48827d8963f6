import { ExportRequest } from '@vigil/shared/contract/http/exports';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { writeWorkbook, type WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { writeZip, type ZipFile } from '@vigil/shared/spreadsheets/write-zip';
import { eq, getTableName } from 'drizzle-orm';
import { companyTables } from '../companies/company-tables.ts';
import type { Deps } from '../deps.ts';
import { countCompanyRows, readCompanyRows } from './company-rows.ts';
import { openListTable } from './open-list-table.ts';
import type { Export, ExportRequester } from './queries.ts';

/** Adds to the rows that are written so far. */
type ReportRows = (more: number) => Promise<void>;

interface Archive {
  readonly deps: Deps;
  readonly of: Export;
  readonly reader: ExportRequester;
  readonly report: ReportRows;
}

/** The lists that people read, as the console exports them. */
const workbooks: Readonly<Record<string, ExportRequest['export_id']>> = {
  devices: 'deviceListTable',
  audit: 'auditTable',
  remote_history: 'remoteHistoryTable',
  alert_history: 'alertHistoryTable',
  login_history: 'accessHistoryTable',
  file_history: 'fileHistoryTable',
};

/** The tables that are exported, with the columns that are not. */
const tables = companyTables.flatMap(({ table, exported }) =>
  'without' in exported ? [{ table, without: exported.without }] : [],
);

/** A JSON array with a row a line. */
async function* jsonArray(batches: AsyncIterable<readonly string[]>, report: ReportRows): AsyncGenerator<Uint8Array> {
  let separator = '[\n';
  for await (const batch of batches) {
    yield Buffer.from(separator + batch.join(',\n'));
    separator = ',\n';
    await report(batch.length);
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n');
}

async function* companyFile({ deps, of }: Archive): AsyncGenerator<Uint8Array> {
  const { name, website, createdAt, timeZoneId, price, deleteAt } = companies;
  const rows = await deps.database.read(of.companyFk, (tx) =>
    tx
      .select({ name, website, created_at: createdAt, time_zone_id: timeZoneId, price, delete_at: deleteAt })
      .from(companies)
      .where(eq(companies.pk, of.companyFk)),
  );
  yield Buffer.from(`${JSON.stringify(rows, null, 2)}\n`);
}

async function* filesOf(archive: Archive): AsyncGenerator<ZipFile> {
  const { deps, of, reader, report } = archive;
  yield { name: 'tables/companies.json', content: companyFile(archive) };
  for (const one of tables) {
    const rows = readCompanyRows((work) => deps.database.read(of.companyFk, work), of.companyFk, one);
    yield { name: `tables/${getTableName(one.table)}.json`, content: jsonArray(rows, report) };
  }
  for (const [name, kind] of Object.entries(workbooks)) {
    const table = await openListTable(deps, of, { request: ExportRequest.parse({ export_id: kind }), reader });
    const rows = async function* (): AsyncGenerator<readonly WorkbookCell[]> {
      for await (const batch of table.batches()) {
        yield* batch;
        await report(0);
      }
    };
    yield { name: `workbooks/${name}.xlsx`, content: writeWorkbook(table.sheet, rows()), isCompressed: true };
  }
}

/** How many rows all data of a company has, for its progress. */
export const countCompanyData = async ({ database }: Deps, { companyFk }: Export): Promise<number> => {
  let sum = 0;
  for (const { table } of tables) sum += await database.read(companyFk, (tx) => countCompanyRows(tx, companyFk, table));
  return sum;
};

/** All data of a company as a ZIP file in pieces: a JSON file for each table, and the workbooks. */
export const writeCompanyData = (archive: Archive): AsyncGenerator<Uint8Array> => writeZip(filesOf(archive));
