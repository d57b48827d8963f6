import { signUp } from '@vigil/shared/contract/http/accounts';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createRouteRegistry } from './routes.ts';

test('a change without a caller stops the start unless it says whose rows it writes', () => {
  const stores = {} as Parameters<typeof createRouteRegistry>[1];
  const rule = async () => ({ mgrid: '', email: '' });
  expect(() => createRouteRegistry(fastify(), stores).change(signUp, { rule })).toThrow('does not say whose rows');
  expect(() => createRouteRegistry(fastify(), stores).change(signUp, { rule, whose: () => null })).not.toThrow();
});
