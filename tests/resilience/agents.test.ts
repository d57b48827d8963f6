import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleWhenStale } from '@vigil/infra/bundles/bundle-when-stale';
import { bundleFile } from '@vigil/infra/bundles/programs';
import { NODE } from '@vigil/infra/local/runtime';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

test(
  '[LEASE-1] an agent killed with kill -9 is offline on the screen before a ping would show it',
  { tags: 'core' },
  async ({ start }) => {
    const stack = await start();
    await using watcher = await startWatcher(await stack.signIn());
    const state = await mkdtemp(path.join(tmpdir(), 'vigil-agent-'));
    const token = await stack.operator.enrolToken(1);
    const args = [
      bundleFile(await bundleWhenStale(), 'agent'),
      '--server',
      stack.url,
      '--enrol',
      token,
      '--state',
      state,
    ];
    const agent = spawn(NODE, args, { stdio: 'ignore' });
    try {
      await eventually(() => expect(watcher.online()).toBe(1));
      agent.kill('SIGKILL');
      // Pings would find out after 13 s.
      await eventually(() => expect(watcher.online()).toBe(0));
    } finally {
      agent.kill('SIGKILL');
      await rm(state, { recursive: true, force: true });
    }
  },
);

test('[LEASE-2] an agent whose network goes silent is offline, and back when it returns', async ({ start }) => {
  const stack = await start();
  await using watcher = await startWatcher(await stack.signIn());
  await using fleet = await startFleetOn(stack, 2);
  await eventually(() => expect(watcher.online()).toBe(2));
  fleet.device(0).pause();
  await eventually(() => expect(watcher.online()).toBe(1));
  fleet.device(0).resume();
  await eventually(() => expect(watcher.online()).toBe(2));
});
