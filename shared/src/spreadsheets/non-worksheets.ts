import { strFromU8, unzipSync } from 'fflate';

const WORKBOOK = /(?:^|\/)workbook\.xml(?:\.rels)?$/iu;
const SHEET = /<(?:\w+:)?sheet\s[^>]*>/gu;
const SHEET_RELATIONSHIP = /\s\w+:id="([^"]*)"/u;
const RELATIONSHIP = /<(?:\w+:)?Relationship\s[^>]*>/gu;
const WITHOUT_CELLS = /\sType="[^"]*\/(?:chartsheet|dialogsheet)"/u;
const ID = /\sId="([^"]*)"/u;

/**
 * The places, from 0, of the sheets of a workbook that are a chart or a dialog of the spreadsheet's past, which the
 * library cannot read.
 */
export function nonWorksheets(bytes: Uint8Array): ReadonlySet<number> {
  const parts = Object.entries(unzipSync(bytes, { filter: ({ name }) => WORKBOOK.test(name) }));
  const textOf = (end: string): string =>
    parts.map(([name, content]) => (name.toLowerCase().endsWith(end) ? strFromU8(content) : '')).join('');
  const others = new Set(
    [...textOf('.rels').matchAll(RELATIONSHIP)].flatMap(([element]) =>
      WITHOUT_CELLS.test(element) ? [ID.exec(element)?.[1]] : [],
    ),
  );
  const ids = [...textOf('workbook.xml').matchAll(SHEET)].map(([element]) => SHEET_RELATIONSHIP.exec(element)?.[1]);
  return new Set(ids.flatMap((id, place) => (id !== undefined && others.has(id) ? [place] : [])));
}
