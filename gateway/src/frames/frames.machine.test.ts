import { randomBytes } from 'node:crypto';
import type { Socket as TcpSocket } from 'node:net';
import { DevicePk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import type { JobQueues } from '@vigil/shared/platform/queues';
import { CAPTURE_LEASE_MS, publishCaptureRequests } from '@vigil/shared/platform/redis/capture-requests';
import { unpackFrame } from '@vigil/shared/platform/redis/frames';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import {
  createImage,
  requestFrames,
  lastCaptureDemand,
  sendFrame,
  frameTimesOf,
  frameBytesOf,
  unchangedMessagesOf,
  storedFrame,
} from '../testing/frames.ts';
import { startTestGateways, type TestGateways } from '../testing/test-gateway.ts';
import { createCaptureDemands } from './agent-captures.ts';
import { readImageSize } from './image-size.ts';

// A browser that stops reading does not answer pings either.
const test = gatewayTest({ count: 2, pingTimeoutMs: 120_000 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const noQueues: JobQueues = { add: async () => undefined, all: () => [], [Symbol.asyncDispose]: async () => undefined };

const browser = async (gateway = 0) => gateways.browser((await gateways.session()).token, { gateway });
/** The TCP connection of a browser's socket, which its types do not declare. */
const tcpOf = ({ socket }: TestSocket) =>
  (socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }).ws._socket;

test('[FRAME-1] frames are captured only while there is a viewer', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser(1);
  await eventually(() => expect(agent.received('settings')).toHaveLength(1));
  expect(agent.received('capture')).toEqual([]);
  await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true, width: 320, interval_ms: 200 }));
  viewer.socket.close();
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: false }));
});

test('[FRAME-1] capture requests of a gateway that died end with their lease', async () => {
  const { redis, company } = gateways;
  const device = DevicePk.parse(900);
  let clock = 1_000_000;
  const states: boolean[] = [];
  const log = createLog('test', 'silent');
  const metrics = createMetrics('test');
  const subscribe = createSubscriber({ redis, log, metrics });
  const deps = { redis, subscribe, log, metrics, queues: noQueues, now: () => clock };
  const captures = createCaptureDemands(deps, {
    isShown: () => true,
    // Devices of other tests are of the same company.
    onChange: (changed, { on }) => changed === device && states.push(on),
  });
  captures.listen(company, () => [device]);
  const place = { company, gateway: 'dead' };
  await eventually(async () => {
    await publishCaptureRequests(redis, place, { rows: [[device, 448, 300]], jpgOnly: [] });
    expect(captures.of(device)).toMatchObject({ on: true, width: 448, interval_ms: 300 });
  });
  expect(await redis.commands.pTTL(redisKeys.captureRequests(company, 'dead'))).toBeGreaterThan(0);
  captures.expire();
  expect(states).toEqual([true]);
  clock += CAPTURE_LEASE_MS;
  captures.expire();
  expect([states, captures.of(device).on]).toEqual([[true, false], false]);
});

test('an agent that connects while there is a viewer receives the demand at once', async () => {
  const device = await gateways.addDevice();
  await requestFrames(await browser(1), device, 384, 1_000);
  using agent = await gateways.agent(device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true, width: 384 }));
});

test('[FRAME-4] a frame that fits reaches viewers on every gateway unchanged, and is stored', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewers = [await browser(0), await browser(1)];
  for (const viewer of viewers) await requestFrames(viewer, device);
  const bytes = await createImage(320, 180);
  for (const viewer of viewers) {
    await eventually(() => {
      sendFrame(agent, {}, bytes);
      expect(frameBytesOf(viewer)[0]).toEqual(bytes);
    });
    expect(viewer.received('thumbnail')[0]).toMatchObject({
      device_pk: device.pk,
      width: 320,
      height: 180,
      ext: 'jpg',
    });
  }
  await eventually(async () => {
    expect((await storedFrame(gateways, device))?.bytes).toEqual(bytes);
  });
});

