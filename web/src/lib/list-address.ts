/** A page of a list: the first has the index 0. */
export interface ListPage {
  readonly index: number;
  readonly size: number;
}

/** Spec 3 §9. */
export const pageSizes = [5, 10, 15, 20] as const;
const DEFAULT_SIZE = 10;

/** @returns the value if it is one of the list, else the fallback */
export const oneOf = <T>(list: readonly T[], value: unknown, fallback: T): T =>
  list.includes(value as T) ? (value as T) : fallback;

const PAGE_NUMBER = /^[1-9]\d{0,8}$/u;

/** The page that an address names, or the first of the usual size. */
export function readPage(query: URLSearchParams, usualSize = DEFAULT_SIZE): ListPage {
  const number = query.get('page') ?? '';
  return {
    index: PAGE_NUMBER.test(number) ? Number(number) - 1 : 0,
    size: oneOf<number>(pageSizes, Number(query.get('size')), usualSize),
  };
}

/** A parameter of the address; one with the default value is left out of it. */
export type AddressEntry = readonly [name: string, value: string, isDefault: boolean];

/** The parameters of a list's address. */
export const addressOf = (
  { index, size }: ListPage,
  entries: readonly AddressEntry[],
  usualSize = DEFAULT_SIZE,
): URLSearchParams => {
  const paging: readonly AddressEntry[] = [
    ['page', String(index + 1), index === 0],
    ['size', String(size), size === usualSize],
  ];
  const changed = [...paging, ...entries].filter(([, , isDefault]) => !isDefault);
  return new URLSearchParams(changed.map(([name, value]) => [name, value] as [string, string]));
};
