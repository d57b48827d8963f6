import { readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createViewerKeys, viewDesktop } from '@vigil/agent/testing/desktop-viewer';
import { FakeDesktop } from '@vigil/agent/testing/fake-desktop';
import { createRemoteSession, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { createClient } from '@redis/client';
import type { Client } from '../support/client.ts';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/system-test.ts';

/** A key that no keyboard has. */
const MARKER = 'KeyMarkerThatNobodyMayRead';

async function startDesktop(stack: Stack, client: Client) {
  const desktop = new FakeDesktop();
  const computer = new Computer(stack, {
    name: 'Workshop',
    mac: '02:00:00:00:0e:01',
    openDesktop: () => Promise.resolve(desktop),
  });
  await computer.turnOn(await stack.operator.enrolToken(1));
  const pk = await eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const found = objects.find(({ guid, alive }) => guid === computer.guid && alive === 1);
    if (!found) throw new Error('not online');
    return found.pk;
  });
  const { objects: session } = await client.call(createRemoteSession, { body: { device_pk: pk, type: 'rc' } });
  const connect = async (body: { state: 'started'; secret: string } | { state: 'alive' }, key?: string) => {
    const keys = createViewerKeys();
    const reply = await fetch(`${stack.url}${API_BASE}/remote_session/${session.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Session ${key}` } : {}) },
      body: JSON.stringify({ ...body, viewer_key: keys.publicKey }),
    });
    const { objects } = (await reply.json()) as { objects: unknown };
    const answer = reportRemoteSession.objects.parse(objects);
    if (!answer.desktop) throw new Error('no desktop');
    const viewer = await viewDesktop(stack.url, answer.desktop, keys);
    await viewer.control(({ holder, you }) => holder === you);
    return { key: answer.key ?? '', viewer };
  };
  return { desktop, computer, secret: session.secret, connect };
}

/** Whether the memory of a process holds these bytes. */
async function isInMemory(pid: number, bytes: Buffer): Promise<boolean> {
  await using memory = await open(`/proc/${pid}/mem`);
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/u.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    const { buffer, bytesRead } = await memory
      .read(Buffer.alloc(end - start), 0, end - start, start)
      .catch(() => ({ buffer: Buffer.alloc(0), bytesRead: 0 }));
    if (buffer.subarray(0, bytesRead).includes(bytes)) return true;
  }
  return false;
}

const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0;

test('[RELAY-6] what a viewer types is in no memory of the relay, not in Redis and in no log', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  const { desktop, computer, secret, connect } = await startDesktop(stack, client);
  using _computer = computer;
  const { viewer } = await connect({ state: 'started', secret });
  using _viewer = viewer;
  viewer.send({ t: 'key', code: MARKER, down: true });
  await eventually(() => expect(desktop.done).toEqual([`${MARKER} down`]));
  const marker = Buffer.from(MARKER);
  if (canReadMemory) {
    expect(readlinkSync(`/proc/${stack.relay.pid}/exe`)).toContain('node');
    // The same search finds what the relay does know.
    expect(await isInMemory(stack.relay.pid, Buffer.from('vigil_relay_bytes_total'))).toBe(true);
    expect(await isInMemory(stack.relay.pid, marker)).toBe(false);
  }
  const redis = createClient({ url: stack.redis.url });
  await redis.connect();
  const dumped = await Promise.all((await redis.keys('*')).map((key) => redis.dump(key)));
  redis.destroy();
  expect(dumped.some((value) => Buffer.from(value ?? '', 'latin1').includes(marker))).toBe(false);
  const logs = [stack.api, stack.relay, ...stack.gateways, ...stack.workers].flatMap(({ lines }) => lines);
  expect(logs.filter((line) => line.includes(MARKER))).toEqual([]);
});

test('[RELAY-2] a session whose relay was killed goes on at the next one, without another secret', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const { desktop, computer, secret, connect } = await startDesktop(stack, client);
  using _computer = computer;
  const { viewer, key } = await connect({ state: 'started', secret });
  expect((await viewer.nextFrame()).ops).toMatchObject([{ op: 'size', w: desktop.width }]);
  viewer.send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down']));
  await stack.relay.kill();
  await viewer.closed;
  // The agent has let go of what was pressed.
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']));
  await stack.relay.start();
  const { viewer: again } = await connect({ state: 'alive' }, key);
  using _again = again;
  expect((await again.nextFrame()).ops).toMatchObject([{ op: 'size', w: desktop.width }]);
});
