import { tagKey } from '@vigil/shared/contract/tag-rules';
import { tagsInUse } from '@vigil/shared/domain/tags';

/** How many of the selected devices have a tag, or are to have it. */
export type TagSpread = 'all' | 'some' | 'none';

export interface TagChoice {
  readonly tag: string;
  /** Selected devices that have it now. */
  readonly count: number;
  readonly before: TagSpread;
}

/** The tags of the selected devices. */
export function tagChoicesOf(
  devices: readonly { readonly tags: readonly string[] }[],
  compare: (a: string, b: string) => number,
): TagChoice[] {
  return tagsInUse(devices, compare).map(({ tag, count }) => ({
    tag,
    count,
    before: count === devices.length ? 'all' : 'some',
  }));
}

/** A tag that some devices have can be left so, given to all or taken from all. */
export const nextSpread = (now: TagSpread, before: TagSpread): TagSpread => {
  if (now === 'some') return 'all';
  if (now === 'all') return 'none';
  return before === 'some' ? 'some' : 'all';
};

/** The request for what was chosen: by key, where it differs from before, and tags that were typed. */
export function tagChanges(
  choices: readonly TagChoice[],
  chosen: ReadonlyMap<string, TagSpread>,
  typed: readonly string[],
): { add: string[]; remove: string[] } {
  const changed = choices.filter(({ tag, before }) => (chosen.get(tagKey(tag)) ?? before) !== before);
  const typedKeys = new Set(typed.map(tagKey));
  const of = (spread: TagSpread) =>
    changed
      .filter(({ tag }) => chosen.get(tagKey(tag)) === spread && !typedKeys.has(tagKey(tag)))
      .map(({ tag }) => tag);
  return { add: [...of('all'), ...typed], remove: of('none') };
}
