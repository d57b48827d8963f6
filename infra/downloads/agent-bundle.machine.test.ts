import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { NODE_EXECUTABLE } from '../local/runtime.ts';
import { bundleAgent } from './agent-bundle.ts';

test('the bundled agent starts without what an idle agent does not use', async () => {
  const { program } = await bundleAgent();
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'vigil-agent.mjs');
  await writeFile(file, program);
  const listing = path.join(folder, 'listing.cjs');
  await writeFile(listing, "process.once('exit', () => console.error(process.moduleLoadList.join('\\n')));");
  const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, ['--require', listing, file, '--help']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('--allow-install')]);
  expect(stderr).toContain('NativeModule http\n');
  // Node's HTTP client for `fetch` and WebSocket.
  expect(stderr).not.toContain('undici');
  // Parts of a library: vendors of Bluetooth devices, containers.
  expect(program).not.toContain('Apple, Inc.');
  expect(program).not.toContain('/var/run/docker.sock');
});