test('[FRAME-4] a frame that is too large is resized', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device, 160);
  const large = await createImage(1_280, 720);
  await eventually(() => {
    sendFrame(agent, { width: 1_280, height: 720 }, large);
    expect(viewer.received('thumbnail')[0]).toMatchObject({ width: 160, height: 90, ext: 'jpg' });
  });
  expect(await sharp(frameBytesOf(viewer)[0]).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 90 });
});

test('[FRAME-5] a browser that stops reading gets fewer frames, the newest last, and delays no other browser', async () => {
  const devices = await Promise.all(Array.from({ length: 4 }, () => gateways.addDevice()));
  using agents = new DisposableStack();
  const senders: TestSocket[] = [];
  for (const device of devices) senders.push(agents.use(await gateways.agent(device)));
  const [fast, slow] = [await browser(), await browser()];
  const request = { devices: devices.map(({ pk }) => pk), width: 640, interval_ms: 200 };
  for (const viewer of [fast, slow]) expect(await viewer.ask('watch_thumbnails', request)).toMatchObject({ ok: true });
  for (const agent of senders)
    await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true, width: 640 }));
  // Noise does not compress, so the frames together exceed the system's buffers of the connection.
  const heavy = await sharp(randomBytes(640 * 260 * 3), { raw: { width: 640, height: 260, channels: 3 } })
    .png()
    .toBuffer();
  tcpOf(slow).pause();
  for (let round = 1; round <= 28; round += 1) {
    await eventually(() => {
      for (const agent of senders) sendFrame(agent, { width: 640, height: 260, ext: 'png' }, heavy);
      expect(fast.received('thumbnail').length).toBeGreaterThanOrEqual(round * devices.length);
    });
  }
  tcpOf(slow).resume();
  for (const device of request.devices) {
    // Viewers are served at times of their own, so their last frames may be one interval apart.
    const newest = (frameTimesOf(fast, device).at(-1) ?? 0) - request.interval_ms;
    await eventually(() => expect(frameTimesOf(slow, device).at(-1)).toBeGreaterThan(newest));
  }
  expect(slow.received('thumbnail').length).toBeLessThan(fast.received('thumbnail').length);
  for (const device of request.devices) {
    const times = frameTimesOf(slow, device);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

test('[FRAME-5] while Redis does not answer, the gateway holds one frame of a device, and newer ones follow', async () => {
  await using own = await startTestGateways({ count: 2 });
  const device = await own.addDevice();
  using agent = await own.agent(device);
  using viewer = await own.browser((await own.session()).token, { gateway: 1 });
  await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true }));
  const handed = async () => {
    const text = await (await fetch(`${own.operatorUrls[0]}/metrics`)).text();
    const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    return {
      received: count(/^vigil_socket_messages_received_total\{event="thumbnail",[^}]*\} (\d+)$/mu),
      published: count(/^vigil_frames_delivered_total\{path="redis",[^}]*\} (\d+)$/mu),
    };
  };
  const bytes = await createImage(320, 180);
  await eventually(() => {
    sendFrame(agent, {}, bytes);
    expect(viewer.received('thumbnail').length).toBeGreaterThan(0);
  });
  const before = await handed();
  {
    own.redisServer.pause();
    // Also when it fails: nothing ends without Redis.
    using _paused = { [Symbol.dispose]: () => own.redisServer.resume() };
    for (let sent = 0; sent < 50; sent += 1) sendFrame(agent, {}, bytes);
    await eventually(async () => expect((await handed()).received).toBeGreaterThanOrEqual(before.received + 50));
    expect((await handed()).published).toBeLessThanOrEqual(before.published + 1);
  }
  const shown = viewer.received('thumbnail').length;
  await eventually(() => {
    sendFrame(agent, {}, bytes);
    expect(viewer.received('thumbnail').length).toBeGreaterThan(shown + 1);
  });
});

