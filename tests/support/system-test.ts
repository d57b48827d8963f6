import { test as base } from 'vitest';

export { expect } from 'vitest';

import { startStack, type Stack, type StackOptions } from './stack.ts';

/**
 * Tests of whole systems: `test('…', async ({ start }) => { const stack = await start({ gateways: 2 }); … })`. What was
 * started ends with the test, also when the test times out, which `await using` does not see to.
 */
export const test = base.extend(
  'start',
  /* oxlint-disable-next-line eslint/no-empty-pattern -- the runner reads from the pattern what a fixture needs: nothing */
  async ({}, { onCleanup }) => {
    const started = new AsyncDisposableStack();
    onCleanup(() => started.disposeAsync());
    return async (options: StackOptions = {}): Promise<Stack> => started.use(await startStack(options));
  },
);
