import { test as base } from 'vitest';

export { expect } from 'vitest';

import { startStack, type Stack, type StackOptions } from './stack.ts';

/**
 * Tests of whole systems: `test('…', async ({ start }) => { const stack = await start({ gateways: 2 }); … })`. What was
 * started ends with the test, also when the test times out, which `await using` does not see to.
 */
export const test = base.extend('start', async ({ task }, { onCleanup }) => {
  const started = new AsyncDisposableStack();
  const stacks: Stack[] = [];
  onCleanup(async () => {
    await started.disposeAsync();
    if (task.result?.state === 'fail') for (const stack of stacks) printErrors(stack);
  });
  return async (options: StackOptions = {}): Promise<Stack> => {
    const stack = started.use(await startStack(options));
    stacks.push(stack);
    return stack;
  };
});

/**
 * Tests that share the stack of their file. What one of them paused, stopped or killed runs again for the next one,
 * also when it failed in between.
 */
export const sharedStackTest = base
  /* oxlint-disable-next-line eslint/no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs: none */
  .extend('stack', { scope: 'file' }, async ({}, { onCleanup }) => {
    const stack = await startStack();
    onCleanup(() => stack[Symbol.asyncDispose]());
    return stack;
  })
  .extend('restored', { auto: true }, ({ stack, task }, { onCleanup }) => {
    onCleanup(async () => {
      if (task.result?.state === 'fail') printErrors(stack);
      await stack.restore();
    });
  });

const IS_ERROR = /"level":(?:50|60)/;

/** What the servers logged as errors: the cause of a failure that the test only sees as `500 internal`. */
function printErrors({ api, gateways, workers }: Stack): void {
  for (const { name, lines } of [api, ...gateways, ...workers]) {
    const errors = lines.filter((line) => IS_ERROR.test(line)).slice(-10);
    if (errors.length > 0) console.error(`${name} logged\n${errors.join('\n')}`);
  }
}
