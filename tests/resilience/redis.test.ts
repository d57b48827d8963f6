import { setTimeout as delay } from 'node:timers/promises';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

// How long the outage lasts, as the contract describes it: no state ends it earlier, so the test waits that long.
const AWAY_MS = 10_000;
/** The contract allows 20 s; a busy machine takes longer, and only what is stuck takes as long as this. */
const RECOVERY_MS = 60_000;

for (const empty of [false, true]) {
  test(`[RECOVER-${empty ? 2 : 1}] Redis is away for 10 s and comes back ${empty ? 'empty' : 'as it was'}: all recovers by itself`, async ({
    start,
  }) => {
    const stack = await start();
    const client = await stack.signIn();
    await using watcher = await startWatcher(client);
    await using fleet = await startFleetOn(stack, 50);
    await eventually(() => expect(watcher.online()).toBe(50));
    const before = await client.call(listDevices, { query: { search_mode: 'all' } });

    await stack.redis.stop({ kill: true });
    // One device leaves for good while no gateway can announce it.
    fleet.device(7).dispose();
    await delay(AWAY_MS);
    await stack.redis.start({ empty });

    await eventually(() => expect(watcher.online()).toBe(49), { timeout: RECOVERY_MS });
    const samples = watcher.samples();
    await eventually(() => expect(watcher.samples()).toBeGreaterThan(samples), { timeout: RECOVERY_MS });
    const target = before.objects.find((device) => device.guid === fleet.device(3).guid);
    const { objects } = await eventually(
      () => client.call(issueCommand, { params: { guid: target?.guid ?? '' }, body: { type: 'information' } }),
      { timeout: RECOVERY_MS },
    );
    const id = 'id' in objects ? objects.id : '';
    await eventually(() => expect(watcher.commands.get(id)).toBe('done'), { timeout: RECOVERY_MS });

    const after = await client.call(listDevices, { query: { search_mode: 'all' } });
    expect(after.meta.total_count).toBe(50);
    const ledger = await client.call(listCommands, { query: { search_mode: 'all' } });
    expect(ledger.objects.map((row) => row.state)).toEqual(['done']);
  });
}
