import type { ListFilter } from '@vigil/shared/contract/http/filters';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { noDeviceListFilter } from '../../../entities/device/device-sorter.ts';
import { everythingKnown, filterOf, isFilterShown, savedFilterQuery, parseSavedFilter } from './list-filter.ts';

const full = {
  text: 'till',
  os: 1,
  status: 'offline',
  tags: ['Till', 'east wing'],
  group: 7 as GroupPk,
  sort: { by: 'alias', order: 'asc' },
} as const;
const asSaved = (change: object = {}) => ({ ...structuredClone(full), ...change }) as unknown as ListFilter;

test('a filter that names only what there is is read as it was saved', () => {
  expect(parseSavedFilter(asSaved(), everythingKnown)).toEqual({ filter: full, leftOut: [] });
});

// [what is saved, what cannot be applied, what is applied in its place]
const GONE: readonly (readonly [object, object, object])[] = [
  [{ tags: ['Till', 'old'] }, { part: 'tag', tag: 'old' }, { tags: ['Till'] }],
  [{ group: 9 }, { part: 'group' }, { group: null }],
  [{ group: 'everything' }, { part: 'group' }, { group: null }],
  [{ os: 77 }, { part: 'os' }, { os: null }],
  [{ status: 'sleepy' }, { part: 'status' }, { status: null }],
  [{ sort: { by: 'colour', order: 'asc' } }, { part: 'sort' }, { sort: null }],
  [{ sort: 'alias' }, { part: 'sort' }, { sort: null }],
  [{ columns: ['alias'] }, { part: 'other' }, {}],
];

test.each(GONE)('of %j it says that %j is left out', (saved, part, applied) => {
  const known = { hasGroup: (pk: number) => pk === 7, hasTag: (tag: string) => tag !== 'old' };
  expect(parseSavedFilter(asSaved(saved), known)).toEqual({ filter: { ...full, ...applied }, leftOut: [part] });
});

test('an empty or damaged filter opens, too', () => {
  const nothing = { text: '', os: null, status: null, tags: [], group: null, sort: null };
  expect(parseSavedFilter({}, everythingKnown)).toEqual({ filter: nothing, leftOut: [] });
  expect(parseSavedFilter({ text: 7, tags: 'till' }, everythingKnown).filter).toEqual(nothing);
});

const shown = filterOf(
  { ...noDeviceListFilter, text: ' till ', os: 1, status: 'offline', tags: ['east wing', 'TILL'] },
  full.sort,
  full.group,
);

// [the saved filter differs in this, it is shown]
const SHOWN: readonly (readonly [object, boolean])[] = [
  [{}, true],
  [{ group: null, sort: null }, true],
  [{ text: '' }, false],
  [{ os: null }, false],
  [{ status: 'online' }, false],
  [{ tags: ['Till'] }, false],
  [{ tags: ['Till', 'west'] }, false],
  [{ group: 'all' }, false],
  [{ sort: { by: 'alias', order: 'desc' } }, false],
];

test.each(SHOWN)('a saved filter with %j is shown: %s', (change, is) => {
  expect(isFilterShown(asSaved(change), shown)).toBe(is);
});

test('the direction of an order by problems is of no meaning', () => {
  const by = (order: 'asc' | 'desc') => ({ ...shown, sort: { by: 'attention', order } as const });
  expect(isFilterShown(by('asc'), by('desc'))).toBe(true);
});

test('a filter is an address', () => {
  expect(savedFilterQuery(asSaved(), 3)).toBe('name=till&os=1&state=offline&tag=Till&tag=east+wing&filter=3');
  expect(savedFilterQuery(parseSavedFilter({}, everythingKnown).filter, 3)).toBe('filter=3');
});
