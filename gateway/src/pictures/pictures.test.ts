import { randomBytes } from 'node:crypto';
import type { Socket as TcpSocket } from 'node:net';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFrame, unpackFrame } from '@vigil/shared/platform/redis/frames';
import { DevicePk } from '@vigil/shared/contract/ids';
import { createLog } from '@vigil/shared/platform/log';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { Queues } from '@vigil/shared/platform/queues';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { keys } from '@vigil/shared/platform/redis/keys';
import { CAPTURE_LEASE_MS, writeCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { createAgentCaptures } from './agent-captures.ts';
import { sizeOf } from './picture-size.ts';
import { startTestGateways, type TestGateways, type TestMachine } from '../testing/test-gateway.ts';

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await startTestGateways({ count: 2 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const noQueues: Queues = { add: async () => undefined, all: () => [], [Symbol.asyncDispose]: async () => undefined };

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
const browser = async (gateway = 0) => gateways.browser((await gateways.session()).token, { gateway });
/** A gateway hears of a new device a moment after it was made. */
const look = (socket: TestSocket, { device }: TestMachine, width = 320, interval_ms = 200) =>
  eventually(async () => {
    const answer = await socket.ask('watch_thumbnails', { devices: [device], width, interval_ms });
    expect(answer).toEqual({ ok: true, refused: [] });
  });
const demand = (agent: TestSocket) => agent.heard('capture').at(-1);
const show = (agent: TestSocket, header: object, bytes: Buffer) =>
  agent.socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg', ...header }, bytes);
/** The connection below a browser's socket, which its types hide. */
const tcpOf = ({ socket }: TestSocket) =>
  (socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }).ws._socket;
/** When the frames of one device were taken, in the order in which they came. */
const framesOf = (viewer: TestSocket, device: number) =>
  viewer.heard('thumbnail').flatMap((frame) => (frame['device_pk'] === device ? [Number(frame['at'])] : []));
const bytesOf = (socket: TestSocket) => socket.heard('thumbnail').map((frame) => frame['bytes'] as Buffer);

test('[FRAME-1] nothing is captured without a viewer, and no longer than there is one', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  const viewer = await browser(1);
  await eventually(() => expect(agent.heard('settings')).toHaveLength(1));
  expect(agent.heard('capture')).toEqual([]);
  await look(viewer, machine);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true, width: 320, interval_ms: 200 }));
  viewer.socket.close();
  await eventually(() => expect(demand(agent)).toMatchObject({ on: false }));
});

test('[FRAME-1] capture requests of a gateway that died end with their lease', async () => {
  const { redis, company } = gateways;
  const device = DevicePk.parse(900);
  let clock = 1_000_000;
  const asked: boolean[] = [];
  const log = createLog('test', 'silent');
  const metrics = createMetrics('test');
  const subscribe = createSubscriber({ redis, log, metrics });
  const deps = { redis, subscribe, log, metrics, queues: noQueues, now: () => clock };
  const captures = createAgentCaptures(deps, (_, { on }) => asked.push(on));
  captures.listen(company, () => [device]);
  const place = { company, gateway: 'dead' };
  await eventually(async () => {
    await writeCaptureRequests(redis, place, [[device, 500, 300]]);
    expect(captures.of(device)).toMatchObject({ on: true, width: 500, interval_ms: 300 });
  });
  expect(await redis.commands.pTTL(keys.captureRequests(company, 'dead'))).toBeGreaterThan(0);
  captures.expire();
  expect(asked).toEqual([true]);
  clock += CAPTURE_LEASE_MS;
  captures.expire();
  expect([asked, captures.of(device).on]).toEqual([[true, false], false]);
});

test('[FRAME-2] the strongest of all watchers on all gateways wins', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  const [wide, often] = [await browser(0), await browser(1)];
  await look(wide, machine, 640, 5_000);
  await look(often, machine, 160, 250);
  await eventually(() => expect(demand(agent)).toMatchObject({ width: 640, interval_ms: 250 }));
  await look(wide, machine, 200, 5_000);
  await eventually(() => expect(demand(agent)).toMatchObject({ width: 200, interval_ms: 250 }));
});

test('an agent that comes when somebody looks already is asked at once', async () => {
  const machine = await gateways.addMachine();
  await look(await browser(1), machine, 400, 1_000);
  using agent = await gateways.agent(machine);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true, width: 400 }));
});

test('[FRAME-4] a frame that fits reaches viewers on every gateway untouched, and is kept', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  const viewers = [await browser(0), await browser(1)];
  for (const viewer of viewers) await look(viewer, machine);
  const bytes = await picture(320, 180);
  for (const viewer of viewers) {
    await eventually(() => {
      show(agent, {}, bytes);
      expect(bytesOf(viewer)[0]).toEqual(bytes);
    });
    expect(viewer.heard('thumbnail')[0]).toMatchObject({
      device_pk: machine.device,
      width: 320,
      height: 180,
      ext: 'jpg',
    });
  }
  await eventually(async () => {
    const kept = await readFrame(gateways.redis, gateways.company, machine.device);
    expect(kept?.bytes).toEqual(bytes);
  });
});

