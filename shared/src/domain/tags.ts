import { tagKey } from '../contract/tag-rules.ts';

/** The tags of devices without any, which are most devices: one array for all of them. */
export const NO_TAGS: readonly string[] = Object.freeze([]);

/** Each tag once, in the spelling that comes first. */
export function uniqueTagsIgnoringCase(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (!known.has(key)) known.set(key, tag);
  }
  return [...known.values()];
}

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Tags after a change. Those that stay keep their place and their spelling; new ones come last. */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const removed = new Set(remove.map(tagKey));
  return uniqueTagsIgnoringCase([...tags.filter((tag) => !removed.has(tagKey(tag))), ...add]);
}

/** The same tags in the same spelling; their order does not count. */
export const hasSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag) => b.includes(tag));

/** A test for devices that have every one of some tags. */
export function createAllTagsFilter(wanted: readonly string[]): (tags: readonly string[]) => boolean {
  const keys = [...new Set(wanted.map(tagKey))];
  // Most tags are on many devices.
  const known = new Map<string, string>();
  const keyOf = (tag: string) => {
    const key = known.get(tag) ?? tagKey(tag);
    known.set(tag, key);
    return key;
  };
  if (keys.length === 0) return () => true;
  return (tags) => tags.length >= keys.length && keys.every((key) => tags.some((tag) => keyOf(tag) === key));
}

export interface TagInUse {
  readonly tag: string;
  /** Devices that have it. */
  readonly count: number;
}

/** The tags of some devices, each in its most frequent spelling, in the order of `compare`. */
export function tagsInUse(
  devices: Iterable<{ readonly tags: readonly string[] }>,
  compare: (a: string, b: string) => number,
): TagInUse[] {
  const counts = new Map<string, number>();
  for (const { tags } of devices) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...Map.groupBy(counts, ([tag]) => tagKey(tag)).values()]
    .map((spellings) => {
      const [[tag] = ['']] = spellings.toSorted((a, b) => b[1] - a[1]);
      return { tag, count: spellings.reduce((sum, [, count]) => sum + count, 0) };
    })
    .toSorted((a, b) => compare(a.tag, b.tag));
}
