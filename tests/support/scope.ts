const isAll = process.env['TEST_SCOPE'] === 'all';

/**
 * How many runs a property has. The usual number finds a mistake in what it is about within a few changes of the code;
 * `npm test -- all` (TEST_SCOPE=all) takes the larger one, which also finds rare orders of events.
 */
export const runsOf = ({ usual, all }: { usual: number; all: number }): number => (isAll ? all : usual);

/**
 * Some of what repeats the same rule: `usual` of the items, others for each `turn` (0, 1, …), so that many turns have
 * all of them; `npm test -- all` takes every one each time.
 */
export function sampleOf<T>(items: readonly T[], { turn, usual }: { turn: number; usual: number }): T[] {
  if (isAll) return [...items];
  return Array.from({ length: Math.min(usual, items.length) }, (_, n) => items[(turn * usual + n) % items.length] as T);
}

/**
 * What is looked at only by `npm test -- all`, and when a file is named: the work is left out, not the test around it.
 */
export const onlyInAll = async (work: () => Promise<void>): Promise<void> => {
  if (isAll) await work();
};
