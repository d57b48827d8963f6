import { runParallelCountingFailures } from './in-parallel.ts';

/** Items are deleted by one DELETE each; so many at a time. */
const AT_MOST = 4;

/** How far the deletion of several items is. `problem` null: deleted. */
export interface DeletionProgress<T> {
  readonly total: number;
  readonly outcomes: readonly { readonly item: T; readonly problem: string | null }[];
}

interface Steps<T> {
  readonly remove: (item: T) => Promise<void>;
  readonly textOf: (error: unknown) => string;
  readonly onProgress: (deletion: DeletionProgress<T>) => void;
}

/** Deletes items, a few at a time, and notes the outcome of each. @returns those that are left */
export async function deleteInParallel<T>(items: readonly T[], { remove, textOf, onProgress }: Steps<T>): Promise<T[]> {
  const outcomes: DeletionProgress<T>['outcomes'][number][] = [];
  const left: T[] = [];
  const tell = () => onProgress({ total: items.length, outcomes: [...outcomes] });
  tell();
  const work = async (item: T) => {
    try {
      await remove(item);
      outcomes.push({ item, problem: null });
    } catch (error) {
      left.push(item);
      outcomes.push({ item, problem: textOf(error) });
    }
    tell();
  };
  await runParallelCountingFailures(items, work, AT_MOST);
  return left;
}
