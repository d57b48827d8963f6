import { Writable } from 'node:stream';
import { Problem } from '@vigil/shared/contract/problems';
import { createLog } from '@vigil/shared/platform/log';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { registerErrorHandler } from './problems.ts';

function openApi() {
  const lines: Record<string, unknown>[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  const loggerInstance: FastifyBaseLogger = createLog('test', 'info', new Writable({ write }));
  const app = fastify({ loggerInstance, disableRequestLogging: true });
  registerErrorHandler(app);
  const causes: Readonly<Record<string, Error>> = {
    full: new Error('OOM command not allowed'),
    busy: new Problem('unavailable', { retryAfter: 1 }),
    bug: new TypeError('no such property'),
  };
  app.get<{ Params: { cause: string } }>('/:cause', ({ params }) =>
    Promise.reject(causes[params.cause] ?? new Error()),
  );
  const ask = async (cause: string) => (await app.inject(`/${cause}`)).statusCode;
  return { app, lines, ask };
}

test('what every request meets is one line, and an unexpected failure is one for each ID', async () => {
  await using api = { ...openApi(), [Symbol.asyncDispose]: () => api.app.close() };
  for (const cause of ['full', 'full', 'busy', 'busy']) expect(await api.ask(cause)).toBe(503);
  expect(api.lines).toMatchObject([
    { level: 50, problem: 'store_full', err: { message: 'OOM command not allowed' } },
    { level: 50, problem: 'unavailable' },
  ]);
  for (const cause of ['bug', 'bug']) expect(await api.ask(cause)).toBe(500);
  const failed = api.lines.slice(2);
  expect(failed).toMatchObject([{ problem: 'internal' }, { problem: 'internal' }]);
  expect(new Set(failed.map(({ id }) => id)).size).toBe(2);
});
