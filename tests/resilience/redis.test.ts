import { setTimeout as delay } from 'node:timers/promises';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { openSocket } from '../support/sockets.ts';
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

for (const empty of [false, true]) {
  test(`the last frame of an offline device is served after Redis has come back ${empty ? 'empty' : 'as it was'}`, async ({
    start,
  }) => {
    const stack = await start();
    const client = await stack.signIn();
    await using fleet = await startFleetOn(stack, 1);
    const list = async () => (await client.call(listDevices, { query: { search_mode: 'all' } })).objects[0];
    const shown = await list();
    if (!shown) throw new Error('no device');
    const frame = async () => {
      const headers = { token: client.token };
      const reply = await fetch(`${client.url}/liveview/${shown.guid}.${shown._ext ?? 'jpg'}`, { headers });
      return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
    };
    const viewer = await openSocket(`${client.url}/console`, { auth: { token: client.token } });
    const watched = { devices: [shown.pk], width: 320, interval_ms: 1_000 };
    await eventually(async () =>
      expect(await viewer.ask('watch_thumbnails', watched)).toEqual({ ok: true, refused: [] }),
    );
    await eventually(async () => expect((await frame()).status).toBe(200), { timeout: RECOVERY_MS });
    viewer.socket.close();
    fleet.device(0).dispose();
    await eventually(async () => expect(await list()).toMatchObject({ alive: 0 }), { timeout: RECOVERY_MS });
    const sql = postgres(stack.databaseAdminUrl, { max: 1 });
    onTestFinished(() => sql.end());
    const saved = async () => [...(await sql`select device_fk as device from last_frames`)];
    await eventually(async () => expect(await saved()).toEqual([{ device: shown.pk }]), { timeout: RECOVERY_MS });
    const before = await frame();
    expect(before.status).toBe(200);

    await stack.redis.stop({ kill: true });
    await stack.redis.start({ empty });
    const answer = { timeout: RECOVERY_MS };
    await eventually(async () => expect((await frame()).status).toBe(200), answer);
    // An empty Redis has lost at most what was stored since the frame was saved.
    if (!empty) expect(await frame()).toEqual(before);
    await eventually(async () => expect(await list()).toMatchObject({ alive: 0, _ext: expect.any(String) }), answer);
  });
}
