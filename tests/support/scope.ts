const isAll = process.env['TEST_SCOPE'] === 'all';

/**
 * How many runs a property has. The usual number finds a mistake in what it is about within a few changes of the code;
 * `npm test -- all` (TEST_SCOPE=all) takes the larger one, which also finds rare orders of events.
 */
export const runsOf = ({ usual, all }: { usual: number; all: number }): number => (isAll ? all : usual);

/** What is looked at only by `npm test -- all`, and when a file is named: the work is left out, not the test around it. */
export const onlyInAll = async (work: () => Promise<void>): Promise<void> => {
  if (isAll) await work();
};
