import type { OsId } from '@vigil/shared/contract/device';
import type { ListFilter } from '@vigil/shared/contract/http/filters';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { normalizeText } from '@vigil/shared/contract/patterns';
import { isTag, tagKey } from '@vigil/shared/contract/tag-rules';
import { uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import type { ListScope } from '../../../entities/device/device-address.ts';
import type { DeviceListFilter, DeviceSort } from '../../../entities/device/device-sorter.ts';
import { isStatus } from '../../../entities/device/device-status.ts';
import { isSort } from '../list-preferences.ts';
import { filterSystems, SAVED_FILTER_PARAMETER } from '../use-device-list-filter.ts';

/** The list filter that stands for what the list shows now. */
export const filterOf = (
  { text, os, status, tags }: DeviceListFilter,
  sort: DeviceSort,
  group: ListScope,
): ListFilter => ({
  text: text.trim(),
  os,
  status,
  tags: [...tags],
  group,
  sort,
});

/** Which groups and tags exist for this user. */
export interface KnownFilterValues {
  readonly hasGroup: (pk: GroupPk) => boolean;
  readonly hasTag: (tag: string) => boolean;
}
export const everythingKnown: KnownFilterValues = { hasGroup: () => true, hasTag: () => true };

/** A part of a saved filter that cannot be applied; `tag` with its name. */
export type LeftOutPart =
  | { readonly part: 'tag'; readonly tag: string }
  | { readonly part: 'group' | 'os' | 'status' | 'sort' | 'other' };

export interface ParsedFilter {
  readonly filter: ListFilter;
  readonly leftOut: readonly LeftOutPart[];
}

const isSystem = (value: unknown): value is OsId => filterSystems.some((os) => os === value);
const isScope = (value: unknown): value is ListScope =>
  value === 'all' || value === 'favorate' || (Number.isSafeInteger(value) && (value as number) > 0);
const parts: ReadonlySet<string> = new Set<keyof ListFilter>(['text', 'os', 'status', 'tags', 'group', 'sort']);

/**
 * A filter as it was saved, perhaps by another version or by a user who sees more; what is gone is left out and named.
 */
export function parseSavedFilter(
  saved: Readonly<Record<string, unknown>>,
  { hasGroup, hasTag }: KnownFilterValues,
): ParsedFilter {
  const { text, os = null, status = null, tags = [], group = null, sort = null } = saved;
  const leftOut: LeftOutPart[] = Object.keys(saved).some((name) => !parts.has(name)) ? [{ part: 'other' }] : [];
  const take = <T>(
    part: 'group' | 'os' | 'status' | 'sort',
    value: unknown,
    isKnown: (given: unknown) => given is T,
  ) => {
    if (value === null || isKnown(value)) return value;
    leftOut.push({ part });
    return null;
  };
  const isUsableScope = (value: unknown): value is ListScope =>
    isScope(value) && (typeof value === 'string' || hasGroup(value));
  const known = {
    group: take('group', group, isUsableScope),
    os: take('os', os, isSystem),
    status: take('status', status, (given) => typeof given === 'string' && isStatus(given)),
    sort: take('sort', sort, isSort),
  };
  const words = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string').map(normalizeText);
  const usable = uniqueTagsIgnoringCase(words.filter(isTag));
  for (const tag of usable) if (!hasTag(tag)) leftOut.push({ part: 'tag', tag });
  return { filter: { ...known, text: typeof text === 'string' ? text : '', tags: usable.filter(hasTag) }, leftOut };
}

const orderText = ({ by, order }: DeviceSort): string => (by === 'attention' ? by : `${by} ${order}`);

/** Whether the list is filtered as `wanted` says. A scope or an order that `wanted` does not name is not compared. */
export function isFilterShown(wanted: ListFilter, shown: ListFilter): boolean {
  const keys = new Set(wanted.tags.map(tagKey));
  return (
    wanted.text === shown.text &&
    wanted.os === shown.os &&
    wanted.status === shown.status &&
    wanted.tags.length === shown.tags.length &&
    shown.tags.every((tag) => keys.has(tagKey(tag))) &&
    (wanted.group === null || wanted.group === shown.group) &&
    (wanted.sort === null || shown.sort === null || orderText(wanted.sort) === orderText(shown.sort))
  );
}

/** The query string that shows a filter, and names the saved one. */
export function savedFilterQuery({ text, os, status, tags }: ListFilter, saved: number): string {
  const query = new URLSearchParams();
  if (text !== '') query.set('name', text);
  if (os !== null) query.set('os', String(os));
  if (status !== null) query.set('state', status);
  for (const tag of tags) query.append('tag', tag);
  query.set(SAVED_FILTER_PARAMETER, String(saved));
  return query.toString();
}
