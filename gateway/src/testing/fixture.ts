import { test } from 'vitest';
import { startTestGateways, type TestGatewayOptions } from './test-gateway.ts';

/** The tests of a file share gateways with a Redis of their own, which are disposed after the last one. */
export const gatewayTest = (options: TestGatewayOptions = {}) =>
  /* oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs: none */
  test.extend('gateways', { scope: 'file' }, async ({}, { onCleanup }) => {
    const gateways = await startTestGateways(options);
    onCleanup(() => gateways[Symbol.asyncDispose]());
    return gateways;
  });