test('[FRAME-6] while the screen is unchanged, viewers on each gateway are told so, and later viewers get its frame', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewers = [await browser(0), await browser(1)];
  for (const viewer of viewers) await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true, same: true }));
  const bytes = await createImage(320, 180);
  const say = (event: string, ...args: unknown[]) => agent.socket.emit(event, ...args);
  sendFrame(agent, {}, bytes);
  for (const viewer of viewers) {
    await eventually(() => {
      say('thumbnail_same', { at: 1 });
      expect(unchangedMessagesOf(viewer, device).length).toBeGreaterThan(1);
    });
    expect(frameBytesOf(viewer)).toEqual([bytes]);
    expect(unchangedMessagesOf(viewer, device).at(-1)?.['at']).toBeGreaterThan(frameTimesOf(viewer, device.pk)[0]!);
  }
  const late = [await browser(0), await browser(1)];
  for (const viewer of late) await requestFrames(viewer, device);
  for (const viewer of late) {
    await eventually(() => {
      say('thumbnail_same', { at: 1 });
      expect(unchangedMessagesOf(viewer, device).length).toBeGreaterThan(0);
    });
    expect(frameBytesOf(viewer)).toEqual([bytes]);
  }
  for (const viewer of viewers) expect(frameBytesOf(viewer)).toHaveLength(1);
  await eventually(async () => {
    say('thumbnail_same', { at: 1 });
    expect((await storedFrame(gateways, device))?.bytes).toEqual(bytes);
  });
});

test('[FRAME-6] a viewer who returns to the gateway of the agent gets the frame of an unchanged screen', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [first, elsewhere] = [await browser(0), await browser(1)];
  for (const viewer of [first, elsewhere]) await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true, same: true }));
  const bytes = await createImage(320, 180);
  await eventually(() => {
    sendFrame(agent, {}, bytes);
    for (const viewer of [first, elsewhere]) expect(frameBytesOf(viewer)).toContainEqual(bytes);
  });
  first.socket.close();
  await requestFrames(elsewhere, device);
  const later = await browser(0);
  await requestFrames(later, device);
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect(frameBytesOf(later)).toEqual([bytes]);
    expect(unchangedMessagesOf(later, device).length).toBeGreaterThan(0);
  });
});

test('[FRAME-6] the demand is repeated when the screen is unchanged since a frame that the gateway does not have', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true }));
  const demands = agent.received('capture').length;
  // One that it refused, here: its bytes are no image.
  sendFrame(agent, {}, Buffer.alloc(64));
  agent.socket.emit('thumbnail_same', { at: 1 });
  await eventually(() => expect(agent.received('capture').length).toBeGreaterThan(demands));
  expect(unchangedMessagesOf(viewer, device)).toEqual([]);
  expect(frameBytesOf(viewer)).toEqual([]);
});

test('[FRAME-6] the demand is repeated when the screen is unchanged since a frame that could not be resized', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device, 160);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true }));
  const demands = agent.received('capture').length;
  const large = await createImage(1_280, 720);
  const size = { width: 1_280, height: 720 };
  sendFrame(agent, size, large);
  sendFrame(agent, size, large.subarray(0, large.length / 2));
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect(agent.received('capture').length).toBeGreaterThan(demands);
  });
  expect(unchangedMessagesOf(viewer, device)).toEqual([]);
});

test('[FRAME-3] a frame that differs from its header is not delivered', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true }));
  const jpeg = await createImage(320, 180);
  const forged: [object, Buffer][] = [
    [{}, Buffer.from('<script>alert(1)</script> and more')],
    [{}, Buffer.from([0xff, 0xd8])],
    [{ ext: 'png' }, jpeg],
    [{ ext: 'webp' }, jpeg],
    // Its header says 320 × 180, the image has 16 times as many pixels.
    [{}, await createImage(1_280, 720)],
    [{ width: 1_280, height: 720 }, Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(400)])],
  ];
  for (const [header, bytes] of forged) sendFrame(agent, header, bytes);
  // The next valid frame of the same agent is delivered.
  await eventually(() => {
    sendFrame(agent, {}, jpeg);
    expect(viewer.received('thumbnail').length).toBeGreaterThan(0);
  });
  for (const bytes of frameBytesOf(viewer)) expect(bytes).toEqual(jpeg);
  for (const frame of viewer.received('thumbnail')) expect(frame).toMatchObject({ width: 320, height: 180 });
});