test('[FRAME-4] a frame that is too large is made to fit', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  const viewer = await browser();
  await look(viewer, machine, 160);
  const large = await picture(1_280, 720);
  await eventually(() => {
    show(agent, { width: 1_280, height: 720 }, large);
    expect(viewer.heard('thumbnail')[0]).toMatchObject({ width: 160, height: 90, ext: 'jpg' });
  });
  expect(await sharp(bytesOf(viewer)[0]).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 90 });
});

test('[FRAME-5] a browser that stops reading gets fewer frames than were shown, the newest last, and holds up nobody', async () => {
  const machines = await Promise.all(Array.from({ length: 4 }, () => gateways.addMachine()));
  using agents = new DisposableStack();
  const shown: TestSocket[] = [];
  for (const machine of machines) shown.push(agents.use(await gateways.agent(machine)));
  const [quick, slow] = [await browser(), await browser()];
  const wish = { devices: machines.map(({ device }) => device), width: 640, interval_ms: 200 };
  for (const viewer of [quick, slow]) expect(await viewer.ask('watch_thumbnails', wish)).toMatchObject({ ok: true });
  for (const agent of shown) await eventually(() => expect(demand(agent)).toMatchObject({ on: true, width: 640 }));
  // Noise does not compress: all frames together are more than the system's buffers between two sockets hold.
  const heavy = await sharp(randomBytes(640 * 260 * 3), { raw: { width: 640, height: 260, channels: 3 } })
    .png()
    .toBuffer();
  tcpOf(slow).pause();
  for (let round = 1; round <= 28; round += 1) {
    await eventually(() => {
      for (const agent of shown) show(agent, { width: 640, height: 260, ext: 'png' }, heavy);
      expect(quick.heard('thumbnail').length).toBeGreaterThanOrEqual(round * machines.length);
    });
  }
  tcpOf(slow).resume();
  for (const device of wish.devices) {
    // Each viewer has a rhythm of its own, so their last pictures may be one interval apart.
    const newest = (framesOf(quick, device).at(-1) ?? 0) - wish.interval_ms;
    await eventually(() => expect(framesOf(slow, device).at(-1)).toBeGreaterThan(newest));
  }
  expect(slow.heard('thumbnail').length).toBeLessThan(quick.heard('thumbnail').length);
  for (const device of wish.devices) {
    const times = framesOf(slow, device);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
}, 30_000);

test('[FRAME-3] what is not the picture that it says it is reaches nobody', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  const viewer = await browser();
  await look(viewer, machine);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true }));
  const jpeg = await picture(320, 180);
  const lies: [object, Buffer][] = [
    [{}, Buffer.from('<script>alert(1)</script> and more')],
    [{}, Buffer.from([0xff, 0xd8])],
    [{ ext: 'png' }, jpeg],
    [{ ext: 'webp' }, jpeg],
    // Small by its word, 16 times as large in truth: it would be passed on untouched.
    [{}, await picture(1_280, 720)],
    [{ width: 1_280, height: 720 }, Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(400)])],
  ];
  for (const [header, bytes] of lies) show(agent, header, bytes);
  // The next one comes through: the liar did harm to itself only.
  await eventually(() => {
    show(agent, {}, jpeg);
    expect(viewer.heard('thumbnail').length).toBeGreaterThan(0);
  });
  for (const bytes of bytesOf(viewer)) expect(bytes).toEqual(jpeg);
  for (const frame of viewer.heard('thumbnail')) expect(frame).toMatchObject({ width: 320, height: 180 });
});

test('frames between gateways are packed and unpacked', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine, { gateway: 1 });
  const packed: Buffer[] = [];
  const place = { company: gateways.company, gateway: 'elsewhere' };
  await gateways.redis.subscribeBytes(channels.frames('elsewhere'), (message) => packed.push(message));
  const bytes = await picture(320, 180);
  await eventually(async () => {
    await writeCaptureRequests(gateways.redis, place, [[machine.device, 320, 200]]);
    show(agent, {}, bytes);
    expect(packed.length).toBeGreaterThan(0);
  });
  expect(packed[0] && unpackFrame(packed[0]).bytes).toEqual(bytes);
});

test.each(['jpg', 'png', 'webp', 'lossless', 'transparent'] as const)(
  '[FRAME-3] a %s says how large it is',
  async (kind) => {
    const canvas = sharp({
      create: { width: 333, height: 77, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    const made = {
      jpg: () => canvas.jpeg({ progressive: true }),
      png: () => canvas.png(),
      webp: () => canvas.removeAlpha().webp(),
      lossless: () => canvas.webp({ lossless: true }),
      transparent: () => canvas.webp(),
    };
    const ext = kind === 'jpg' || kind === 'png' ? kind : 'webp';
    expect(sizeOf[ext](await made[kind]().toBuffer())).toEqual({ width: 333, height: 77 });
  },
);

test('[FRAME-3] bytes that are no picture have no size, and do no harm', () => {
  const start = { jpg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47], webp: [...Buffer.from('RIFF0000WEBP')] };
  fc.assert(
    fc.property(fc.constantFrom('jpg', 'png', 'webp'), fc.uint8Array({ maxLength: 60 }), (ext, noise) => {
      sizeOf[ext](Buffer.from([...start[ext], ...noise]));
    }),
    { seed: 20_261_121 },
  );
});
