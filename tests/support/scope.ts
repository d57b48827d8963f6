/**
 * How many runs a property has. The usual number finds a mistake in what it is about within a few changes of the code;
 * `npm test -- all` (TEST_SCOPE=all) takes the larger one, which also finds rare orders of events.
 */
export const runsOf = ({ usual, all }: { usual: number; all: number }): number =>
  process.env['TEST_SCOPE'] === 'all' ? all : usual;
