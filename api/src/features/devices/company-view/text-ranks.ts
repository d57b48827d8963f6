import { createEventLoopYield } from './yield-to-event-loop.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Texts that are sorted in one step. */
const RUN = 256;
/** Steps between two looks at the clock. */
const STEPS = 512;

/**
 * Gives each text its rank in the order in which people sort them. Comparing two texts costs about as much as sorting
 * twenty numbers, so that each text is placed once and rows are then sorted by numbers.
 */
export class TextRanks {
  #sorted: string[] = [];
  #ranks = new Map<string, number>();
  #work: Promise<void> = Promise.resolve();

  /** Equal for texts that differ in case only. Every text has to be included before. */
  rankOf(text: string): number {
    return this.#ranks.get(text) ?? this.#ranks.size;
  }

  /**
   * Places those of the texts that are new. `most` texts are in use: when there are far more, the others are removed.
   */
  include(texts: Iterable<string>, most: number): Promise<void> {
    // One after the other, so that no text is placed twice.
    this.#work = this.#work.then(() => this.#include(texts, most));
    return this.#work;
  }

  async #include(texts: Iterable<string>, most: number): Promise<void> {
    const isFull = this.#sorted.length > 2 * most + STEPS;
    const known = isFull ? new Map<string, number>() : this.#ranks;
    const added = new Set<string>();
    const pause = createEventLoopYield();
    let count = 0;
    for (const text of texts) {
      if (!known.has(text)) added.add(text);
      count += 1;
      if (count % STEPS === 0) await pause();
    }
    if (added.size === 0) return;
    const sorted = await insertSorted(isFull ? [] : this.#sorted, await sort([...added]));
    this.#ranks = await ranksOf(sorted);
    this.#sorted = sorted;
  }
}

async function ranksOf(sorted: readonly string[]): Promise<Map<string, number>> {
  const pause = createEventLoopYield();
  const ranks = new Map<string, number>();
  let rank = 0;
  let previous: string | undefined;
  for (const text of sorted) {
    if (previous !== undefined && collator.compare(previous, text) !== 0) rank += 1;
    ranks.set(text, rank);
    previous = text;
    if (ranks.size % STEPS === 0) await pause();
  }
  return ranks;
}

/** Merge sort in small steps. */
async function sort(texts: readonly string[]): Promise<string[]> {
  const pause = createEventLoopYield();
  let runs: string[][] = [];
  for (let i = 0; i < texts.length; i += RUN) {
    runs.push(texts.slice(i, i + RUN).toSorted(collator.compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(left: readonly string[], right: readonly string[], pause: () => Promise<void>): Promise<string[]> {
  const merged: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const [a = '', b = ''] = [left[i], right[j]];
    if (collator.compare(a, b) <= 0) {
      merged.push(a);
      i += 1;
    } else {
      merged.push(b);
      j += 1;
    }
    if (merged.length % STEPS === 0) await pause();
  }
  return [...merged, ...left.slice(i), ...right.slice(j)];
}

/** Few texts into many: each is searched for its place, which takes fewer comparisons than a merge. */
async function insertSorted(many: readonly string[], few: readonly string[]): Promise<string[]> {
  if (few.length * 8 > many.length) return merge(many, few, createEventLoopYield());
  const result: string[] = [];
  let from = 0;
  for (const text of few) {
    let [low, high] = [from, many.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (collator.compare(many[middle] ?? '', text) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) result.push(many[from] ?? '');
    result.push(text);
  }
  for (; from < many.length; from += 1) result.push(many[from] ?? '');
  return result;
}
