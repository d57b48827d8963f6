import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { readMetrics } from '../support/metrics.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

test('[LEASE-4] after kill -9 of a gateway its agents are back on another one and every state is right', async ({
  start,
}) => {
  const stack = await start({ gateways: 2 });
  await using watcher = await startWatcher(await stack.signIn());
  await using fleet = await startFleetOn(stack, 300);
  await eventually(() => expect(watcher.online()).toBe(300));
  await stack.gateways[0]?.kill();
  // One of its devices never comes back: only the lapsed lease can tell.
  const lost = fleet.devices.find((device) => !device.connected) ?? fleet.device(0);
  lost.dispose();
  await eventually(() => expect(watcher.online()).toBe(299));
  await eventually(() => expect(fleet.devices.filter((device) => device.connected)).toHaveLength(299));
  await eventually(() => expect(watcher.online()).toBe(299));
});

test('[LEASE-5] a gateway that stood still past its lease announces its agents again under a new identity', async ({
  start,
}) => {
  const stack = await start();
  await using watcher = await startWatcher(await stack.signIn());
  await using _fleet = await startFleetOn(stack, 20);
  await eventually(() => expect(watcher.online()).toBe(20));
  stack.gateways[0]?.pause();
  await eventually(async () => expect(await stack.redis.ask('KEYS', '{gw}:lease:*')).toBe('*0'));
  stack.gateways[0]?.resume();
  await eventually(() => expect(watcher.online()).toBe(20));
});

test('a gateway that is killed and started again holds every agent that takes itself for connected', async ({
  start,
}) => {
  const stack = await start();
  const [gateway] = stack.gateways;
  await using fleet = await startFleetOn(stack, 300);
  // One agent in a hundred tries within a few milliseconds of the start, so that three rounds miss no gap in it.
  for (let round = 1; round <= 3; round += 1) {
    await gateway?.kill();
    await gateway?.start();
    await eventually(async () => {
      const metric = await readMetrics(gateway?.operatorUrl ?? '');
      const counts = {
        connected: fleet.counters.connected,
        held: metric('vigil_agents_connected'),
        // Those are back by now, but were admitted without being held.
        closed: metric('vigil_unregistered_sockets_closed_total'),
      };
      expect({ round, ...counts }).toEqual({ round, connected: 300, held: 300, closed: 0 });
    });
  }
});
