import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleWhenStale } from '../../bundles/bundle-when-stale.ts';
import { ensureKeyFile } from './ensure-keys.ts';
import { createOperatorCli } from './operator.ts';

type Ring = {
  agent: unknown[];
  session: unknown[];
  secret?: unknown[];
  command?: unknown[];
  frame?: unknown[];
  channel?: unknown[];
};
const read = async (file: string): Promise<Ring> => JSON.parse(await readFile(file, 'utf8')) as Ring;

test('keys of an older version are completed, and those that sign stay what they are', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-keys-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'keys.json');
  const operator = createOperatorCli({}, await bundleWhenStale());
  expect(await ensureKeyFile(file, operator)).toBe('made');
  const { agent, session } = await read(file);
  await writeFile(file, JSON.stringify({ agent, session }));
  expect(await ensureKeyFile(file, operator)).toBe('completed');
  const complete = await read(file);
  expect(complete).toMatchObject({ agent, session });
  expect(complete.secret).toHaveLength(1);
  expect(complete.command).toHaveLength(1);
  expect(complete.frame).toHaveLength(1);
  expect(complete.channel).toHaveLength(1);
  // Gateways tell agents the public halves of the command keys; a private half signs commands.
  const publicHalf = await readFile(path.join(folder, 'keys.public.json'), 'utf8');
  expect(publicHalf).not.toContain('PRIVATE');
  expect(JSON.parse(publicHalf)).toMatchObject({
    secret: [],
    command: [{ kid: expect.any(String) as string }],
    frame: [{ kid: expect.any(String) as string }],
  });
  expect(await read(path.join(folder, 'keys.workers.json'))).toMatchObject({ secret: [], command: complete.command });
  expect(await ensureKeyFile(file, operator)).toBe('known');
  expect(await read(file)).toEqual(complete);
});