test('frames between gateways are packed and unpacked', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device, { gateway: 1 });
  const packed: Buffer[] = [];
  const place = { company: gateways.company, gateway: 'elsewhere' };
  await gateways.redis.subscribeBytes(busChannels.frames('elsewhere'), (message) => packed.push(message));
  const bytes = await createImage(320, 180);
  await eventually(async () => {
    await publishCaptureRequests(gateways.redis, place, { rows: [[device.pk, 320, 200]], jpgOnly: [] });
    sendFrame(agent, {}, bytes);
    expect(packed.length).toBeGreaterThan(0);
  });
  expect(packed[0] && unpackFrame(packed[0]).bytes).toEqual(bytes);
});

test.each(['jpg', 'png', 'webp', 'lossless', 'transparent'] as const)(
  '[FRAME-3] the size of a %s is read from its header',
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
    expect(readImageSize[ext](await made[kind]().toBuffer())).toEqual({ width: 333, height: 77 });
  },
);

test('[FRAME-3] bytes that are no image never throw', () => {
  const start = { jpg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47], webp: [...Buffer.from('RIFF0000WEBP')] };
  fc.assert(
    fc.property(fc.constantFrom('jpg', 'png', 'webp'), fc.uint8Array({ maxLength: 60 }), (ext, noise) => {
      readImageSize[ext](Buffer.from([...start[ext], ...noise]));
    }),
    { seed: 20_261_121 },
  );
});

test('[FRAME-7] over the budget of a company the intervals of its tiles become longer, those of urgent requests last', async () => {
  await using own = await startTestGateways({ settings: { FRAME_MB_PER_COMPANY: '0.03' } });
  const [alerting, ordinary] = [await own.addDevice(), await own.addDevice()];
  using alertingAgent = await own.agent(alerting);
  using ordinaryAgent = await own.agent(ordinary);
  const viewer = await own.browser((await own.session()).token);
  const member = await own.browser((await own.session({ without: ['isAdmin'] })).token);
  const requests = [
    { devices: [alerting.pk], width: 320, interval_ms: 1_000, urgent: true },
    { devices: [ordinary.pk], width: 320, interval_ms: 200 },
  ];
  await eventually(async () =>
    expect(await viewer.ask('watch_thumbnails', { requests })).toEqual({ ok: true, refused: [] }),
  );
  await requestFrames(member, alerting, 320, 60_000);
  const bytes = await sharp(randomBytes(320 * 180 * 3), { raw: { width: 320, height: 180, channels: 3 } })
    .jpeg({ quality: 20 })
    .toBuffer();
  const sending = setInterval(() => {
    for (const agent of [alertingAgent, ordinaryAgent]) sendFrame(agent, {}, bytes);
  }, 100);
  try {
    await eventually(() => expect(Number(lastCaptureDemand(ordinaryAgent)?.['interval_ms'])).toBeGreaterThan(400));
    const used = `vigil_company_frame_bytes_per_second{company="${own.company}"`;
    await eventually(async () => {
      expect(await (await fetch(`${own.operatorUrls[0]}/metrics`)).text()).toContain(used);
    });
  } finally {
    clearInterval(sending);
  }
  expect(lastCaptureDemand(alertingAgent)).toMatchObject({ interval_ms: 1_000 });
  // Administrators are told.
  expect(viewer.received('frame_traffic')).toContainEqual(
    expect.objectContaining({ limit: 30_000, slowdown: expect.any(Number) }),
  );
  expect(member.received('thumbnail').length).toBeGreaterThan(0);
  expect(member.received('frame_traffic')).toEqual([]);
  // With nothing sent, the tiles recover.
  await eventually(() => expect(lastCaptureDemand(ordinaryAgent)).toMatchObject({ interval_ms: 200 }));
});
