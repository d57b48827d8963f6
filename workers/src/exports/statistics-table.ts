import type { AlertStatisticsExport, RemoteStatisticsExport } from '@vigil/shared/contract/http/exports';
import type { ChartRow } from '@vigil/shared/contract/http/statistics';
import type { Language } from '@vigil/shared/contract/languages';
import { readChart } from '@vigil/shared/platform/statistics/chart';
import { alertEvents, remoteEvents, type CountedEvents } from '@vigil/shared/platform/statistics/events';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byKey, byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import type { Export, ExportRequester } from './queries.ts';
import { tableOfRows, type ExportTable } from './table.ts';

type StatisticsExport = RemoteStatisticsExport | AlertStatisticsExport;

const names: { readonly [K in StatisticsExport['export_id']]: { readonly [L in Language]: string } } = byKey(
  exportTexts,
  'statistics',
);
const headers: { readonly [L in Language]: { readonly date: string; readonly count: string; readonly rate: string } } =
  byLanguage(exportTexts, 'statisticsHeaders');

/** A month is its first day, of which the cell shows the month. */
const dateOf = ({ start_date }: ChartRow): Date => new Date(start_date);

const openStatisticsTable =
  (events: CountedEvents) =>
  async (
    { database, now }: Deps,
    { companyFk, language }: Export,
    { request, reader }: { request: StatisticsExport; reader: ExportRequester },
  ): Promise<ExportTable> => {
    const { timeZoneId } = reader;
    const { objects } = await database.read(companyFk, (tx) =>
      readChart(tx, reader, { query: request, events, timeZoneId, now: now() }),
    );
    const { date, count, rate } = headers[language];
    return tableOfRows({
      sheet: {
        name: names[request.export_id][language],
        columns: [
          { header: date, width: 14, format: request.type === 'monthly' ? 'month' : 'day' },
          { header: count, width: 12 },
          { header: rate, width: 12, format: 'finePercent' },
        ],
      },
      rows: objects.map((row): WorkbookCell[] => [dateOf(row), row.access_cnt, row.access_ratio]),
      devicePks: [],
    });
  };

/** A chart as the table beside it shows it to the reader. */
export const openRemoteStatisticsTable = openStatisticsTable(remoteEvents);
export const openAlertStatisticsTable = openStatisticsTable(alertEvents);
