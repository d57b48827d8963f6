import type { MergedRanges } from './ip-addresses.ts';

/** Each block of addresses is drawn as a bar of so many cells. */
export const IP_MAP_CELLS = 256;

/** A row of the map: a block of addresses, or several in a row that are listed as a whole. */
export interface AddressMapRow {
  /** `10.0.0.0/8`, `2001::/16`, or the first and the last of several. */
  readonly block: string;
  /** The listed parts, as first and last cell from 0 to 255. */
  readonly parts: readonly (readonly [first: number, last: number])[];
  /** The cell of the address that was asked for; null when it is in another block. */
  readonly own: number | null;
}

type Family = '4' | '6';

/** How many hexadecimal digits name a block: the first eight bits of IPv4, sixteen of IPv6. */
const blockDigits: Readonly<Record<Family, number>> = { 4: 2, 6: 4 };
const CELL_DIGITS = 2;

const nameOf = (family: Family, block: number): string =>
  family === '4' ? `${block}.0.0.0/8` : `${block.toString(16)}::/16`;

interface Row {
  readonly family: Family;
  readonly from: number;
  to: number;
  readonly parts: [number, number][];
}

const isWhole = ({ parts: [part] }: Row): boolean => part?.[0] === 0 && part[1] === IP_MAP_CELLS - 1;

/** Adds the cells of one block, which come in order. */
function addPart(
  rows: Row[],
  family: Family,
  [from, to, first, last]: readonly [number, number, number, number],
): void {
  const before = rows.at(-1);
  const part = before?.parts.at(-1);
  if (before?.family === family && before.from === from && before.to === from && from === to && part) {
    // Two ranges may share a cell.
    if (first <= part[1] + 1) part[1] = Math.max(part[1], last);
    else before.parts.push([first, last]);
  } else if (
    before?.family === family &&
    isWhole(before) &&
    before.to === from - 1 &&
    first === 0 &&
    last === IP_MAP_CELLS - 1
  )
    before.to = to;
  else rows.push({ family, from, to, parts: [[first, last]] });
}

const cellOf = (address: string): number => {
  const family = address[0] === '4' ? '4' : '6';
  return Number.parseInt(address.slice(1, 1 + blockDigits[family] + CELL_DIGITS), 16);
};

function addRange(rows: Row[], [first, last]: MergedRanges[number]): void {
  const family = first.startsWith('4') ? '4' : '6';
  const [end, top] = [cellOf(last), IP_MAP_CELLS - 1];
  for (let cell = cellOf(first); cell <= end;) {
    const block = Math.floor(cell / IP_MAP_CELLS);
    const lastWhole = Math.floor((end + 1) / IP_MAP_CELLS) - 1;
    if (cell % IP_MAP_CELLS === 0 && lastWhole >= block) {
      addPart(rows, family, [block, lastWhole, 0, top]);
      cell = (lastWhole + 1) * IP_MAP_CELLS;
    } else {
      const next = Math.min(end, block * IP_MAP_CELLS + top);
      addPart(rows, family, [block, block, cell % IP_MAP_CELLS, next % IP_MAP_CELLS]);
      cell = next + 1;
    }
  }
}

function ownCell({ family, from, to }: Row, own: string | null): number | null {
  if (own === null || own[0] !== family) return null;
  const cell = cellOf(own) - from * IP_MAP_CELLS;
  const blocks = to - from + 1;
  return cell >= 0 && cell < blocks * IP_MAP_CELLS ? Math.floor(cell / blocks) : null;
}

/**
 * Where a list of addresses lies: a row for each block that has some of them. A part is at least a cell wide, so that a
 * single address can be seen. @param ownComparable as `sortableAddressText` writes it
 */
export function addressMap(ranges: MergedRanges, ownComparable: string | null): AddressMapRow[] {
  const rows: Row[] = [];
  for (const range of ranges) addRange(rows, range);
  return rows.map((row) => ({
    block:
      row.from === row.to
        ? nameOf(row.family, row.from)
        : `${nameOf(row.family, row.from)} ~ ${nameOf(row.family, row.to)}`,
    parts: row.parts,
    own: ownCell(row, ownComparable),
  }));
}
