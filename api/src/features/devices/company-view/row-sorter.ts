import { usageColumns, type deviceSortKeys } from '@vigil/shared/contract/names';
import { shownMeasure, type FleetRows, type ListedRow } from './fleet-rows.ts';
import { TextRanks } from './text-ranks.ts';
import { createEventLoopYield } from './yield-to-event-loop.ts';

type SortKey = (typeof deviceSortKeys)[number];
type TextKey = 'alias' | 's_pub_ip' | 'mac_addr' | 'cs_ver';
type NumberKey = Exclude<SortKey, TextKey>;

const measureOf = (name: (typeof usageColumns)[number]) => {
  const place = usageColumns.indexOf(name);
  return (row: ListedRow) => shownMeasure(row, place);
};

const numberOf: { readonly [K in NumberKey]: (row: ListedRow) => number | null } = {
  alive: (row) => Number(row.online),
  dev_os_id: (row) => row.stored.dev_os_id,
  cpu_usage: measureOf('cpu_usage'),
  memory_usage: measureOf('memory_usage'),
  hdd_usage: measureOf('hdd_usage'),
  cpu_temp: measureOf('cpu_temp'),
  last_connected_time: ({ stored: { last_connected_time: time } }) => (time === null ? null : Date.parse(time)),
};

export interface RowSorter {
  /** The rows for which `isIncluded` holds, sorted. Rows without a value are last in both directions. */
  sorted(query: { by: SortKey; order: 'asc' | 'desc' }, isIncluded: (row: ListedRow) => boolean): Promise<ListedRow[]>;
}

/**
 * Sorts the rows of a company. Equal rows stay in the order of their names, so that pages do not shuffle between two
 * requests.
 */
export function createRowSorter(rows: FleetRows): RowSorter {
  const columns: { readonly [K in TextKey]: { readonly ranks: TextRanks; placed: number } } = {
    alias: { ranks: new TextRanks(), placed: -1 },
    s_pub_ip: { ranks: new TextRanks(), placed: -1 },
    mac_addr: { ranks: new TextRanks(), placed: -1 },
    cs_ver: { ranks: new TextRanks(), placed: -1 },
  };
  let byName: { readonly membership: number; readonly rows: ListedRow[] } | undefined;

  /** The ranks of all texts of a column; when it returns, none was added since. */
  const placeTexts = async (by: TextKey): Promise<TextRanks> => {
    const column = columns[by];
    while (column.placed !== rows.texts) {
      const { texts } = rows;
      await column.ranks.include(textsOf(by), rows.devices.size);
      column.placed = texts;
    }
    return column.ranks;
  };

  function* textsOf(by: TextKey): Iterable<string> {
    for (const { stored } of rows.devices.values()) {
      const text = stored[by];
      if (text !== null) yield text;
    }
  }

  const sortedByName = async (): Promise<ListedRow[]> => {
    const names = await placeTexts('alias');
    if (byName?.membership === rows.membership) return byName.rows;
    const { membership } = rows;
    const byPk = await sortByNumber([...rows.devices.values()], (row) => row.stored.pk);
    const sorted = await sortByNumber(byPk, (row) => names.rankOf(row.stored.alias));
    byName = { membership, rows: sorted };
    return sorted;
  };

  const keyOf = async (by: SortKey): Promise<(row: ListedRow) => number | null> => {
    if (!isText(by)) return numberOf[by];
    const ranks = await placeTexts(by);
    return ({ stored }) => {
      const text = stored[by];
      return text === null ? null : ranks.rankOf(text);
    };
  };

  const isText = (by: SortKey): by is TextKey => by in columns;

  return {
    async sorted({ by, order }, isIncluded) {
      const read = await keyOf(by);
      const included = (await sortedByName()).filter(isIncluded);
      if (by === 'alias' && order === 'asc') return included;
      const sign = order === 'asc' ? 1 : -1;
      return sortByNumber(included, (row) => {
        const key = read(row);
        return key === null ? Infinity : sign * key;
      });
    },
  };
}

/**
 * Sorts by numbers and leaves equal rows in their order. The place of each key and that of its row become one number:
 * numbers alone are sorted several times faster than objects with a function that compares them.
 */
async function sortByNumber(rows: readonly ListedRow[], keyOf: (row: ListedRow) => number): Promise<ListedRow[]> {
  const pause = createEventLoopYield();
  const keys = rows.map(keyOf);
  await pause();
  const distinct = Float64Array.from(new Set(keys)).toSorted();
  await pause();
  const places = new Map<number, number>();
  for (const [place, key] of distinct.entries()) places.set(key, place);
  await pause();
  const packed = Float64Array.from(keys, (key, i) => (places.get(key) ?? 0) * rows.length + i);
  await pause();
  packed.sort();
  await pause();
  return Array.from(packed, (value) => rows[value % rows.length] as ListedRow);
}
