import { test } from 'vitest';
import { createWorkersTestContext } from './test-workers.ts';

/**
 * The tests of a file share the dependencies of workers with stores of their own, and a device. Each is made when a
 * test or a hook first asks for it, and disposed after the last test of the file.
 */
export const workersTest = () =>
  test
    /* oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs: none */
    .extend('workers', { scope: 'file' }, async ({}, { onCleanup }) => {
      const workers = await createWorkersTestContext();
      onCleanup(() => workers[Symbol.asyncDispose]());
      return workers;
    })
    .extend('device', { scope: 'file' }, ({ workers }) => workers.addDevice());
