import {
  plainColumnNames,
  dictionaryEncodedColumnNames,
  epochMsColumnNames,
  type DeviceRowsByColumn,
} from '@vigil/shared/contract/device-columns';
import { usageColumns } from '@vigil/shared/contract/names';
import { approvalForViewer } from '@vigil/shared/domain/visible-parts';
import { shownFrameFormat, shownMeasure, type ListedRow, type StoredFields } from './fleet-rows.ts';
import type { ViewerRows } from './write-rows.ts';
import { createEventLoopYield } from './yield-to-event-loop.ts';

type ColumnName = Exclude<keyof DeviceRowsByColumn, 'tags'>;
type Read = (row: ListedRow) => unknown;

const SLICE = 1_000;

const usagePlaces = new Map<string, number>(
  usageColumns.map((name, place) => [name === 'fan_speed' ? 'fan_speed_id' : name, place]),
);

/** How the value of a column is read from a row. */
function readerOf(name: ColumnName, { favourites, windows }: ViewerRows): Read {
  const place = usagePlaces.get(name);
  if (place !== undefined) return (row) => shownMeasure(row, place);
  if (name === 'alive') return (row) => Number(row.online);
  if (name === '_ext') return shownFrameFormat;
  if (name === 'favorate') return (row) => favourites.get(row.stored.pk) ?? null;
  if (name === 'approval') return (row) => approvalForViewer(windows, row.stored);
  return (row) => row.stored[name as keyof StoredFields];
}

const timeNames: ReadonlySet<string> = new Set(epochMsColumnNames);
const repeatedNames: ReadonlySet<string> = new Set(dictionaryEncodedColumnNames);
const names: readonly ColumnName[] = [
  ...plainColumnNames,
  ...epochMsColumnNames,
  ...dictionaryEncodedColumnNames,
  'favorate',
];

const milliseconds = (time: unknown) => (time === null ? null : Date.parse(time as string));

/** The rows as JSON of `DeviceRowsByColumn`, in pieces. */
export async function serializeColumns(selection: ViewerRows): Promise<Buffer[]> {
  const pause = createEventLoopYield();
  const pieces: Buffer[] = [];
  const write = (text: string) => pieces.push(Buffer.from(text));
  for (const [i, name] of names.entries()) {
    const read = readerOf(name, selection);
    write(`${i === 0 ? '{' : ','}"${name}":`);
    if (repeatedNames.has(name)) await writeRepeated(selection, read, { write, pause });
    else await writeArray(selection, timeNames.has(name) ? (row) => milliseconds(read(row)) : read, { write, pause });
  }
  write(',"tags":');
  await writeTags(selection, { write, pause });
  write('}');
  return pieces;
}

interface Output {
  readonly write: (text: string) => void;
  readonly pause: () => Promise<void>;
}

async function writeArray({ rows }: ViewerRows, read: Read, { write, pause }: Output): Promise<void> {
  write('[');
  for (let i = 0; i < rows.length; i += SLICE) {
    const text = JSON.stringify(rows.slice(i, i + SLICE).map(read)).slice(1, -1);
    write(i === 0 ? text : `,${text}`);
    await pause();
  }
  write(']');
}

async function writeRepeated(selection: ViewerRows, read: Read, output: Output): Promise<void> {
  const places = new Map<unknown, number>();
  const placeOf = (row: ListedRow) => {
    const value = read(row);
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, places.size);
    return places.size - 1;
  };
  output.write('{"at":');
  await writeArray(selection, placeOf, output);
  output.write(`,"values":${JSON.stringify([...places.keys()])}}`);
}

/** Of the rows that have tags, which are few or repeat the same. */
async function writeTags({ rows }: ViewerRows, { write, pause }: Output): Promise<void> {
  const [tagged, at]: [number[], number[]] = [[], []];
  const places = new Map<string, number>();
  for (const [i, { stored }] of rows.entries()) {
    if (i % SLICE === 0) await pause();
    if (stored.tags.length === 0) continue;
    const text = JSON.stringify(stored.tags);
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    tagged.push(i);
    at.push(place);
  }
  write(`{"rows":${JSON.stringify(tagged)},"at":${JSON.stringify(at)},"values":[${[...places.keys()].join(',')}]}`);
}
