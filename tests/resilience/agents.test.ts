import { startAgentProcess } from '../support/agent-process.ts';
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
    await using agent = await startAgentProcess(stack);
    await eventually(() => expect(watcher.online()).toBe(1));
    await agent.kill();
    // Pings would find out after 13 s.
    await eventually(() => expect(watcher.online()).toBe(0));
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
