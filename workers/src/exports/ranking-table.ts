import type { RankingExport } from '@vigil/shared/contract/http/exports';
import { DevicePk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { MOST_RANKED } from '@vigil/shared/contract/limits';
import { thresholdNames } from '@vigil/shared/domain/audit-fields';
import { rankings, selectRanking } from '@vigil/shared/platform/statistics/events';
import { shareOf } from '@vigil/shared/platform/statistics/share';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import type { Export, ExportRequester } from './queries.ts';
import { tableOfRows, type ExportTable } from './table.ts';

type RankingName = keyof typeof rankings;

interface Texts {
  readonly name: string;
  readonly headers: Readonly<Record<'ranking' | 'place' | 'name' | 'rate' | 'count', string>>;
  readonly rankings: { readonly [R in RankingName]: string };
}

const texts: { readonly [L in Language]: Texts } = byLanguage(exportTexts, 'ranking');

/** In the order of the page. */
const order: readonly RankingName[] = ['users', 'devices', 'alertKinds', 'alertDevices'];

/** The rankings of a range, one below the other. The sheet is named after its days, which no row has. */
export async function openRankingTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: RankingExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name: title, headers, rankings: titles } = texts[language];
  const interval = { from: new Date(request.start_date), to: new Date(request.end_date) };
  const dayOf = (at: Date) => reader.wallTime(at)?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? '';
  const read = (name: RankingName) =>
    database.read(companyFk, (tx) =>
      selectRanking(tx, reader, { ranking: rankings[name], ...interval, limit: MOST_RANKED }),
    );
  const nameOf = (ranking: RankingName, { key, name }: { key: number | null; name: string }) =>
    ranking === 'alertKinds' ? (thresholdNames[String(key)]?.[language] ?? null) : name;
  const rows: WorkbookCell[][] = [];
  const devicePks = new Set<DevicePk>();
  for (const ranking of order) {
    const { ranked, total } = await read(ranking);
    for (const [index, row] of ranked.entries()) {
      rows.push([titles[ranking], index + 1, nameOf(ranking, row), shareOf(row.count, total), row.count]);
      if ((ranking === 'devices' || ranking === 'alertDevices') && row.key !== null)
        devicePks.add(DevicePk.parse(row.key));
    }
  }
  const { ranking, place, name, rate, count } = headers;
  return tableOfRows({
    sheet: {
      name: `${title} ${dayOf(interval.from)}–${dayOf(interval.to)}`,
      columns: [
        { header: ranking, width: 28 },
        { header: place, width: 8 },
        { header: name, width: 32 },
        { header: rate, width: 12, format: 'finePercent' },
        { header: count, width: 12 },
      ],
    },
    rows,
    devicePks: [...devicePks],
  });
}
